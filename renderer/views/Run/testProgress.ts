import type { RunProgress } from '../../../contracts/engine-api.ts';

/** The progress of a run at its first trial, for tests. */
export const testProgress: RunProgress = {
  runId: 'a',
  name: 'A',
  status: 'running',
  startedAt: '2026-03-04T09:12:00.000Z',
  trials: [],
  current: 0,
  activity: '',
  rounds: [],
  running: null,
  health: null,
  secondsLeft: 9,
  warnings: [],
};
