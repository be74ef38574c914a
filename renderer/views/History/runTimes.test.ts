import { expect, it } from 'vitest';
import type { RunSummary } from '../../../contracts/history.ts';
import { runSeconds } from '../../data/runSummary.ts';
import { describeSpan } from './runTimes.ts';

const run: RunSummary = {
  id: 'a',
  name: 'First look',
  status: 'completed',
  startedAt: '2026-03-04T09:00:00.000Z',
  endedAt: '2026-03-04T09:01:30.400Z',
  cells: 3,
  trialsDone: 3,
  trialsPlanned: 3,
  protocols: ['rest', 'grpc'],
  verdict: 'ok',
  tags: [],
  note: '',
  pinned: false,
  imported: false,
};

it('runSeconds is null while it runs, and if the clock went back', () => {
  expect(runSeconds(run)).toBe(90.4);
  expect(runSeconds({ ...run, endedAt: null })).toBeNull();
  expect(runSeconds({ ...run, endedAt: '2026-03-04T08:00:00.000Z' })).toBeNull();
  expect(runSeconds({ ...run, startedAt: 'never' })).toBeNull();
});

it('runSeconds is in whole seconds from a minute on', () => {
  expect(describeSpan(run)).toBe('1 min 30 s');
  expect(describeSpan({ ...run, endedAt: null })).toBe('–');
});
