import { describe, expect, it } from 'vitest';
import { groupDigits } from './format.ts';
import { clock, decimalsOf, latencyUnit, tickTexts, timeText } from './units.ts';

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
    [0, 'ms', 1],
    [0.4, 'µs', 1000],
    [0.999, 'µs', 1000],
    [1, 'ms', 1],
    [12, 'ms', 1],
    [9999, 'ms', 1],
    [10_000, 's', 0.001],
    [12_000, 's', 0.001],
  ])('writes up to %d ms in %s, times %d', (max, unit, factor) => {
    expect(latencyUnit(max)).toEqual({ unit, factor });
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

it('writes ticks below zero and moments that a clock would show alike', () => {
  expect(tickTexts([-20_000, 0])).toEqual(['−20k', '0']);
  expect(tickTexts([9_999_999, 0])).toEqual([expect.stringMatching(/k$/), '0']);
  expect([timeText(61.25, 0.25), timeText(61.4, 1), timeText(-1, 0.5)]).toEqual([
    '61.25 s',
    '1:01',
    '0.0 s',
  ]);
});
