import { memo } from 'react';
import styles from './charts.module.css';
import { LegendEntries } from './LegendEntries.tsx';
import type { LegendItem } from './look.ts';

interface LegendProps {
  readonly items: readonly LegendItem[];
  readonly hidden: ReadonlySet<string>;
  readonly onToggle: (key: string) => void;
}

/** The series of a chart; each button shows or hides one. */
export const Legend = memo(function Legend(props: LegendProps) {
  return (
    <fieldset className={styles.legend} aria-label="Series">
      <LegendEntries {...props} className={styles.legendItem} />
    </fieldset>
  );
});
