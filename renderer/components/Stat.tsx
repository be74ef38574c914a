import { memo, type ReactNode } from 'react';
import styles from './Stat.module.css';

interface StatProps {
  readonly label: string;
  readonly value: ReactNode;
  readonly unit?: string;
  /** A remark under the value. */
  readonly note?: ReactNode;
  readonly size?: 'sm' | 'lg';
  readonly tone?: 'plain' | 'warn' | 'bad';
}

/** One value with its name and unit, in tabular numerals. */
export const Stat = memo(function Stat(props: StatProps) {
  const { label, value, unit, note, size = 'lg', tone = 'plain' } = props;
  return (
    <div className={styles.stat}>
      <div className={styles.label}>{label}</div>
      <div className={styles.value} data-size={size} data-tone={tone}>
        {value}
        {unit !== undefined && <span className={styles.unit}>{unit}</span>}
      </div>
      {note !== undefined && <div className={styles.note}>{note}</div>}
    </div>
  );
});
