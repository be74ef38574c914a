import { studentQuantile } from '../../../engine/stats/student.ts';

/** Memory of a process at some time. */
export interface Sample {
  readonly atSeconds: number;
  readonly bytes: number;
}

/** Growth in bytes an hour, with its interval of 95 %. */
export interface Slope {
  readonly perHour: number;
  readonly low: number;
  readonly high: number;
}

/** A straight line through samples, by least squares; null of fewer than three. */
export function slopeOf(samples: readonly Sample[]): Slope | null {
  const count = samples.length;
  if (count < 3) return null;
  const mean = (of: (one: Sample) => number) =>
    samples.reduce((sum, one) => sum + of(one), 0) / count;
  const [time, bytes] = [mean((one) => one.atSeconds), mean((one) => one.bytes)];
  const spread = count * mean((one) => (one.atSeconds - time) ** 2);
  if (spread === 0) return null;
  const slope = (count * mean((one) => (one.atSeconds - time) * (one.bytes - bytes))) / spread;
  const rest = count * mean((one) => (one.bytes - bytes - slope * (one.atSeconds - time)) ** 2);
  const error = Math.sqrt(rest / (count - 2) / spread);
  const reach = studentQuantile(0.975, count - 2) * error;
  const perHour = (value: number) => value * 3600;
  return { perHour: perHour(slope), low: perHour(slope - reach), high: perHour(slope + reach) };
}

/** The first third is a program's start: what it keeps, it has by then. */
const settled = (samples: readonly Sample[]) => samples.slice(Math.floor(samples.length / 3));
/** Growth that is none, as a share of what there was. */
const mostGrowth = 0.1;

/** @returns what is wrong with the memory of a process over time, or null while it is flat. */
export function growthOf(samples: readonly Sample[]): string | null {
  const later = settled(samples);
  const slope = slopeOf(later);
  const [first, last] = [later[0], later.at(-1)];
  if (!slope || !first || !last) return null;
  const hours = (last.atSeconds - first.atSeconds) / 3600;
  // However the line is laid: the least growth that the interval allows.
  if (slope.low * hours <= mostGrowth * first.bytes) return null;
  const megabytes = (bytes: number) => Math.round(bytes / 1e6);
  return `it grows by ${megabytes(slope.perHour)} MB an hour (${megabytes(slope.low)} to ${megabytes(slope.high)})`;
}
