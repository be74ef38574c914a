import { expect, it } from 'vitest';
import type { RunSummary } from '../../../../contracts/engine-api.ts';
import { canCompare, maxChosen, runsMatching, withBaseline, withToggled } from './selection.ts';

const run = (part: Partial<RunSummary>): RunSummary => ({
  id: 'a',
  name: 'TLS tax',
  status: 'completed',
  startedAt: '2026-03-01T10:00:00.000Z',
  endedAt: null,
  cells: 1,
  trialsDone: 3,
  trialsPlanned: 3,
  protocols: ['rest', 'grpc'],
  verdict: 'ok',
  tags: ['laptop'],
  note: '',
  pinned: false,
  imported: false,
  ...part,
});

it('the selection of runs adds and removes runs, in order, and is never longer than a comparison; puts the baseline first, once', () => {
  expect(withToggled([], 'a')).toEqual(['a']);
  expect(withToggled(['a'], 'b')).toEqual(['a', 'b']);
  expect(withToggled(['a', 'b'], 'a')).toEqual(['b']);
  const full = Array.from({ length: maxChosen }, (_, index) => `run ${index}`);
  expect(withToggled(full, 'more')).toEqual(full);
  expect(withBaseline(full, 'more')).toHaveLength(maxChosen);
  expect(withBaseline(['a', 'b', 'c'], 'c')).toEqual(['c', 'a', 'b']);
  expect(withBaseline(['a'], 'x')).toEqual(['x', 'a']);
});

it('the selection of runs excludes runs without results, and those in progress', () => {
  expect(canCompare(run({}))).toBe(true);
  expect(canCompare(run({ trialsDone: 0 }))).toBe(false);
  expect(canCompare(run({ status: 'running' }))).toBe(false);
});

it('the selection of runs finds by all words, anywhere', () => {
  const runs = [run({}), run({ id: 'b', name: 'First look', tags: [] })];
  expect(runsMatching(runs, 'tax LAPTOP').map(({ id }) => id)).toEqual(['a']);
  expect(runsMatching(runs, 'grpc')).toHaveLength(2);
  expect(runsMatching(runs, 'nothing')).toEqual([]);
});
