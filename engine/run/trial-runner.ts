import { availableParallelism } from 'node:os';
import type { LivePoint } from '../../contracts/engine-api.ts';
import { type ErrorReport, toErrorReport } from '../../contracts/errors.ts';
import type { PlannedTrial } from '../../contracts/experiment/cell.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import type { Interval, TrialResult } from '../../contracts/measurement.ts';
import type { TrialStatus } from '../../contracts/words.ts';
import type { Address, Tick } from '../../contracts/worker-messages.ts';
import { bundledAddress, remoteAddress, serviceTls } from './address.ts';
import { assignmentsOf, workerCount } from './assignments.ts';
import { IntervalBuilder } from './interval-builder.ts';
import { livePoint } from './live-point.ts';
import { ServerWatch } from './server-watch.ts';
import { type ServiceProcess, startService } from './service-process.ts';
import { TickMerger } from './tick-merger.ts';
import { TrialFigures } from './trial-figures.ts';
import { trialResult } from './trial-result.ts';
import type { WorkerEnd, WorkerPool } from './worker-pool.ts';

/** After the service died, so that the refused reconnections are on record too. */
const afterDeathMs = 400;
const shortestPointMs = 100;
/** A worker that has not ended this long after it had to is taken for lost. */
const patienceMs = 15_000;

export interface TrialContext {
  readonly experiment: Experiment;
  readonly home: string;
  readonly pool: WorkerPool;
  activity(text: string): void;
  point(point: LivePoint): void;
  /** Stores an interval. @throws WirebenchError RUN_OVERRUN or STORE_WRITE_FAILED */
  interval(interval: Interval): void;
}

/** Why a trial was ended before its time. */
export type EarlyEnd = 'stopped' | 'skipped';

/** One execution of one cell: service, workers, barrier, window, drain, result. */
export class TrialRunner {
  readonly #context: TrialContext;
  readonly #id: string;
  readonly #planned: PlannedTrial;
  readonly #figures = new TrialFigures();
  readonly #ends: WorkerEnd[] = [];
  readonly #startedAt = new Date().toISOString();
  #service: ServiceProcess | null = null;
  #watch: ServerWatch | null = null;
  #early: EarlyEnd | null = null;
  #failure: ErrorReport | null = null;
  #running = false;
  #finish: (() => void) | null = null;
  #timers: NodeJS.Timeout[] = [];
  #workers = 0;

  constructor(context: TrialContext, id: string, planned: PlannedTrial) {
    this.#context = context;
    this.#id = id;
    this.#planned = planned;
  }

  /** Never rejects: what goes wrong is in the result. */
  async run(): Promise<TrialResult> {
    try {
      const address = await this.#reachTarget();
      if (!this.#early && !this.#failure) await this.#makeLoad(address);
    } catch (error) {
      this.#failure ??= toErrorReport(error);
    }
    try {
      return await this.#conclude();
    } finally {
      await this.#service?.stop();
    }
  }

  /** Ends the trial; what was measured is kept. */
  end(how: EarlyEnd): void {
    this.#early ??= how;
    if (this.#running) this.#stopWorkers();
  }

  async #reachTarget(): Promise<Address> {
    const { experiment, home } = this.#context;
    const { cell } = this.#planned;
    if (experiment.target !== 'bundled') return remoteAddress(experiment, cell, home);
    this.#context.activity(`Starting the ${cell.protocol} service`);
    this.#service = await startService({
      workload: experiment.workload,
      protocol: cell.protocol,
      host: '127.0.0.1',
      port: 0,
      tls: await serviceTls(cell.tls, home),
      delayMs: 0,
    });
    this.#watch = new ServerWatch(this.#service);
    this.#service.onDeath((reason) => this.#onServiceDeath(reason));
    return bundledAddress(this.#service, cell.tls, home);
  }

