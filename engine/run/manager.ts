import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { PlacedExperiment } from '../../contracts/api/base.ts';
import { WirebenchError } from '../../contracts/errors.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import { isPlan } from '../../contracts/experiment/load.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import type { RunHead } from '../../contracts/result.ts';
import { formatBytes } from '../../metrics/format.ts';
import { planTrials, warnings } from '../experiment/plan.ts';
import { experimentError, readExperiment } from '../experiment/read.ts';
import { type MachinesKeeper, needsMachines, notListening } from '../machines/keeper.ts';
import { FileKeeper, maxKeptBytes, namedFiles } from '../own-service/kept-files.ts';
import { TokenKeeper } from '../own-service/oauth.ts';
import { sharedRows } from '../own-service/shared-rows.ts';
import { withService } from '../own-service/with-service.ts';
import { environment } from '../platform/environment.ts';
import { untilDecidedOf } from '../report/until-decided.ts';
import type { KeptFile } from '../store/handover.ts';
import type { Store } from '../store/store.ts';
import { maxWorkers } from './assignments.ts';
import { ceilingPerWorker } from './ceiling.ts';
import { openEnergy } from './energy/run-energy.ts';
import { preflight } from './preflight.ts';
import { Run } from './run.ts';
import { refuseUnconfirmedCommands } from './servers/commands.ts';
import { checkServers } from './servers/start-server.ts';

/** Input of a run. */
interface Prepared {
  readonly experiment: Experiment;
  /** Its text, migrated to the current version. */
  readonly source: string;
  readonly folder: string;
  readonly kept: readonly KeptFile[];
  readonly tokens: TokenKeeper;
}

/** A run that goes on: it keeps its name, start and results. */
interface Refined {
  readonly head: RunHead;
  readonly results: readonly TrialResult[];
  readonly moreMs: number;
}

/** Starts runs, one at a time, and gives access to the one in progress. */
export class RunManager {
  readonly #store: Store;
  readonly #home: string;
  /** Niceness of load workers and services (Linux); 0 is normal priority. */
  readonly niceness: number;
  readonly #machines: MachinesKeeper;
  #current: { run: Run; ended: Promise<unknown> } | null = null;
  /** The last run stays watchable, so that a late window still receives its end. */
  #last: Run | null = null;
  /** Ends another activity that loads this machine. */
  #occupant: (() => Promise<void>) | null = null;
  #occupantName = '';

  constructor(store: Store, home: string, niceness: number, machines: MachinesKeeper) {
    this.#store = store;
    this.#machines = machines;
    this.#home = home;
    this.niceness = niceness;
  }

  get current(): Run | null {
    return this.#current?.run ?? null;
  }

  /**
   * Reads, checks and starts an experiment. @returns the id of the run.
   * @throws WirebenchError EXPERIMENT_INVALID, SERVICE_INVALID, RUN_BUSY, HOST_NOT_CONFIRMED, COMMAND_NOT_CONFIRMED,
   *   TOKEN_REFUSED, USERS_EXCEED_LIMIT, ARGUMENT_INVALID, ENERGY_UNAVAILABLE, MACHINES_UNAVAILABLE
   */
  async start(placed: PlacedExperiment): Promise<string> {
    return await this.#prepare(placed, (prepared) => this.#begin(prepared));
  }

