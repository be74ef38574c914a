import type { CSSProperties } from 'react';
import { type Cell, describeCell } from '../../../../contracts/experiment/cell.ts';
import { countOf, formatWholeSeconds } from '../../../../metrics/format.ts';
import { levelDigits, levelWords } from '../../../../metrics/levels.ts';
import { ProtocolMarker } from '../../../components/ProtocolMarker.tsx';
import { ScrollRegion } from '../../../components/ScrollRegion.tsx';
import { protocolStyle } from '../../../look/protocols.ts';
import styles from './Plan.module.css';
import type { MatrixEntry, PlanMatrix } from './planMatrix.ts';

/** Wider pictures have smaller squares, without the number of trials in them. */
const maxNumbered = 14;

interface MatrixTableProps {
  readonly matrix: PlanMatrix;
  /** Expected seconds of a trial; null if unknown. */
  readonly trialSeconds: number | null;
}

/**
 * The factors as a picture: a square for each cell, coloured by protocol; shapes side by side with
 * the levels of load across, and protocol, TLS and client down. It is a table, and so needs no text alternative.
 */
export function MatrixTable({ matrix, trialSeconds }: MatrixTableProps) {
  const columns = matrix.groups.reduce((sum, { levels }) => sum + levels.length, 0);
  const starts = groupStarts(matrix);
  return (
    <ScrollRegion className={styles.scroll} label="Cells of the run">
      <table
        className={styles.matrix}
        aria-label="Trials per cell"
        data-dense={columns > maxNumbered || undefined}
      >
        <MatrixHead matrix={matrix} />
        <tbody>
          {matrix.rows.map(({ cell, detail, entries }, row) => {
            const { label, color, softColor, textColor } = protocolStyle(cell.protocol);
            const style = {
              '--entry-line': color,
              '--entry-soft': softColor,
              '--entry-text': textColor,
            } as CSSProperties;
            const isFirst = matrix.rows[row - 1]?.cell.protocol !== cell.protocol;
            return (
              <tr
                key={`${cell.protocol} ${detail}`}
                style={style}
                data-first={isFirst || undefined}
              >
                <th className={styles.rowHead} scope="row">
                  <span className={styles.rowName}>
                    <ProtocolMarker protocol={cell.protocol} />
                    {label}
                    {detail !== '' && <span className={styles.detail}>{detail}</span>}
                  </span>
                </th>
                {entries.map((entry, index) => (
                  <Entry
                    key={index}
                    entry={entry}
                    first={starts.has(index)}
                    trialSeconds={trialSeconds}
                  />
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function MatrixHead({ matrix }: { matrix: PlanMatrix }) {
  return (
    <thead>
      <tr>
        <td className={styles.corner}>shape</td>
        {matrix.groups.map(({ shape, levels }) => (
          <th key={shape} className={styles.shape} colSpan={levels.length} scope="colgroup">
            {shape}
          </th>
        ))}
      </tr>
      {matrix.of !== null && (
        <tr>
          <td className={styles.corner}>{levelWords(matrix.of).header.toLowerCase()}</td>
          {matrix.groups.flatMap(({ shape, levels }) =>
            levels.map((level) => (
              <th key={`${shape} ${level}`} className={styles.users} scope="col">
                {level === null ? '' : levelDigits(level)}
              </th>
            )),
          )}
        </tr>
      )}
    </thead>
  );
}

/** First columns of shapes. */
function groupStarts({ groups }: PlanMatrix): ReadonlySet<number> {
  const starts = new Set<number>();
  let column = 0;
  for (const { levels } of groups) {
    starts.add(column);
    column += levels.length;
  }
  return starts;
}

interface EntryProps {
  readonly entry: MatrixEntry | null;
  /** Whether it is the first column of a shape. */
  readonly first: boolean;
  readonly trialSeconds: number | null;
}

function Entry({ entry, first, trialSeconds }: EntryProps) {
  const start = first || undefined;
  if (!entry) return <td className={styles.entry} data-first={start} />;
  const { cell, trials } = entry;
  return (
    <td className={styles.entry} data-first={start} title={entryWords(cell, trials, trialSeconds)}>
      <span>{trials}</span>
    </td>
  );
}

function entryWords(cell: Cell, trials: number, trialSeconds: number | null): string {
  const count = countOf(trials, 'trial');
  const time = trialSeconds === null ? '' : `, ${formatWholeSeconds(trials * trialSeconds)}`;
  return `${describeCell(cell)}: ${count}${time}`;
}
