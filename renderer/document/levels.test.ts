import { describe, expect, it } from 'vitest';
import { levelTexts, levelValue, typedValue } from './levels.ts';

describe('levelsOf', () => {
  it('makes a list of whatever the file has', () => {
    expect(levelTexts(10)).toEqual(['10']);
    expect(levelTexts([10, 'x'])).toEqual(['10', 'x']);
    expect(levelTexts(undefined)).toEqual([]);
    expect(levelTexts(null)).toEqual([]);
  });
});

describe('what is typed', () => {
  it('is written as a number where it is one', () => {
    expect(levelValue(' 50 ')).toBe(50);
    expect(levelValue('0.25')).toBe(0.25);
    expect(levelValue('5x')).toBe('5x');
    expect(typedValue('20')).toBe(20);
    expect(typedValue('0.5')).toBe(0.5);
    expect(typedValue('20s ')).toBe('20s');
    expect(typedValue('')).toBe('');
  });
});
