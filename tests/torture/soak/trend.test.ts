import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../engine/stats/random.ts';
import { growthOf, growthPerHour, type Trend, trendOf } from './trend.ts';

const random = seededRandom(5);
const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Noise of which each value keeps a part of its predecessor. */
function noise(count: number, kept: number): number[] {
  let value = normal() / Math.sqrt(1 - kept * kept);
  return Array.from({ length: count }, () => {
    value = kept * value + normal();
    return value;
  });
}

const at = (values: readonly number[]) =>
  values.map((value, index) => ({ atSeconds: index * 9, value }));
const holds = (trend: Trend | null, slope: number) =>
  trend !== null && trend.low <= slope && slope <= trend.high;

describe('a trend', () => {
  it.each([0, 0.7, 0.9])(
    'has an interval that contains the true value despite autocorrelated noise (%d)',
    (kept) => {
      const tries = 400;
      const right = Array.from({ length: tries }, () =>
        holds(trendOf(at(noise(260, kept).map((one, index) => one + 0.18 * index))), 0.02),
      ).filter(Boolean).length;
      // 95 % wanted; four standard errors of 400 tries are 4.4 %.
      expect(right / tries).toBeGreaterThan(0.9);
    },
  );

  it('is found if it is clear', () => {
    const trend = trendOf(at(noise(260, 0.9).map((one, index) => one + 9 * 0.05 * index)));
    expect(trend?.low).toBeGreaterThan(0.03);
    expect(trend?.high).toBeLessThan(0.07);
  });

  it('excludes the part that correlates with another variable', () => {
    // Others begin to work in the second half: that is no trend of the values.
    const beside = noise(60, 0.5).map((one, index) => (index < 30 ? 0.1 : 0.4) + one / 20);
    const values = noise(60, 0.3).map((one, index) => 1000 - 500 * (beside[index] ?? 0) + one);
    expect(holds(trendOf(at(values)), 0)).toBe(false);
    expect(holds(trendOf(at(values), beside), 0)).toBe(true);
  });

  it('is not stated for few points, or for points at one time', () => {
    expect(trendOf(at(noise(11, 0)))).toBeNull();
    expect(trendOf(noise(20, 0).map((value) => ({ atSeconds: 3, value })))).toBeNull();
  });
});

describe('memory over time', () => {
  const seconds = Array.from({ length: 120 }, (_, index) => index * 30);
  const samples = (bytesAt: (second: number) => number) =>
    seconds.map((atSeconds) => ({ atSeconds, value: bytesAt(atSeconds) }));
  const noisy = () => 200e6 + random() * 1e7;

  it('is flat where it only goes up and down', () => {
    const flat = samples(noisy);
    expect(growthOf(flat)).toBeNull();
    const growth = growthPerHour(flat);
    expect(growth?.low).toBeLessThan(0);
    expect(growth?.high).toBeGreaterThan(0);
  });

  it('grows where it does, beyond what noise could do', () => {
    const growing = samples((second) => noisy() + second * 30_000);
    expect(growthOf(growing)).toMatch(/^it grows by 1\d\d MB an hour/);
    expect(growthPerHour(growing)?.slope).toBeGreaterThan(95e6);
  });

  it('may grow in the beginning', () => {
    expect(growthOf(samples((second) => 200e6 + Math.min(second, 900) * 1e5))).toBeNull();
  });
});
