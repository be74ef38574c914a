import type { Difference } from '../../../contracts/compare.ts';

type Likelihood = Difference['likelihood'];

const rank: Record<Likelihood, number> = { likely: 0, possible: 1, unlikely: 2 };

/** Sorts by likelihood, the likeliest explanation first; stable. */
export function byLikelihood(differences: readonly Difference[]): Difference[] {
  return differences.toSorted((a, b) => rank[a.likelihood] - rank[b.likelihood]);
}

/** A difference, if any: `CPU: X vs Y`, the baseline last. */
export function differing(
  subject: string,
  likelihood: Likelihood,
  baseline: string,
  other: string,
  words = `${subject}: ${other} vs ${baseline}`,
): Difference[] {
  return baseline === other ? [] : [{ subject, baseline, other, likelihood, words }];
}
