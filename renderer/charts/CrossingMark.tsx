import type { SaturationPoint } from '../../contracts/result.ts';
import { roughLevel } from '../../metrics/levels.ts';
import type { CrossoverRow } from '../data/crossovers.ts';
import type { SaturationRow } from '../data/saturation.ts';
import { seriesKey } from '../data/series.ts';
import { ink, tickSize } from './look.ts';

interface CrossingProps {
  readonly row: CrossoverRow;
  readonly curves: readonly SaturationRow[];
  readonly x: (level: number) => number;
  readonly y: (throughputRps: number) => number;
}

/** A cross where throughput curves cross, with a bar for its interval. */
export function CrossingMark({ row, curves, x, y }: CrossingProps) {
  const { cell, baseline } = row.crossover;
  const interval = row.crossing?.interval;
  const level = row.crossing?.level ?? 0;
  const [one, other] = [cell, baseline].map((which) =>
    curves.find(({ saturation }) => seriesKey(saturation.cell) === seriesKey(which)),
  );
  if (!interval || !one || !other) return null;
  const [a, b] = [one, other].map(({ saturation }) => throughputAt(saturation.curve, level));
  const [atX, atY] = [x(level), y(((a ?? 0) + (b ?? 0)) / 2)];
  return (
    <g stroke={ink.title} strokeWidth={1.5} fill="none">
      <path d={`M${x(interval.low)} ${atY}H${x(interval.high)}`} strokeOpacity={0.55} />
      <path d={`M${atX - 5} ${atY - 5}l10 10m0 -10l-10 10`} />
      <text
        x={atX}
        y={atY + 20}
        textAnchor="middle"
        fontSize={tickSize}
        fontWeight={560}
        fill={ink.title}
        stroke="none"
      >
        {roughLevel(level)}
      </text>
    </g>
  );
}

/** Throughput between the points of a curve, interpolated linearly. */
function throughputAt(curve: readonly SaturationPoint[], level: number): number {
  const after = curve.find((point) => point.level >= level) ?? curve.at(-1);
  const before = curve.findLast((point) => point.level <= level) ?? curve[0];
  if (!after || !before) return 0;
  const gap = after.level - before.level;
  const share = gap > 0 ? (level - before.level) / gap : 0;
  return before.throughputRps + share * (after.throughputRps - before.throughputRps);
}
