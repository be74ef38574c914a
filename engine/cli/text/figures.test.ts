import { describe, expect, it } from 'vitest';
import { countOf, formatMs, formatRate, formatSeconds, formatTime } from './figures.ts';

describe('figures', () => {
  it.each([
    [0.1234, '0.123'],
    [1.234, '1.23'],
    [12.34, '12.3'],
    [123.4, '123'],
    [1234.5, '1,235'],
  ])('writes %d ms as %s', (value, text) => expect(formatMs(value)).toBe(text));

  it.each([
    [0, '0.0'],
    [98.76, '98.8'],
    [12345.6, '12,346'],
  ])('writes %d requests per second as %s', (value, text) => expect(formatRate(value)).toBe(text));

  it.each([
    [-1, '0s'],
    [4.6, '5s'],
    [59.6, '1m00s'],
    [185, '3m05s'],
    [4800, '1h20m'],
  ])('writes %d seconds as %s', (value, text) => expect(formatSeconds(value)).toBe(text));

  it('counts one thing and several', () => {
    expect([countOf(1, 'trial'), countOf(1200, 'trial')]).toEqual(['1 trial', '1,200 trials']);
  });

  it('leaves what is no time as it is', () => {
    expect(formatTime('2026-03-01T10:00:00.000Z')).toMatch(/^2026-0[23]-\d\d \d\d:\d0:00$/);
    expect(formatTime('never')).toBe('never');
  });
});