  async #makeLoad(address: Address): Promise<void> {
    const { experiment, pool } = this.#context;
    const { cell } = this.#planned;
    this.#workers = workerCount(experiment, cell, availableParallelism());
    this.#context.activity('Preparing the load workers');
    const intervals = new IntervalBuilder((interval) => this.#onInterval(interval));
    const merger = new TickMerger(this.#workers, (tick) => this.#onTick(tick, intervals));
    const over = new Promise<void>((resolve) => {
      this.#finish = resolve;
    });
    await pool.prepare(assignmentsOf(experiment, cell, address, this.#workers), {
      tick: (worker, tick) => merger.add(worker, tick),
      done: (worker, end) => {
        merger.ended(worker);
        this.#ends.push(end);
        if (this.#ends.length === this.#workers) this.#finish?.();
      },
      failed: (error) => this.#fail(toErrorReport(error)),
    });
    if (this.#early) {
      pool.stop();
      return;
    }
    this.#running = true;
    this.#context.activity('Making load');
    this.#watchWindow(pool.start());
    await over;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#running = false;
    this.#watch?.windowCloses();
    merger.flush();
    intervals.flush(this.#watch?.health ?? null);
  }

  /** Asks the service for its CPU at both edges of the window. @param origin start on `performance.now()`. */
  #watchWindow(origin: number): void {
    const { warmUp, duration } = this.#context.experiment.load;
    const until = (ms: number) => Math.max(0, origin + ms - performance.now());
    this.#timers.push(setTimeout(() => this.#watch?.windowOpens(), until(warmUp)));
    if (duration === undefined) return;
    this.#timers.push(setTimeout(() => this.#watch?.windowCloses(), until(warmUp + duration)));
    // By then every request has ended or timed out: what still runs is stuck.
    const overdue = until(warmUp + duration + this.#context.experiment.timeout + patienceMs);
    this.#timers.push(setTimeout(() => this.#stopWorkers(), overdue));
  }

  #onTick(tick: Tick, intervals: IntervalBuilder): void {
    const server = this.#watch?.health ?? null;
    intervals.add(tick, server);
    // A sliver of a few milliseconds, as the drain often is, would look like a collapse of throughput.
    if (tick.endMs - tick.startMs < shortestPointMs) return;
    this.#context.point(livePoint(this.#planned.index, tick, this.#watch?.cores() ?? null));
  }

  #onInterval(interval: Interval): void {
    this.#figures.add(interval);
    try {
      this.#context.interval(interval);
    } catch (error) {
      this.#fail(toErrorReport(error, 'STORE_WRITE_FAILED'));
    }
  }

  #onServiceDeath(reason: string): void {
    if (this.#failure) return;
    const { protocol } = this.#planned.cell;
    this.#failure = {
      code: 'SERVICE_DIED',
      message: `The ${protocol} service ${reason} during the trial`,
    };
    this.#timers.push(setTimeout(() => this.#stopWorkers(), afterDeathMs));
  }

  #fail(failure: ErrorReport): void {
    this.#failure ??= failure;
    if (failure.code === 'WORKER_FAILED') this.#finish?.();
    else this.#stopWorkers();
  }

  #stopWorkers(): void {
    if (!this.#running) return;
    this.#watch?.windowCloses();
    this.#context.pool.stop();
    this.#timers.push(
      setTimeout(() => {
        this.#failure ??= {
          code: 'WORKER_FAILED',
          message: 'A load worker did not end when told to',
        };
        this.#finish?.();
      }, patienceMs),
    );
  }

  async #conclude(): Promise<TrialResult> {
    const final = (await this.#service?.measure()) ?? null;
    if (final) this.#figures.lastReport(final);
    const windowSeconds = this.#windowSeconds();
    const failure = this.#failure ?? this.#nothingSucceeded();
    const sum = (of: (end: WorkerEnd) => number) =>
      this.#ends.reduce((total, end) => total + of(end), 0);
    return trialResult(this.#figures, {
      id: this.#id,
      planned: this.#planned,
      status: this.#status(failure),
      startedAt: this.#startedAt,
      endedAt: new Date().toISOString(),
      failure,
      windowSeconds,
      workers: this.#workers,
      issued:
        this.#ends.length > 0 && this.#ends.length === this.#workers
          ? sum((end) => end.issued)
          : null,
      abandoned: sum((end) => end.abandoned),
      serverCounted: final?.requests ?? null,
      serverCpuSeconds: (await this.#watch?.windowCpuSeconds()) ?? null,
      thresholds: this.#context.experiment.thresholds,
      notes: this.#notes(),
    });
  }

  #status(failure: ErrorReport | null): TrialStatus {
    if (failure) return 'failed';
    return this.#early ?? 'completed';
  }

  /** The window of the trial lasts until the last worker has closed its own. */
  #windowSeconds(): number {
    if (this.#ends.length === 0) return this.#figures.measured.lengthMs / 1000;
    const start = Math.min(...this.#ends.map((end) => end.windowStartMs));
    const end = Math.max(...this.#ends.map((end) => end.windowEndMs));
    return Math.max(0, end - start) / 1000;
  }

  #nothingSucceeded(): ErrorReport | null {
    const { ok, failed } = this.#figures.measured;
    if (ok > 0 || failed === 0 || this.#early) return null;
    const [first] = this.#figures.errors;
    const unreachable =
      first !== undefined && this.#figures.errors.every(({ kind }) => kind === 'connect');
    return {
      code: unreachable ? 'TARGET_UNREACHABLE' : 'NO_REQUEST_SUCCEEDED',
      message: `None of ${failed} requests succeeded; the first error: ${first?.message ?? 'unknown'}`,
    };
  }

  #notes(): string[] {
    const { finished, measured } = this.#figures;
    const notes: string[] = [];
    const failedOutside =
      finished.warmUp + finished.measured + finished.drained - finished.succeeded - measured.failed;
    if (failedOutside > 0) {
      const requests = failedOutside === 1 ? '1 request' : `${failedOutside} requests`;
      notes.push(`${requests} failed outside the measured window.`);
    }
    return notes;
  }
}
