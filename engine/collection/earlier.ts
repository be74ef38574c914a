import { type Cell, describeCell } from '../../contracts/experiment/cell.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import type { Environment } from '../../contracts/result.ts';
import { readExperiment } from '../experiment/read.ts';
import { mean } from '../stats/moments.ts';
import type { Store } from '../store/store.ts';

/** Earlier results of a cell's trials on this machine. */
export interface EarlierFigures {
  readonly trials: number;
  /** Means over those trials. */
  readonly throughputRps: number;
  /** In both directions. */
  readonly bytesPerRequest: number;
}

/** Maximum number of runs and trials to read, newest first; low, since results are requested while the user types. */
const maxRuns = 40;
const maxTrials = 600;

type RunStore = Pick<Store, 'listRuns' | 'runHead' | 'trialResults'>;

/**
 * Results of an experiment's cells from the newest earlier runs, on this machine and against a target
 * of the same kind.
 * @returns by cell, as `describeCell` names it.
 */
export function earlierFigures(
  store: RunStore,
  experiment: Experiment,
  cells: readonly Cell[],
  here: Environment,
): Map<string, EarlierFigures> {
  const wanted = new Set(cells.map(describeCell));
  const found = new Map<string, TrialResult[]>();
  let seen = 0;
  for (const run of store.listRuns(maxRuns)) {
    if (seen >= maxTrials || run.imported || run.status === 'running') continue;
    if (!run.protocols.some((protocol) => cells.some((cell) => cell.protocol === protocol)))
      continue;
    seen += run.trialsDone;
    const head = store.runHead(run.id);
    if (!isSameMachine(head.environment, here) || !isSameKind(head.experiment, experiment))
      continue;
    for (const trial of store.trialResults(run.id)) {
      const key = describeCell(trial.cell);
      if (!wanted.has(key) || !isUsable(trial)) continue;
      found.set(key, [...(found.get(key) ?? []), trial]);
    }
  }
  return new Map([...found].map(([key, trials]) => [key, meanOf(trials)]));
}

function isUsable({ status, throughputRps, requests, lostMachines }: TrialResult): boolean {
  const isComplete = status === 'completed' && lostMachines === undefined;
  return isComplete && throughputRps > 0 && requests.ok > 0;
}

function isSameMachine(there: Environment, here: Environment): boolean {
  return there.cpu === here.cpu && there.cores === here.cores;
}

/**
 * Whether results of one experiment apply to the other: target, load model, think time, kind of text and sharing of
 * connections are the same, and neither uses other machines, whose capacity is unknown. Factors are compared as part of
 * the cell.
 */
function isSameKind(text: string, experiment: Experiment): boolean {
  const read = readExperiment(text);
  if (!read.ok) return false;
  const kind = ({ load, ...one }: Experiment) =>
    JSON.stringify([
      ...[one.target, load.model, 'thinkTime' in load ? (load.thinkTime ?? 0) : 0],
      ...[one.text, one.connections],
    ]);
  const usesOnlyThisMachine = ({ machines, serviceOn }: Experiment) =>
    machines === 0 && serviceOn === undefined;
  const both = [read.experiment, experiment];
  return both.every(usesOnlyThisMachine) && kind(read.experiment) === kind(experiment);
}

function meanOf(trials: readonly TrialResult[]): EarlierFigures {
  return {
    trials: trials.length,
    throughputRps: mean(trials.map(({ throughputRps }) => throughputRps)),
    bytesPerRequest: mean(
      trials.map(
        ({ bytes, requests }) => (bytes.sent + bytes.received) / (requests.ok + requests.failed),
      ),
    ),
  };
}
