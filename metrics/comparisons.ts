import { type CellComparison, type MetricComparison, metricFacts } from '../contracts/compare.ts';
import type { Ratio } from '../contracts/result.ts';
import type { ComparedFinding } from '../contracts/words.ts';
import { countOf, groupDigits } from './format.ts';
import { intervalDecimals, ratioWords } from './ratios.ts';

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
  alike: 'no difference worth mentioning',
};

/**
 * A ratio with its interval: `×0.62 (0.31 to 1.24)`, prefixed with `≈` if it does not significantly differ
 * from 1; `×0.62, no interval`.
 */
export function ratioWithInterval(
  ratio: Ratio,
  interval: MetricComparison['interval'],
  finding: ComparedFinding | undefined,
): string {
  const times = `×${ratioWords(ratio).times.replace('×', '')}`;
  if (finding === undefined) return times;
  if (interval === null) return `${times}, no interval`;
  return `${finding === 'different' ? '' : '≈ '}${times} (${intervalText({ interval })})`;
}

/** A finding in a few words: `higher, better`. */
export function findingText({ finding, ratio, metric }: MetricComparison): string {
  if (finding !== 'different' && finding !== 'tentative') return findingWords[finding];
  const direction = (ratio?.times ?? 1) > 1 ? 'higher' : 'lower';
  if (finding === 'tentative') return `${direction}, but may be chance`;
  return `${direction}, ${metricFacts.requests[metric].better === direction ? 'better' : 'worse'}`;
}

/** Number of tests covered by the correction of comparisons of one metric; 0 if none could be tested. */
export function testsOf(compared: readonly Pick<MetricComparison, 'tests'>[]): number {
  return Math.max(0, ...compared.map(({ tests }) => tests ?? 0));
}

/** The tests covered by the correction of comparisons of one metric: `6 tests`, `21 tests, 6 of them shown`. */
export function testsText(compared: readonly Pick<MetricComparison, 'tests' | 'p'>[]): string {
  const [tests, shown] = [testsOf(compared), shownOf(compared)];
  return `${countOf(tests, 'test')}${shown < tests ? `, ${shown} of them shown` : ''}`;
}

function shownOf(compared: readonly Pick<MetricComparison, 'p'>[]): number {
  return compared.filter(({ p }) => p !== null).length;
}

/** `Holm's correction for 6 tests`, `Holm's correction for 18 to 21 tests of each metric, shown or not`. */
export function correctionWords(rows: readonly Pick<CellComparison, 'metrics'>[]): string {
  const compared = rows.flatMap(({ metrics }) => metrics);
  const names = new Set(compared.map(({ metric }) => metric));
  const all = [...names].map((name) => compared.filter(({ metric }) => metric === name));
  const counts = all.map(testsOf).filter((tests) => tests > 0);
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)];
  const tests = fewest === most ? countOf(most, 'test') : `${fewest} to ${countOf(most, 'test')}`;
  const unseen = all.some((compared) => shownOf(compared) < testsOf(compared));
  return `Holm's correction for ${tests}${counts.length > 1 ? ' of each metric' : ''}${unseen ? ', shown or not' : ''}`;
}
