import { describe, expect, it } from 'vitest';
import { toMoment } from './liveHistory.ts';
import { roundLevel, roundLevelDigits, roundName, roundNow, roundRemarks } from './rounds.ts';
import { testPoint, testRound } from './testTrials.ts';

describe('a round', () => {
  it('is named by its kind, counted from one', () => {
    expect(roundName(testRound({ index: 2 }))).toBe('step 3');
    expect(roundName(testRound({ kind: 'discovery' }))).toBe('discovery 1');
    expect(roundName(testRound({ kind: 'final', index: 8 }))).toBe('final round');
  });

  it('has the level of its load', () => {
    expect(roundLevel(testRound())).toBe(10);
    expect(roundLevel(testRound({ users: null, rate: 250 }))).toBe(250);
    expect([7.46, 112.5, null].map(roundLevelDigits)).toEqual(['7.5', '113', '–']);
  });

  it('says what went wrong and what was concluded', () => {
    expect(roundRemarks(testRound())).toEqual([]);
    const round = testRound({ failed: 3, dropped: 1200, outcome: 'Saturated.' });
    expect(roundRemarks(round)).toEqual(['3 failed', '1,200 dropped', 'Saturated.']);
  });
});

it('names the round that runs', () => {
  expect(roundNow(toMoment(testPoint({ round: 2, users: 40 }), 0))).toBe('round 3, 40 users');
  expect(roundNow(toMoment(testPoint({ round: 0, rate: 50 }), 0))).toBe('round 1, 50 requests/s');
  expect(roundNow(toMoment(testPoint(), 0))).toBeNull();
});
