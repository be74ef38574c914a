import { describe, expect, it } from 'vitest';
import { bytes, change, figure, moment, share } from './format.ts';
import { niceTicks, tickLabel } from './scale.ts';

describe('numbers for people', () => {
  it.each([
    [0, '0'],
    [0.0004, '0.000400'],
    [0.2714, '0.271'],
    [4.839, '4.84'],
    [48.29, '48.3'],
    [482.9, '483'],
    [-2.5, '-2.50'],
    [12_345.6, '12,346'],
  ])('%d is %s', (value, text) => {
    expect(figure(value)).toBe(text);
  });

  it('shares are never shown as none when there is some', () => {
    expect([0, 0.00001, 0.0005, 0.003, 0.25, 1].map(share)).toEqual([
      '0.0 %',
      '< 0.01 %',
      '0.05 %',
      '0.30 %',
      '25.0 %',
      '100.0 %',
    ]);
  });

  it('changes carry their sign', () => {
    expect([38.24, -12, 0, 4567.8].map(change)).toEqual([
      '+38.2 %',
      '−12.0 %',
      '0.0 %',
      '+4,568 %',
    ]);
  });

  it('times are in UTC, and bytes in binary units', () => {
    expect(moment('2026-03-01T10:00:00.500Z')).toBe('2026-03-01 10:00:00 UTC');
    expect(moment('yesterday')).toBe('yesterday');
    expect(bytes(4_100_000_000)).toBe('3.82 GiB');
    expect(bytes(512)).toBe('512 B');
  });
});

describe('ticks of an axis', () => {
  it.each([
    [9600, [0, 2000, 4000, 6000, 8000, 10_000]],
    [1, [0, 0.2, 0.4, 0.6000000000000001, 0.8, 1]],
    [0, [0, 1]],
    [Number.NaN, [0, 1]],
  ])('reach %d in round steps', (max, ticks) => {
    expect(niceTicks(max)).toEqual(ticks);
  });

  it.each([
    [9600, '0 2,000 4,000 6,000 8,000 10,000'],
    [22, '0 5 10 15 20 25'],
    [1, '0.0 0.2 0.4 0.6 0.8 1.0'],
    [0.03, '0.00 0.01 0.02 0.03'],
  ])('up to %d are labelled alike', (max, labels) => {
    const ticks = niceTicks(max);
    expect(ticks.map((tick) => tickLabel(tick, ticks)).join(' ')).toBe(labels);
  });

  it('reach any maximum in at most six', () => {
    for (let max = 1e-6; max < 1e9; max *= 1.7) {
      const ticks = niceTicks(max);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(max * (1 - 1e-9));
      expect(ticks.length).toBeLessThanOrEqual(6);
    }
  });
});
