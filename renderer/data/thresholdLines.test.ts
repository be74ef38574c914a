import { expect, it } from 'vitest';
import { parseThreshold, type Threshold } from '../../contracts/experiment/threshold.ts';
import { makeCell } from '../../tests/support/records.ts';
import { testPoint } from '../../tests/support/shown-trials.ts';
import { toMoment } from './liveHistory.ts';
import { limitAt, thresholdLines } from './thresholdLines.ts';

const read = (...texts: string[]) =>
  texts.map(parseThreshold).filter((one): one is Threshold => typeof one !== 'string');

it('draws each threshold of a trial in the figure of its metric, and none of another cell', () => {
  const rules = read(
    'p99 < 50ms',
    'throughput > 1000 when protocol = rest',
    'errors < 1%',
    'p95 < 1s when users = 7',
  );
  const lines = thresholdLines(rules, makeCell({ protocol: 'rest', users: 10 }));
  expect(lines.map(({ figure, label, limit }) => [figure, label, limit])).toEqual([
    ['latency', 'p99 < 50ms', 50],
    ['throughput', 'throughput > 1000', 1000],
    ['errors', 'errors < 1%', 0.01],
  ]);
  expect(thresholdLines(rules, undefined)).toEqual([]);
});

it('draws a share as that of what was asked for at each moment', () => {
  const [errors, dropped, p99] = thresholdLines(
    read('errors < 1%', 'dropped < 10%', 'p99 < 50ms'),
    makeCell(),
  );
  const moment = toMoment(testPoint({ at: 1, throughputRps: 900, failed: 100, rate: 2000 }), 0);
  expect([errors, dropped, p99].map((line) => line && limitAt(line, moment))).toEqual([
    10, 200, 50,
  ]);
});
