import { useMemo } from 'react';
import type { RequestLine } from '../../../contracts/request-line.ts';
import { formatCount } from '../../../metrics/format.ts';
import { Panel } from '../../components/Panel.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { failureRows } from '../../data/failureRows.ts';
import styles from './Rounds.module.css';
import runStyles from './Run.module.css';
import { useRun } from './runStore.ts';

const noRequests: readonly RequestLine[] = [];

/** The failures of the trial in the charts while it runs; absent without any. */
export function FailuresPanel() {
  const failures = useRun(({ history }) => history.failures);
  const trial = useRun(({ history }) => history.trial);
  const cell = useRun(
    ({ progress }) => progress?.trials.find(({ index }) => index === trial)?.cell,
  );
  const requests = useRun(({ progress }) => progress?.requests ?? noRequests);
  const rows = useMemo(() => failureRows(failures, cell, requests), [failures, cell, requests]);
  if (rows.length === 0) return null;
  return (
    <Panel
      title="Failures"
      note="of this trial, its warm-up too"
      padded={false}
      className={runStyles.failures ?? ''}
    >
      <ScrollRegion className={styles.scroll} label="Failures, scrollable">
        <table className={styles.table} aria-label="Failures">
          <thead>
            <tr>
              <th scope="col">Method</th>
              <th scope="col">Path</th>
              <th scope="col">Status</th>
              <th scope="col">Message</th>
              <th scope="col" data-numeric>
                Count
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, method, path, status, message, count }) => (
              <tr key={key}>
                <td>{method}</td>
                <td className={styles.breakable}>{path}</td>
                <td>{status}</td>
                <td className={styles.message}>{message}</td>
                <td data-numeric>{formatCount(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Panel>
  );
}
