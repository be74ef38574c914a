import { expect, it } from 'vitest';
import { complaintLimit } from './complaints.ts';

it('reports ten complaints a second and counts the others', () => {
  const reported: string[] = [];
  let clock = 0;
  const complain = complaintLimit(
    (message) => reported.push(message),
    () => clock,
  );
  for (let index = 0; index < 25; index++) complain(`wrong ${index}`);
  expect(reported).toEqual(Array.from({ length: 10 }, (_, index) => `wrong ${index}`));
  clock = 1000;
  complain('after a second');
  expect(reported.at(-1)).toBe('after a second (15 more before it)');
  complain('x'.repeat(1000));
  expect(reported.at(-1)).toHaveLength(300);
});
