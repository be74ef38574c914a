import { expect, it } from 'vitest';
import { stacks } from '../../contracts/stacks.ts';
import { testTrial } from '../../tests/support/shown-trials.ts';
import { trialWords } from './trialWords.ts';

it('a trial in words names what distinguishes it from the others, and no more; distinguishes trials that differ in their stack alone', () => {
  const first = testTrial();
  const second = testTrial({ index: 1, repetition: 2, cell: { tls: 'on' } });
  expect(trialWords(first, [first])).toBe('#1 REST · small · 10 users');
  expect(trialWords(second, [first, second])).toBe(
    '#2 REST · small · 10 users · TLS · repetition 2',
  );
  const trials = stacks.map((stack, index) => testTrial({ index, cell: { stack } }));
  expect(trials.map((trial) => trialWords(trial, trials))).toEqual([
    '#1 REST · small · 10 users · Node',
    '#2 REST · small · 10 users · Go',
    '#3 REST · small · 10 users · Java',
    '#4 REST · small · 10 users · Rust',
    '#5 REST · small · 10 users · Python',
  ]);
});

it('a trial in words leaves out a level that the load sets itself', () => {
  const trial = testTrial({ cell: { users: undefined } });
  expect(trialWords(trial, [trial])).toBe('#1 REST · small');
});
