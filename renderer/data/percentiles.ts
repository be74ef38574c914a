import type { PercentilePoint } from '../../contracts/engine-api.ts';
import { shortDigits } from '../../metrics/format.ts';
import { latencyUnit, type Unit } from '../../metrics/units.ts';
import { lttb } from './lttb.ts';
import { logScale, type Scale, zeroScale } from './ticks.ts';

/** A latency curve ready to draw: `x` is log₁₀(1 / (1 − share)), so each nine takes the same room. */
export interface DrawnCurvePoint {
  readonly x: number;
  readonly share: number;
  readonly ms: number;
}

/** Points that a curve is reduced to: more than any screen can tell apart. */
const maxPoints = 300;

/** Where a share of the requests (0–1) stands on the axis; 1 has no place and gives infinity. */
export function sharePosition(share: number): number {
  return -Math.log10(1 - share);
}

/**
 * Shapes one curve of `count` requests. Its last point, the maximum, stands where the slowest
 * single request does: at 1 − 1 / count, or at the last share below 1 where the count is unknown.
 */
export function drawnPercentiles(
  points: readonly PercentilePoint[],
  count: number,
): DrawnCurvePoint[] {
  const valid = points.filter(({ share }) => share >= 0 && share <= 1);
  const nines = valid.map(({ share }) => (share < 1 ? sharePosition(share) : 0));
  const end = Math.max(0.301, count > 1 ? Math.log10(count) : 0, ...nines);
  const placed = valid.map(({ share, ms }) => ({
    x: Math.min(sharePosition(share), end),
    share,
    ms,
  }));
  const xs = placed.map(({ x }) => x);
  const ys = placed.map(({ ms }) => Math.log10(Math.max(ms, 1e-4)));
  return lttb(xs, ys, maxPoints).flatMap((index) => placed[index] ?? []);
}

/** Ticks at 0 %, 50 %, 90 %, 99 %, 99.9 % … up to the first at or beyond `end`. */
export function shareScale(end: number): Scale {
  const max = Math.max(2, Math.ceil(Math.min(end, 9) - 1e-9));
  const nines = Array.from({ length: max }, (_, index) => index + 1);
  return { min: 0, max, ticks: [0, sharePosition(0.5), ...nines] };
}

/** How a tick of {@link shareScale} reads, in percent: `50`, `99.9`. */
export function shareTickText(x: number): string {
  return shortDigits(100 * (1 - 10 ** -x), Math.max(0, Math.round(x) - 2));
}

/** The axis of latencies in the unit that reads best, logarithmic or from zero. */
export function curveAxis(
  curves: readonly (readonly DrawnCurvePoint[])[],
  log: boolean,
): { readonly unit: Unit; readonly scale: Scale } {
  const values = curves.flatMap((curve) => curve.map(({ ms }) => ms)).filter((ms) => ms > 0);
  const max = values.reduce((top, value) => Math.max(top, value), 0);
  const min = values.reduce((low, value) => Math.min(low, value), Number.POSITIVE_INFINITY);
  const unit = latencyUnit(max);
  const scale = log
    ? logScale(min * unit.factor, max * unit.factor)
    : zeroScale(max * unit.factor, 5);
  return { unit, scale };
}

/** The latency at an axis position: of the first point at or beyond it; null past the end. */
export function curveAt(curve: readonly DrawnCurvePoint[], x: number): number | null {
  return curve.find((point) => point.x >= x - 1e-9)?.ms ?? null;
}

/** One row per axis position: `x`, and the latency of every curve there (`c0`, `c1` …). */
export type CurveRow = { readonly x: number } & Readonly<Record<string, number | null>>;

/** Samples curves at common positions up to `end`, so that they can share one axis and cursor. */
export function curveRows(
  curves: readonly (readonly DrawnCurvePoint[])[],
  end: number,
  count = 200,
): CurveRow[] {
  const grid = Array.from({ length: count + 1 }, (_, index) => (index * end) / count);
  const marks = [...shareScale(end).ticks, ...curves.map((curve) => curve.at(-1)?.x ?? 0)];
  const xs = [...new Set([...grid, ...marks])].filter((x) => x <= end).sort((a, b) => a - b);
  return xs.map((x) => {
    const values = curves.map((curve, index) => [`c${index}`, curveAt(curve, x)] as const);
    return { x, ...Object.fromEntries(values) } as CurveRow;
  });
}
