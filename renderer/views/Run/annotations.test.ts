import { expect, it, onTestFinished, vi } from 'vitest';
import { testProgress } from '../../../tests/support/records.ts';
import { testPoint } from '../../../tests/support/shown-trials.ts';
import { historyOf } from '../../data/liveHistory.ts';
import { momentNow } from './annotations.ts';
import { useRun } from './runStore.ts';

it.each([
  ['of its trial', { trial: 0, at: 12, current: 0 }, { trialIndex: 0, atSeconds: 12 }],
  ['between two trials', { trial: 0, at: 12, current: null }, { trialIndex: null, atSeconds: 90 }],
  ['before the first point', { trial: 0, at: 12, current: 1 }, { trialIndex: null, atSeconds: 90 }],
])('the moment of a run is in seconds %s', (_when, { trial, at, current }, moment) => {
  const before = useRun.getState();
  vi.useFakeTimers({ now: Date.parse(testProgress.startedAt) + 90_000 });
  onTestFinished(() => {
    vi.useRealTimers();
    useRun.setState(before, true);
  });
  const history = historyOf([testPoint({ trial, at })]);
  useRun.setState({ history, progress: { ...testProgress, current } });
  expect(momentNow()).toEqual(moment);
});
