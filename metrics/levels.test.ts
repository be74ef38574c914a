import { describe, expect, it } from 'vitest';
import { cellLevelText, levelDigits, levelOf, levelsOfCells, levelUnit } from './levels.ts';

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
