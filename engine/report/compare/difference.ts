import type { Difference } from '../../../contracts/compare.ts';

type Likelihood = Difference['likelihood'];

const rank: Record<Likelihood, number> = { likely: 0, possible: 1, unlikely: 2 };

/** The likeliest explanations first; those of one likelihood in their order. */
export function byLikelihood(differences: readonly Difference[]): Difference[] {
  return differences.toSorted((a, b) => rank[a.likelihood] - rank[b.likelihood]);
}

/** A difference if there is one: `CPU: X against Y`, the baseline last. */
export function differing(
  subject: string,
  likelihood: Likelihood,
  baseline: string,
  other: string,
  words = `${subject}: ${other} vs ${baseline}`,
): Difference[] {
  return baseline === other ? [] : [{ subject, baseline, other, likelihood, words }];
}
