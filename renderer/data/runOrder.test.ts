import { expect, it } from 'vitest';
import { baselineFirst } from './runOrder.ts';

const run = (id: string, day: number) => ({ id, startedAt: `2026-03-0${day}T10:00:00.000Z` });
const runs = [run('new', 3), run('old', 1), run('middle', 2)];

it('the baseline is the oldest run, however runs were chosen', () => {
  expect(baselineFirst(runs)).toEqual(['old', 'middle', 'new']);
});

it('the baseline is the run that was made it, while it is among them', () => {
  expect(baselineFirst(runs, 'new')).toEqual(['new', 'old', 'middle']);
  expect(baselineFirst(runs, 'removed')).toEqual(['old', 'middle', 'new']);
});
