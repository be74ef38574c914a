import { IconAlertTriangle } from '@tabler/icons-react';
import styles from './Run.module.css';
import { useRun } from './runStore.ts';

const none: readonly string[] = [];

/** What has to be known about this run, such as a lost connection to the engine. */
export function RunNotices() {
  const warnings = useRun((state) => state.progress?.warnings ?? none);
  const lost = useRun((state) => state.link === 'lost');
  if (warnings.length === 0 && !lost) return null;
  return (
    <ul className={styles.notices} aria-label="Warnings">
      {lost && (
        <Notice text="The engine does not answer. The run goes on there; this view catches up." />
      )}
      {warnings.map((warning) => (
        <Notice key={warning} text={warning} />
      ))}
    </ul>
  );
}

function Notice({ text }: { text: string }) {
  return (
    <li>
      <IconAlertTriangle size={14} stroke={1.8} aria-hidden />
      {text}
    </li>
  );
}
