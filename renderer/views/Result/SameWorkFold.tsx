import { describeLevel } from '../../../contracts/experiment/cell.ts';
import type { SameWork } from '../../../contracts/same-work.ts';
import { capital } from '../../../contracts/work.ts';
import { countOf } from '../../../metrics/format.ts';
import {
  aspectLabels,
  sameWorkSentence,
  sameWorkTitle,
  standingLabels,
} from '../../../metrics/same-work.ts';
import styles from './SameWorkFold.module.css';

/** Pairs with a table; the others are counted. */
const shown = 12;

/** What both sides of each compared pair did; a run without comparisons has none. */
export function SameWorkFold({ pairs }: { readonly pairs: readonly SameWork[] }) {
  if (pairs.length === 0) return null;
  const more = pairs.length - shown;
  return (
    <details className={styles.fold}>
      <summary>
        {sameWorkTitle} {summaryOf(pairs)}
      </summary>
      {pairs.slice(0, shown).map((pair, index) => (
        <PairFold key={keyOf(pair)} pair={pair} isOpen={index === 0} />
      ))}
      {more > 0 && <p>{countOf(more, 'more pair')} in the result document</p>}
    </details>
  );
}

function summaryOf(pairs: readonly SameWork[]): string {
  const unlike = pairs.filter(({ verdict }) => verdict === 'not-comparable').length;
  const isKnown = pairs.every(({ rows }) => rows.every(({ standing }) => standing !== 'unchecked'));
  const words = isKnown ? 'comparable' : 'comparable as far as checked';
  if (unlike === 0) return pairs.length === 1 ? capital(words) : `All ${words}`;
  return pairs.length === 1
    ? 'Not comparable'
    : `${unlike} of ${pairs.length} pairs not comparable`;
}

const keyOf = ({ cell, baseline }: SameWork) => JSON.stringify([baseline, cell]);

function PairFold({ pair, isOpen }: { readonly pair: SameWork; readonly isOpen: boolean }) {
  const { labels, rows, verdict, cell } = pair;
  const level = describeLevel(cell);
  const where = [cell.shape, ...(level === null ? [] : [level])].join(' · ');
  return (
    <details className={styles.pair} open={isOpen}>
      <summary data-verdict={verdict}>
        {sameWorkSentence(pair)} <span>{where}</span>
      </summary>
      <div className={styles.frame}>
        <table aria-label={`What ${labels.baseline} and ${labels.cell} did`}>
          <thead>
            <tr>
              <th scope="col">Aspect</th>
              <th scope="col">{labels.baseline}</th>
              <th scope="col">{labels.cell}</th>
              <th scope="col">Verdict</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.aspect} data-standing={row.standing}>
                <th scope="row">{aspectLabels[row.aspect]}</th>
                <td>{row.baseline}</td>
                <td>{row.cell}</td>
                <td>{standingLabels[row.standing]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
