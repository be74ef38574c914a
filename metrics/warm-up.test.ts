import { expect, it } from 'vitest';
import { columnText, titleOf } from './columns.ts';
import { hasOwnWarmUps, warmUpColumn, warmUpWords } from './warm-up.ts';

it('writes warm-ups that end by themselves', () => {
  const column = {
    id: 'w',
    ...warmUpColumn<{ warmUp?: { seconds: number; ended: 'steady' | 'maximum' } }>(
      ({ warmUp }) => warmUp,
    ),
  };
  const [steady, most] = [
    { seconds: 2.04, ended: 'steady' },
    { seconds: 30, ended: 'maximum' },
  ] as const;
  expect([{ warmUp: steady }, { warmUp: most }, {}].map((row) => columnText(column, row))).toEqual([
    '2.0',
    '30.0 (maximum)',
    '–',
  ]);
  expect([column.value({ warmUp: steady }), column.value({})]).toEqual([2.04, null]);
  expect(titleOf(column)).toBe('Warm-up (s)');
  expect([steady, most].map(warmUpWords)).toEqual([
    '2.0 s, until steady',
    '30.0 s, its maximum, without becoming steady',
  ]);
  expect([hasOwnWarmUps([{}, { warmUp: most }]), hasOwnWarmUps([{}]), hasOwnWarmUps([])]).toEqual([
    true,
    false,
    false,
  ]);
});
