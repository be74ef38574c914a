import type { ComparisonReport } from '../../../contracts/compare.ts';
import { describeCell } from '../../../contracts/experiment/cell.ts';
import { Panel } from '../../components/Panel.tsx';
import { runLabels } from '../../data/compareLabels.ts';
import styles from './Compare.module.css';

/** Cells that only one side has: they are left out, and said to be. */
export function Unmatched({ report: { unmatched, runs } }: { report: ComparisonReport }) {
  if (unmatched.length === 0) return null;
  const names = runLabels(runs);
  const count = `${unmatched.length} ${unmatched.length === 1 ? 'cell' : 'cells'}`;
  return (
    <Panel title="Without a counterpart" note={`${count} left out of the comparison`}>
      <ul className={styles.unmatched} aria-label="Cells without a counterpart">
        {unmatched.map(({ cell, runId, missingIn }) => (
          <li key={`${runId} ${missingIn} ${describeCell(cell)}`}>
            {describeCell(cell)}
            <span className={styles.quiet}>
              {` in ${names.get(runId)}, not in ${names.get(missingIn)}`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
