import type { StartNotice } from '../../contracts/engine-api.ts';
import { toErrorReport } from '../../contracts/errors.ts';
import { isElsewhere } from '../../contracts/experiment/cell.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import type { Interval } from '../../contracts/measurement.ts';
import { workOfExperiment } from '../../contracts/work.ts';
import { readExperiment } from '../experiment/read.ts';
import type { InterruptedRun, UnfinishedTrial } from '../store/handover.ts';
import type { Store } from '../store/store.ts';
import { thinkTimeOf } from './assignments.ts';
import { loadPlan } from './stints/load-plan.ts';
import type { LoadPlan } from './stints/stint.ts';
import { TrialRecord } from './trial-record.ts';
import { trialResult } from './trial-result.ts';

/** Of trials whose experiment cannot be read any more. */
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
 * Finishes the runs of engines that died: the trial that ran gets the figures of the intervals
 * that were committed, so that at most its last second is lost. No other process sees a run as
 * interrupted without that trial.
 * @returns what was found.
 */
export function recoverInterrupted(store: Store): StartNotice[] {
  return store.atomically(() => finishInterrupted(store));
}

function finishInterrupted(store: Store): StartNotice[] {
  return store.claimInterrupted().map((run) => {
    try {
      return finishRun(store, run);
    } catch (error) {
      // It must not keep the other runs from being shown.
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
    recoverTrial(store, trial, read.ok ? read.experiment : null, end);
  }
  const text = `The run “${name}” was interrupted when its engine ended; what it had measured is kept.`;
  return { text, runId };
}

function recoverTrial(
  store: Store,
  trial: UnfinishedTrial,
  experiment: Experiment | null,
  endedAt: string,
): void {
  if (trial.startedAt === null) return;
  const plan = experiment ? loadPlan(experiment.load, trial.planned.cell) : unknownPlan;
  const record = replay(plan, store.intervals(trial.id));
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
    thinkTimeMs: experiment ? thinkTimeOf(experiment.load) : null,
    ceilingPerWorker: null,
    energy: null,
    counts: experiment ? workOfExperiment(experiment) : 'requests',
    remote: experiment !== null && isElsewhere(experiment),
    notes: ['The engine ended during this trial; the figures cover the seconds that were stored.'],
  });
  store.finishTrial(trial.id, result);
}

/** Plays a load again as its stored intervals tell: the same rounds lead to the same stints. */
export function replay(plan: LoadPlan, intervals: readonly Interval[]): TrialRecord {
  const record = new TrialRecord(plan);
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
