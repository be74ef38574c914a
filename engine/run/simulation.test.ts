import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCodes } from '../../contracts/errors.ts';
import type { Interval, TrialResult } from '../../contracts/measurement.ts';
import type { Phase } from '../../contracts/words.ts';
import type { PoolFault, WorkerTotals } from '../../tests/support/simulation/pool.ts';
import { type Played, playRun } from '../../tests/support/simulation/scenario.ts';
import { memoryStore } from '../../tests/support/simulation/store.ts';
import { findSaturation } from '../report/saturation.ts';
import type { Store } from '../store/store.ts';

const count = 2000;
/** Timeout of one test, so that a slow machine finishes in time. */
const atOnce = 200;

/** The same runs each time; a single one with the seed of a failure, and others with `WIREBENCH_SEED=random`. */
function chosenSeeds(): number[][] {
  const wanted = process.env.WIREBENCH_SEED ?? '1';
  if (/^\d+$/.test(wanted) && wanted !== '1') return [[Number(wanted)]];
  const first = wanted === 'random' ? Math.floor(Math.random() * 1e9) : 1;
  return Array.from({ length: count / atOnce }, (_none, part) =>
    Array.from({ length: atOnce }, (_same, place) => first + part * atOnce + place),
  );
}

const finalStatuses = ['completed', 'failed', 'stopped', 'skipped'];

const finished = (totals: WorkerTotals, phase: Phase) => totals.ok[phase] + totals.failed[phase];
const succeeded = ({ ok }: WorkerTotals) => ok['warm-up'] + ok.measured + ok.drain;

function answeredIn(intervals: readonly Interval[], phase: Phase): number {
  return intervals
    .filter((interval) => interval.phase === phase)
    .reduce((sum, { ok, failed }) => sum + ok + failed, 0);
}

/** Invariants of every run, whatever happened to it. */
function expectSound(played: Played): void {
  expectEnded(played);
  expectExtensions(played);
  expectStoredAsReported(played);
  for (const trial of played.stored.trials) expectTrial(played, trial);
  expectNothingAfterStop(played);
}

/** Only windows that end by time can be extended. */
function expectExtensions({ experiment: { load }, extendedMs, events }: Played): void {
  const isPossible = 'duration' in load && load.duration !== undefined;
  if (!isPossible) expect(extendedMs.size).toBe(0);
  const reports = events.flatMap((event) =>
    event.type === 'snapshot' ? (event.progress.running?.extendedSeconds ?? 0) : 0,
  );
  expect(Math.max(...reports) * 1000).toBe(Math.max(0, ...extendedMs.values()));
}

function expectEnded(played: Played): void {
  const { events, status, waiting, pool, services, stoppedAt, storeFailures, beginning } = played;
  expect(events.filter(({ type }) => type === 'end')).toHaveLength(1);
  const last = events.at(-1);
  if (last?.type !== 'end') throw new Error('the last event is not the end');
  expect(last.progress.status).toBe(status);
  expect(waiting).toBe(0);
  const isGathered = pool.preparedAt.length + services.startedAt.length > 0;
  if (isGathered) expect([pool.isClosed, services.isClosed]).toEqual([true, true]);
  expect(services.all.filter(({ isStopped }) => !isStopped)).toEqual([]);
  const { trials } = last.progress;
  expect(trials.filter((trial) => trial.status === 'running')).toEqual([]);
  if (status === 'stopped') expect(stoppedAt).not.toBeNull();
  // Nothing else skips trials.
  const isCut = stoppedAt !== null || storeFailures > 0 || beginning === 'there are no machines';
  if (!isCut) expect(trials.filter((trial) => trial.status === 'waiting')).toEqual([]);
  for (const trial of trials) {
    if (trial.status === 'waiting') expect(trial.result).toBeNull();
    else expect(finalStatuses).toContain(trial.status);
  }
}

function expectStoredAsReported({ events, stored, status }: Played): void {
  const last = events.at(-1);
  if (last?.type !== 'end') return;
  const reported = last.progress.trials.flatMap(({ result }) => result ?? []);
  expect(stored.trials).toEqual(reported);
  expect(stored.head.status).toBe(status);
  expect(stored.head.endedAt).not.toBeNull();
}

