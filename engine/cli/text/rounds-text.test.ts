import { describe, expect, it } from 'vitest';
import { makeRound } from '../../../tests/support/records.ts';
import { drawRounds } from './rounds-text.ts';

describe('drawRounds', () => {
  it('writes a line for each round, with what was concluded', () => {
    const rounds = [
      makeRound(0, 2, { kind: 'discovery', outcome: 'So it goes on.' }),
      makeRound(1, 4, { kind: 'final', ok: 0, failed: 3 }),
    ];
    const [title, head, first, second] = drawRounds('trial 1', { rounds }).split('\n');
    expect(title).toBe('Rounds of trial 1');
    expect(head).toMatch(/^round\s+kind\s+from\s+users\s+req\/s .* errors\s+trust\s+outcome$/);
    expect(first).toMatch(
      /^ +1\s+discovery\s+1 s\s+2\s+2,000\s+2\.40 .* 0\s+ok\s+So it goes on\.$/,
    );
    expect(second).toMatch(/^ +2\s+final\s+12 s\s+4\s+4,000\s+–\s+–\s+–\s+3\s+ok$/);
  });

  it('shows rates and drops of open load', () => {
    const rounds = [makeRound(0, 1, { users: null, rate: 12.5, dropped: 7 })];
    const [, head, line] = drawRounds('t', { rounds }).split('\n');
    expect(head).toMatch(/rate\/s.*errors\s+dropped\s+trust$/);
    expect(line).toMatch(/ 13 .* 7\s+ok$/);
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

  it('is empty without rounds', () => expect(drawRounds('t', { rounds: [] })).toBe(''));
});
