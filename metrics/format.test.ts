import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  certainDigits,
  countOf,
  formatAgo,
  formatBytes,
  formatChange,
  formatCount,
  formatDuration,
  formatExactTime,
  formatMs,
  formatRps,
  formatShare,
  formatWholeSeconds,
  someOf,
  threeDigits,
} from './format.ts';

describe('certainDigits', () => {
  it.each([
    [24_185, 48_000, '24,000'],
    [24_185, 300, '24,190'],
    [24_185, 30, '24,185'],
    [3.874, 4, '3.9'],
    [3.874, 0.01, '3.87'],
    [0.2144, 0.3, '0.21'],
    [50, 48_000, '50'],
    [-1234, 900, '−1,230'],
    [24_185, 0, '24,185'],
    [24_185, null, '24,185'],
    [null, 12, '–'],
  ])('writes %s that may lie anywhere in %s as %s', (value, span, written) => {
    expect(certainDigits(value, span)).toBe(written);
  });
});

describe('numbers', () => {
  it('have three significant digits and their unit', () => {
    const rates = [12345.6, 87.24, 9.531, 0].map(formatRps).join(', ');
    expect(rates).toBe('12,346 req/s, 87.2 req/s, 9.53 req/s, 0 req/s');
    const times = [0.2144, 9.999, 1204.3, 12_400].map(formatMs);
    expect(times).toEqual(['0.214 ms', '10.0 ms', '1,204 ms', '12.4 s']);
    expect(formatCount(1234567)).toBe('1,234,567');
    expect([formatShare(0.0042), formatShare(1)]).toEqual(['0.420 %', '100 %']);
  });

  it('are a dash if the value is missing', () => {
    const formats = [formatRps, formatMs, formatBytes, formatCount, formatShare, threeDigits];
    for (const format of [...formats, formatDuration]) {
      expect([null, undefined, Number.NaN].map(format)).toEqual(['–', '–', '–']);
    }
  });

  it('are off by less than one in a hundred', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.1, max: 1e12, noNaN: true }), (value) => {
        const shown = Number(threeDigits(value).replaceAll(',', ''));
        expect(Math.abs(shown - value) / value).toBeLessThan(0.01);
      }),
    );
  });
});

describe('formatChange', () => {
  it.each([
    [38.2, '+38 %'],
    [-12, '−12 %'],
    [0, '±0 %'],
    [0.3, '±0 %'],
    [-0.3, '±0 %'],
  ])('writes %d with its sign', (percent, text) => expect(formatChange(percent, 0)).toBe(text));
});

describe('formatBytes', () => {
  it('uses decimal units', () => {
    const bytes = [512, 4_210_000, 999_999, 5e15].map(formatBytes);
    expect(bytes).toEqual(['512 B', '4.21 MB', '1.00 MB', '5,000 TB']);
  });
});

describe('formatDuration', () => {
  it('has at most two units', () => {
    const short = [0, 0.85, 12.5, 21, 59.97, 60].map(formatDuration);
    expect(short).toEqual(['0 s', '850 ms', '12.5 s', '21 s', '1 min', '1 min']);
    const long = [260, 3900, 53_100].map(formatDuration);
    expect(long).toEqual(['4 min 20 s', '1 h 05 min', '14 h 45 min']);
  });
});

describe('times', () => {
  const now = new Date('2026-03-04T12:00:00Z');

  it('are relative to now, and a date after a week', () => {
    const ago = (day: string) => formatAgo(`2026-${day}Z`, now);
    expect(ago('03-04T11:59:40')).toBe('just now');
    expect(ago('03-04T11:55:00')).toMatch(/5\s?min/);
    expect([ago('03-03T11:00:00'), ago('01-02T12:00:00')]).toEqual(['yesterday', '2 Jan 2026']);
  });

  it('never fail', () => {
    expect(formatAgo('never', now)).toBe('–');
    expect(formatExactTime('never')).toBe('–');
  });
});

describe('remaining time', () => {
  it('is shown to the second', () => {
    const shown = [-1, 4.6, 59.6, 185, null].map(formatWholeSeconds);
    expect(shown).toEqual(['0 s', '5 s', '1 min', '3 min 05 s', '–']);
  });
});

it('counts one thing and several', () => {
  expect([countOf(1, 'trial'), countOf(1200, 'trial')]).toEqual(['1 trial', '1,200 trials']);
  const some = [someOf(2, 6, 'trial'), someOf(6, 6, 'trial'), someOf(1, 2, 'trial')];
  expect(some).toEqual(['2 of 6 trials', '6 of 6 trials', '1 of 2 trials']);
  expect([someOf(2, 2, 'trial'), someOf(1, 1, 'trial')]).toEqual(['both trials', 'the only trial']);
});
