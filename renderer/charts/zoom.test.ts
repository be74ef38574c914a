import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapScale, unmapScale } from './geometry.ts';
import { validStretch } from './zoom.ts';

describe('a range of an axis', () => {
  it('is ordered and limited to the whole, and rejected if empty', () => {
    expect(validStretch([0, 100], 60, 20)).toEqual([20, 60]);
    expect(validStretch([0, 100], -5, 300)).toEqual([0, 100]);
    expect(validStretch([0, 100], 40, 40)).toBeNull();
    expect(validStretch([0, 100], 200, 300)).toBeNull();
    expect(validStretch([0, 0], 0, 0)).toBeNull();
  });

  it('is always within the whole', () => {
    const place = fc.double({ noNaN: true, min: -1e6, max: 1e6 });
    fc.assert(
      fc.property(place, place, (from, to) => {
        const stretch = validStretch([10, 20], from, to);
        if (stretch === null) return;
        expect(stretch[0]).toBeGreaterThanOrEqual(10);
        expect(stretch[1]).toBeLessThanOrEqual(20);
        expect(stretch[0]).toBeLessThan(stretch[1]);
      }),
    );
  });
});

describe.each([false, true])('positions on an axis (logarithmic: %s)', (log) => {
  it('convert to pixels and back', () => {
    const scale = { min: 0.5, max: 2000 };
    const to = [300, 20] as const;
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: 0.5, max: 2000 }), (value) => {
        const pixel = mapScale(scale, to, log)(value);
        expect(pixel).toBeGreaterThanOrEqual(20 - 1e-9);
        expect(pixel).toBeLessThanOrEqual(300 + 1e-9);
        expect(unmapScale(scale, to, log)(pixel) / value).toBeCloseTo(1, 6);
      }),
    );
  });
});

it('values without a logarithm are at the lower end of a logarithmic axis', () => {
  const y = mapScale({ min: 1, max: 100 }, [200, 0], true);
  expect([y(0), y(1), y(10), y(100)]).toEqual([200, 200, 100, 0]);
});
