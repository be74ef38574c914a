import { describe, expect, it } from 'vitest';
import type { TrialProgress } from '../../contracts/engine-api.ts';
import { cellState, tallyOutcomes, tallyTrials, trialMatrix } from './matrix.ts';
import { type TrialParts, testTrial } from './testTrials.ts';

function progress(status: TrialProgress['status'], parts: TrialParts = {}): TrialProgress {
  const result = testTrial(parts);
  const { index, cell, repetition } = result;
  return { index, cell, repetition, status, result: status === 'completed' ? result : null };
}

const trials = [
  progress('completed', { index: 0 }),
  progress('running', { index: 1, repetition: 2 }),
  progress('waiting', { index: 2, cell: { protocol: 'soap' } }),
  progress('failed', { index: 3, cell: { users: 5 } }),
  progress('waiting', { index: 4, cell: { shape: 'large' } }),
];

describe('trialMatrix', () => {
  it('has a row for each shape and number of users, the shape named once', () => {
    const { series, rows } = trialMatrix(trials);
    expect(series.map(({ label }) => label)).toEqual(['REST', 'SOAP']);
    expect(rows.map(({ shape, users, first }) => [shape, users, first])).toEqual([
      ['small', 5, true],
      ['small', 10, false],
      ['large', 10, true],
    ]);
    expect(rows[1]?.cells.map((cell) => cell.length)).toEqual([2, 1]);
    expect(rows[0]?.cells.map((cell) => cell.length)).toEqual([1, 0]);
  });
});

describe('cellState', () => {
  it('lets what runs speak first, with the figures so far', () => {
    const state = cellState(trials.slice(0, 2));
    expect(state).toMatchObject({ status: 'running', throughputRps: 1000, done: 1, total: 2 });
  });

  it('carries the worst verdict', () => {
    const doubtful = progress('completed', { verdict: 'suspect', reasons: ['Near its limit.'] });
    const state = cellState([progress('completed'), doubtful]);
    expect(state).toMatchObject({ verdict: 'suspect', reasons: ['Near its limit.'] });
  });
});

it('counts what is done and what failed', () => {
  expect(tallyTrials(trials)).toEqual({ done: 2, failed: 1, total: 5 });
});

it('sums up what a run left behind', () => {
  const doubtful = progress('completed', { verdict: 'suspect', requests: { ok: 10, failed: 2 } });
  expect(tallyOutcomes([...trials, doubtful])).toEqual({
    completed: 2,
    failed: 1,
    untrusted: 1,
    requests: { ok: 5010, failed: 2 },
  });
});
