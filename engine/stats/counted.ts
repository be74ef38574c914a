/** A value and its number of occurrences. */
export interface Counted {
  readonly value: number;
  readonly count: number;
}

/**
 * A sample as its distinct values, rising, each with its count above 0: a million latencies of a
 * histogram are a few thousand of these, and every procedure works on them without unfolding.
 */
export type CountedSample = readonly Counted[];

/** Counts equal values. @param values finite. */
export function countValues(values: readonly number[]): Counted[] {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => one.value - other.value);
}

/** Number of values. */
export function sampleSize(sample: CountedSample): number {
  return sample.reduce((sum, { count }) => sum + count, 0);
}

/** Arithmetic mean; 0 of nothing. */
export function meanOf(sample: CountedSample): number {
  const size = sampleSize(sample);
  if (size === 0) return 0;
  // Shifted first, so that large values with little scatter keep their digits.
  const origin = sample[0]?.value ?? 0;
  return (
    origin + sample.reduce((sum, { value, count }) => sum + count * (value - origin), 0) / size
  );
}

/** Σ count × (value − middle)^power ÷ size; 0 of nothing. */
export function momentOf(sample: CountedSample, power: number, middle = meanOf(sample)): number {
  const size = sampleSize(sample);
  if (size === 0) return 0;
  const sum = sample.reduce(
    (total, { value, count }) => total + count * (value - middle) ** power,
    0,
  );
  return sum / size;
}

/** Variance of a sample, with n − 1 in the divisor; 0 of fewer than two values. */
export function varianceOf(sample: CountedSample): number {
  const size = sampleSize(sample);
  return size < 2 ? 0 : (momentOf(sample, 2) * size) / (size - 1);
}

/** The middle value, or the mean of the two in the middle; 0 of nothing. */
export function medianOf(sample: CountedSample): number {
  const size = sampleSize(sample);
  if (size === 0) return 0;
  const [lower, upper] = [
    valueAt(sample, Math.ceil(size / 2)),
    valueAt(sample, Math.floor(size / 2) + 1),
  ];
  return (lower + upper) / 2;
}

/** The value of a rank, from 1. */
function valueAt(sample: CountedSample, rank: number): number {
  let seen = 0;
  for (const { value, count } of sample) {
    seen += count;
    if (seen >= rank) return value;
  }
  return sample.at(-1)?.value ?? 0;
}

/** Merges two samples. */
export function joined(a: CountedSample, b: CountedSample): Counted[] {
  const counts = new Map<number, number>();
  for (const { value, count } of [...a, ...b]) counts.set(value, (counts.get(value) ?? 0) + count);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => one.value - other.value);
}
