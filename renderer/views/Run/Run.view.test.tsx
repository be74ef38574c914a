import { screen } from '@testing-library/dom';
import { expect, it } from 'vitest';
import type { LivePoint, RunEvent, RunProgress } from '../../../contracts/engine-api.ts';
import type { Annotation } from '../../../contracts/history.ts';
import { find, has, openView, said, settled } from '../../../tests/support/dom/view-window.tsx';
import { smallExperiment } from '../../../tests/support/experiments.ts';
import {
  makeCell,
  makePlanned,
  makeResult,
  makeRound,
  testProgress,
} from '../../../tests/support/records.ts';
import { testPoint } from '../../../tests/support/shown-trials.ts';
import { startRun } from '../../actions/startRun.tsx';
import { useRun } from './runStore.ts';

/** Six trials of which one is done, one in doubt, one failed, one skipped, and one runs. */
const trials: RunProgress['trials'] = (
  [
    ['rest', 2, 'completed', { throughputRps: 4321 }],
    ['grpc', 2, 'completed', { throughputRps: 8765, client: { verdict: 'suspect' } }],
    ['rest', 8, 'failed', {}],
    ['grpc', 8, 'skipped', null],
    ['rest', 32, 'running', null],
    ['grpc', 32, 'waiting', null],
  ] as const
).map(([protocol, users, status, part], index) => {
  const planned = makePlanned({ index, cell: makeCell({ protocol, users }) });
  const plain = makeResult(`t${index}`, planned);
  const client = { ...plain.client, ...(part && 'client' in part ? part.client : {}) };
  const requests = status === 'failed' ? { ok: 0, failed: 5, dropped: 0 } : plain.requests;
  return { ...planned, status, result: part && { ...plain, ...part, client, requests } };
});

const progress: RunProgress = {
  ...testProgress,
  name: 'Live',
  trials,
  current: 4,
  activity: 'Measuring',
  secondsLeft: 75,
  running: {
    lengthSeconds: 10,
    warmUpAtMost: null,
    requests: null,
    extendedSeconds: 0,
    notExtendable: null,
  },
  health: {
    verdict: 'suspect',
    sentence: 'Suspect: a load worker had to wait for a core 12 % of the time.',
    reasons: ['A load worker had to wait for a core 12 % of the time.'],
  },
  warnings: ['Mind the fan'],
};

const points: LivePoint[] = Array.from({ length: 12 }, (_none, index) =>
  testPoint({
    trial: 4,
    at: (index + 1) / 4,
    phase: index < 4 ? 'warm-up' : 'measured',
    throughputRps: 1000 + 100 * index,
    p50: 1 + index / 10,
    p95: 2 + index / 5,
    p99: index === 3 ? null : 3 + index,
    users: 32,
    failed: index === 6 ? 3 : 0,
    errors:
      index === 6 ? [{ kind: 'timeout', code: 'ETIMEDOUT', message: 'no answer', count: 3 }] : [],
    clientCpu: 0.4 + index / 50,
    serverCpu: 0.8 - index / 50,
  }),
);

/** A window on a run whose engine says this, and what the window asked for. */
async function openRun(
  now: RunProgress,
  more: Iterable<RunEvent> | AsyncIterable<RunEvent> = [],
  some = points,
  notes: readonly Annotation[] = [],
) {
  let active = now.status === 'running' ? now : null;
  const asked: unknown[] = [];
  const done =
    (what: string) =>
    ({ input }: { input: object }) => {
      asked.push([what, input]);
      return {};
    };
  const view = await openView({
    route: '#/run',
    calls: ({ runs, history }) => ({
      history: {
        annotations: history.annotations.handler(() => [...notes]),
        annotate: history.annotate.handler(({ input: { runId, ...given } }) => {
          asked.push([runId, given]);
          return { ...given, id: 'made', madeAt: now.startedAt };
        }),
        removeAnnotation: history.removeAnnotation.handler(done('unmark')),
      },
      runs: {
        active: runs.active.handler(() => active),
        watch: runs.watch.handler(async function* ({ signal }) {
          yield { type: 'snapshot' as const, progress: now, points: some };
          for await (const event of more) {
            if (event.type === 'end') active = null;
            yield event;
          }
          await new Promise((resolve) => signal?.addEventListener('abort', resolve));
        }),
        series: runs.series.handler(() => some),
        stop: runs.stop.handler(done('stop')),
        skip: runs.skip.handler(done('skip')),
        extend: runs.extend.handler(done('extend')),
      },
    }),
  });
  await find('table', 'Trials');
  return { asked, ...view };
}

it('shows the trial that runs, its health, and the matrix of all trials', async () => {
  const { press } = await openRun(progress);
  await screen.findByText(/^Suspect: /);
  expect(await said()).toMatchSnapshot();
  await press('p99', 'radio');
  expect(await said('table', 'Trials')).toMatchSnapshot('p99');
  await press('Errors', 'radio');
  expect(await said('table', 'Trials')).toMatchSnapshot('errors');
});

it('opens the figures of a trial that has ended', async () => {
  const { press } = await openRun(progress);
  await press(/figures of gRPC, .*2 users/);
  expect(await said('dialog')).toMatchSnapshot();
});

it('stops, skips and extends as asked', async () => {
  const { press, asked, user } = await openRun(progress);
  await press('Skip trial');
  await press('Extend');
  await user.click((await screen.findAllByRole('menuitem'))[0] ?? document.body);
  await press('Extend');
  await press('Custom…', 'menuitem');
  const longer = await find('textbox', 'Longer by');
  await user.clear(longer);
  await user.type(longer, 'soon');
  await screen.findByText('Write a duration such as 90s, 5m or 1h20m.');
  await user.clear(longer);
  await user.type(longer, '10m');
  expect(await said('dialog')).toMatchSnapshot();
  await user.keyboard('{Enter}');
  await press('Stop');
  await expect.poll(() => asked.length).toBe(4);
  expect(asked).toMatchSnapshot();
});

