import { expect, it } from 'vitest';
import { type ComparedAnswers, tooManyWrong, wrongNote } from './wrong-answers.ts';

const compared = (
  wrong: number,
  answers: number,
  change: Partial<ComparedAnswers> = {},
): ComparedAnswers => ({
  checked: { answers, wrong },
  answered: 100 * answers,
  message: 'id is "a" instead of "b"',
  counts: 'requests',
  ...change,
});

it('fail a trial when all of the sample are wrong, and are reported as a share of the sample', () => {
  expect(tooManyWrong(compared(400, 400))).toEqual({
    code: 'ANSWERS_WRONG',
    message:
      '100 % of the checked answers are wrong (400 of 400, 95 % interval 99 % to 100 %; 40,000 received). The first: id is "a" instead of "b"',
    hint: expect.stringContaining('verify: none'),
  });
});

it.each([
  [0, 1000, false],
  // One of the first four may be chance; a single one proves nothing.
  [1, 4, false],
  [1, 1, true],
  [2, 4, true],
  // 1 % may be wrong, and the sample must prove more.
  [15, 1000, false],
  [20, 1000, true],
  [30, 1000, true],
])('%i of %i', (wrong, answers, fails) => {
  expect(tooManyWrong(compared(wrong, answers)) !== null).toBe(fails);
});

it('have no interval where all were compared, and are those of iterations under load of model plan', () => {
  const all = (wrong: number) => compared(wrong, 1000, { answered: 1000 });
  expect(tooManyWrong(all(10))).toBeNull();
  expect(wrongNote(all(10))).toBe('1 % of the answers are wrong (10 of 1,000).');
  expect(tooManyWrong(all(11))?.message).toContain('1.1 % of the answers are wrong');
  const one = compared(1, 2, { answered: 2, counts: 'iterations' });
  expect(tooManyWrong(one)?.message).toContain(
    '50 % of the iterations got a wrong answer (1 of 2).',
  );
});

it('are not reported where there are none', () => {
  expect(wrongNote(compared(0, 1000))).toBeNull();
});
