import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readOracle } from '../../tests/support/oracle.ts';
import { fitUsl, type UslParameters, type UslPoint, uslPeakUsers, uslThroughput } from './usl.ts';

type Parameters = [lambda: number, sigma: number, kappa: number];
type Curve = Readonly<Record<'truth' | 'fitted', Parameters>> &
  Readonly<Record<'noise' | 'loss', number>> &
  Readonly<Record<'users' | 'throughputRps', number[]>> & { readonly ladder: string };
const { curves } = readOracle<{ curves: readonly Curve[] }>('usl');

const loss = (points: readonly UslPoint[], parameters: UslParameters) =>
  points.reduce((sum, { users, throughputRps }) => {
    return sum + Math.log(throughputRps / uslThroughput(parameters, users)) ** 2;
  }, 0);

function curveOf(parameters: UslParameters, levels: readonly number[]): UslPoint[] {
  return levels.map((users) => ({ users, throughputRps: uslThroughput(parameters, users) }));
}

function close(found: number, expected: number, tolerance: number): void {
  expect(Math.abs(found - expected)).toBeLessThanOrEqual(tolerance);
}

describe('the fit of the Universal Scalability Law', () => {
  it.each(curves)('is that of SciPy: $ladder, $truth, noise $noise', (curve) => {
    const points = curve.users.map((users, at) => {
      return { users, throughputRps: curve.throughputRps[at] ?? 0 };
    });
    const found = fitUsl(points);
    expect(found).not.toBeNull();
    if (found === null) return;
    const [lambda, sigma, kappa] = curve.fitted;
    // SciPy stays a little inside the bounds, so ours may be better, never worse.
    expect(loss(points, found)).toBeLessThanOrEqual(curve.loss * (1 + 1e-6) + 1e-9);
    const highest = Math.max(...curve.users);
    const [foundX, oracleX] = [found, { lambda, sigma, kappa }].map((one) =>
      uslThroughput(one, highest),
    );
    close((foundX ?? 0) / (oracleX ?? 1), 1, 1e-4);
    close(found.lambda / lambda, 1, 1e-3);
    close(found.sigma, sigma, 1e-3 * (0.01 + sigma));
    close(found.kappa, kappa, 1e-3 * (1e-4 + kappa));
  });

  it('recovers the parameters of an exact curve, in any unit of throughput', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-3, max: 1e6, noNaN: true }),
        fc.double({ min: 0, max: 0.95, noNaN: true }),
        fc.double({ min: 0, max: 0.1, noNaN: true }),
        (lambda, sigma, kappa) => {
          const found = fitUsl(curveOf({ lambda, sigma, kappa }, [1, 2, 4, 8, 16, 32, 64]));
          expect(found).not.toBeNull();
          if (found === null) return;
          close(found.lambda / lambda, 1, 1e-5);
          close(found.sigma, sigma, 1e-5);
          close(found.kappa, kappa, 1e-6);
        },
      ),
    );
  });

  it('stays within its bounds whatever was measured', () => {
    const point = fc.record({
      users: fc.oneof(fc.integer({ min: -1, max: 100_000 }), fc.double()),
      throughputRps: fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1e9 }), fc.double()),
    });
    fc.assert(
      fc.property(fc.array(point, { maxLength: 20 }), (points) => {
        const found = fitUsl(points);
        if (found === null) return;
        expect(found.lambda).toBeGreaterThan(0);
        expect(found.lambda).toBeLessThan(Number.POSITIVE_INFINITY);
        expect(found.sigma).toBeGreaterThanOrEqual(0);
        expect(found.sigma).toBeLessThanOrEqual(1);
        expect(found.kappa).toBeGreaterThanOrEqual(0);
        expect(found.kappa).toBeLessThan(Number.POSITIVE_INFINITY);
      }),
    );
  });

  it('fits linear scaling, a flat line and curves beyond the bounds', () => {
    const levels = [1, 2, 5, 10, 20];
    const points = (throughput: (users: number) => number) =>
      levels.map((users) => ({ users, throughputRps: throughput(users) }));
    const straight = fitUsl(points((users) => 10 * users));
    expect(straight?.lambda).toBeCloseTo(10, 9);
    expect(straight?.sigma).toBeCloseTo(0, 12);
    expect(straight?.kappa).toBeCloseTo(0, 12);
    expect(fitUsl(points(() => 10))?.sigma).toBeCloseTo(1, 9);
    expect(fitUsl(points((users) => 10 * users ** 1.3))).toMatchObject({ sigma: 0, kappa: 0 });
    expect(fitUsl(points((users) => 10 / users))?.lambda).toBeGreaterThan(0);
  });

  it.each([
    ['nothing', []],
    ['three levels', [1, 2, 3]],
    ['four points of three levels', [1, 2, 2, 3]],
  ])('needs four levels, not %s', (_name, levels) => {
    const points = levels.map((users) => ({ users, throughputRps: 10 * users }));
    expect(fitUsl(points)).toBeNull();
  });

  it('leaves out levels without throughput', () => {
    const points = curveOf({ lambda: 10, sigma: 0.1, kappa: 0.01 }, [1, 2, 4, 8]);
    expect(fitUsl([...points, { users: 16, throughputRps: 0 }])).toEqual(fitUsl(points));
    expect(fitUsl(points.map(({ users }) => ({ users, throughputRps: 0 })))).toBeNull();
  });
});

describe('the peak of the law', () => {
  it('is where throughput is highest', () => {
    const law = { lambda: 10, sigma: 0.1, kappa: 0.001 };
    const peak = uslPeakUsers(law);
    expect(peak).toBe(30);
    expect(uslThroughput(law, peak)).toBeGreaterThan(uslThroughput(law, peak - 0.1));
    expect(uslThroughput(law, peak)).toBeGreaterThan(uslThroughput(law, peak + 0.1));
    expect(uslPeakUsers({ lambda: 1, sigma: 0.5, kappa: 0 })).toBe(Number.POSITIVE_INFINITY);
  });
});
