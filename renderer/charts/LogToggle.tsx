import styles from './charts.module.css';
import type { LogAxis } from './figure.ts';

interface LogToggleProps {
  readonly axis: LogAxis;
  /** Whether the figure has no other axis to switch. */
  readonly alone: boolean;
  readonly log: boolean;
  readonly onSwitch: (key: string, log: boolean) => void;
}

/** Switches an axis between linear and logarithmic. */
export function LogToggle({ axis, alone, log, onSwitch }: LogToggleProps) {
  return (
    <button
      type="button"
      className={styles.logToggle}
      aria-pressed={log}
      aria-label={`log ${axis.name}`}
      title={`Logarithmic axis of ${axis.name}`}
      onClick={() => onSwitch(axis.key, !log)}
    >
      {alone ? 'log' : `log ${axis.name}`}
    </button>
  );
}
