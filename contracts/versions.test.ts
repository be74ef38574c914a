import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareVersions } from './versions.ts';

describe('compareVersions', () => {
  it.each([
    ['1.9', '1.10', -1],
    ['1.26.8', '1.26', 1],
    ['17', '17.0.0', 0],
    ['3.11.7', '3.12', -1],
  ])('%s and %s', (a, b, sign) => {
    expect(Math.sign(compareVersions(a, b))).toBe(sign);
    expect(Math.sign(compareVersions(b, a))).toBe(-sign || 0);
  });

  it('orders as numbers are ordered, place by place', () => {
    const version = fc.tuple(fc.nat(300), fc.nat(300), fc.nat(300));
    fc.assert(
      fc.property(version, version, (a, b) => {
        const weight = ([x, y, z]: readonly number[]) =>
          ((x ?? 0) * 1000 + (y ?? 0)) * 1000 + (z ?? 0);
        const found = Math.sign(compareVersions(a.join('.'), b.join('.')));
        expect(found).toBe(Math.sign(weight(a) - weight(b)));
      }),
    );
  });
});
