import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteReader, writeVarint } from './varint.ts';

describe('varint', () => {
  it('decodes to the same numbers', () => {
    fc.assert(
      fc.property(fc.array(fc.maxSafeNat()), (numbers) => {
        const bytes: number[] = [];
        for (const number of numbers) writeVarint(bytes, number);
        const reader = new ByteReader(Uint8Array.from(bytes));
        expect(numbers.map(() => reader.varint())).toEqual(numbers);
        expect(reader.atEnd).toBe(true);
      }),
    );
  });

  it.each([
    [0, 1],
    [127, 1],
    [128, 2],
    [16_383, 2],
    [16_384, 3],
    [2 ** 32, 5],
    [Number.MAX_SAFE_INTEGER, 8],
  ])('writes %d in %d bytes', (number, length) => {
    const bytes: number[] = [];
    writeVarint(bytes, number);
    expect(bytes).toHaveLength(length);
  });

  it.each([-1, 0.5, Number.NaN, 2 ** 53])('refuses %d', (number) => {
    expect(() => writeVarint([], number)).toThrow(RangeError);
  });

  it('throws when the bytes end too early or a number is too large', () => {
    expect(() => new ByteReader(Uint8Array.of(0x80)).varint()).toThrow(RangeError);
    expect(() => new ByteReader(Uint8Array.of(1)).float64()).toThrow(RangeError);
    expect(() => new ByteReader(new Uint8Array(12).fill(0xff)).varint()).toThrow(RangeError);
  });
});
