import { describe, expect, it } from 'vitest';
import type { LiveHealth, RunEvent } from '../../contracts/engine-api.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import { engineRuns } from '../support/engine-runs.ts';
import { startRelay } from '../support/relay.ts';
import { removeTestIdentities, startService } from '../support/service.ts';

const runs = engineRuns();

const experiment = (factors: string, load: string, more = 'workers: 2') => `wirebench: 1
name: Extended
factors: {protocol: rest${factors}}
load: ${load}
${more}
`;

/** Starts a run, calls `act` once something was measured, and follows it to its end. */
async function actedOn(text: string, act: (runId: string) => Promise<unknown>) {
  const { client } = runs.engine;
  const { runId } = await client.runs.start({ text });
  let acted: Promise<unknown> | null = null;
  const events = await runs.follow(runId, (event) => {
    const isMeasured = event.type === 'point' && event.point.phase === 'measured';
    if (isMeasured && event.point.ok > 0) acted ??= act(runId);
  });
  await acted;
  const { trials, run } = await client.runs.get({ runId });
  const [trial] = trials;
  if (!trial) throw new Error('no trial was measured');
  return { trial, run, events };
}
const extend = (seconds: number) => (runId: string) =>
  runs.engine.client.runs.extend({ runId, seconds });

function expectCounted({ accounting, requests }: TrialResult): void {
  const { issued, warmUp, measured, drained, abandoned, succeeded, serverCounted } = accounting;
  expect(warmUp + measured + drained + abandoned).toBe(issued);
  expect(abandoned).toBe(0);
  expect(succeeded).toBe(issued);
  expect(serverCounted).toBe(issued);
  expect(requests.ok).toBe(measured);
}

async function expectSeamless(trial: TrialResult, seconds: number): Promise<void> {
  const series = await runs.engine.client.runs.series({ trialId: trial.id });
  const measured = series.filter(({ phase }) => phase === 'measured');
  expect(measured.at(-1)?.at).toBeCloseTo(seconds, 6);
  expect(measured.reduce((sum, { ok }) => sum + ok, 0)).toBe(trial.requests.ok);
  const map = await runs.engine.client.runs.heatMap({ trialId: trial.id });
  const counts = map.columns.flatMap((column) => column.counts);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(trial.requests.ok);
}

describe('a trial that is extended while it measures', () => {
  it('measures longer by what was asked for, and counts every request once', async () => {
    const text = experiment(', users: 4', '{model: closed, duration: 5s, thinkTime: 5ms}');
    const { trial, run, events } = await actedOn(text, extend(1));
    expect(run.status).toBe('completed');
    expect(trial.window.seconds).toBe(6);
    expectCounted(trial);
    await expectSeamless(trial, 6);
    expect(trial.notes).toContain(
      'The measured window was extended by 1 s while it was open, from 5 s to 6 s.',
    );
    const snapshots = events.flatMap((event) => (event.type === 'snapshot' ? event : []));
    expect(snapshots.map(({ progress }) => progress.running?.lengthSeconds)).toContain(6);
    // Which verdict it is depends on the machine.
    expect(healthsOf(events).length).toBeGreaterThan(0);
  });
});

const healthsOf = (events: readonly RunEvent[]): LiveHealth[] =>
  events.flatMap((event) => (event.type === 'point' ? (event.health ?? []) : []));

describe('a remote target that is unplugged while it is measured', () => {
  it('shows in the errors by kind, fails its trial with a message and keeps its results', async () => {
    const service = await startService({ protocol: 'rest' });
    const relay = await startRelay(service.port);
    const target = `target: {rest: "http://127.0.0.1:${relay.port}"}\nworkers: 1\ntimeout: 2s`;
    const load = '{model: closed, requests: 600, thinkTime: 20ms}';
    const { trial, run, events } = await actedOn(experiment(', users: 10', load, target), () =>
      relay.close(),
    );
    const kinds = new Set(
      events.flatMap((event) =>
        event.type === 'point' ? event.point.errors.map(({ kind }) => kind) : [],
      ),
    );
    expect(kinds).toContain('connect');
    expect(run.status).toBe('failed');
    expect(trial.failure).toMatchObject({
      code: 'TARGET_LOST',
      message: expect.stringContaining('stopped accepting connections'),
    });
    expect(trial.requests.ok).toBeGreaterThan(0);
    expect(trial.requests.ok + trial.requests.failed).toBe(600);
    expect(trial.latencyMs.p50).toBeGreaterThan(0);
    await service.stop();
    await removeTestIdentities();
  });
});
