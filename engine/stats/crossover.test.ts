import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readOracle } from '../../tests/support/oracle.ts';
import { findCrossover, type PairedLevel } from './crossover.ts';

/** By repetition, then by level. */
type Matrix = number[][];
interface Data {
  readonly whole: boolean;
  readonly levels: number[];
  readonly one: Matrix;
  readonly other: Matrix;
}
type Curve = Data &
  Readonly<Record<'means' | 'certain', number[]>> & {
    readonly ladder: string;
    readonly intervals: [low: number, high: number][];
  };
const oracle = readOracle<{
  confidence: number;
  curves: readonly Curve[];
  simulated: readonly (Data & { readonly crossing: number })[];
}>('crossover');

function pairs({ levels, one, other }: Data): PairedLevel[] {
  const at = (curve: number[][], index: number) => curve.map((trial) => trial[index] ?? 0);
  return levels.map((level, index) => ({ level, one: at(one, index), other: at(other, index) }));
}

/** Two exact curves whose ratio at each level is the one given. */
const exact = (ratios: readonly number[]): PairedLevel[] =>
  ratios.map((ratio, at) => ({ level: 2 ** at, one: [100 * ratio], other: [100] }));
const placesOf = (levels: readonly PairedLevel[]) =>
  findCrossover(levels, { whole: false }).crossings.map(({ level, side }) => [level, side]);

