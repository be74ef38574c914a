import { memo } from 'react';
import styles from './charts.module.css';
import type { LegendItem } from './look.ts';
import { SwatchIcon } from './Swatch.tsx';

interface LegendProps {
  readonly items: readonly LegendItem[];
  readonly hidden: ReadonlySet<string>;
  readonly onToggle: (key: string) => void;
}

/** The series of a chart; each button shows or hides one. */
export const Legend = memo(function Legend({ items, hidden, onToggle }: LegendProps) {
  return (
    <fieldset className={styles.legend} aria-label="Series">
      {items.map((item) =>
        item.doubt ? (
          <span key={item.key} className={styles.legendItem} data-doubt={item.doubt}>
            <SwatchIcon item={item} />
            {item.label}
          </span>
        ) : (
          <button
            key={item.key}
            type="button"
            className={styles.legendItem}
            aria-pressed={!hidden.has(item.key)}
            onClick={() => onToggle(item.key)}
          >
            <SwatchIcon item={item} />
            {item.label}
          </button>
        ),
      )}
    </fieldset>
  );
});
