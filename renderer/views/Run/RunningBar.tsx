import { shareDone } from '../../data/matrix.ts';
import styles from './Run.module.css';
import { useRun } from './runStore.ts';

/** Progress of the running trial; separate from its cell, since it updates four times a second. */
export function RunningBar() {
  const percent = useRun(({ history, progress }) => {
    const { running = null, current = null } = progress ?? {};
    if (!running || history.trial !== current) return null;
    const share = shareDone({
      ...running,
      seconds: history.last?.at ?? 0,
      done: history.ok + history.failed,
    });
    return share === null ? null : Math.round(share * 100);
  });
  if (percent === null) return null;
  return (
    <progress
      className={styles.cellProgress}
      aria-label="Running trial"
      value={percent}
      max={100}
    />
  );
}