  /**
   * Repeats all cells of an ended run for some time, so that its comparisons become more exact.
   * @throws WirebenchError RUN_NOT_FOUND, RUN_NOT_EXTENDABLE, and those of {@link RunManager.start}
   */
  async refine(id: string, seconds: number, { folder }: { folder: string }): Promise<void> {
    this.#refuseWhileBusy();
    const head = this.#store.runHead(id);
    const results = this.#store.trialResults(id);
    refuseUnrefinable(head, results, environment());
    const placed = { text: head.experiment, folder, filesOf: id };
    await this.#prepare(placed, (prepared) =>
      this.#begin(prepared, { head, results, moreMs: seconds * 1000 }),
    );
  }

  async #prepare<T>(
    { text, folder, filesOf }: PlacedExperiment,
    begin: (prepared: Prepared) => T,
  ): Promise<T> {
    this.#refuseWhileBusy();
    const read = readExperiment(text);
    if (!read.ok) throw experimentError(read);
    const { source } = read;
    const workers = maxWorkers(read.experiment, availableParallelism());
    // Before a service is asked for its types: nothing is sent to an unconfirmed host.
    preflight(read.experiment, this.#store.confirmedHosts(), workers);
    refuseUnconfirmedCommands(read.experiment, folder, this.#store.isCommandConfirmed);
    checkServers(read.experiment);
    if (needsMachines(read.experiment) && !this.#machines.isListening) throw notListening();
    const files = new FileKeeper(namedFiles(this.#store, { folder, filesOf }));
    const experiment = await withService(read.experiment, { files, folder, home: this.#home });
    const kept = await files.kept();
    const tokens = await TokenKeeper.open(experiment.custom);
    try {
      // Another run may have begun while files were read.
      this.#refuseWhileBusy();
      return begin({ experiment, source, folder, kept, tokens });
    } catch (error) {
      tokens.close();
      throw error;
    }
  }

  /** @throws WirebenchError ENERGY_UNAVAILABLE */
  #begin({ experiment, source, folder, kept, tokens }: Prepared, refined?: Refined): string {
    const trials = refined ? [] : planTrials(experiment);
    const energy = openEnergy(experiment);
    const here = environment();
    const calibration = this.#store.latestCalibration();
    const startedAt = refined?.head.startedAt ?? new Date().toISOString();
    const id = refined?.head.id ?? runId(startedAt);
    const rows = experiment.custom ? sharedRows(experiment.custom, experiment.factors) : [];
    const advice = refined?.head.warnings ?? [...warnings(experiment), ...rows, ...notKept(kept)];
    const run = new Run({
      id,
      experiment,
      source,
      trials,
      ...(refined && { continued: refined }),
      warnings: advice,
      startedAt,
      home: this.#home,
      folder,
      niceness: this.niceness,
      store: this.#store,
      energy,
      gather: needsMachines(experiment)
        ? async (signal, waiting) => {
            const gathered = await this.#machines.gather(experiment, signal, waiting);
            tokens.onRenewed = () => gathered.pool?.renewTokens?.();
            return gathered;
          }
        : null,
      watch: (listener) => this.#machines.watch(listener),
      // A ceiling counts requests of the bundled workloads by workers of this machine, and the throughput of a plan
      // iterations.
      ceilingPerWorker: (cell) =>
        isPlan(experiment.load) || experiment.service || experiment.machines > 0
          ? null
          : ceilingPerWorker(calibration, here, cell),
    });
    if (refined) this.#store.resumeRun(id);
    else {
      this.#store.createRun({
        id,
        name: experiment.name,
        experiment: source,
        environment: here,
        startedAt,
        warnings: advice,
        trials: run.trialIds,
        files: kept,
      });
    }
    tokens.onTrouble = (sentence) => run.warn(sentence);
    const ended = run.execute().finally(() => {
      tokens.close();
      this.#last = run;
      this.#current = null;
    });
    this.#current = { run, ended };
    return id;
  }

  /**
   * Blocks runs while something else loads this machine, such as a calibration.
   * @param end ends it early when the engine closes.
   * @param name of the activity at the start of a sentence.
   * @returns a function to be called when it is over.
   * @throws WirebenchError RUN_BUSY
   */
  occupy(end: () => Promise<void>, name = 'A calibration'): () => void {
    this.#refuseWhileBusy();
    this.#occupant = end;
    this.#occupantName = name;
    return () => {
      this.#occupant = null;
    };
  }

  #refuseWhileBusy(): void {
    if (!this.#current && !this.#occupant) return;
    const what = this.#current ? 'Another run' : this.#occupantName;
    throw new WirebenchError(
      'RUN_BUSY',
      `${what} is in progress; stop it or wait for it to finish`,
    );
  }

  /** @throws WirebenchError RUN_NOT_ACTIVE */
  active(id: string): Run {
    const run = this.#current?.run;
    if (run?.id === id) return run;
    throw new WirebenchError('RUN_NOT_ACTIVE', 'This run is not in progress');
  }

  /** The run in progress or the last one. @throws WirebenchError RUN_NOT_ACTIVE */
  watchable(id: string): Run {
    // A run that goes on has the id of the one that ended.
    const current = this.#current?.run;
    if (current?.id === id) return current;
    return this.#last?.id === id ? this.#last : this.active(id);
  }

  /** Stops a run in progress and waits until everything measured is stored. */
  async close(): Promise<void> {
    await this.#occupant?.();
    const current = this.#current;
    if (!current) return;
    current.run.stop();
    await current.ended;
  }
}

/** @throws WirebenchError RUN_NOT_EXTENDABLE */
function refuseUnrefinable(
  head: RunHead,
  results: readonly TrialResult[],
  here: RunHead['environment'],
): void {
  const refuse = (message: string, hint: string) => {
    throw new WirebenchError('RUN_NOT_EXTENDABLE', message, { hint });
  };
  if (!untilDecidedOf(head.experiment)) {
    refuse(
      'The number of repetitions of this run was fixed.',
      'Run the experiment again with repetitions: {until: decided}.',
    );
  }
  if (head.status !== 'completed' && head.status !== 'stopped') {
    refuse(`This run is ${head.status}.`, 'Only a completed or stopped run can go on.');
  }
  if (results.length === 0) refuse('This run has no results yet.', 'Run the experiment again.');
  const other = comparable.find((fact) => head.environment[fact] !== here[fact]);
  if (other !== undefined) {
    refuse(
      `This run was measured where ${factNames[other]} was ${head.environment[other]}, and here it is ${here[other]}.`,
      'Figures of two machines or versions are not put together: run the experiment again.',
    );
  }
}

/** What must be the same for the trials of one run. */
const factNames = {
  cpu: 'the processor',
  cores: 'the number of cores',
  os: 'the system',
  node: 'Node',
  wirebench: 'Wirebench',
} as const;
const comparable = Object.keys(factNames) as (keyof typeof factNames)[];

/** Files that are needed to repeat the run. */
function notKept(files: readonly KeptFile[]): string[] {
  return files
    .filter(({ gzip }) => gzip === null)
    .map(
      ({ path }) =>
        `No copy of ${path} is kept with the run: its files are larger than ${formatBytes(maxKeptBytes)} in total. Keep it yourself to repeat the run.`,
    );
}

/** Sortable by time, unique, and easy to identify by its last characters. */
function runId(startedAt: string): string {
  return `${startedAt.slice(0, 19).replace(/[-:]/g, '').replace('T', '-')}-${randomBytes(3).toString('hex')}`;
}
