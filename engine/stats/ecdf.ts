import type { CountedSample } from './counted.ts';
import { sampleSize } from './counted.ts';

/** `share` of the values (0–1) are at most `value`. */
export interface EcdfPoint {
  readonly value: number;
  readonly share: number;
}

/**
 * The empirical distribution function, a step up at each distinct value. With more steps than `most`,
 * those nearest to even shares stay, and the first and the last.
 */
export function ecdf(sample: CountedSample, most = Number.POSITIVE_INFINITY): EcdfPoint[] {
  const size = sampleSize(sample);
  let seen = 0;
  const steps = sample.map(({ value, count }) => {
    seen += count;
    return { value, share: seen / size };
  });
  if (steps.length <= most) return steps;
  let next = 0;
  return steps.filter(({ share }, index) => {
    const keep = index === 0 || index === steps.length - 1 || share * (most - 2) >= next;
    if (keep) next = Math.floor(share * (most - 2)) + 1;
    return keep;
  });
}
