import { describe, expect, it } from 'vitest';
import { PatternTester } from './patterns.ts';

/** Takes millions of steps before it matches: more than a millisecond, and less than a minute, anywhere. */
const slow = '^(?:(?:a+)+b|a+!)$';
const text = `${'a'.repeat(24)}!`;

describe('PatternTester', () => {
  it('tries again what took too long, as a busy machine makes it', () => {
    expect(new PatternTester([1]).matches(slow, text)).toBe(false);
    expect(new PatternTester([1, 60_000]).matches(slow, text)).toBe(true);
  });

  it('tests nothing any more after a few that took too long', () => {
    const tester = new PatternTester([1]);
    for (let more = 0; more < 6; more++) {
      expect(tester.matches(`${slow}|${more}$`, text)).toBe(false);
    }
    expect(tester.matches('^b$', 'b')).toBe(false);
  });
});
