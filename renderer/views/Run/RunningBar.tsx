import styles from './Run.module.css';
import { percentOfTrial } from './runState.ts';
import { useRun } from './runStore.ts';

/** Progress of the running trial; separate from its cell, since it updates four times a second. */
export function RunningBar() {
  const percent = useRun(percentOfTrial);
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
