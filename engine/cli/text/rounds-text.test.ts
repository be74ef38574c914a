import { describe, expect, it } from 'vitest';
import { makeRound } from '../../../tests/support/records.ts';
import { drawRounds } from './rounds-text.ts';

describe('drawRounds', () => {
  it.each([
    [
      'a line for each round, with what was concluded',
      [
        makeRound(0, 2, { kind: 'discovery', outcome: 'So it goes on.' }),
        makeRound(1, 4, { kind: 'final', ok: 0, failed: 3 }),
      ],
    ],
    ['rates and drops of open load', [makeRound(0, 1, { users: null, rate: 12.5, dropped: 7 })]],
    ['nothing without rounds', []],
  ])('writes %s', (_what, rounds) => {
    expect(drawRounds('trial 1', { rounds })).toMatchSnapshot();
  });

  it('leaves rows out when a ramp has many, but none with an outcome, nor the last', () => {
    const rounds = Array.from({ length: 500 }, (_none, index) =>
      makeRound(index, index + 1, { outcome: index === 123 ? 'Here.' : '' }),
    );
    const lines = drawRounds('t', { rounds }).trimEnd().split('\n');
    expect(lines[0]).toMatch(/\(\d+ of 500\)$/);
    expect(lines.length).toBeLessThan(30);
    expect(lines.some((line) => line.endsWith('Here.'))).toBe(true);
    expect(lines.at(-1)).toMatch(/^ *500 /);
  });
});