function expectTrial(played: Played, trial: TrialResult): void {
  const { pool, stored, experiment } = played;
  if (trial.status === 'failed') {
    expect(Object.keys(errorCodes)).toContain(trial.failure?.code);
    expect(explained(played, trial)).toContain(trial.failure?.code);
  } else expect(trial.failure).toBeNull();
  const totals = pool.totals.get(trial.id);
  const { accounting } = trial;
  if (!totals) {
    expect(accounting).toMatchObject({ warmUp: 0, measured: 0, drained: 0, succeeded: 0 });
    return;
  }
  expect(accounting.warmUp).toBe(finished(totals, 'warm-up'));
  expect(accounting.measured).toBe(finished(totals, 'measured'));
  expect(accounting.drained).toBe(finished(totals, 'drain'));
  expect(accounting.succeeded).toBe(succeeded(totals));
  if (!totals.isIncomplete) {
    expect(accounting.issued).toBe(totals.issued);
    expect(accounting.abandoned).toBe(totals.abandoned);
    expect(accounting.issued - accounting.abandoned).toBe(
      accounting.warmUp + accounting.measured + accounting.drained,
    );
  }
  if (experiment.load.model !== 'search') {
    expect(trial.requests).toMatchObject({
      ok: totals.ok.measured,
      failed: totals.failed.measured,
    });
  }
  const intervals = stored.intervals.get(trial.id) ?? [];
  if (played.storeFailures === 0) {
    expect(answeredIn(intervals, 'warm-up')).toBe(accounting.warmUp);
    expect(answeredIn(intervals, 'measured')).toBe(accounting.measured);
    expect(answeredIn(intervals, 'drain')).toBe(accounting.drained);
  }
  expectContiguous(intervals);
  expectRounds(experiment, trial);
  // The end of a trial is stored after all its intervals.
  const storedBefore = played.intervalsBefore.get(trial.id);
  if (storedBefore !== undefined && trial.status !== 'failed') {
    expect(storedBefore).toBe(intervals.length);
  }
  expectLength(played, trial, totals);
  expectEndInTime(played, trial, totals);
}

/** A trial measures for its planned duration. */
function expectLength(
  played: Played,
  { status, window, index, server }: TrialResult,
  totals: WorkerTotals,
): void {
  const { seconds, extendedMs, isElsewhere, services, experiment } = played;
  if (status === 'completed' && seconds !== null && !totals.isIncomplete) {
    expect(window.seconds).toBeCloseTo(seconds + (extendedMs.get(index) ?? 0) / 1000, 6);
  }
  if (isElsewhere || status !== 'completed' || experiment.load.model === 'search') return;
  // The service uses a tenth of a core, which is read at both edges of each window.
  const endsByTime = !('requests' in experiment.load && experiment.load.requests !== undefined);
  if (endsByTime && !services.faults.has('falls silent')) {
    expect(server?.cpuSeconds).toBeCloseTo(window.seconds / 10, 1);
  }
}

/** No load is generated after its planned end. */
function expectEndInTime(played: Played, { index }: TrialResult, totals: WorkerTotals): void {
  const { isElsewhere, services, stoppedAt, skippedAt } = played;
  // Machines confirm a start late, and receive an end only then.
  if (isElsewhere || totals.faults.has('hangs')) return;
  const died = services.ofTrial[index]?.diedAt ?? null;
  const ends = [stoppedAt, skippedAt.get(index) ?? null, died && died + afterDeathMs];
  for (const end of ends) {
    if (end !== null && end > 0) expect(totals.lastAt).toBeLessThanOrEqual(end + momentMs);
  }
}

const afterDeathMs = 400;
/** Time for workers to receive the end, and to reach the barrier. */
const momentMs = 50;

/** Rounds are numbered and add up, also in a trial that was ended during one. */
function expectRounds({ load }: Played['experiment'], { rounds, requests }: TrialResult): void {
  expect(rounds.map(({ index }) => index)).toEqual(rounds.map((_round, place) => place));
  const isLadder = load.model === 'steps' || load.model === 'stages';
  if (!isLadder) return;
  expect(rounds.reduce((sum, { ok }) => sum + ok, 0)).toBe(requests.ok);
  expect(rounds.reduce((sum, { failed }) => sum + failed, 0)).toBe(requests.failed);
}

