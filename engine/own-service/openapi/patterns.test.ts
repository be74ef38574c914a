import { describe, expect, it } from 'vitest';
import { PatternTester } from './patterns.ts';

/** Takes millions of steps before it matches: between a millisecond and a minute on any machine. */
const slow = '^(?:(?:a+)+b|a+!)$';
const text = `${'a'.repeat(24)}!`;

describe('PatternTester', () => {
  it('retries slow tests, as a busy machine may cause them', () => {
    expect(new PatternTester([1]).matches(slow, text)).toBe(false);
    expect(new PatternTester([1, 60_000]).matches(slow, text)).toBe(true);
  });

  it('stops testing after several timeouts', () => {
    const tester = new PatternTester([1]);
    for (let more = 0; more < 6; more++) {
      expect(tester.matches(`${slow}|${more}$`, text)).toBe(false);
    }
    expect(tester.matches('^b$', 'b')).toBe(false);
  });
});
