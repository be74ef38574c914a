import type { MetricComparison } from '../../../contracts/compare.ts';
import { power } from '../../../contracts/statistics.ts';
import { studentQuantile } from '../../stats/student.ts';

/**
 * The ratio above 1 from which a difference would have been found with a probability of {@link power},
 * given the scatter of the trials: exp((t₁ + t₂) × standard error of the log ratio), with t₁ at the
 * level of the first step of Holm's correction and t₂ at the power (H. S. Bloom, *Minimum detectable
 * effects*, Evaluation Review 19, 1995). Its reciprocal is the same downwards.
 * @returns null without an interval.
 */
export function detectableRatio(
  { interval, degrees, tests }: Pick<MetricComparison, 'interval' | 'degrees' | 'tests'>,
  confidence: number,
): number | null {
  if (interval === null || degrees === null || tests === null) return null;
  const reach = Math.log(interval.high / interval.low) / 2;
  const error = reach / studentQuantile((1 + confidence) / 2, degrees);
  const level = (1 - confidence) / tests;
  const least = studentQuantile(1 - level / 2, degrees) + studentQuantile(power, degrees);
  const ratio = Math.exp(least * error);
  return Number.isFinite(ratio) ? ratio : null;
}
