import { ORPCError } from '@orpc/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { RunEvent } from '../../../contracts/engine-api.ts';
import { answeringLink } from '../../../tests/support/dom/answering-link.ts';
import { testProgress } from '../../../tests/support/records.ts';
import { linkEvents } from '../../transport/connection.ts';
import { lookForRun, useRun } from './runStore.ts';

/** Connects to an engine at whose run the window may look. @returns what breaks the events off. */
function connectToRun(): () => void {
  const end = new AbortController();
  async function* events(): AsyncGenerator<RunEvent> {
    yield { type: 'snapshot', progress: testProgress, points: [] };
    await new Promise((resolve) => end.signal.addEventListener('abort', resolve));
    throw new Error('closed');
  }
  answeringLink({ 'runs.active': () => testProgress, 'runs.watch': events });
  return () => end.abort();
}

/** Puts back what a test changes of the run. */
function keepRun(): void {
  const before = useRun.getState();
  onTestFinished(() => useRun.setState(before, true));
}

it('shows the end of a started run that ended before the window could look', async () => {
  keepRun();
  const progress = { ...testProgress, status: 'failed' as const };
  let asked = 0;
  async function* ended(): AsyncGenerator<RunEvent> {
    asked += 1;
    yield { type: 'snapshot', progress, points: [] };
    yield { type: 'end', progress };
  }
  answeringLink({ 'runs.active': () => null, 'runs.watch': ended });
  await lookForRun();
  expect(useRun.getState()).toMatchObject({ link: 'idle', progress: null });
  await lookForRun(progress.runId);
  await lookForRun(progress.runId);
  expect(useRun.getState()).toMatchObject({ link: 'idle', progress: { status: 'failed' } });
  expect(asked).toBe(1);
});

/** An address that the window is at, and goes to. */
function at(hash: string): { hash: string } {
  const location = { hash };
  vi.stubGlobal('window', { location });
  onTestFinished(() => void vi.unstubAllGlobals());
  return location;
}

it.each(
  (
    [
      ['completed', '#/run', '#/result/ID'],
      ['completed', '#/run/ID', '#/result/ID'],
      ['completed', '#/run/another', '#/run/another'],
      ['completed', '#/wire', '#/wire'],
      ['stopped', '#/run/ID', '#/run/ID'],
      ['failed', '#/run/ID', '#/run/ID'],
    ] as const
  ).flatMap(([status, from, to]) => [true, false].map((seen) => ({ status, from, to, seen }))),
)('goes from $from to $to when it is $status, seen before: $seen', async (given) => {
  const { status, seen } = given;
  keepRun();
  // Each started run is looked for once.
  const runId = `${status}-${given.from.length}`;
  const [from, to] = [given.from, given.to].map((hash) => hash.replace('ID', runId));
  const location = at(from ?? '');
  const progress = { ...testProgress, runId };
  let asked = 0;
  async function* events(): AsyncGenerator<RunEvent> {
    asked += 1;
    yield { type: 'end', progress: { ...progress, status } };
  }
  answeringLink({ 'runs.active': () => (seen ? progress : null), 'runs.watch': events });
  await lookForRun(runId);
  expect(useRun.getState().progress?.status).toBe(status);
  expect(location.hash).toBe(to);
  expect(asked).toBe(1);
});

it.each([
  ['nothing else runs', null, `#/result/${testProgress.runId}`],
  ['another run is in progress', { ...testProgress, runId: 'next' }, '#/run'],
])('after an end that was not seen, where %s, is at %s', async (_when, next, expected) => {
  keepRun();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const location = at('#/run');
  const lose = connectToRun();
  const followed = lookForRun();
  await vi.advanceTimersByTimeAsync(0);
  const run = { status: 'completed', warnings: [] };
  answeringLink({ 'runs.active': () => next, 'runs.get': () => ({ run, trials: [] }) });
  lose();
  await vi.advanceTimersByTimeAsync(1000);
  await followed;
  expect(useRun.getState().progress).toMatchObject({ status: 'completed' });
  expect(location.hash).toBe(expected);
});

it('waits no longer for a run that was removed while the connection was lost', async () => {
  keepRun();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  at('#/run');
  const lose = connectToRun();
  const followed = lookForRun();
  await vi.advanceTimersByTimeAsync(0);
  const error = { code: 'RUN_NOT_FOUND', message: 'There is no such run' };
  answeringLink({
    'runs.active': () => null,
    'runs.get': () => {
      throw new ORPCError('NOT_FOUND', { data: error });
    },
  });
  lose();
  await vi.advanceTimersByTimeAsync(1000);
  await followed;
  expect(useRun.getState().link).toBe('idle');
});

it('reports no run in progress if the run of an old address has long ended', async () => {
  keepRun();
  answeringLink({
    'runs.active': () => null,
    'runs.watch': () => {
      throw new Error('RUN_NOT_ACTIVE');
    },
  });
  await lookForRun('20260101-120000-abcdef');
  expect(useRun.getState()).toMatchObject({ link: 'idle', progress: null, error: null });
});

it('calls a run interrupted only when its engine is known to have ended', async () => {
  keepRun();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const seen = () => {
    const { link, progress } = useRun.getState();
    return [link, progress?.status];
  };
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  const lose = connectToRun();
  const followed = lookForRun();
  await pass(0);
  expect(seen()).toEqual(['watching', 'running']);

  linkEvents.closed('lost');
  lose();
  await pass(0);
  expect(seen()).toEqual(['lost', 'running']);
  expect(useRun.getState().secondsLeft).toBeNull();

  await pass(1000);
  const loseAgain = connectToRun();
  await pass(0);
  expect(seen()).toEqual(['watching', 'running']);
  expect(useRun.getState().secondsLeft).toBe(testProgress.secondsLeft);

  linkEvents.closed('lost');
  loseAgain();
  await pass(0);
  linkEvents.closed('outdated');
  await pass(1000);
  expect(useRun.getState().progress?.status).toBe('interrupted');

  const run = { status: 'stopped', warnings: [] };
  answeringLink({ 'runs.active': () => null, 'runs.get': () => ({ run, trials: [] }) });
  await pass(1000);
  await followed;
  expect(seen()).toEqual(['idle', 'stopped']);
});
