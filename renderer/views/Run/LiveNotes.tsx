import { IconAlertTriangle, IconCircleX, IconClock } from '@tabler/icons-react';
import { useMemo } from 'react';
import { liveWords } from '../../data/liveWords.ts';
import styles from './Run.module.css';
import { useRun } from './runStore.ts';

/** What errors and latency of the trial in the charts do, in sentences; absent while there is nothing to say. */
export function LiveNotes() {
  const running = useRun((state) => state.progress?.status === 'running');
  const current = useRun((state) => state.progress?.current ?? null);
  const isShown = useRun(
    ({ history }) => running && (current === null || history.trial === current),
  );
  // Once a second is enough to read, and costs a quarter.
  const second = useRun(({ history }) => Math.floor(history.last?.at ?? 0));
  const trial = useRun(({ history }) => history.trial);
  const words = useMemo(() => liveWords(useRun.getState().history), [second, trial]);
  if (!isShown || (words.errors === null && words.latency === null)) return null;
  return (
    <div className={styles.liveNotes} role="status" aria-label="Errors and latency">
      {words.errors !== null && (
        <p className={styles.health} data-tone={words.failing ? 'bad' : 'warn'}>
          {words.failing ? (
            <IconCircleX size={15} stroke={1.8} aria-hidden />
          ) : (
            <IconAlertTriangle size={15} stroke={1.8} aria-hidden />
          )}
          <span>{words.errors}</span>
        </p>
      )}
      {words.latency !== null && (
        <p className={styles.health} data-tone="note">
          <IconClock size={15} stroke={1.8} aria-hidden />
          <span>{words.latency}</span>
        </p>
      )}
    </div>
  );
}
