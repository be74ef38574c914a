import { describe, expect, it } from 'vitest';
import type { TrialProgress } from '../../contracts/engine-api.ts';
import { stacks } from '../../contracts/stacks.ts';
import { type TrialParts, testTrial } from '../../tests/support/shown-trials.ts';
import { cellState, shareDone, tallyOutcomes, tallyTrials, trialMatrix } from './matrix.ts';

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
    const { protocols, rows, of, detailed } = trialMatrix(trials);
    expect(protocols).toEqual(['rest', 'soap']);
    expect([of, detailed]).toEqual(['users', false]);
    expect(rows.map(({ shape, level, first }) => [shape, level, first])).toEqual([
      ['small', 5, true],
      ['small', 10, false],
      ['large', 10, true],
    ]);
    expect(rows[1]?.cells.map((cell) => cell.length)).toEqual([2, 1]);
    expect(rows[0]?.cells.map((cell) => cell.length)).toEqual([1, 0]);
  });

  it('stays narrow: TLS levels and clients are rows', () => {
    const varied = (['on', 'off'] as const).flatMap((tls) =>
      (['library', 'raw'] as const).map((client) => progress('waiting', { cell: { tls, client } })),
    );
    const { protocols, rows, detailed } = trialMatrix(varied);
    expect(protocols).toEqual(['rest']);
    expect(detailed).toBe(true);
    expect(rows.map(({ detail, first, firstOfLevel }) => [detail, first, firstOfLevel])).toEqual([
      ['no TLS, raw', true, true],
      ['no TLS, library', false, false],
      ['TLS, raw', false, false],
      ['TLS, library', false, false],
    ]);
  });

  it('has a row for each stack', () => {
    const { rows } = trialMatrix(stacks.map((stack) => progress('waiting', { cell: { stack } })));
    expect(rows.map(({ detail }) => detail)).toEqual(['Node', 'Go', 'Java', 'Rust', 'Python']);
    expect(rows.flatMap(({ cells }) => cells.map(({ length }) => length))).toEqual([1, 1, 1, 1, 1]);
  });

  it('has one row for each shape where the load sets its own levels, and one for each rate', () => {
    const own = progress('waiting', { cell: { users: undefined } });
    expect(trialMatrix([own])).toMatchObject({ of: null, rows: [{ level: null }] });
    const open = [300, 100].map((rate) =>
      progress('waiting', { cell: { users: undefined, rate } }),
    );
    expect(trialMatrix(open)).toMatchObject({ of: 'rate', rows: [{ level: 100 }, { level: 300 }] });
  });
});

it('cellState shows running trials first, with their values so far, and carries the worst verdict', () => {
  const state = cellState(trials.slice(0, 2));
  expect(state).toMatchObject({
    status: 'running',
    throughputRps: { value: 1000 },
    done: 1,
    total: 2,
  });
  const doubt = { verdict: 'suspect', reasons: ['Near its limit.'] } as const;
  const doubtful = progress('completed', { ...doubt, reasons: [...doubt.reasons] });
  expect(cellState([progress('completed'), doubtful])).toMatchObject(doubt);
});

it('counts completed and failed trials, and sums up a run', () => {
  expect(tallyTrials(trials)).toEqual({ done: 2, failed: 1, total: 5 });
  const doubtful = progress('completed', {
    verdict: 'suspect',
    requests: { ok: 10, failed: 2, dropped: 0 },
  });
  expect(tallyOutcomes([...trials, doubtful])).toEqual({
    completed: 2,
    failed: 1,
    untrusted: 1,
    requests: { ok: 5010, failed: 2 },
  });
});

const repetition = (index: number, p99: number, failed: number) =>
  progress('completed', {
    index,
    requests: { ok: 1000 - failed, failed, dropped: 0 },
    latencyMs: { ...testTrial().latencyMs, p99 },
  });

it('cellState of several repetitions has the central value that every view shows, and all their errors together', () => {
  const several = [repetition(0, 5, 0), repetition(1, 50, 10), repetition(2, 6, 5)];
  expect(cellState(several)).toMatchObject({
    p99Ms: { value: expect.closeTo(Math.cbrt(5 * 50 * 6)), low: 5, high: 50 },
    errorShare: expect.closeTo(15 / 3000),
    latest: { index: 2 },
  });
  expect(cellState([progress('running')])).toMatchObject({
    p99Ms: { value: null },
    errorShare: null,
    latest: null,
  });
});

it('shareDone uses time if the length is known, else requests', () => {
  const reached = { seconds: 3, lengthSeconds: 12, done: 100, requests: null };
  expect(shareDone(reached)).toBe(0.25);
  expect(shareDone({ ...reached, seconds: 13 })).toBe(1);
  expect(shareDone({ ...reached, lengthSeconds: null })).toBeNull();
  expect(shareDone({ ...reached, lengthSeconds: null, requests: 400 })).toBe(0.25);
});
