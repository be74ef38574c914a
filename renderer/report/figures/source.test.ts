import { expect, it } from 'vitest';
import { testTrial } from '../../../tests/support/shown-trials.ts';
import { doubts } from './source.ts';

it('doubts no trial that measured nothing', () => {
  const doubted = testTrial({ verdict: 'suspect' });
  expect(doubts([doubted])).toHaveLength(1);
  expect(doubts([{ ...doubted, status: 'skipped', window: { seconds: 0 } }])).toEqual([]);
});
