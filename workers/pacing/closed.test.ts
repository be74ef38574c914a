import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pointsOf } from '../../tests/support/loads.ts';
import { activeUsers, nextChange, pauseAfter, reconnectPauseMs } from './closed.ts';
import { Profile } from './profile.ts';
import { everyNth } from './turns.ts';

describe('pauseAfter', () => {
  it.each([
    [0, 'answered', 0],
    [30, 'answered', 30],
    [0, 'not-connected', reconnectPauseMs],
    [30, 'not-connected', reconnectPauseMs],
    [500, 'not-connected', 500],
  ] as const)('with a thinking time of %d ms, %s is followed by %d ms', (thinkTime, ending, ms) => {
    expect(pauseAfter(ending, thinkTime)).toBe(ms);
  });
});

describe('activeUsers', () => {
  it('spreads the users of a level over the workers exactly', () => {
    const count = fc.integer({ min: 1, max: 16 });
    fc.assert(
      fc.property(fc.double({ min: 0, max: 10_000, noNaN: true }), count, (level, workers) => {
        const parts = Array.from({ length: workers }, (_, at) =>
          activeUsers(level, everyNth(at, workers)),
        );
        const sum = parts.reduce((all, part) => all + part, 0);
        expect(sum).toBe(Math.floor(level + 1e-9));
        expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('nextChange', () => {
  /** Start of each further user of a ramp-up, in integral microseconds. */
  const starts = (profile: Profile, worker = 0, workers = 1): number[] => {
    const found: number[] = [];
    for (let at = 0; at !== Number.POSITIVE_INFINITY; ) {
      at = nextChange(profile, everyNth(worker, workers), at);
      if (at !== Number.POSITIVE_INFINITY) found.push(Math.round(at * 1000) / 1000);
    }
    return found;
  };

  it('starts user k of a ramp-up after k over its rate', () => {
    const rampUp = new Profile(pointsOf([0, 1], [(4 / 50) * 1000, 5]));
    expect(activeUsers(rampUp.levelAt(0), everyNth(0, 1))).toBe(1);
    expect(starts(rampUp)).toEqual([20, 40, 60, 80]);
    expect(starts(rampUp, 1, 2)).toEqual([20, 60]);
  });

  it('finds the moment at which the number changes, up or down', () => {
    const profile = new Profile(pointsOf([0, 2], [100, 2], [100, 4], [300, 0]));
    expect(nextChange(profile, everyNth(0, 1), 0)).toBe(100);
    // Four users until just after 100 ms, three until 150 ms.
    expect(nextChange(profile, everyNth(0, 1), 101)).toBeCloseTo(150, 6);
    expect(nextChange(profile, everyNth(0, 1), 250.1)).toBe(Number.POSITIVE_INFINITY);
  });

  it('is never too late', () => {
    const steps = fc.array(
      fc.record({ wait: fc.nat({ max: 500 }), level: fc.double({ min: 0, max: 20, noNaN: true }) }),
      { minLength: 1, maxLength: 8 },
    );
    const times = fc.nat({ max: 3000 });
    const shares = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(steps, times, shares, (list, from, share) => {
        let atMs = 0;
        const points = list.map(({ wait, level }) => {
          atMs += wait;
          return { atMs, level };
        });
        const profile = new Profile(points);
        const change = Math.min(nextChange(profile, everyNth(1, 3), from), 10_000);
        const before = from + (change - from) * share * 0.999_999;
        if (before >= change) return;
        const users = (at: number) => activeUsers(profile.levelAt(at), everyNth(1, 3));
        expect(users(before)).toBe(users(from));
      }),
    );
  });
});
