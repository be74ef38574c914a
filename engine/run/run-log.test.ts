import { describe, expect, it } from 'vitest';
import { makeCell, makePlanned, makeResult } from '../../tests/support/records.ts';
import { testPoint } from '../../tests/support/shown-trials.ts';
import { RunLog } from './run-log.ts';

const down = {
  kind: 'status' as const,
  code: '500',
  count: 9,
  message: 'HTTP 500: {"error":"database is down"}',
};
const failed = (at: number) => testPoint({ at, failed: 9, errors: [down] });

function logOf(write: (log: RunLog) => void): readonly string[] {
  let second = 0;
  const log = new RunLog({ date: () => new Date(1000 * second++) });
  write(log);
  return log.lines.map(({ text, bad }) => (bad ? `! ${text}` : text));
}

describe('RunLog', () => {
  it('tells of trials, of what the run does, and of the first failure of each kind in each trial', () => {
    const trial = makePlanned({ cell: makeCell() });
    const lines = logOf((log) => {
      log.trialStarts(trial);
      log.add('Generating load');
      log.add('Generating load');
      log.add('');
      expect(log.point(testPoint())).toBe(false);
      expect(log.point(failed(12))).toBe(true);
      expect(log.point(failed(13))).toBe(false);
      log.trialEnds(trial, { ...makeResult('a'), requests: { ok: 59, failed: 41, dropped: 0 } });
      log.trialStarts(makePlanned({ index: 1 }));
      expect(log.point(failed(1))).toBe(true);
      log.trialEnds(makePlanned({ index: 1 }), {
        ...makeResult('b'),
        status: 'failed',
        failure: { code: 'TARGET_UNREACHABLE', message: 'The service ended.' },
      });
    });
    expect(lines).toMatchInlineSnapshot(`
      [
        "Trial 1: rest · small · 10 users · tls off · raw",
        "Generating load",
        "! First 500 “database is down”, at 0:12 of the trial",
        "Trial 1 is done: 4,000 req/s, p99 6.00 ms, 41 % failed",
        "Trial 2: rest · small · 10 users · tls off · raw",
        "! First 500 “database is down”, at 0:01 of the trial",
        "! Trial 2 failed: The service ended.",
      ]
    `);
  });

  it('drops old lines', () => {
    const lines = logOf((log) => {
      for (let index = 0; index < 1000; index++) log.add(String(index));
    });
    expect([lines.length, lines.at(0), lines.at(-1)]).toEqual([300, '700', '999']);
  });
});
