import { type Work, workWords } from '../../../contracts/work.ts';
import { formatShare, threeDigits } from '../../../metrics/format.ts';
import type { CellMetric, CellState } from '../../data/matrix.ts';

/** Names of the metrics of the matrix. */
export const metricLabels: Record<CellMetric, string> = {
  throughput: 'Throughput',
  p99: 'p99',
  errors: 'Errors',
};

/** Their units, and the same in a note, in a run that counts requests, or iterations. */
export function metricWords(metric: CellMetric, counts: Work): { unit: string; note: string } {
  const { rate, many } = workWords[counts];
  const words: Record<CellMetric, { unit: string; note: string }> = {
    throughput: { unit: rate, note: `${rate}, higher is better` },
    p99: { unit: 'ms', note: 'p99 in ms, lower is better' },
    errors: { unit: 'failed', note: `failed ${many}, lower is better` },
  };
  return words[metric];
}

/** The value of a cell; empty while there is none. */
export function metricDigits(state: CellState, metric: CellMetric): string {
  const values = { throughput: state.throughputRps, p99: state.p99Ms, errors: state.errorShare };
  const value = values[metric];
  if (value === null) return '';
  if (metric === 'errors') return formatShare(value);
  return metric === 'p99' ? threeDigits(value) : threeDigits(value);
}
