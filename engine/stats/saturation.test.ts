import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from './random.ts';
import { detectSaturation, type SaturationInput } from './saturation.ts';
import { uslThroughput } from './usl.ts';

const doubling = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** Users without think time: latency follows Little's law. */
function curve(
  levels: readonly number[],
  throughput: (level: number) => number,
  errorShare: (level: number) => number = () => 0,
): SaturationInput[] {
  return levels.map((level) => {
    const throughputRps = throughput(level);
    const meanMs = throughputRps > 0 ? (1000 * level) / throughputRps : 0;
    return { level, throughputRps, meanMs, errorShare: errorShare(level) };
  });
}

/** A relative disturbance, even between −noise and +noise. */
function disturbed(points: readonly SaturationInput[], noise: number, seed: number) {
  const random = seededRandom(seed);
  return points.map((point) => {
    const factor = 1 + noise * (2 * random() - 1);
    const { throughputRps, meanMs } = point;
    return { ...point, throughputRps: throughputRps * factor, meanMs: meanMs / factor };
  });
}

const seconds = (count: number, perSecond: number) =>
  Array.from({ length: count }, (_none, at) => (at + 0.5) * perSecond);

describe('a plateau', () => {
  const capped = (users: number) => Math.min(100 * users, 3000);

  it('is found where throughput stops rising while latency climbs', () => {
    const found = detectSaturation(curve(doubling, capped), { describe: (n) => `${n} users` });
    expect(found).toMatchObject({ criterion: 'plateau', index: doubling.indexOf(32) });
    expect(found.reason).toMatchSnapshot();
  });

  it('is found where throughput falls again', () => {
    const points = curve(doubling, (n) =>
      uslThroughput({ lambda: 100, sigma: 0.02, kappa: 0.001 }, n),
    );
    expect(doubling[detectSaturation(points).index ?? 0]).toBe(32);
  });

  it('is found at the lowest level when that was already too much, and says so', () => {
    const found = detectSaturation(curve([50, 100, 200], capped));
    expect(found).toMatchObject({ criterion: 'plateau', index: 0 });
    expect(found.reason).toContain('the lowest level tested');
  });

  it('in a ladder of arrivals is where the achieved rate falls short', () => {
    const points = [200, 400, 800, 1600, 3200].map((level) => ({
      level,
      throughputRps: Math.min(level, 900),
      meanMs: level <= 900 ? 2 : 800,
      errorShare: 0,
    }));
    // At 800 the 900 of later levels are not reached; 1600 is the first that gets no more.
    expect(detectSaturation(points)).toMatchObject({ criterion: 'none' });
    const capped = points.map((point) => ({ ...point, meanMs: point.level }));
    expect(detectSaturation(capped)).toMatchObject({ criterion: 'plateau', index: 3 });
  });

  const steep = curve(seconds(600, 15), (n) => Math.min(10 * n, 20_000));
  it.each([1, 2, 3, 4, 5])('is found in the noisy seconds of a ramp (%d)', (seed) => {
    const ramp = disturbed(steep, 0.1, seed);
    const found = detectSaturation(ramp);
    expect(found.criterion).toBe('plateau');
    const level = ramp[found.index ?? 0]?.level ?? 0;
    expect(level).toBeGreaterThan(1500);
    expect(level).toBeLessThan(2600);
  });

  it('stops a ramp neither before it is reached nor long after', () => {
    const ramp = disturbed(steep, 0.03, 6);
    const stop = ramp.findIndex(
      (_point, at) => detectSaturation(ramp.slice(0, at + 1), { confirm: 10 }).criterion !== 'none',
    );
    expect(ramp[stop]?.level).toBeGreaterThan(2000);
    expect(ramp[stop]?.level).toBeLessThan(3000);
  });

  it('does not depend on the units of load or throughput, nor on the order of points', () => {
    const level = fc.record({
      throughputRps: fc.integer({ min: 0, max: 10_000 }),
      meanMs: fc.integer({ min: 1, max: 10_000 }),
      errorShare: fc.constantFrom(0, 0, 0, 0.5),
    });
    const factor = fc.constantFrom(2 ** -10, 0.25, 8, 2 ** 20);
    fc.assert(
      fc.property(fc.array(level, { maxLength: 40 }), factor, factor, (figures, byX, byY) => {
        const points = figures.map((point, at) => ({ ...point, level: at + 1 }));
        const scaled = points.map((point) => ({
          ...point,
          level: point.level * byX,
          throughputRps: point.throughputRps * byY,
        }));
        const found = detectSaturation(points);
        expect(detectSaturation(scaled)).toMatchObject({
          criterion: found.criterion,
          index: found.index,
        });
        const turned = detectSaturation(points.toReversed());
        const back = turned.index === null ? null : points.length - 1 - turned.index;
        expect([turned.criterion, back]).toEqual([found.criterion, found.index]);
      }),
    );
  });

  it('is not found in a curve that continues to rise, even with 2 % noise', () => {
    const levels = fc.constantFrom(doubling, seconds(20, 5), seconds(300, 15));
    const slope = fc.double({ min: 0.5, max: 1.2, noNaN: true });
    fc.assert(
      fc.property(levels, slope, fc.integer(), (tested, power, seed) => {
        const rising = curve(tested, (level) => 100 * level ** power);
        expect(detectSaturation(disturbed(rising, 0.02, seed)).criterion).toBe('none');
      }),
    );
  });

  it('is not found in a flat end that is too short', () => {
    const found = detectSaturation(curve([10, 20, 30, 33], capped));
    expect(found.criterion).toBe('none');
    expect(found.reason).toMatch(/^Throughput still rose by 50 % from level 20 to level 33/);
  });

  it('is not found where users do not reach the service: latency must climb', () => {
    const stuck = curve(doubling, capped).map((point) => ({ ...point, meanMs: 5 }));
    const found = detectSaturation(stuck);
    expect(found.criterion).toBe('none');
    expect(found.reason).toContain('mean latency did not climb');
  });
});

