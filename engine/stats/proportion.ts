import { binomialAtLeast } from './distributions.ts';

/** A share with its 95 % interval; all 0–1. */
export interface Proportion {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

const tail = 0.025;

/** The share at which a rising probability is reached, by bisection. */
function shareWhere(chance: (share: number) => number, wanted: number): number {
  let [low, high] = [0, 1];
  for (let halving = 0; halving < 60; halving++) {
    const middle = (low + high) / 2;
    if (chance(middle) < wanted) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/**
 * A share estimated from a sample, with the exact interval (C. J. Clopper, E. S. Pearson, *The Use
 * of Confidence or Fiducial Limits*, Biometrika 26, 1934), which is never too narrow.
 * @param tries at least 1.
 */
export function proportionOf(hits: number, tries: number): Proportion {
  const atLeast = (least: number) => (share: number) => binomialAtLeast(least, tries, share);
  return {
    share: hits / tries,
    low: hits === 0 ? 0 : shareWhere(atLeast(hits), tail),
    high: hits === tries ? 1 : shareWhere(atLeast(hits + 1), 1 - tail),
  };
}
