import { IconAlertTriangle, IconCircleX, IconPlugConnectedX } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { TrialProgress } from '../../../contracts/engine-api.ts';
import { failureSentences } from '../../data/failures.ts';
import styles from './Run.module.css';
import { useRun } from './runStore.ts';

const none: readonly string[] = [];
const noTrials: readonly TrialProgress[] = [];

/** Notices about this run, such as why its trials failed. */
export function RunNotices() {
  const warnings = useRun((state) => state.progress?.warnings ?? none);
  return (
    <>
      <ConnectionLost />
      <Failures />
      {warnings.length > 0 && <Warnings warnings={warnings} />}
    </>
  );
}

/** Why the display is frozen although the run has not ended. */
function ConnectionLost() {
  const lost = useRun(({ link, progress }) => link === 'lost' && progress?.status === 'running');
  if (!lost) return null;
  return (
    <div className={styles.notices} role="status">
      <IconPlugConnectedX size={14} stroke={1.8} aria-hidden />
      Connection lost; the run may still be in progress.
    </div>
  );
}

/** Why trials of this run have failed. */
function Failures() {
  const trials = useRun((state) => state.progress?.trials ?? noTrials);
  const failures = useMemo(
    () => failureSentences(trials.flatMap(({ result }) => result ?? [])),
    [trials],
  );
  return failures.map((failure) => (
    <div key={failure} className={styles.notices} data-tone="bad" role="alert">
      <IconCircleX size={14} stroke={1.8} aria-hidden />
      {failure}
    </div>
  ));
}

/** One line, so that the charts keep their room; it expands to all of them. */
function Warnings({ warnings }: { warnings: readonly string[] }) {
  const [first, ...rest] = warnings;
  if (rest.length === 0) {
    return (
      <div className={styles.notices}>
        <IconAlertTriangle size={14} stroke={1.8} aria-hidden />
        {first}
      </div>
    );
  }
  return (
    <details className={styles.notices}>
      <summary>
        <IconAlertTriangle size={14} stroke={1.8} aria-hidden />
        <span className={styles.firstNotice}>{first}</span>
        <span className={styles.moreNotices}>{rest.length} more</span>
      </summary>
      <ul>
        {rest.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </details>
  );
}
