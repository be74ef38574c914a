import { expect, it } from 'vitest';
import { testTrial } from '../../tests/support/shown-trials.ts';
import { runNotes } from './runNotes.ts';

const stall = (ms: number) => `It would have been about ${ms} ms instead of 2.76 ms.`;

it('the notes of a run name their trial', () => {
  const trials = [testTrial(), testTrial({ index: 1, notes: ['3 requests failed outside.'] })];
  expect(runNotes(trials)).toEqual(['#2 REST · small · 10 users: 3 requests failed outside.']);
});

it('the notes of a run are shown once if they differ only in numbers', () => {
  const trials = [
    testTrial({ notes: [stall(22.2)] }),
    testTrial({ index: 1, notes: [stall(976)] }),
    testTrial({ index: 2, notes: ['The figures mix levels.', stall(1_024.5)] }),
    testTrial({ index: 3 }),
  ];
  expect(runNotes(trials)).toEqual([
    `3 of 4 trials, such as #1 REST · small · 10 users: ${stall(22.2)}`,
    '#3 REST · small · 10 users: The figures mix levels.',
  ]);
});

it('the notes of a run are none where trials have none', () => {
  expect(runNotes([testTrial()])).toEqual([]);
});
