import { expect, it } from 'vitest';
import { makeHead } from '../../tests/support/records.ts';
import { testTrial } from '../../tests/support/shown-trials.ts';
import { actualText, outcomeSentence, runSeconds, thresholdSummaries } from './runSummary.ts';
import { fileStem } from './table.ts';

const run = makeHead({
  status: 'stopped',
  plannedTrials: 4,
  thresholdsPassed: false,
  startedAt: '2026-03-04T09:12:00.000Z',
  endedAt: '2026-03-04T09:13:30.000Z',
});

it('gathers thresholds over the trials', () => {
  const rule = 'p99 < 5ms';
  const trials = [
    testTrial({ thresholds: [{ rule, passed: true, actual: 4 }] }),
    testTrial({ cell: { users: 50 }, thresholds: [{ rule, passed: false, actual: 6.123456 }] }),
  ];
  expect(thresholdSummaries(trials)).toEqual([
    { rule, checked: 2, missed: ['rest · small · 50 users · tls off · raw: 6.12 ms'], untold: [] },
  ]);
});

it('gathers thresholds without a verdict', () => {
  const [rule, few] = ['p999 < 5ms', { answers: 200, needed: 10_000 }];
  const thresholds = [{ rule, passed: false, actual: 6, few }];
  expect(thresholdSummaries([testTrial({ thresholds })])).toEqual([
    {
      ...{ rule, checked: 1, missed: [] },
      untold: [
        'rest · small · 10 users · tls off · raw: 200 answers are too few for p99.9, which needs 10,000',
      ],
    },
  ]);
});

it('writes what a threshold was compared with in its unit', () => {
  expect(actualText('errors < 1%', 0.0526, 'requests')).toBe('5.26 %');
  expect(actualText('throughput > 10', 1234, 'requests')).toBe('1,234 req/s');
  expect(actualText('throughput > 10', 12.34, 'iterations')).toBe('12.3 iterations/s');
  expect(actualText('unknown', 1.23456, 'requests')).toBe('1.235');
});

it('sums up a run that ended early', () => {
  const trials = [testTrial(), testTrial({ window: { seconds: 0 } })];
  expect(outcomeSentence(run, trials)).toContain('1 of 4 planned trials');
  const stopped = [...trials, testTrial({ status: 'stopped' })];
  expect(outcomeSentence(run, stopped)).toBe(
    'This run was stopped early. The figures of 2 of 4 planned trials are here, 1 of them cut short; 2 not measured.',
  );
  expect(outcomeSentence({ ...run, status: 'completed' }, trials)).toBe('');
  const failed = { ...run, status: 'failed' as const };
  expect(outcomeSentence(failed, trials)).toMatch(/^Part of this run failed/);
  expect(outcomeSentence(failed, [testTrial({ status: 'failed' })])).toMatch(/^This run failed/);
});

it('knows how long a run took, if it does', () => {
  expect(runSeconds(run)).toBe(90);
  expect(runSeconds({ ...run, endedAt: null })).toBeNull();
});

it('makes file names that every system takes', () => {
  expect(fileStem('Throughput, small')).toBe('throughput-small');
  expect(fileStem('Zürich: p99 < 5 ms?', 'trials')).toBe('zu-rich-p99-5-ms-trials');
  expect(fileStem('???')).toBe('wirebench');
});
