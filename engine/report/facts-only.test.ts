import { expect, it } from 'vitest';
import { factsOnly } from './facts-only.ts';

it.each([
  [
    'Every cell has 10 users, so the run compares at this level only. Use two or more levels for that.',
    'Every cell has 10 users, so the run compares at this level only.',
  ],
  [
    'Each cell was measured once, which says nothing about scatter: repeat it at least three times.',
    'Each cell was measured once, which says nothing about scatter.',
  ],
  ['Set order to interleaved.', ''],
  [
    'A load worker was short of CPU 40 % of the time.',
    'A load worker was short of CPU 40 % of the time.',
  ],
  ['The first: HTTP 500. It ended.', 'The first: HTTP 500. It ended.'],
])('of “%s” it keeps the facts', (text, facts) => {
  expect(factsOnly(text)).toBe(facts);
});
