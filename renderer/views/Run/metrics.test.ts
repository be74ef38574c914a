import { expect, it } from 'vitest';
import { makeCell, makePlanned, makeResult } from '../../../tests/support/records.ts';
import { cellState } from '../../data/matrix.ts';
import { metricDigits, metricLabels, metricWords } from './metrics.ts';

const planned = makePlanned({ index: 0, cell: makeCell() });
const plain = makeResult('a', planned);
const result = {
  ...plain,
  throughputRps: 4321,
  latencyMs: { ...plain.latencyMs, p99: 76.5 },
  requests: { ok: 75, failed: 25, dropped: 0 },
};
const measured = cellState([{ ...planned, status: 'completed', result }]);
const waiting = cellState([{ ...planned, status: 'waiting', result: null }]);

it.each([
  [
    'throughput',
    'Throughput',
    'requests/s',
    'requests/s, higher is better',
    'iterations/s',
    '4,321',
  ],
  ['p99', 'p99', 'ms', 'p99 in ms, lower is better', 'ms', '76.5'],
  ['errors', 'Errors', 'failed', 'failed requests, lower is better', 'failed', '25.0 %'],
] as const)('%s has its name, units and digits', (metric, label, unit, note, ofPlans, digits) => {
  expect(metricLabels[metric]).toBe(label);
  expect(metricWords(metric, 'requests')).toEqual({ unit, note });
  expect(metricWords(metric, 'iterations').unit).toBe(ofPlans);
  expect(metricDigits(measured, metric)).toBe(digits);
  expect(metricDigits(waiting, metric)).toBe('');
});
