import { describe, expect, it } from 'vitest';
import { makeRound } from '../tests/support/records.ts';
import { columnText } from './columns.ts';
import {
  roundColumns,
  roundLevel,
  roundLevelDigits,
  roundName,
  roundP95,
  roundRemarks,
  roundsUnit,
} from './round-columns.ts';
import { hasOwnWarmUps, warmUpWords } from './warm-up.ts';

describe('a round', () => {
  it('is named by its kind, counted from one', () => {
    expect(roundName(makeRound(2, 10))).toBe('step 3');
    expect(roundName(makeRound(0, 10, { kind: 'discovery' }))).toBe('discovery 1');
    expect(roundName(makeRound(8, 10, { kind: 'final' }))).toBe('final round');
    expect(roundName(makeRound(0, 10, { kind: 'look' }))).not.toContain('1');
  });

  it('has the level of its load', () => {
    expect(roundLevel(makeRound(0, 10))).toBe(10);
    expect(roundLevel(makeRound(0, 10, { users: null, rate: 250 }))).toBe(250);
    expect(roundLevel(makeRound(0, 10, { kind: 'look' }))).toBeNull();
    expect([7.46, 112.5, null].map(roundLevelDigits)).toEqual(['7.5', '113', '–']);
  });

  it('shows errors and the conclusion', () => {
    expect(roundRemarks(makeRound(0, 10))).toEqual([]);
    const round = makeRound(0, 10, { failed: 3, dropped: 1200, outcome: 'Saturated.' });
    expect(roundRemarks(round)).toEqual(['3 failed', '1,200 dropped', 'Saturated.']);
  });

  it('names its level after the unit of its load', () => {
    const open = makeRound(0, 10, { users: null, rate: 62.5 });
    const [level] = roundColumns([open], ['level']);
    expect(level).toMatchObject({ header: 'Rate', unit: 'req/s', short: 'rate/s' });
    expect(level && columnText(level, open)).toBe('63');
    expect(roundColumns([makeRound(0, 10)], ['level'])[0]).toMatchObject({ header: 'Users' });
  });

  it('has every other column by its name', () => {
    const round = makeRound(1, 10, {
      ...{
        ok: 12_345,
        failed: 6,
        dropped: 7,
        startSeconds: 61.25,
        seconds: 9.96,
        outcome: 'Done.',
      },
      ...{ throughputRps: 1234.5, verdict: 'suspect', reasons: ['CPU was full.', 'GC.'] },
      warmUp: { seconds: 2.34, ended: 'maximum' },
    });
    const ids = [
      'round',
      'index',
      'kind',
      'throughput',
      'mean',
      'p50',
      'p95',
      'p99',
      'max',
      'ok',
      'failed',
    ] as const;
    const more = [
      'dropped',
      'health',
      'reasons',
      'outcome',
      'remarks',
      'start',
      'from',
      'warmUp',
      'window',
    ] as const;
    const shown = (of: typeof round) =>
      Object.fromEntries(
        roundColumns([of], [...ids, ...more]).map((column) => [column.id, columnText(column, of)]),
      );
    expect(shown(round)).toEqual({
      ...{
        round: 'step 2',
        index: '2',
        kind: 'step',
        throughput: '1,235',
        mean: '2.50',
        p50: '2.40',
        p95: '4.00',
      },
      ...{ p99: '6.00', max: '12.5', ok: '12,345', failed: '6', dropped: '7', health: 'suspect' },
      ...{ reasons: 'CPU was full. GC.', outcome: 'Done.', remarks: '6 failed; 7 dropped; Done.' },
      ...{ start: '61.3', from: '1 min 01 s', warmUp: '2.3 (maximum)', window: '10.0' },
    });
    const failed = shown({ ...round, ok: 0, warmUp: undefined });
    expect([failed.mean, failed.p95, failed.max, failed.warmUp]).toEqual(['–', '–', '–', '–']);
    expect([roundP95(round), roundP95({ ...round, ok: 0 })]).toEqual([4, null]);
    expect(roundsUnit([round])).toBe('users');
    expect(roundsUnit([round, { ...round, rate: 0 }])).toBe('rate');
    expect(roundsUnit([round, { ...round, kind: 'look' }])).toBe('rate');
  });

  it('may end its own warm-up', () => {
    expect(warmUpWords({ seconds: 2.34, ended: 'steady' })).toBe('2.3 s, until steady');
    expect(warmUpWords({ seconds: 10, ended: 'maximum' })).toMatch(/^10\.0 s, its maximum/);
    const [column] = roundColumns([], ['warmUp']);
    const steady = makeRound(0, 10, { warmUp: { seconds: 1, ended: 'steady' } });
    expect(column && columnText(column, steady)).toBe('1.0');
    expect(hasOwnWarmUps([makeRound(0, 10), steady])).toBe(true);
    expect(hasOwnWarmUps([makeRound(0, 10)])).toBe(false);
  });
});
