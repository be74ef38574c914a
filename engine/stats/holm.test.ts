import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readOracle } from '../../tests/support/oracle.ts';
import { holm } from './holm.ts';

const { families } = readOracle<{ families: Record<'p' | 'adjusted', number[]>[] }>('welch');
const anyP = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 40 });

describe('the correction by Holm', () => {
  it.each(families)('is that of statsmodels', ({ p, adjusted }) => {
    expect(holm(p)).toEqual(adjusted.map((one) => expect.closeTo(one, 12)));
  });

  it('never lowers a p, keeps their order and stays below 1', () => {
    fc.assert(
      fc.property(anyP, (p) => {
        const adjusted = holm(p);
        for (const [index, value] of adjusted.entries()) {
          expect(value).toBeGreaterThanOrEqual(p[index] ?? 2);
          expect(value).toBeLessThanOrEqual(1);
        }
        const order = p.map((_, index) => index).sort((a, b) => (p[a] ?? 0) - (p[b] ?? 0));
        const sorted = order.map((index) => adjusted[index] ?? 0);
        expect(sorted).toEqual(sorted.toSorted((a, b) => a - b));
      }),
    );
  });

  it('leaves a single test unchanged, and returns nothing for nothing', () => {
    expect(holm([0.03])).toEqual([0.03]);
    expect(holm([])).toEqual([]);
  });
});