describe('where two curves cross', () => {
  it.each(oracle.curves.map((curve, at) => ({ ...curve, at })))(
    'is where SciPy finds it: $at, $ladder, whole $whole',
    (curve) => {
      const { crossings, certain } = findCrossover(pairs(curve), { whole: curve.whole });
      expect(certain.map((side) => side + 0)).toEqual(curve.certain);
      const sure = crossings.flatMap(({ interval }) => interval ?? []);
      expect(sure).toHaveLength(curve.intervals.length);
      for (const { level } of crossings) {
        expect(Math.min(...curve.means.map((one) => Math.abs(one / level - 1)))).toBeLessThan(1e-9);
      }
      sure.forEach(({ low, high }, at) => {
        const [from = 0, to = 0] = curve.intervals[at] ?? [];
        // A thousand draws and ten thousand others: the ends are known to some hundredths of the width.
        const width = Math.log(to / from);
        expect(Math.abs(Math.log(low / from))).toBeLessThan(0.12 * width + 1e-9);
        expect(Math.abs(Math.log(high / to))).toBeLessThan(0.12 * width + 1e-9);
      });
    },
  );

  it('lies within its interval as often as stated', () => {
    const found = oracle.simulated.map((data) => {
      const { crossings } = findCrossover(pairs(data), { whole: data.whole });
      const sure = crossings.filter(({ interval }) => interval !== null);
      expect(sure.length).toBeLessThanOrEqual(1);
      const interval = sure[0]?.interval;
      return interval ? interval.low <= data.crossing && data.crossing <= interval.high : null;
    });
    const located = found.filter((one) => one !== null);
    expect(located.length).toBeGreaterThan(0.7 * found.length);
    expect(located.filter(Boolean).length / located.length).toBeGreaterThanOrEqual(
      oracle.confidence,
    );
  });

  it('is found between levels, at levels, and in the middle of equal ones', () => {
    expect(placesOf(exact([0.5, 2]))).toEqual([[expect.closeTo(Math.SQRT2, 12), 1]]);
    expect(placesOf(exact([2, 1, 0.5]))).toEqual([[expect.closeTo(2, 12), -1]]);
    expect(placesOf(exact([2, 1, 1, 0.5]))).toEqual([[expect.closeTo(2 * Math.SQRT2, 12), -1]]);
    expect(placesOf(exact([2, 1, 2, 1.5]))).toEqual([]);
    expect(placesOf(exact([0.5, 2, 0.5])).map(([, side]) => side)).toEqual([1, -1]);
  });

  it('is not claimed within noise, or for negligible differences', () => {
    const level = (at: number, one: number[], other: number[]) => ({ level: at, one, other });
    const far = [
      level(1, [10, 10.2, 9.9], [20, 20.1, 19.8]),
      level(10, [30, 30.2, 29.7], [20, 20.1, 19.8]),
    ];
    const sure = (levels: PairedLevel[]) =>
      findCrossover(levels, { whole: false }).crossings.filter(({ interval }) => interval);
    expect(sure(far)).toHaveLength(1);
    expect(
      sure(far.map((one) => ({ ...one, one: one.one.slice(1), other: one.other.slice(1) }))),
    ).toEqual([]);
    expect(sure([level(1, [10, 31, 9], [20, 8, 19]), ...far.slice(1)])).toEqual([]);
    const close = [level(1, [1000, 1001, 999], [1005, 1006, 1004])];
    expect(sure([...close, level(2, [1005, 1006, 1004], [1000, 1001, 999])])).toEqual([]);
  });

  it('falls into the interval, and the interval between the levels that are certain', () => {
    const value = fc.double({ min: 0.5, max: 2, noNaN: true });
    const repeated = fc.array(value, { minLength: 3, maxLength: 5 });
    const anyLevels = fc.array(fc.record({ one: repeated, other: repeated }), {
      minLength: 2,
      maxLength: 7,
    });
    fc.assert(
      fc.property(anyLevels, fc.double({ min: 0.3, max: 3, noNaN: true }), (made, tilt) => {
        // The tilt ensures that curves often cross for certain.
        const levels = made.map(({ one, other }, at) => ({
          level: 3 ** at,
          one: one.map((some) => (tilt ** (2 * at - made.length) * (9 + some)) / 10),
          other: other.map((some) => (9 + some) / 10),
        }));
        const { crossings, certain } = findCrossover(levels, { whole: false, resamples: 50 });
        const sure = levels.filter((_level, at) => certain[at] !== 0).map(({ level }) => level);
        for (const { level, interval } of crossings) {
          expect(level).toBeGreaterThanOrEqual(1);
          expect(level).toBeLessThanOrEqual(levels.at(-1)?.level ?? 0);
          if (!interval) continue;
          expect(interval.low).toBeLessThanOrEqual(level);
          expect(interval.high).toBeGreaterThanOrEqual(level);
          const near = 1 + 1e-9;
          expect(interval.low * near).toBeGreaterThanOrEqual(
            Math.max(...sure.filter((one) => one <= level)),
          );
          expect(interval.high / near).toBeLessThanOrEqual(
            Math.min(...sure.filter((one) => one >= level)),
          );
        }
      }),
    );
  });

  it('is the same whichever curve comes first, and in any unit', () => {
    const [data] = oracle.curves.filter(({ intervals, whole }) => intervals.length > 0 && whole);
    if (!data) throw new Error('no such curve');
    const levels = pairs(data);
    const { crossings } = findCrossover(levels, { whole: true });
    const turned = findCrossover(
      levels.map(({ level, one, other }) => ({ level, one: other, other: one })),
      { whole: true },
    );
    expect(turned.crossings.map(({ level }) => level)).toEqual(
      crossings.map(({ level }) => expect.closeTo(level, 9)),
    );
    expect(turned.crossings.map(({ side }) => -side)).toEqual(crossings.map(({ side }) => side));
    const scaled = findCrossover(
      levels.map(({ level, one, other }) => ({
        level: level * 60,
        one: one.map((some) => some / 1000),
        other: other.map((some) => some / 1000),
      })),
      { whole: true },
    );
    for (const [at, crossing] of scaled.crossings.entries()) {
      expect(crossing.level / 60).toBeCloseTo(crossings[at]?.level ?? 0, 9);
      expect((crossing.interval?.low ?? 0) / 60).toBeCloseTo(crossings[at]?.interval?.low ?? 0, 9);
    }
  });
});
