import { expect, it } from 'vitest';
import { field } from './fields.ts';
import { withDefaultIn } from './searchRange.ts';

const search = { model: 'search', method: 'bisection', of: 'rate' };
const defaultOf = (name: string, load: object) => withDefaultIn(field(name), { load }).fallback;

it('lets a search for a rate find its own range, and no other load', () => {
  expect(defaultOf('load.from', search)).toBe('automatic');
  expect(defaultOf('load.to', search)).toBe('automatic');
  expect(defaultOf('load.to', { ...search, of: 'users' })).not.toBe('automatic');
  expect(defaultOf('load.to', { ...search, method: 'doubling' })).not.toBe('automatic');
  expect(defaultOf('load.from', { model: 'ramp', of: 'rate' })).not.toBe('automatic');
  expect(defaultOf('load.round', search)).toBe(field('load.round').fallback);
});
