import { type Point, type Trend, trendOf } from './trend.ts';

/** The first third is the start of a program: memory that it keeps is allocated by then. */
const settled = (samples: readonly Point[]) => samples.slice(Math.floor(samples.length / 3));
/** Growth that counts as none, as a share of the initial memory. */
const maxGrowth = 0.1;

/** Growth in bytes per hour after the start, with its 95 % interval. @param samples memory over time, in bytes. */
export function growthPerHour(samples: readonly Point[]): Trend | null {
  const trend = trendOf(settled(samples));
  const perHour = (slope: number) => slope * 3600;
  return (
    trend && { slope: perHour(trend.slope), low: perHour(trend.low), high: perHour(trend.high) }
  );
}

/** @returns what is wrong with the memory of a process over time, or null while it is flat. */
export function growthOf(samples: readonly Point[]): string | null {
  const growth = growthPerHour(samples);
  const later = settled(samples);
  const [first, last] = [later[0], later.at(-1)];
  if (!growth || !first || !last) return null;
  const hours = (last.atSeconds - first.atSeconds) / 3600;
  // The lower bound of the interval.
  if (growth.low * hours <= maxGrowth * first.value) return null;
  const megabytes = (bytes: number) => Math.round(bytes / 1e6);
  return `it grows by ${megabytes(growth.slope)} MB an hour (${megabytes(growth.low)} to ${megabytes(growth.high)})`;
}
