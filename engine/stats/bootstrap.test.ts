import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normal } from '../../tests/support/oracle.ts';
import { estimateUsl, farthestPeak, type IntervalEstimate } from './bootstrap.ts';
import { seededRandom } from './random.ts';
import { type UslParameters, type UslPoint, uslPeakUsers, uslThroughput } from './usl.ts';

const doubling = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048];
const even = (count: number, gap: number) =>
  Array.from({ length: count }, (_none, at) => (at + 1) * gap);

/** Throughput by the law, with relative noise of a normal distribution (Box–Muller). */
function noisyCurve(
  law: UslParameters,
  levels: readonly number[],
  noise: number,
  random: () => number,
): UslPoint[] {
  return levels.map((users) => ({
    users,
    throughputRps: uslThroughput(law, users) * (1 + noise * normal(random)),
  }));
}

function holds(interval: IntervalEstimate | null, truth: number): boolean {
  return interval !== null && interval.low <= truth && truth <= interval.high;
}

describe('intervals of the Universal Scalability Law', () => {
  it.each([
    ['a doubling ladder', { lambda: 1000, sigma: 0.05, kappa: 0.0001 }, doubling],
    ['a ladder around the peak', { lambda: 1000, sigma: 0.05, kappa: 0.001 }, even(12, 5)],
    ['strong contention', { lambda: 5000, sigma: 0.5, kappa: 0.005 }, even(14, 4)],
    ['no contention', { lambda: 900, sigma: 0, kappa: 0.0005 }, even(16, 8)],
    ['weak coherency', { lambda: 250, sigma: 0.2, kappa: 0.0002 }, even(20, 10)],
  ])(
    'contain all true values in at least 45 of 50 noisy curves: %s',
    (_name, law, levels) => {
      const random = seededRandom(2026);
      const peak = uslPeakUsers(law);
      let held = 0;
      const widths: number[] = [];
      for (let curve = 0; curve < 50; curve++) {
        const found = estimateUsl(noisyCurve(law, levels, 0.03, random), { seed: curve });
        const all =
          holds(found?.lambda ?? null, law.lambda) &&
          holds(found?.sigma ?? null, law.sigma) &&
          holds(found?.kappa ?? null, law.kappa) &&
          holds(found?.peakUsers ?? null, peak) &&
          holds(found?.peakThroughputRps ?? null, uslThroughput(law, peak));
        if (all) held++;
        widths.push((found?.peakUsers?.high ?? 0) / (found?.peakUsers?.low ?? 1));
      }
      expect(held).toBeGreaterThanOrEqual(45);
      // Unbounded intervals would contain everything.
      expect(widths.sort((a, b) => a - b)[25]).toBeLessThan(2.5);
    },
    120_000,
  );

  it('are narrow around the truth of a single noise-free curve', () => {
    const law = { lambda: 100, sigma: 0.1, kappa: 0.001 };
    const found = estimateUsl(noisyCurve(law, doubling, 0, Math.random));
    expect(found?.peakUsers?.low).toBeCloseTo(30, 3);
    expect(found?.peakUsers?.high).toBeCloseTo(30, 3);
    expect(found?.r2).toBeCloseTo(1, 9);
    expect(found).toMatchObject({ points: 12, confidence: 0.95 });
  });

  it('are the same for the same points and seed, and wider for more noise and more confidence', () => {
    const law = { lambda: 100, sigma: 0.1, kappa: 0.001 };
    const curve = (noise: number) => noisyCurve(law, doubling, noise, seededRandom(7));
    const width = (found: ReturnType<typeof estimateUsl>) =>
      (found?.lambda.high ?? 0) - (found?.lambda.low ?? 0);
    const plain = estimateUsl(curve(0.03), { seed: 3 });
    expect(estimateUsl(curve(0.03), { seed: 3 })).toEqual(plain);
    expect(width(estimateUsl(curve(0.1), { seed: 3 }))).toBeGreaterThan(2 * width(plain));
    const narrow = estimateUsl(curve(0.03), { seed: 3, confidence: 0.5 });
    expect(width(narrow)).toBeLessThan(width(plain));
  });

  it('have no peak for a curve that never falls', () => {
    const straight = doubling.map((users) => ({ users, throughputRps: 10 * users }));
    expect(estimateUsl(straight)).toMatchObject({ peakUsers: null, peakThroughputRps: null });
  });

  it('end at the farthest peak where the curve may never fall', () => {
    const law = { lambda: 100, sigma: 0.1, kappa: 1e-6 };
    const points = noisyCurve(law, doubling.slice(0, 9), 0.05, seededRandom(5));
    const found = estimateUsl(points);
    expect(found?.peakUsers?.high).toBe(farthestPeak * 256);
  });

  it('are finite and in order whatever was measured', () => {
    const point = fc.record({
      users: fc.integer({ min: 0, max: 10_000 }),
      throughputRps: fc.double({ min: 0, max: 1e9, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(point, { maxLength: 12 }), (points) => {
        const found = estimateUsl(points, { replicates: 20 });
        if (found === null) return;
        const { lambda, sigma, kappa, peakUsers, peakThroughputRps } = found;
        for (const interval of [lambda, sigma, kappa, peakUsers, peakThroughputRps]) {
          if (interval === null) continue;
          expect(interval.low).toBeLessThanOrEqual(interval.value);
          expect(interval.value).toBeLessThanOrEqual(interval.high);
          expect(Number.isFinite(interval.low) && Number.isFinite(interval.high)).toBe(true);
        }
        expect(Number.isFinite(found.r2)).toBe(true);
      }),
    );
  });
});
