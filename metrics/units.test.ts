import { describe, expect, it } from 'vitest';
import { groupDigits } from './format.ts';
import { clock, decimalsOf, latencyUnit, tickTexts } from './units.ts';

describe('tickTexts', () => {
  it('gives all ticks of an axis the same decimals', () => {
    expect(tickTexts([0, 0.5, 1])).toEqual(['0', '0.5', '1.0']);
    expect(tickTexts([0, 1000, 2000])).toEqual(['0', '1,000', '2,000']);
  });

  it('shortens large values', () => {
    expect(tickTexts([0, 10_000, 20_000])).toEqual(['0', '10k', '20k']);
    expect(tickTexts([0, 5e6, 1e7])).toEqual(['0', '5M', '10M']);
    expect(tickTexts([0, 5000, 10_000, 15_000])).toEqual(['0', '5k', '10k', '15k']);
  });
});

describe('latencyUnit', () => {
  it.each([
    [0.4, 'µs'],
    [0, 'ms'],
    [12, 'ms'],
    [9999, 'ms'],
    [12_000, 's'],
  ])('writes up to %d ms in %s', (max, unit) => {
    expect(latencyUnit(max).unit).toBe(unit);
  });
});

describe('groupDigits', () => {
  it('groups thousands and has a true minus sign', () => {
    expect(groupDigits(1_234_567.891, 1)).toBe('1,234,567.9');
    expect(groupDigits(-1234, 0)).toBe('−1,234');
    expect(groupDigits(-0.01, 0)).toBe('0');
    expect(groupDigits(7.795, 2)).toBe('7.80');
    expect(groupDigits(1.005, 2)).toBe('1.01');
    expect(groupDigits(0.0000005, 7)).toBe('0.0000005');
  });
});

it('counts the decimals of a step', () => {
  expect([1, 0.5, 0.25, 0.001, 20, 0].map(decimalsOf)).toEqual([0, 1, 2, 3, 0, 0]);
});

it('writes times as a clock', () => {
  expect([0, 45, 125, 3725].map(clock)).toEqual(['0:00', '0:45', '2:05', '1:02:05']);
});
