import { describe, expect, it } from 'vitest';
import { makeCell } from '../tests/support/records.ts';
import {
  cellLevelText,
  cellsThroughLevels,
  levelDigits,
  levelInWords,
  levelOf,
  levelOfRound,
  levelsOfCells,
  levelUnit,
  levelWords,
  mixesLevels,
  mostLoaded,
  roughLevel,
  runsThroughLevels,
} from './levels.ts';

describe('the level of a cell', () => {
  it.each([
    [{ users: 1 }, 'users', 1, '1 user'],
    [{ users: 1200 }, 'users', 1200, '1,200 users'],
    [{ rate: 0.5 }, 'rate', 0.5, '0.5 requests/s'],
    [{}, null, null, 'own levels'],
  ] as const)('of %j', (cell, unit, level, text) => {
    expect(levelUnit([cell])).toBe(unit);
    expect(levelOf(cell)).toBe(level);
    expect(cellLevelText(cell)).toBe(text);
  });
});

it('lists levels once, rising', () => {
  expect(levelsOfCells([{ rate: 200 }, { rate: 50 }, { rate: 200 }])).toEqual([50, 200]);
  expect(levelsOfCells([{}, {}])).toEqual([null]);
});

it('writes levels without needless digits', () => {
  expect([0.25, 10, 62.5, 1e5].map(levelDigits)).toEqual(['0.25', '10', '62.5', '100,000']);
});

describe('levels of load', () => {
  const round = (users: number | null, rate: number | null = null) => ({ users, rate });
  const trial = (rounds: object[], headlineRound: number | null, users = 5) =>
    ({ rounds, headlineRound, cell: makeCell({ users }) }) as never;

  it('are mixed by ramps, but not by searches', () => {
    const ramp = trial([round(1), round(2)], null);
    const search = trial([round(1), round(2)], 1, 6);
    const held = trial([round(3), round(3)], null, 7);
    const rates = trial([round(null, 3), round(null, 4)], null, 8);
    expect([ramp, search, held, rates].map(mixesLevels)).toEqual([true, false, false, true]);
    expect(cellsThroughLevels([search, ramp, held]).size).toBe(1);
    const runs = [
      { run: { id: 'a' }, trials: [held, ramp] },
      { run: { id: 'b' }, trials: [held] },
    ];
    expect(runsThroughLevels(runs as never)).toEqual(['a']);
  });

  it('have words, and the first of the highest is the most loaded', () => {
    expect([round(7, null), round(null, 9), round(null, null)].map(levelOfRound)).toEqual([
      7, 9, 0,
    ]);
    const cells = [{ users: 5 }, { users: 9, shape: 'a' }, { users: 9, shape: 'b' }];
    expect(mostLoaded(cells, (cell) => cell)).toBe(cells[1]);
    expect(mostLoaded([], (cell: object) => cell)).toBeUndefined();
    expect([9.24, 9.96, 10, 62.4].map(roughLevel)).toEqual(['9.2', '10', '10', '62']);
    expect([levelInWords('rate', 1250), levelInWords('users', 64)]).toEqual([
      '1,250 per second',
      '64 users',
    ]);
    expect(levelWords(null)).toEqual({ axis: '', header: 'Load' });
    expect(levelWords('rate')).toEqual({ axis: 'wanted requests/s', header: 'Rate' });
  });
});
