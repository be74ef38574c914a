import { type ComparedFinding, type MetricComparison, metricFacts } from '../contracts/compare.ts';
import { groupDigits } from './format.ts';
import { intervalDecimals } from './ratios.ts';

/** `1.62 to 2.03`; a dash without an interval. */
export function intervalText({ interval }: Pick<MetricComparison, 'interval'>): string {
  if (interval === null) return '–';
  const decimals = intervalDecimals(interval);
  return `${groupDigits(interval.low, decimals)} to ${groupDigits(interval.high, decimals)}`;
}

const findingWords: Record<Exclude<ComparedFinding, 'different' | 'tentative'>, string> = {
  undetected: 'no detectable difference',
  untold: 'no interval',
  unlike: 'different things counted',
};

/** A finding in a few words: `higher, better`. */
export function findingText({ finding, ratio, metric }: MetricComparison): string {
  if (finding !== 'different' && finding !== 'tentative') return findingWords[finding];
  const direction = (ratio?.times ?? 1) > 1 ? 'higher' : 'lower';
  if (finding === 'tentative') return `${direction}, but may be chance`;
  return `${direction}, ${metricFacts.requests[metric].better === direction ? 'better' : 'worse'}`;
}
