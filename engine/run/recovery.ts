import type { StartNotice } from '../../contracts/engine-api.ts';
import { messageOf, toErrorReport } from '../../contracts/errors.ts';
import { isServedElsewhere } from '../../contracts/experiment/cell.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import type { Interval } from '../../contracts/measurement.ts';
import { workOfExperiment } from '../../contracts/work.ts';
import type { Tick } from '../../contracts/worker-messages.ts';
import { formatWholeSeconds } from '../../metrics/format.ts';
import { readExperiment } from '../experiment/read.ts';
import type { InterruptedRun, UnfinishedTrial } from '../store/handover.ts';
import type { Store } from '../store/store.ts';
import { thinkTimeOf } from './assignments.ts';
import { IntervalBuilder } from './interval-builder.ts';
import { loadPlan } from './stints/load-plan.ts';
import type { LoadPlan } from './stints/stint.ts';
import { TrialRecord } from './trial-record.ts';
import { trialResult } from './trial-result.ts';

/** Edges of ticks that differ by less are the same, in milliseconds. */
const edgeMs = 0.5;

/** Load of trials whose experiment can no longer be read. */
const unknownPlan: LoadPlan = {
  unit: 'users',
  arrivals: null,
  secondsAreRounds: false,
  next: () => null,
  conclude: () => '',
  hasSeenEnough: () => false,
  headline: null,
};

/**
 * Finishes the runs of engines that died: the current trial gets the results of the intervals
 * that were committed, so that at most its last second is lost. No other process sees a run as
 * interrupted without that trial.
 * @returns the interrupted runs.
 */
export function recoverInterrupted(store: Store): StartNotice[] {
  return store.atomically(() => finishInterrupted(store));
}

function finishInterrupted(store: Store): StartNotice[] {
  return store.claimInterrupted().map((run) => {
    try {
      return finishRun(store, run);
    } catch (error) {
      // One unreadable run must not hide the others.
      const { code, message } = toErrorReport(error);
      if (code !== 'STORE_CORRUPT') throw error;
      return { text: `Run ${run.runId} was interrupted. ${message}.`, runId: null };
    }
  });
}

function finishRun(store: Store, { runId, trials }: InterruptedRun): StartNotice {
  const { name, experiment, endedAt } = store.runHead(runId);
  const read = readExperiment(experiment);
  for (const trial of trials) {
    const end = endedAt ?? new Date().toISOString();
    recoverTrial(store, trial, read.ok ? read.experiment : null, end, [
      'The engine ended during this trial; the results cover the seconds that were stored.',
    ]);
  }
  const text = `The run “${name}” was interrupted when its engine ended; its measurements up to then are kept.`;
  return { text, runId };
}

function recoverTrial(
  store: Store,
  trial: UnfinishedTrial,
  experiment: Experiment | null,
  endedAt: string,
  notes: readonly string[],
): void {
  if (trial.startedAt === null) return;
  const plan = planOf(experiment, trial);
  const thinkTimeMs = experiment ? thinkTimeOf(experiment.load) : null;
  const record = replay(plan, store.intervals(trial.id), thinkTimeMs);
  const result = trialResult(record, {
    id: trial.id,
    planned: trial.planned,
    status: 'interrupted',
    startedAt: trial.startedAt,
    endedAt,
    failure: null,
    stints: [],
    serverCounted: null,
    thresholds: experiment?.thresholds ?? [],
    thinkTimeMs,
    ceilingPerWorker: null,
    energy: null,
    counts: experiment ? workOfExperiment(experiment) : 'requests',
    remote: experiment !== null && isServedElsewhere(experiment),
    notes,
  });
  store.finishTrial(trial.id, result);
}

function planOf(
  experiment: Experiment | null,
  { planned }: Pick<UnfinishedTrial, 'planned'>,
): LoadPlan {
  return experiment ? loadPlan(experiment.load, planned.cell) : unknownPlan;
}

/**
 * Adds what other machines continued to measure to a trial whose engine died.
 * @param ticks of all workers together, in order, with times from the start of the trial; ticks that are stored
 *   already are left out.
 */
export function addLeftBehind(store: Store, trialId: string, ticks: readonly Tick[]): void {
  store.atomically(() => {
    if (!store.isTrialKnown(trialId)) return;
    const { runId, planned } = store.trial(trialId);
    const trial = store.trialResults(runId).find(({ id }) => id === trialId);
    if (trial?.status !== 'interrupted') return;
    const read = readExperiment(store.runHead(runId).experiment);
    const experiment = read.ok ? read.experiment : null;
    const { startedAt, status } = trial;
    const unfinished = { id: trialId, planned, startedAt, status };
    const { secondsAreRounds } = planOf(experiment, unfinished);
    const added = intervalsAfter(store.intervals(trialId), ticks, secondsAreRounds);
    if (added.length === 0) return;
    for (const interval of added) store.appendInterval(trialId, interval);
    const ms = added.reduce((sum, { lengthMs }) => sum + lengthMs, 0);
    const endedAt = new Date(Date.parse(trial.endedAt) + ms).toISOString();
    recoverTrial(store, unfinished, experiment, endedAt, [
      `The engine ended during this trial. What the machines measured in the ${formatWholeSeconds(ms / 1000)} after its last stored second was fetched later; of those seconds nothing is known of the service.`,
    ]);
  });
}

/** Notes in the run that measurements of machines after its engine died could not be fetched. */
export function noteNotFetched(store: Store, trialId: string, error: unknown): void {
  if (!store.isTrialKnown(trialId)) return;
  const { runId } = store.trial(trialId);
  const { warnings } = store.runHead(runId);
  const sentence = `What the machines measured after the engine had ended could not be fetched: ${messageOf(error)}`;
  if (!warnings.includes(sentence)) store.setWarnings(runId, [...warnings, sentence]);
}

/** The intervals after the stored ones, beginning where the last one ends. */
export function intervalsAfter(
  stored: readonly Interval[],
  ticks: readonly Tick[],
  secondsAreRounds: boolean,
): Interval[] {
  const last = stored.at(-1);
  const end = last ? last.startMs + last.lengthMs : 0;
  const measured = stored.filter(({ phase }) => phase === 'measured').length;
  const added: Interval[] = [];
  const builder = new IntervalBuilder(
    (interval) => {
      const index = stored.length + added.length;
      const { round, phase } = interval;
      const isSecond = secondsAreRounds && phase === 'measured' && round !== null;
      added.push({ ...interval, index, round: isSecond ? round + measured : round });
    },
    { take: () => ({}) },
    secondsAreRounds,
  );
  // Ends and starts are the same edges, apart from rounding.
  for (const tick of ticks) if (!last || tick.startMs >= end - edgeMs) builder.add(tick, null);
  builder.flush(null);
  return added;
}

/** Replays a load from its stored intervals: the same rounds lead to the same stints. */
export function replay(
  plan: LoadPlan,
  intervals: readonly Interval[],
  thinkTimeMs: number | null = null,
): TrialRecord {
  const record = new TrialRecord(plan, null, thinkTimeMs);
  let played = 0;
  let knownRounds = 0;
  const begin = () => {
    record.endRound();
    const stint = plan.next(record.rounds, played++);
    if (!stint) return;
    knownRounds = stint.firstRound + stint.rounds.length;
    record.beginStint(stint, 1);
  };
  begin();
  for (const interval of intervals) {
    const isNext = interval.round !== null && interval.round >= knownRounds;
    if (isNext && !plan.secondsAreRounds) begin();
    record.add(interval);
  }
  record.endRound();
  return record;
}
