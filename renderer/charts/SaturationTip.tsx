import { formatMs, formatRps } from '../../metrics/format.ts';
import { levelText } from '../../metrics/levels.ts';
import type { SaturationRow } from '../data/saturation.ts';
import styles from './charts.module.css';
import { curveLook } from './look.ts';
import { SwatchIcon } from './Swatch.tsx';

/** Throughput and p95 of all curves at one level. */
export function SaturationTip({ rows, level }: { rows: readonly SaturationRow[]; level: number }) {
  const of = rows[0]?.saturation.of ?? 'users';
  return (
    <div className={styles.tip}>
      <div className={styles.tipTitle}>{levelText(of, level)}</div>
      {rows.map(({ key, series, saturation }) => {
        const point = saturation.curve.find((one) => one.level === level);
        if (!point) return null;
        return (
          <div key={key} className={styles.tipRow}>
            <SwatchIcon item={curveLook(series)} />
            <span>{series.label}</span>
            <span className={styles.tipValue}>{formatRps(point.throughputRps)}</span>
            <span className={styles.tipRemark}>p95 {formatMs(point.p95Ms)}</span>
          </div>
        );
      })}
    </div>
  );
}
