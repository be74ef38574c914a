import { describe, expect, it } from 'vitest';
import type { Direction } from '../../contracts/published-judgement.ts';
import { addTallies, tallyOf, tallyWords } from './tally.ts';

const pair = (direction: Direction, size: 'within' | 'outside' | 'untold', sound: boolean) => ({
  ours: 1,
  direction,
  size,
  trust: { sound, doubts: sound ? [] : ['one repetition'] },
});
const none = { ours: null, direction: 'untold', size: 'untold', trust: null } as const;

describe('the tally of published ratios', () => {
  it('says direction, size and trust apart', () => {
    const pairs = [
      pair('same', 'within', true),
      pair('same', 'outside', true),
      pair('opposite', 'outside', false),
      pair('undetected', 'within', true),
      pair('leans-same', 'untold', false),
      none,
    ];
    expect(tallyWords(tallyOf(pairs))).toBe(
      'This run has figures for 5 of 6 published ratios. Of ours, 2 point the same way, 1 points the opposite way, 1 shows no detectable difference, 1 has no interval and so no direction (1 on the same side). In size, 2 of 4 published ratios lie in our interval, 1 of them in one so wide that it also includes no difference. 2 of ours are in doubt.',
    );
  });

  it('reports that there is nothing to compare, or nothing measured', () => {
    expect(tallyWords(tallyOf([]))).toBe('There is nothing to compare.');
    expect(tallyWords(tallyOf([none]))).toBe('This run has figures for 0 of 1 published ratio.');
  });

  it('adds up', () => {
    const parts = [[pair('same', 'within', true)], [pair('undetected', 'within', false), none]];
    expect(addTallies(parts.map(tallyOf))).toEqual(tallyOf(parts.flat()));
  });
});
