import type { CSSProperties } from 'react';
import { describeCell } from '../../../../contracts/experiment/cell.ts';
import { protocolStyle } from '../../../app/protocols.ts';
import { ProtocolMarker } from '../../../components/ProtocolMarker.tsx';
import { levelDigits, levelWords } from '../../../data/loadLevel.ts';
import styles from './Plan.module.css';
import type { MatrixEntry, PlanMatrix } from './planMatrix.ts';

/** The cells of a run as a small table, coloured by protocol. */
export function MatrixTable({ matrix }: { matrix: PlanMatrix }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <section className={styles.scroll} aria-label="Cells of the run" tabIndex={0}>
      <table className={styles.matrix} aria-label="Trials per cell">
        <MatrixHead matrix={matrix} />
        <tbody>
          {matrix.rows.map(({ cell, detail, entries }) => {
            const { label, softColor, textColor } = protocolStyle(cell.protocol);
            const style = { '--entry-soft': softColor, '--entry-text': textColor } as CSSProperties;
            return (
              <tr key={`${cell.protocol} ${detail}`} style={style}>
                <th className={styles.rowHead} scope="row">
                  <span className={styles.rowName}>
                    <ProtocolMarker protocol={cell.protocol} />
                    {label}
                    {detail !== '' && <span className={styles.detail}>{detail}</span>}
                  </span>
                </th>
                {entries.map((entry, index) => (
                  <Entry key={index} entry={entry} />
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
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

function Entry({ entry }: { entry: MatrixEntry | null }) {
  if (!entry) return <td className={`${styles.entry} ${styles.gap}`} />;
  return (
    <td className={styles.entry} title={describeCell(entry.cell)}>
      {entry.trials}
    </td>
  );
}
