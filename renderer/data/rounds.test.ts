import { expect, it } from 'vitest';
import { testPoint } from '../../tests/support/shown-trials.ts';
import { toMoment } from './liveHistory.ts';
import { roundNow } from './rounds.ts';

it('names the round that runs', () => {
  expect(roundNow(toMoment(testPoint({ round: 2, users: 40 }), 0))).toBe('round 3, 40 users');
  expect(roundNow(toMoment(testPoint({ round: 0, rate: 50 }), 0))).toBe('round 1, 50 requests/s');
  expect(roundNow(toMoment(testPoint(), 0))).toBeNull();
});
