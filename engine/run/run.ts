/** One file, because a run is one sequence: each of its steps needs the trials, the machines and the end of the others. */

import { randomUUID } from 'node:crypto';
import type {
  LivePoint,
  RunEvent,
  RunProgress,
  TrialProgress,
} from '../../contracts/engine-api.ts';
import { type ErrorReport, toErrorReport } from '../../contracts/errors.ts';
import type { Cell, PlannedTrial } from '../../contracts/experiment/cell.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import type { RunStatus } from '../../contracts/words.ts';
import { countsIn, workOfExperiment } from '../../contracts/work.ts';
import { cellsOf, estimateSeconds } from '../experiment/plan.ts';
import { type Clock, realClock } from '../platform/clock.ts';
import type { Store } from '../store/store.ts';
import { createIntervalWriter, type IntervalWriter } from '../store/writer.ts';
import type { RunEnergy } from './energy/run-energy.ts';
import { Asker } from './equivalence/asker.ts';
import { checkEquivalence } from './equivalence/check.ts';
import { notExtendable } from './extension.ts';
import type { LoadPool } from './load-pool.ts';
import { Repetitions } from './repetitions.ts';
import { requestLines } from './request-lines.ts';
import { RunFeed } from './run-feed.ts';
import { RunLog } from './run-log.ts';
import type { GatheredMachines, ServicesElsewhere } from './services-elsewhere.ts';
import { StacksOfRun } from './stack-service.ts';
import { TrialRunner } from './trial-runner.ts';
import type { WatchMachines } from './watched-records.ts';
import { WorkerPool } from './worker-pool.ts';

export interface RunOptions {
  readonly id: string;
  readonly experiment: Experiment;
  /** The experiment file as it is run (YAML). */
  readonly source: string;
  readonly trials: readonly PlannedTrial[];
  /** A run that goes on: its results, and for how long, in milliseconds. */
  readonly continued?: { readonly results: readonly TrialResult[]; readonly moreMs: number };
  readonly warnings: readonly string[];
  readonly startedAt: string;
  readonly home: string;
  /** Base folder of the experiment's files. */
  readonly folder: string;
  /** Niceness of load workers and services (Linux); 0 is normal priority. */
  readonly niceness: number;
  readonly store: Store;
  readonly energy: RunEnergy;
  /** Finds the machines that generate the load or run the service; null where this one does both. */
  readonly gather:
    | ((signal: AbortSignal, waiting: (awaited: Awaited) => void) => Promise<GatheredMachines>)
    | null;
  /** Watched machines. */
  readonly watch: WatchMachines;
  /** Throughput of one worker against a service that does nothing; null when unknown. */
  ceilingPerWorker(cell: Cell): number | null;
  readonly clock?: Clock;
  /** Makes the calls before the load; by default a thread of the run. */
  readonly asker?: Pick<Asker, 'ask' | 'close'>;
}

type Awaited = NonNullable<RunProgress['awaited']>;

interface Slot {
  readonly id: string;
  readonly progress: TrialProgress;
}

/** One execution of an experiment: its trials in sequence, each on a fresh service. */
export class Run {
  readonly id: string;
  readonly #options: RunOptions;
  readonly #slots: Slot[];
  readonly #clock: Clock;
  readonly #asker: Pick<Asker, 'ask' | 'close'>;
  readonly #silent = new Map<string, number>();
  readonly #stacks = new StacksOfRun();
  readonly #writer: IntervalWriter;
  readonly #feed: RunFeed;
  readonly #log: RunLog;
  /** What watchers need of the experiment. */
  readonly #shown: Pick<RunProgress, 'thresholds' | 'requests'>;
  /** Null where the number of repetitions is fixed. */
  readonly #repetitions: Repetitions | null;
  /** When its first trial began, on the clock. */
  #trialsSince: number | null = null;
  #status: RunStatus = 'running';
  #activity = 'Starting';
  #awaited: RunProgress['awaited'];
  #current: { index: number; runner: TrialRunner; startedAt: number } | null = null;
  #stopping = false;
  /** Aborts what precedes the first trial. */
  readonly #stop = new AbortController();
  readonly #warnings: string[];
  /** Errors that belong to no trial. */
  readonly #troubles: string[] = [];
  /** Error that kept something from being stored. */
  #unstored: ErrorReport | null = null;
  /** Results of trials whose end could not be stored. */
  readonly #held: TrialResult[] = [];

