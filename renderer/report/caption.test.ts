import { expect, it } from 'vitest';
import { threeLines } from './caption.ts';

const run = 'Run “A name”, 2026-03-04.';
const figure = 'Throughput by users for the shape small, in requests/s; higher is better.';
const means = 'Geometric means of 3 trials; whiskers from lowest to highest.';
const long = `Interpret with caution: ${'rest · small · 10 users; '.repeat(9)}and more.`;

it('a caption has its first sentence, and of the others those for which three lines have room', () => {
  expect(threeLines([figure, long, means].join(' '), 'column', true)).toBe(`${figure} ${means}`);
  expect(threeLines([figure, long].join(' '), 'page', true)).toBe(`${figure} ${long}`);
  expect(threeLines(long, 'column', true)).toBe(long);
});

it('a caption says of which run it is, unless all are of the same', () => {
  expect(threeLines(`${figure} ${run}`, 'column', true)).toBe(figure);
  expect(threeLines(`${figure} ${run}`, 'column', false)).toBe(`${figure} ${run}`);
});

it('initials end no sentence', () => {
  const study = `By J. Berg, D. Redi and others (KTH 2023). ${'x'.repeat(150)} end.`;
  expect(threeLines(study, 'column', true)).toBe(study.slice(0, 42));
});
