import { randomUUID } from 'node:crypto';
import {
  type ImportedRun,
  type RunFileRun,
  runFileRunSchema,
} from '../../../contracts/run-file.ts';
import type { Store } from '../../store/store.ts';
import { checksumOf } from './checksum.ts';

type Runs = Pick<
  Store,
  'runState' | 'readRun' | 'addRun' | 'restoreRun' | 'removeRun' | 'isTrialKnown'
>;

/**
 * Adds a run that came as a file. A run that is here already is left as it is, and brought back
 * if it was deleted; another run with the same id gives the new one an id of its own.
 */
export function addImportedRun(store: Runs, run: RunFileRun): ImportedRun {
  const state = store.runState(run.id);
  if (state === 'none') return add(store, run, 'imported');
  const known = bringBackIfSame(store, run, state);
  if (known !== null) return { runId: run.id, name: known.name, outcome: 'known' };
  return add(store, { ...run, id: randomUUID() }, 'renewed');
}

function add(store: Runs, run: RunFileRun, outcome: ImportedRun['outcome']): ImportedRun {
  const free = run.trials.some(({ id }) => store.isTrialKnown(id)) ? withNewTrials(run) : run;
  store.addRun(free);
  return { runId: free.id, name: free.name, outcome };
}

/** The stored run of the same id if it was measured as the given one was; else null, and a deleted one stays deleted. */
function bringBackIfSame(
  store: Runs,
  run: RunFileRun,
  state: 'visible' | 'removed',
): RunFileRun | null {
  const isRemoved = state === 'removed';
  if (isRemoved) store.restoreRun(run.id);
  const stored = store.readRun(run.id);
  if (measurementOf(stored) === measurementOf(run)) return stored;
  if (isRemoved) store.removeRun(run.id);
  return null;
}

/** A checksum of what was measured and how, leaving out what people write on a run afterwards. */
function measurementOf(run: RunFileRun): string {
  // What has passed the schema has its keys in one order.
  const { startedAt, environment, experiment, trials } = runFileRunSchema.parse(run);
  const measured = trials.map(({ saturation: _byHand, ...trial }) => trial);
  return checksumOf({ startedAt, environment, experiment, measured });
}

function withNewTrials(run: RunFileRun): RunFileRun {
  const trials = run.trials.map((trial) => {
    const id = randomUUID();
    return { ...trial, id, result: trial.result && { ...trial.result, id } };
  });
  return { ...run, trials };
}
