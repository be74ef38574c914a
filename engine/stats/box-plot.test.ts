import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readOracle } from '../../tests/support/oracle.ts';
import { type BoxPlot, type BoxRule, boxPlot } from './box-plot.ts';

const rules: readonly BoxRule[] = ['tukey', 'median'];

const cases = readOracle<(Record<BoxRule, BoxPlot> & { values: number[] })[]>('box-plot');

/** Eight digits after the point: the sums of two values may be rounded apart. */
const near = (box: BoxPlot | null) =>
  JSON.parse(JSON.stringify(box), (_key, value) =>
    typeof value === 'number' ? Number(value.toFixed(8)) : value,
  );

describe('boxPlot', () => {
  it('has the five numbers and outliers that the oracle has', () => {
    expect(cases.length).toBe(60);
    for (const one of cases) {
      for (const rule of rules) expect(near(boxPlot(one.values, rule))).toEqual(near(one[rule]));
    }
  });

  it('has every value either within the whiskers or as an outlier', () => {
    const values = fc.array(fc.double({ noNaN: true, min: 0, max: 1e6 }), { minLength: 1 });
    fc.assert(
      fc.property(values, fc.constantFrom(...rules), (list, rule) => {
        const box = boxPlot(list, rule);
        if (!box) throw new Error('no box');
        const inside = list.filter((value) => value >= box.low && value <= box.high);
        expect(inside.length + box.outliers.length).toBe(list.length);
        expect(box.lower).toBeLessThanOrEqual(box.median);
        expect(box.median).toBeLessThanOrEqual(box.upper);
      }),
    );
  });

  it('is null without values', () => {
    expect(boxPlot([], 'tukey')).toBeNull();
  });
});
