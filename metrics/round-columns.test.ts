import { describe, expect, it } from 'vitest';
import { makeRound } from '../tests/support/records.ts';
import { columnText } from './columns.ts';
import {
  roundColumns,
  roundLevel,
  roundLevelDigits,
  roundName,
  roundRemarks,
} from './round-columns.ts';

describe('a round', () => {
  it('is named by its kind, counted from one', () => {
    expect(roundName(makeRound(2, 10))).toBe('step 3');
    expect(roundName(makeRound(0, 10, { kind: 'discovery' }))).toBe('discovery 1');
    expect(roundName(makeRound(8, 10, { kind: 'final' }))).toBe('final round');
  });

  it('has the level of its load', () => {
    expect(roundLevel(makeRound(0, 10))).toBe(10);
    expect(roundLevel(makeRound(0, 10, { users: null, rate: 250 }))).toBe(250);
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
});
