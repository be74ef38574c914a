import { formatMs, formatRps } from '../../metrics/format.ts';
import { levelText } from '../../metrics/levels.ts';
import type { SaturationRow } from '../data/saturation.ts';
import { curveLook } from './look.ts';
import { TipRows } from './TipRows.tsx';

/** Throughput and p95 of all curves at one level. */
export function SaturationTip({ rows, level }: { rows: readonly SaturationRow[]; level: number }) {
  const of = rows[0]?.saturation.of ?? 'users';
  const lines = rows.flatMap(({ key, series, saturation }) => {
    const point = saturation.curve.find((one) => one.level === level);
    if (!point) return [];
    const { throughputRps, p95Ms } = point;
    return [
      {
        key,
        look: curveLook(series),
        label: series.label,
        value: formatRps(throughputRps),
        remark: `p95 ${formatMs(p95Ms)}`,
      },
    ];
  });
  return <TipRows title={levelText(of, level)} rows={lines} />;
}
