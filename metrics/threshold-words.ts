import { parseThreshold } from '../contracts/experiment/threshold.ts';
import type { ThresholdOutcome } from '../contracts/measurement.ts';
import { formatCount } from './format.ts';

/** A metric of a rule in sentences: `p99.9`. */
export function metricName(rule: string): string {
  const threshold = parseThreshold(rule);
  if (typeof threshold === 'string') return 'its metric';
  return threshold.metric === 'p999' ? 'p99.9' : threshold.metric;
}

/** `200 answers are too few for p99, which needs 1,000`; null where there are enough for a verdict. */
export function tooFewWords({ rule, few }: Pick<ThresholdOutcome, 'rule' | 'few'>): string | null {
  if (!few) return null;
  const answers = few.answers === 1 ? '1 answer is' : `${formatCount(few.answers)} answers are`;
  return `${answers} too few for ${metricName(rule)}, which needs ${formatCount(few.needed)}`;
}
