import { leastSquares } from '../../../engine/stats/least-squares.ts';
import { mean, sum } from '../../../engine/stats/moments.ts';
import { studentQuantile } from '../../../engine/stats/student.ts';

/** A value at some time. */
export interface Point {
  readonly atSeconds: number;
  readonly value: number;
}

/** Change per second, with its 95 % interval. */
export interface Trend {
  readonly slope: number;
  readonly low: number;
  readonly high: number;
}

export const mapTrend = ({ slope, low, high }: Trend, of: (one: number) => number): Trend => ({
  slope: of(slope),
  low: of(low),
  high: of(high),
});

/** Waves by which the noise is estimated. More make the interval narrower, and wrong if noise is autocorrelated. */
const waves = 3;
const fewest = 4 * waves;

/**
 * A straight line through equidistant points, by least squares.
 *
 * Memory in use now was in use a moment ago as well: values are far from independent, and the standard interval would be
 * several times too narrow. This one estimates noise from the slowest waves of the residuals (cosines with whole
 * periods, which no straight line enters), with as many degrees of freedom as there are waves (Y. Sun, *Robust trend
 * inference with series variance estimator*, 2011; E. Lazarus and others, *HAR inference*, 2018).
 *
 * @param beside one value for each point, whose share in the values is removed first; such as the work of others.
 * @returns null for fewer than twelve points.
 */
export function trendOf(
  points: readonly Point[],
  beside: readonly number[] | null = null,
): Trend | null {
  if (points.length < fewest) return null;
  const ones = points.map(() => 1);
  const isConstant = beside?.every((one) => one === beside[0]);
  const others = isConstant || beside === null ? [ones] : [ones, beside];
  const [time, values] = (['atSeconds', 'value'] as const).map((field) => {
    const column = points.map((point) => point[field]);
    return residuals(others, column);
  });
  if (!time || !values) return null;
  const spread = sum(time.map((one) => one * one));
  // Rounding leaves something even of points at one time.
  if (spread < 1e-6) return null;
  const slope = sum(time.map((one, at) => one * (values[at] ?? 0))) / spread;
  const rest = values.map((one, at) => one - slope * (time[at] ?? 0));
  const reach = studentQuantile(0.975, waves) * Math.sqrt(slowVariance(rest) / spread);
  return { slope, low: slope - reach, high: slope + reach };
}

/** The residuals after the other columns. */
function residuals(
  columns: readonly (readonly number[])[],
  target: readonly number[],
): number[] | null {
  const weights = target.map(() => 1);
  const shares = leastSquares(columns, target, weights);
  const explained = (row: number) =>
    sum(columns.map((column, at) => (column[row] ?? 0) * (shares?.[at] ?? 0)));
  return shares && target.map((one, row) => one - explained(row));
}

/** Long-run variance of noise, from its slowest waves. */
function slowVariance(rest: readonly number[]): number {
  const count = rest.length;
  const powers = Array.from({ length: waves }, (_, wave) => {
    const turns = 2 * Math.PI * (wave + 1);
    const swing = sum(rest.map((one, at) => one * Math.cos((turns * (at + 0.5)) / count)));
    return (2 / count) * swing * swing;
  });
  return mean(powers);
}

/** The first third is the start of a program: memory that it keeps is allocated by then. */
const settled = (samples: readonly Point[]) => samples.slice(Math.floor(samples.length / 3));
/** Growth that counts as none, as a share of the initial memory. */
const maxGrowth = 0.1;

/** Growth in bytes per hour after the start, with its 95 % interval. @param samples memory over time, in bytes. */
export function growthPerHour(samples: readonly Point[]): Trend | null {
  const trend = trendOf(settled(samples));
  return trend && mapTrend(trend, (slope) => slope * 3600);
}

/** @returns what is wrong with the memory of a process over time, or null while it is flat. */
export function growthOf(samples: readonly Point[]): string | null {
  const growth = growthPerHour(samples);
  const [first, last] = [settled(samples)[0], samples.at(-1)];
  if (!growth || !first || !last) return null;
  const hours = (last.atSeconds - first.atSeconds) / 3600;
  // The lower bound of the interval.
  if (growth.low * hours <= maxGrowth * first.value) return null;
  const megabytes = (bytes: number) => Math.round(bytes / 1e6);
  return `it grows by ${megabytes(growth.slope)} MB an hour (${megabytes(growth.low)} to ${megabytes(growth.high)})`;
}