it('lists the rounds of a ladder, and says why it cannot be extended', async () => {
  const { press } = await openRun({
    ...progress,
    rounds: [makeRound(0, 1), makeRound(1, 2, { throughputRps: 7777 })],
    running: {
      lengthSeconds: 30,
      warmUpAtMost: 5,
      requests: null,
      extendedSeconds: 20,
      notExtendable: 'All steps have the same length.',
    },
  });
  await find('table', 'Rounds');
  expect(await said()).toMatchSnapshot();
  const extend = await find('button', 'Extend');
  expect(extend.ariaDisabled).toBe('true');
  await press('Extend');
  expect(screen.queryByRole('menuitem', { name: 'Custom…' })).toBeNull();
});

it('shows what open load wants and drops', async () => {
  const open = points.map((point, index) => ({ ...point, rate: 200, dropped: index }));
  await openRun(progress, [], open);
  expect(await said('region', 'Now')).toMatchSnapshot();
});

const ended: RunProgress = {
  ...progress,
  status: 'stopped',
  current: null,
  running: null,
  health: null,
  secondsLeft: null,
  trials: trials.slice(0, 4),
};

it('follows the run to its end', async () => {
  const next = testPoint({ trial: 4, at: 3.25, throughputRps: 4444, ok: 1111 });
  await openRun(progress, [
    { type: 'point', point: next, secondsLeft: 60, health: null },
    { type: 'end', progress: ended },
  ]);
  await screen.findByText(/^Stopped: /);
  await settled();
  expect(await said()).toMatchSnapshot();
});

it('is marked at the moment at which writing begins, and unmarked', async () => {
  const note = (id: string, trialIndex: number | null, atSeconds: number): Annotation => ({
    ...{ id, trialIndex, atSeconds, madeAt: progress.startedAt, text: `Note ${id}` },
  });
  const notes = [note('a', 1, 61), note('b', null, 3725), note('c', 4, 2)];
  const { press, user, asked } = await openRun(progress, [], points, notes);
  await find('list', 'Annotations');
  expect(await said('list', 'Annotations')).toMatchSnapshot();
  await press('Annotate');
  const field = await find('textbox', 'Annotate this moment');
  expect(document.activeElement).toBe(field);
  expect((await find('button', 'Add')).hasAttribute('disabled')).toBe(true);
  await user.type(field, ' up ');
  await screen.findByText('0:03', { selector: 'form *' });
  await user.keyboard('{Enter}');
  await find('button', 'Remove annotation “up”');
  expect((field as HTMLInputElement).value).toBe('');
  await press('Remove annotation “Note a”');
  await expect.poll(() => has('button', 'Remove annotation “Note a”')).toBe(false);
  expect(asked).toEqual([
    [progress.runId, { trialIndex: 4, atSeconds: 3, text: 'up' }],
    ['unmark', { runId: progress.runId, id: 'a' }],
  ]);
  expect((await find('list', 'Annotations')).children).toHaveLength(3);
});

it.each([
  ['completed', 1, 'The trial is done.'],
  ['completed', 2, 'Both trials are done.'],
  ['completed', 3, 'All 3 trials are done.'],
  ['failed', 4, 'With failures: the figures of 3 of 4 trials are kept.'],
  ['interrupted', 2, 'Interrupted: the figures of 2 of 2 trials are kept.'],
] as const)('says how a run %s after %i trials', async (status, count, words) => {
  await openRun(progress);
  useRun.setState({ progress: { ...ended, status, trials: trials.slice(0, count) } });
  await screen.findByText(words);
  expect(has('button', 'Open result')).toBe(true);
  expect(has('button', 'Stop')).toBe(false);
});

const completed: RunProgress = { ...ended, status: 'completed' };
const itsResult = `#/result/${progress.runId}`;

it.each([
  ['that the reader watches', '#/run', itsResult],
  ['whose view the reader has left', '#/history', '#/history'],
])('at the end of a run %s, in %s, goes to %s', async (_reader, route, expected) => {
  const end = Promise.withResolvers<void>();
  async function* later(): AsyncGenerator<RunEvent> {
    await end.promise;
    yield { type: 'end', progress: completed };
  }
  await openRun(progress, later());
  location.hash = route;
  await settled();
  end.resolve();
  await expect.poll(() => useRun.getState().progress?.status).toBe('completed');
  await settled();
  await expect.poll(() => location.hash).toBe(expected);
  location.hash = '#/run';
  await screen.findByText('All 4 trials are done.');
  await settled();
  expect(location.hash).toBe('#/run');
  expect(await find('button', 'Open result')).toBeDefined();
});

it.each([
  ['completed', '#/result/quick-completed'],
  ['failed', '#/run/quick-failed'],
] as const)('a run that is %s before it can be watched leads to %s', async (status, expected) => {
  const last = { ...ended, status, runId: `quick-${status}` };
  await openView({
    calls: ({ runs }) => ({
      runs: {
        active: runs.active.handler(() => null),
        start: runs.start.handler(() => ({ runId: last.runId })),
        watch: runs.watch.handler(async function* () {
          yield { type: 'snapshot' as const, progress: last, points: [] };
          yield { type: 'end' as const, progress: last };
        }),
      },
    }),
  });
  await startRun(smallExperiment());
  // Its result may open before the Run view has read anything of it.
  if (status === 'failed') await expect.poll(() => useRun.getState().progress?.status).toBe(status);
  await expect.poll(() => location.hash).toBe(expected);
  await settled();
  expect(location.hash).toBe(expected);
});
