import { createHash, randomUUID } from 'node:crypto';
import { type Interval, intervalSchema } from '../../../contracts/measurement.ts';
import {
  type ImportedRun,
  type RunFileHead,
  type RunFileTrialHead,
  runFileTrialSchema,
} from '../../../contracts/run-file.ts';
import type { KeptFile } from '../../store/handover.ts';
import type { StagedRun } from '../../store/staged-run.ts';
import type { Store } from '../../store/store.ts';
import { type RunParts, readRunFile } from './read.ts';

type Runs = Pick<
  Store,
  'runState' | 'visitRun' | 'stageRun' | 'restoreRun' | 'removeRun' | 'isTrialKnown'
>;

/**
 * Imports the run of a run file. An existing run stays unchanged, and is restored if it was deleted; a different
 * run with the same id gives the imported one a new id.
 * @throws WirebenchError as `readRunFile` does, and of the store.
 */
export async function takeRunFile(
  store: Runs,
  packed: AsyncIterable<Uint8Array>,
): Promise<ImportedRun> {
  const arriving = new ArrivingRun(store);
  try {
    return arriving.add(await readRunFile(packed, arriving));
  } finally {
    arriving.discard();
  }
}

/** A run part by part, on its way into the history. */
export class ArrivingRun implements RunParts {
  readonly #store: Runs;
  readonly #staged: StagedRun;
  readonly #measured = new MeasurementDigest();
  #isTrialKnown = false;

  constructor(store: Runs) {
    this.#store = store;
    this.#staged = store.stageRun();
  }

  interval(trial: number, interval: Interval): void {
    this.#staged.interval(trial, interval);
    this.#measured.interval(interval);
  }

  trial(trial: RunFileTrialHead): void {
    this.#staged.trial(trial);
    this.#measured.trial(trial);
    this.#isTrialKnown ||= this.#store.isTrialKnown(trial.id);
  }

  file(file: KeptFile): void {
    this.#staged.file(file);
  }

  /** Called when all parts have arrived. */
  add(run: RunFileHead): ImportedRun {
    const state = this.#store.runState(run.id);
    if (state === 'none') return this.#add(run, 'imported');
    const known = this.#bringBackIfSame(run, state);
    if (known !== null) return { runId: run.id, name: known.name, outcome: 'known' };
    return this.#add({ ...run, id: randomUUID() }, 'renewed');
  }

  discard(): void {
    this.#staged.discard();
  }

  #add(run: RunFileHead, outcome: ImportedRun['outcome']): ImportedRun {
    this.#staged.add(run, this.#isTrialKnown);
    return { runId: run.id, name: run.name, outcome };
  }

  /** The stored run of the same id if its measurements are the same; otherwise null, and a deleted one stays deleted. */
  #bringBackIfSame(run: RunFileHead, state: 'visible' | 'removed'): RunFileHead | null {
    const isRemoved = state === 'removed';
    if (isRemoved) this.#store.restoreRun(run.id);
    let isSame = false;
    try {
      const measured = new MeasurementDigest();
      const stored = this.#store.visitRun(run.id, measured);
      isSame = measured.of(stored) === this.#measured.of(run);
      return isSame ? stored : null;
    } finally {
      if (isRemoved && !isSame) this.#store.removeRun(run.id);
    }
  }
}

/** A checksum of measurements and settings, without later user input. */
class MeasurementDigest {
  readonly #hash = createHash('sha256');

  interval(interval: Interval): void {
    // Values that passed the schema have their keys in a fixed order.
    this.#hash.update(JSON.stringify(intervalSchema.parse(interval)));
  }

  trial(trial: RunFileTrialHead): void {
    const head = runFileTrialSchema.parse({ ...trial, intervals: [] });
    this.#hash.update(JSON.stringify({ ...head, saturation: null }));
  }

  of({ startedAt, environment, experiment }: RunFileHead): string {
    const facts = JSON.stringify({ startedAt, environment, experiment });
    return this.#hash.copy().update(facts).digest('hex');
  }
}