  constructor(options: RunOptions) {
    this.id = options.id;
    this.#warnings = [...options.warnings];
    this.#options = options;
    this.#clock = options.clock ?? realClock;
    this.#asker = options.asker ?? new Asker();
    this.#slots = [
      ...(options.continued?.results ?? []).map(endedSlot),
      ...slotsFor(options.trials),
    ];
    this.#repetitions = repetitionsOf(options);
    this.#writer = createIntervalWriter(options.store, { clock: this.#clock });
    this.#feed = new RunFeed(() => this.progress());
    this.#log = new RunLog(this.#clock);
    this.#shown = shownOf(options.experiment);
  }

  get trialIds(): { id: string; planned: PlannedTrial }[] {
    return this.#slots.map(({ id, progress: { index, cell, repetition } }) => ({
      id,
      planned: { index, cell, repetition },
    }));
  }

  /** Runs every trial. Never rejects: errors end up in the status, the trials or the warnings. */
  async execute(): Promise<RunStatus> {
    await this.#attempt(async () => {
      await this.#compareAnswers();
      await this.#measureBaseline();
      const gathered = await this.#gather();
      if (!gathered) return;
      const { services } = gathered;
      const pool = gathered.pool ?? new WorkerPool(this.#options.niceness);
      await this.#attempt(() => this.#runTrials(pool, services));
      await this.#attempt(() => pool.close());
      await this.#attempt(() => services?.close());
    });
    await this.#attempt(() => this.#asker.close());
    await this.#attempt(() => this.#writer.close());
    await this.#attempt(() => this.#keepTroubles());
    this.#status = this.#finalStatus();
    this.#activity = '';
    const endedAt = this.#clock.date().toISOString();
    await this.#attempt(() => {
      if (this.#held.length === 0) this.#options.store.finishRun(this.id, this.#status, endedAt);
    });
    if (this.#troubles.length > 0) this.#status = 'failed';
    if (this.#unstored) this.#hold(endedAt);
    this.#feed.end();
    return this.#status;
  }

  /** For later watchers of the run. */
  #keepTroubles(): void {
    if (this.#troubles.length === 0 || this.#unstored) return;
    this.#options.store.setWarnings(this.id, this.progress().warnings);
  }

  /** Results that could not be stored stay in memory while the engine runs. */
  #hold(endedAt: string): void {
    this.#options.store.holdRun({
      runId: this.id,
      status: this.#status,
      endedAt,
      warnings: this.progress().warnings,
      results: this.#held,
    });
  }

  /** The other machines of the experiment; null when it is stopped. */
  async #gather(): Promise<GatheredMachines | null> {
    const { gather } = this.#options;
    if (this.#stopping) return null;
    if (!gather) return { pool: null, services: null };
    try {
      return await gather(this.#stop.signal, (awaited) => this.#waitForMachines(awaited));
    } catch (error) {
      // They are no longer needed.
      if (this.#stop.signal.aborted) return null;
      throw error;
    } finally {
      this.#awaited = undefined;
    }
  }

  #waitForMachines(awaited: Awaited): void {
    const { machines, there, service } = awaited;
    this.#awaited = awaited;
    const found = there.length === 0 ? 'none is there' : `there are ${there.join(', ')}`;
    this.#do(
      service === undefined
        ? `Waiting for machines, ${there.length} of ${machines}: ${found}`
        : `Waiting for ${service}, on which the service is to run: ${found}`,
    );
  }

  async #runTrials(pool: LoadPool, services: ServicesElsewhere | null): Promise<void> {
    const startedAt = this.#clock.now();
    this.#trialsSince = startedAt;
    let waiting = this.#slots.filter(({ progress }) => progress.status === 'waiting');
    for (;;) {
      for (const [place, slot] of waiting.entries()) {
        if (this.#stopping) return;
        await this.#runTrial(slot, pool, services);
        const following = waiting[place + 1];
        this.#noteRepetition(slot, following);
      }
      if (this.#stopping) return;
      waiting = this.#addRepetition(this.#clock.now() - startedAt);
      if (waiting.length === 0) return;
    }
  }

  /** Notes the state of the comparisons after the last trial of a repetition. */
  #noteRepetition(slot: Slot, following: Slot | undefined): void {
    const { repetition } = slot.progress;
    if (!this.#repetitions || following?.progress.repetition === repetition) return;
    const results = this.#slots.flatMap(({ progress }) => progress.result ?? []);
    this.#repetitions.completed(repetition, results);
    this.#feed.changed();
  }

  /** Plans one more repetition, if the comparisons need it. */
  #addRepetition(elapsedMs: number): Slot[] {
    const first = this.#slots.length;
    const planned = this.#repetitions?.next(elapsedMs) ?? [];
    const added = slotsFor(planned.map((trial, place) => ({ index: first + place, ...trial })));
    if (added.length === 0) return [];
    this.#slots.push(...added);
    this.#options.store.addTrials(this.id, this.trialIds.slice(first));
    this.#feed.changed();
    return added;
  }

  /** Runs before anything is measured, since services that answer differently cannot be compared. */
  async #compareAnswers(): Promise<void> {
    const { experiment, home, folder, niceness } = this.#options;
    const isNeeded = experiment.equivalence === 'check' && experiment.factors.protocol.length > 1;
    if (!isNeeded || this.#stopping) return;
    this.#do('Comparing the answers of the protocols');
    const place = { home, folder, niceness, cores: null };
    try {
      this.#warn(
        await checkEquivalence(
          experiment,
          { ...place, stacks: this.#stacks },
          this.#asker,
          this.#stop.signal,
        ),
      );
    } catch (error) {
      const { code, message, hint } = toErrorReport(error);
      if (code === 'ANSWERS_DIFFER') this.#warn([`${message} ${hint ?? ''}`.trim()]);
      throw error;
    }
  }

  /** Adds sentences for readers of the results, each once. */
  warn(sentence: string): void {
    if (this.#warnings.includes(sentence)) return;
    this.#warn([sentence]);
    this.#feed.changed();
  }

  /** Adds to the stored warnings. */
  #warn(sentences: readonly string[]): void {
    // A run that goes on has those of its beginning.
    const added = sentences.filter((one) => !this.#warnings.includes(one));
    if (added.length === 0) return;
    this.#warnings.push(...added);
    for (const sentence of added) this.#log.add(sentence);
    this.#options.store.setWarnings(this.id, this.#warnings);
  }

  /** Says what the run is doing. */
  #do(activity: string): void {
    this.#activity = activity;
    this.#log.add(activity);
    this.#feed.changed();
  }

  /** Measures idle power before the first trial. */
  async #measureBaseline(): Promise<void> {
    const { energy } = this.#options;
    if (energy.baselineMs === 0 || this.#stopping) return;
    this.#do('Measuring idle power');
    await energy.measureBaseline(this.#stop.signal);
  }

  /** Continues after an error and adds it to the run's warnings; the store itself may have failed. */
  async #attempt(work: () => Promise<void> | void): Promise<void> {
    try {
      await work();
    } catch (error) {
      const report = toErrorReport(error);
      if (isOfStore(report)) this.#unstored ??= report;
      const trouble = inSentences(report);
      if (!this.#troubles.includes(trouble)) this.#troubles.push(trouble);
    }
  }

  #isWarned(trouble: string): boolean {
    return this.#warnings.some((warning) => warning.startsWith(trouble));
  }

  /** Ends the current trial and skips the others. */
  stop(): void {
    this.#stopping = true;
    this.#stop.abort();
    this.#current?.runner.end('stopped');
    this.#do('Stopping');
  }

  /** Ends the current trial and continues with the next. */
  skip(): void {
    this.#current?.runner.end('skipped');
  }

  /** Extends the current trial. @throws WirebenchError TRIAL_NOT_EXTENDABLE */
  extend(seconds: number): void {
    if (!this.#current || this.#stopping) {
      throw notExtendable(this.#stopping ? 'The run is being stopped.' : 'No trial is running.');
    }
    this.#current.runner.extend(seconds * 1000);
    this.#feed.changed();
  }

  watch(signal?: AbortSignal): AsyncGenerator<RunEvent> {
    return this.#feed.watch(signal);
  }

  progress(): RunProgress {
    const { experiment, startedAt } = this.#options;
    return {
      runId: this.id,
      name: experiment.name,
      status: this.#status,
      startedAt,
      trials: this.#slots.map(({ progress }) => ({ ...progress })),
      current: this.#current?.index ?? null,
      activity: this.#activity,
      ...(this.#awaited && { awaited: this.#awaited }),
      rounds: [...(this.#current?.runner.rounds ?? [])],
      running: this.#current?.runner.running ?? null,
      health: this.#current?.runner.health ?? null,
      secondsLeft: this.#secondsLeft(),
      ...(this.#repetitions && { decision: this.#repetitions.decision }),
      warnings: [...this.#warnings, ...this.#troubles.filter((one) => !this.#isWarned(one))],
      log: [...this.#log.lines],
      ...this.#shown,
      ...(this.#unstored ? { unstored: this.#withStored(this.#unstored) } : {}),
      ...countsIn(workOfExperiment(experiment)),
    };
  }

  /** The error, with the number of trials that are stored nevertheless. */
  #withStored({ hint, ...error }: ErrorReport): ErrorReport {
    const ended = this.#slots.filter(({ progress }) => progress.result !== null);
    const stored = ended.length - this.#held.length;
    const kept = `${stored} of ${ended.length} measured trials are stored; the results of the others are only printed or shown now.`;
    return { ...error, hint: hint ? `${hint} ${kept}` : kept };
  }

  async #runTrial(slot: Slot, pool: LoadPool, services: ServicesElsewhere | null): Promise<void> {
    const { experiment, home, folder, niceness, store, energy } = this.#options;
    const { index } = slot.progress;
    const runner = new TrialRunner(
      {
        experiment,
        home,
        folder,
        niceness,
        pool,
        services,
        watch: this.#options.watch,
        asker: this.#asker,
        silent: this.#silent,
        stacks: this.#stacks,
        clock: this.#clock,
        energy,
        activity: (text) => this.#do(text),
        roundEnded: () => this.#feed.changed(),
        ceilingPerWorker: (cell) => this.#options.ceilingPerWorker(cell),
        point: (point: LivePoint) => {
          if (this.#log.point(point)) this.#feed.changed();
          this.#feed.point(point, this.#secondsLeft(), runner.health);
        },
        interval: (interval) => this.#writer.push(slot.id, interval),
      },
      slot.id,
      slot.progress,
    );
    this.#current = { index, runner, startedAt: this.#clock.now() };
    slot.progress.status = 'running';
    this.#log.trialStarts(slot.progress);
    store.startTrial(slot.id, this.#clock.date().toISOString());
    this.#feed.trialStarts();
    if (this.#stopping) runner.end('stopped');
    const result = await runner.run();
    await this.#keep(slot, result);
  }

  async #keep(slot: Slot, result: TrialResult): Promise<void> {
    try {
      await this.#writer.flush();
      this.#options.store.finishTrial(slot.id, result);
    } catch (error) {
      // The store cannot be written, so nothing more is measured.
      this.#stopping = true;
      const report = toErrorReport(error, 'STORE_WRITE_FAILED');
      result.failure ??= report;
      result.status = 'failed';
      this.#unstored ??= report;
      this.#held.push(result);
    }
    slot.progress.status = result.status;
    slot.progress.result = result;
    this.#log.trialEnds(slot.progress, result);
    this.#current = null;
    this.#feed.changed();
  }

  #finalStatus(): RunStatus {
    const statuses = this.#slots.map(({ progress }) => progress.status);
    if (statuses.includes('failed') || this.#troubles.length > 0) return 'failed';
    return this.#stopping ? 'stopped' : 'completed';
  }

  #secondsLeft(): number | null {
    const { experiment } = this.#options;
    const left = this.#slots
      .map(({ progress }) => progress)
      .filter(({ result }) => result === null);
    if (this.#status !== 'running' || this.#stopping) return 0;
    const estimate = estimateSeconds(experiment, left);
    if (estimate === null) return null;
    const elapsed = this.#current ? (this.#clock.now() - this.#current.startedAt) / 1000 : 0;
    const perTrial = left.length > 0 ? estimate / left.length : 0;
    const extended = this.#current?.runner.running.extendedSeconds ?? 0;
    const since = this.#trialsSince === null ? 0 : this.#clock.now() - this.#trialsSince;
    const more = (this.#repetitions?.expectedMs(since) ?? 0) / 1000;
    return Math.max(0, estimate + extended - Math.min(elapsed, perTrial + extended)) + more;
  }
}

function shownOf(experiment: Experiment): Pick<RunProgress, 'thresholds' | 'requests'> {
  const { load } = experiment;
  const objective = load.model === 'search' && load.objective ? [load.objective] : [];
  const thresholds = [...experiment.thresholds, ...objective];
  return { ...(thresholds.length > 0 && { thresholds }), requests: requestLines(experiment) };
}

function slotsFor(trials: readonly PlannedTrial[]): Slot[] {
  return trials.map((planned) => ({
    id: randomUUID(),
    progress: { ...planned, status: 'waiting', result: null },
  }));
}

function endedSlot(result: TrialResult): Slot {
  const { id, index, cell, repetition, status } = result;
  return { id, progress: { index, cell, repetition, status, result } };
}

function repetitionsOf({ experiment, source, trials, continued }: RunOptions): Repetitions | null {
  if (!experiment.untilDecided) return null;
  const before = (continued?.results ?? []).map(({ repetition }) => repetition);
  const planned = Math.max(0, ...before, ...trials.map(({ repetition }) => repetition));
  const repetitions = new Repetitions({
    experiment,
    source,
    cells: cellsOf(experiment),
    planned,
    moreMs: continued?.moreMs ?? null,
  });
  if (continued) repetitions.completed(planned, continued.results);
  return repetitions;
}

function inSentences({ message, hint }: ErrorReport): string {
  if (hint === undefined) return message;
  return `${message}${/[.!?]$/.test(message) ? '' : '.'} ${hint}`;
}

function isOfStore({ code }: ErrorReport): boolean {
  return code === 'STORE_WRITE_FAILED' || code === 'STORE_CORRUPT';
}
