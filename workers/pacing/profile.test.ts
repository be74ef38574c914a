import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pointsOf } from '../../tests/support/loads.ts';
import { Profile } from './profile.ts';

type Point = readonly [atMs: number, level: number];
const profile = (...points: readonly Point[]) => new Profile(pointsOf(...points));

const ramp = profile([0, 0], [10_000, 150]);
const stages = profile([0, 10], [1000, 10], [1000, 0], [3000, 0], [3000, 40], [5000, 0]);

/** Profiles of up to eight points, including jumps and stretches of 0. */
const profiles = fc
  .array(
    fc.record({
      wait: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 5000 })),
      level: fc.oneof(fc.constant(0), fc.double({ min: 0.01, max: 5000, noNaN: true })),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((list) => {
    let atMs = 0;
    return new Profile(
      list.map(({ wait, level }) => {
        atMs += wait;
        return { atMs, level };
      }),
    );
  });
const times = fc.double({ min: 0, max: 50_000, noNaN: true });

describe('Profile', () => {
  it('is piecewise linear with jumps, and stays at its last level', () => {
    expect([-5, 0, 5000, 10_000, 99_999].map((ms) => ramp.levelAt(ms))).toEqual([
      0, 0, 75, 150, 150,
    ]);
    expect([999, 1000, 2999, 3000, 4000, 6000].map((ms) => stages.levelAt(ms))).toEqual([
      10, 0, 0, 40, 20, 0,
    ]);
    expect(profile([500, 3]).levelAt(0)).toBe(3);
  });

  it('has the integral of its level', () => {
    // A triangle of 10 s and 150 per second; then 150 for each further second.
    expect([0, 5000, 10_000, 12_000].map((ms) => ramp.integralAt(ms))).toEqual([
      0, 187.5, 750, 1050,
    ]);
    expect([500, 1000, 2000, 5000, 9000].map((ms) => stages.integralAt(ms))).toEqual([
      5, 10, 10, 50, 50,
    ]);
  });

  it('finds the time of a count, after a pause where there is one', () => {
    expect(ramp.timeOf(187.5)).toBe(5000);
    expect(ramp.timeOf(1050)).toBe(12_000);
    expect([0, 9, 10, 20].map((count) => stages.timeOf(count))).toEqual([
      0,
      900,
      3000,
      3000 + 1000 * (2 - Math.sqrt(3)),
    ]);
    expect(stages.timeOf(50)).toBe(Number.POSITIVE_INFINITY);
    expect(profile([0, 0]).timeOf(0)).toBe(Number.POSITIVE_INFINITY);
  });

  it('has an inverse: at most the count was due at its time, and hardly less', () => {
    fc.assert(
      fc.property(profiles, fc.double({ min: 0, max: 1, noNaN: true }), (profile, share) => {
        const count = profile.integralAt(50_000) * share;
        const time = profile.timeOf(count);
        if (time === Number.POSITIVE_INFINITY) return;
        expect(profile.integralAt(time)).toBeCloseTo(count, 5);
      }),
    );
  });

  it('has times that rise with the count', () => {
    const counts = fc.double({ min: 0, max: 50_000, noNaN: true });
    fc.assert(
      fc.property(profiles, counts, counts, (profile, one, other) => {
        const [less, more] = one < other ? [one, other] : [other, one];
        expect(profile.timeOf(less)).toBeLessThanOrEqual(profile.timeOf(more) + 1e-6);
      }),
    );
  });

  it('finds when a level is reached, and when it is left', () => {
    expect(ramp.nextAtLeast(15, 0)).toBe(1000);
    expect(ramp.nextAtLeast(15, 2000)).toBe(2000);
    expect(ramp.nextAtLeast(151, 0)).toBe(Number.POSITIVE_INFINITY);
    expect(ramp.nextBelow(15, 2000)).toBe(Number.POSITIVE_INFINITY);
    expect(stages.nextAtLeast(11, 0)).toBe(3000);
    expect(stages.nextAtLeast(5, 1500)).toBe(3000);
    expect(stages.nextBelow(5, 0)).toBe(1000);
    expect(stages.nextBelow(20, 3500)).toBe(4000);
    expect(stages.nextAtLeast(1, 5000)).toBe(Number.POSITIVE_INFINITY);
  });

  it('reaches the level at the reported time, and not before', () => {
    const levels = fc.double({ min: 0.5, max: 5000, noNaN: true });
    const shares = fc.double({ min: 0, max: 0.999, noNaN: true });
    fc.assert(
      fc.property(profiles, levels, times, shares, (any, level, from, share) => {
        const [reached, left] = [any.nextAtLeast(level, from), any.nextBelow(level, from)];
        const slack = 1e-6 * level;
        expect(Math.min(reached, left)).toBe(from);
        const levelBefore = (until: number) => any.levelAt(from + (until - from) * share);
        if (reached < Number.POSITIVE_INFINITY) {
          expect(any.levelAt(reached)).toBeGreaterThanOrEqual(level - slack);
          if (reached > from) expect(levelBefore(reached)).toBeLessThan(level + slack);
        }
        if (left > from)
          expect(levelBefore(Math.min(left, 60_000))).toBeGreaterThanOrEqual(level - slack);
      }),
    );
  });

  it.each<[Point[]]>([
    [[]],
    [
      [
        [10, 1],
        [5, 1],
      ],
    ],
    [[[0, -1]]],
    [[[Number.NaN, 1]]],
  ])('refuses %j', (points) => {
    expect(() => profile(...points)).toThrow(RangeError);
  });
});
