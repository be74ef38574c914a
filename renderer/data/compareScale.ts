import type { MetricComparison } from '../../contracts/compare.ts';
import { linearTicks, logScale, type Scale } from './ticks.ts';

type Shown = Pick<MetricComparison, 'ratio' | 'interval'>;

/** How far beyond the outermost ratio intervals are shown; an extreme one ends in an arrow. */
const reach = 4;

/**
 * A logarithmic scale of ratios that contains 1, every ratio and, within reason, every interval. As far
 * right as left would be a fair picture of halves and doubles.
 */
export function ratioScale(rows: readonly Shown[]): Scale {
  const times = rows.flatMap(({ ratio }) => (ratio && ratio.times > 0 ? [ratio.times] : []));
  const low = Math.min(1, ...times);
  const high = Math.max(1, ...times);
  const lows = rows.flatMap(({ interval }) => (interval ? [interval.low] : []));
  const highs = rows.flatMap(({ interval }) => (interval ? [interval.high] : []));
  const from = Math.max(low / reach, Math.min(low, ...lows));
  const to = Math.min(high * reach, Math.max(high, ...highs));
  const room = Math.max((to / from) ** 0.04, 1.02);
  return scaleOf(from / room, to * room);
}

/** Ticks within a decade, if 1, 2 and 5 would be too few. */
const dense = [1, 1.5, 2, 3, 5, 7];

function scaleOf(min: number, max: number): Scale {
  const within = (tick: number) => tick >= min && tick <= max;
  if (max / min < 2.5) return { min, max, ticks: linearTicks(min, max, 8) };
  if (max / min > 12) return { min, max, ticks: logScale(min, max).ticks.filter(within) };
  const power = 10 ** Math.floor(Math.log10(min));
  const ticks = [power, 10 * power].flatMap((unit) =>
    dense.map((step) => Number((step * unit).toPrecision(6))),
  );
  return { min, max, ticks: ticks.filter(within) };
}

/** Position of a ratio on a scale, 0–1, clamped to its ends. */
export function ratioPlace(scale: Scale, times: number): number {
  const span = Math.log(scale.max / scale.min);
  return Math.min(1, Math.max(0, Math.log(times / scale.min) / span));
}