/** The possible error codes of the planted faults. */
function explained(
  { pool, services, storeFailures, beginning }: Played,
  { id }: TrialResult,
): string[] {
  const faults = pool.totals.get(id)?.faults ?? new Set<PoolFault>();
  const has = (...some: PoolFault[]) => some.some((fault) => faults.has(fault));
  return [
    ...(has('is not ready', 'dies', 'hangs') ? ['WORKER_FAILED'] : []),
    ...(has('is lost', 'does not start') ? ['MACHINE_LOST'] : []),
    ...(services.faults.has('dies') ? ['SERVICE_DIED'] : []),
    ...(services.faults.has('does not start') ? ['SERVICE_START_FAILED'] : []),
    ...(beginning === 'no call can be made' ? ['WORKER_FAILED'] : []),
    ...(storeFailures > 0 ? ['STORE_WRITE_FAILED', 'RUN_OVERRUN'] : []),
    // None of the measured requests was reported.
    ...(has('is lost', 'is heard late', 'hangs') ? ['NO_REQUEST_COMPLETED'] : []),
  ];
}

/** Intervals of one phase and round follow each other without a gap. */
function expectContiguous(intervals: readonly Interval[]): void {
  for (const [place, interval] of intervals.entries()) {
    expect(interval.lengthMs).toBeGreaterThanOrEqual(0);
    const before = intervals[place - 1];
    if (!before) continue;
    expect(interval.index).toBeGreaterThan(before.index);
    // Across stints, too.
    const beforeEnd = before.startMs + before.lengthMs;
    if (interval.phase !== 'drain') expect(interval.startMs).toBeGreaterThan(beforeEnd - 1);
    const isSame = before.phase === interval.phase && before.round === interval.round;
    if (!isSame || interval.phase === 'drain') continue;
    expect(interval.startMs).toBeCloseTo(beforeEnd, 6);
  }
}

function expectNothingAfterStop({ stoppedAt, pool, services }: Played): void {
  if (stoppedAt === null) return;
  expect(pool.preparedAt.filter((at) => at > stoppedAt)).toEqual([]);
  expect(services.startedAt.filter((at) => at > stoppedAt)).toEqual([]);
}

describe('a run on simulated time, whatever happens to it', () => {
  let store: Store;
  beforeAll(() => {
    store = memoryStore();
  });
  afterAll(() => store.close());

  it.each(chosenSeeds().map((seeds) => ({ seeds, from: seeds[0], to: seeds.at(-1) })))(
    'keeps its invariants: seeds $from to $to',
    async ({ seeds }) => {
      const failed: string[] = [];
      for (const seed of seeds) {
        try {
          expectSound(await playRun(seed, store));
        } catch (error) {
          failed.push(`WIREBENCH_SEED=${seed}: ${error instanceof Error ? error.stack : error}`);
        }
      }
      expect(failed.slice(0, 5).join('\n\n')).toBe('');
    },
  );

  it('ends steps at the level at which requests begin to fail', async () => {
    const load =
      '{model: steps, levels: [2, 32, 64, 128], hold: 1s, settle: 0s, stopAt: saturation}';
    const capacity = { perSecond: 60, more: 'fails' } as const;
    const played = await playRun(1, store, { load, capacity });
    expectSound(played);
    for (const trial of played.stored.trials) {
      expect(trial.rounds.at(-1)?.failed).toBeGreaterThan(0);
      expect(trial.rounds.length).toBeLessThan(4);
      expect(findSaturation([trial])[0]?.criterion).toBe('failures');
    }
  });

  it('ends a ramp once ten seconds have confirmed the plateau, as completed', async () => {
    const load = '{model: ramp, to: 2000, perSecond: 10}';
    const capacity = { perSecond: 300, more: 'waits' } as const;
    const played = await playRun(2, store, { load, capacity });
    expectSound(played);
    expect(played.status).toBe('completed');
    for (const trial of played.stored.trials) {
      expect(trial.rounds.length).toBeGreaterThanOrEqual(10);
      expect(trial.rounds.length).toBeLessThan(40);
      expect(trial.rounds.at(-1)?.outcome).toMatch(/The ramp ended here\.$/);
      expect(findSaturation([trial])[0]?.criterion).toBe('plateau');
    }
  });
});