describe('failures', () => {
  const linear = (users: number) => 100 * users;

  it('are found at the first level that has them', () => {
    const points = curve(doubling, linear, (users) => (users >= 64 ? 0.12 : 0.001));
    const found = detectSaturation(points, { describe: (n) => `${n} users` });
    expect(found).toMatchObject({ criterion: 'failures', index: doubling.indexOf(64) });
    expect(found.reason).toMatchSnapshot();
  });

  it('count when only the last level has them, unless it has yet to be confirmed', () => {
    const points = curve(doubling, linear, (users) => (users === 256 ? 0.5 : 0));
    expect(detectSaturation(points).criterion).toBe('failures');
    expect(detectSaturation(points, { confirm: 2 }).criterion).toBe('none');
  });

  it('are not found where only a single level has them', () => {
    const points = curve(doubling, linear, (users) => (users === 16 ? 0.5 : 0));
    expect(detectSaturation(points).criterion).toBe('none');
  });

  it('come first only when they begin at a lower level than the plateau', () => {
    const capped = (users: number) => Math.min(100 * users, 3200);
    const from = (level: number) =>
      detectSaturation(curve(doubling, capped, (users) => (users >= level ? 0.2 : 0)));
    expect(from(8)).toMatchObject({ criterion: 'failures', index: doubling.indexOf(8) });
    expect(from(128)).toMatchObject({ criterion: 'plateau', index: doubling.indexOf(32) });
  });

  it('of all requests are found at the lowest level, and nothing without answers', () => {
    const dead = (share: number) =>
      detectSaturation(
        curve(
          doubling,
          () => 0,
          () => share,
        ),
      );
    expect(dead(1)).toMatchObject({ criterion: 'failures', index: 0 });
    expect(dead(0).reason).toBe('No request succeeded.');
  });
});

describe('no saturation', () => {
  it.each([[[]], [[1]], [[8, 8, 8, 16]], [[10, 11, 12]], [[1, 2, 4]]])(
    'of levels %j says why',
    (levels) => {
      const found = detectSaturation(curve(levels, (level) => 100 * level));
      expect(found).toMatchSnapshot();
    },
  );

  it('leaves out seconds without users', () => {
    const points = curve([0, 0, 1, 2, 4], (level) => 100 * level);
    expect(detectSaturation(points).reason).toContain('from level 2 to level 4');
  });
});
