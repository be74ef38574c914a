import { expect, it } from 'vitest';
import { loadSchema } from '../../contracts/experiment/load.ts';
import { interval } from '../../tests/support/ticks.ts';
import { loadPlan } from './stints/load-plan.ts';
import { notesOf } from './trial-notes.ts';
import { TrialRecord } from './trial-record.ts';

const stalled = [...new Array<number>(2000).fill(1000), 1_000_000, 1_000_000];
const record = (load: Record<string, unknown>) =>
  new TrialRecord(loadPlan(loadSchema.parse(load), { users: 2 }));
const closed = (latencies: readonly number[]) => {
  const made = record({ model: 'closed', duration: '10s' });
  made.add(interval('measured', latencies));
  return made;
};
const facts = { thinkTimeMs: 0, counts: 'requests', failure: null } as const;

it('notesOf says what a closed load hides, in numbers', () => {
  const [note, ...others] = notesOf(closed(stalled), facts);
  expect(note).toMatch(
    /^A closed load waits while the service stalls.* about 9\d\d ms instead of 1\.00 ms\. Measure with open load to see it\.$/,
  );
  expect(others).toEqual([]);
});

it.each([
  ['open load', stalled, null],
  ['a steady service', new Array<number>(2000).fill(1000), 0],
  ['long think times', stalled, 5000],
])('notesOf does not say so for %s', (_what, latencies, thinkTimeMs) => {
  expect(notesOf(closed(latencies), { ...facts, thinkTimeMs })).toEqual([]);
});

it('notesOf warns of results that mix levels', () => {
  const made = record({ model: 'steps', levels: [2, 8], hold: '1s' });
  for (const played of [0, 1]) {
    const stint = made.plan.next(made.rounds, played);
    if (!stint) throw new Error('no stint');
    made.beginStint(stint, 1);
    made.add(interval('measured', stalled, { round: played }));
    made.endRound();
  }
  expect(notesOf(made, facts)).toEqual([
    'The results of this trial mix levels of load from 2 users to 8 users; each of its 2 rounds has its own results.',
  ]);
});

it('notesOf reports wrong answers as a share of a sample', () => {
  const made = record({ model: 'closed', duration: '10s' });
  made.add(
    interval('measured', new Array<number>(20_000).fill(1000), {
      failed: 1,
      errors: [{ kind: 'mismatch', code: 'CONTENT', count: 1, message: 'id is "a"' }],
      checked: { answers: 200, wrong: 1 },
    }),
  );
  expect(notesOf(made, facts)).toEqual([
    '0.5 % of the checked answers are wrong (1 of 200, 95 % interval 0 % to 2.8 %; 20,001 received). Answers that were not checked count as successful.',
  ]);
  const failure = { code: 'ANSWERS_WRONG', message: '' } as const;
  expect(notesOf(made, { ...facts, failure })).toEqual([]);
});

it('notesOf counts what failed outside the window', () => {
  const made = closed([1000]);
  made.add(interval('warm-up', [], { failed: 1 }));
  expect(notesOf(made, facts)).toEqual(['1 request failed outside the measured window.']);
  made.add(interval('drain', [], { failed: 2 }));
  const failed = (counts: 'requests' | 'iterations') => notesOf(made, { ...facts, counts });
  expect(failed('requests')).toEqual(['3 requests failed outside the measured window.']);
  expect(failed('iterations')).toEqual(['3 iterations failed outside the measured window.']);
});
