import { type TipLine, tipLines } from '../data/tipLines.ts';
import styles from './charts.module.css';
import type { LegendItem } from './look.ts';
import { SwatchIcon } from './Swatch.tsx';

export interface TipRow extends TipLine {
  readonly look: LegendItem;
  readonly label: string;
  readonly value: string;
}

/** The content of a tooltip: what is pointed at, and the values of the series in at most six lines. */
export function TipRows({ title, rows }: { title: string; rows: readonly TipRow[] }) {
  const { lines, more } = tipLines(rows);
  return (
    <div className={styles.tip}>
      <div className={styles.tipTitle}>{title}</div>
      {lines.map(({ key, look, label, value, remark }) => (
        <div key={key} className={styles.tipRow}>
          <SwatchIcon item={look} />
          <span className={styles.tipLabel}>{label}</span>
          <span className={styles.tipValue}>{value}</span>
          {remark !== undefined && <span className={styles.tipRemark}>{remark}</span>}
        </div>
      ))}
      {more > 0 && <div className={styles.tipRemark}>{more} more: “Show data” lists them</div>}
    </div>
  );
}
