import type { Threshold } from '../../contracts/experiment/threshold.ts';
import { readExperiment } from '../experiment/read.ts';
import type { UnfinishedTrial } from '../store/handover.ts';
import type { Store } from '../store/store.ts';
import { TrialFigures } from './trial-figures.ts';
import { trialResult } from './trial-result.ts';

/**
 * Finishes the runs of engines that died: the trial that ran gets the figures of the intervals
 * that were committed, so that at most its last second is lost.
 * @returns sentences about what was found.
 */
export function recoverInterrupted(store: Store): string[] {
  return store.claimInterrupted().map(({ runId, trials }) => {
    const { name, experiment, endedAt } = store.runHead(runId);
    const read = readExperiment(experiment);
    const thresholds = read.ok ? read.experiment.thresholds : [];
    for (const trial of trials)
      recoverTrial(store, trial, thresholds, endedAt ?? new Date().toISOString());
    return `The run “${name}” was interrupted; what it had measured is kept.`;
  });
}

function recoverTrial(
  store: Store,
  trial: UnfinishedTrial,
  thresholds: readonly Threshold[],
  endedAt: string,
): void {
  if (trial.startedAt === null) return;
  const figures = new TrialFigures();
  for (const interval of store.intervals(trial.id)) figures.add(interval);
  const result = trialResult(figures, {
    id: trial.id,
    planned: trial.planned,
    status: 'interrupted',
    startedAt: trial.startedAt,
    endedAt,
    failure: null,
    windowSeconds: figures.measured.lengthMs / 1000,
    workers: 1,
    issued: null,
    abandoned: 0,
    serverCounted: null,
    serverCpuSeconds: null,
    thresholds,
    notes: [
      'The engine ended during this trial; the figures are those of the seconds that were stored.',
    ],
  });
  store.finishTrial(trial.id, result);
}
