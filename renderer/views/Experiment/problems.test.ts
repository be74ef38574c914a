import { expect, it } from 'vitest';
import { isAtOrInside, problemsAt } from './problems.ts';

const problem = (path: string) => ({ line: 1, column: 1, path, message: `wrong: ${path}` });
const problems = [
  problem('factors.users[0]'),
  problem('factors.usersX'),
  problem('load'),
  problem('load.duration'),
  problem(''),
];

it('isWithin follows keys and indexes, not letters', () => {
  expect(isAtOrInside('factors.users[0]', 'factors.users')).toBe(true);
  expect(isAtOrInside('factors.users.x', 'factors.users')).toBe(true);
  expect(isAtOrInside('factors.usersX', 'factors.users')).toBe(false);
  expect(isAtOrInside('load', 'load.duration')).toBe(false);
  expect(isAtOrInside('anything', '')).toBe(true);
});

it('problemsAt gives a field its own problems', () => {
  expect(problemsAt(problems, ['factors', 'users'])).toEqual([problem('factors.users[0]')]);
  expect(problemsAt(problems, ['load'])).toEqual([problem('load'), problem('load.duration')]);
  expect(problemsAt(problems, ['seed'])).toEqual([]);
});
