import { describe, expect, it } from 'vitest';
import { isWithin, problemsAt } from './problems.ts';

const problem = (path: string) => ({ line: 1, column: 1, path, message: `wrong: ${path}` });
const problems = [
  problem('factors.users[0]'),
  problem('factors.usersX'),
  problem('load'),
  problem('load.duration'),
  problem(''),
];

describe('isWithin', () => {
  it('follows keys and indexes, not letters', () => {
    expect(isWithin('factors.users[0]', 'factors.users')).toBe(true);
    expect(isWithin('factors.users.x', 'factors.users')).toBe(true);
    expect(isWithin('factors.usersX', 'factors.users')).toBe(false);
    expect(isWithin('load', 'load.duration')).toBe(false);
    expect(isWithin('anything', '')).toBe(true);
  });
});

describe('problemsAt', () => {
  it('gives a field its own problems', () => {
    expect(problemsAt(problems, ['factors', 'users'])).toEqual([problem('factors.users[0]')]);
    expect(problemsAt(problems, ['load'])).toEqual([problem('load'), problem('load.duration')]);
    expect(problemsAt(problems, ['seed'])).toEqual([]);
  });
});
