import { formatShare, msDigits, rpsDigits } from '../../components/format.ts';
import type { CellMetric, CellState } from '../../data/matrix.ts';

/** How the figures of the matrix are named and counted. */
export const metricWords: Record<CellMetric, { label: string; unit: string; note: string }> = {
  throughput: { label: 'Throughput', unit: 'requests/s', note: 'requests/s, higher is better' },
  p99: { label: 'p99', unit: 'ms', note: 'p99 in ms, lower is better' },
  errors: { label: 'Errors', unit: 'failed', note: 'failed requests, lower is better' },
};

/** The words of a figure in a run whose throughput counts iterations, or requests. */
export function wordsOf(metric: CellMetric, counts: 'iterations' | undefined) {
  const words = metricWords[metric];
  if (metric !== 'throughput' || !counts) return words;
  return { ...words, unit: `${counts}/s`, note: `${counts}/s, higher is better` };
}

/** The figure of a cell; empty while there is none. */
export function metricDigits(state: CellState, metric: CellMetric): string {
  const values = { throughput: state.throughputRps, p99: state.p99Ms, errors: state.errorShare };
  const value = values[metric];
  if (value === null) return '';
  if (metric === 'errors') return formatShare(value);
  return metric === 'p99' ? msDigits(value) : rpsDigits(value);
}
