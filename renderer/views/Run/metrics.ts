import { type Work, workWords } from '../../../contracts/work.ts';
import { repeatedDigits } from '../../../metrics/central.ts';
import { formatShare } from '../../../metrics/format.ts';
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
  if (metric === 'errors') return state.errorShare === null ? '' : formatShare(state.errorShare);
  const figure = metric === 'p99' ? state.p99Ms : state.throughputRps;
  return figure.value === null ? '' : repeatedDigits(figure);
}
