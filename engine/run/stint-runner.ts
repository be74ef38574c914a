import { type ErrorReport, toErrorReport } from '../../contracts/errors.ts';
import type { LostMachine } from '../../contracts/measurement.ts';
import { type Assignment, type Tick, tickMs } from '../../contracts/worker-messages.ts';
import { groupDigits } from '../../metrics/format.ts';
import { type Cancel, type Clock, realClock } from '../platform/clock.ts';
import { joinExchanges } from './exchanges.ts';
import { extensionMarginMs, notExtendable } from './extension.ts';
import type { LoadPool, StintListeners, WorkerEnd } from './load-pool.ts';
import { openingAfter, SteadyWatch } from './steady-watch.ts';
import { StintMergers } from './stint-mergers.ts';
import { nothingMeasured, type StintWindow, type WindowFacts } from './stint-window.ts';
import { type Stint, windowOf } from './stints/stint.ts';
import type { StintFacts } from './trial-result.ts';

/** A worker that has not ended this long after its due time counts as lost. */
const giveUpAfterMs = 15_000;

export interface StintParts {
  readonly pool: LoadPool;
  /** Id of its trial; absent where it is not stored. */
  readonly trial?: string;
  readonly stint: Stint;
  readonly assignments: readonly Assignment[];
  readonly timeoutMs: number;
  /** Measurements at both edges of the measured window; null without any. */
  readonly window: StintWindow | null;
  readonly clock?: Clock;
  /** The workers start at this reading of the clock. */
  started(at: number): void;
  /** A tick of all workers together; its times count from the start of the stint. */
  tick(tick: Tick): void;
  /** The same for the workers of one machine, by its index in the pool. */
  machineTick?(machine: number, tick: Tick): void;
  failed(error: ErrorReport): void;
  /** Whether the others continue when a machine is lost. */
  readonly goesOn?: boolean;
  /** A machine was lost, and the others continue. `sinceSeconds` counts from the start of the stint. */
  lost?(machine: LostMachine): void;
}

/** One stint on the workers of a run: prepare, barrier, window, drain. */
export class StintRunner {
  readonly #parts: StintParts;
  readonly #clock: Clock;
  /** Reports of the workers that have ended, by index. */
  readonly #endOf = new Map<number, WorkerEnd>();
  readonly #over = Promise.withResolvers<void>();
  #timers: Cancel[] = [];
  /** Timers of the edges of the window, which may move. */
  #cancelStart: Cancel = () => undefined;
  #endTimers: Cancel[] = [];
  /** Until the warm-up is steady; null where it has a fixed length. */
  #watch: SteadyWatch | null;
  /** Start by the clock, and the end of the window from there in milliseconds; null when none is known. */
  #origin = 0;
  #endMs: number | null = null;
  /** Events before the start are queued, and events after the end are ignored. */
  #phase: 'before' | 'running' | 'over' = 'before';
  #opened = false;
  /** Whether the window had begun before it could be opened. */
  #isMissed = false;
  #stopped = false;
  /** Workers that had not ended when they were lost. */
  readonly #lost = new Set<number>();
  /** Events received before the start was known: one machine may begin while others are still asked. */
  readonly #early: (() => void)[] = [];
  /** Ends of the last ticks of workers, in milliseconds from the start. */
  readonly #heardUntil = new Map<number, number>();

  constructor(parts: StintParts) {
    this.#parts = parts;
    this.#clock = parts.clock ?? realClock;
    this.#watch = parts.stint.steady && new SteadyWatch(parts.stint.steady);
  }

  get #ends(): WorkerEnd[] {
    return [...this.#endOf.values()];
  }

  /** Notes of the workers about their drivers and cores, each once. */
  get notes(): string[] {
    const missed = this.#isMissed
      ? [
          'The load had begun before its start was reported, so the CPU of the service may cover only a part of the window.',
        ]
      : [];
    const own = this.#ends.flatMap(({ notes }) => notes);
    return [...new Set([...own, ...this.#openedLate, ...missed])];
  }

  get #openedLate(): string[] {
    const apart = this.#apart(({ windowStartMs }) => windowStartMs);
    return apart === 0
      ? []
      : [
          `A load worker received the end of the warm-up too late: it began to measure ${groupDigits(apart, 2)} s after the others.`,
        ];
  }

  /** Seconds between their first and last end: more than a moment when one received an extension too late. */
  get endsApart(): number {
    return this.#apart(({ windowEndMs }) => windowEndMs);
  }

  #apart(of: (end: WorkerEnd) => number): number {
    const edges = this.#ends.map(of);
    return edges.length > 0 ? (Math.max(...edges) - Math.min(...edges)) / 1000 : 0;
  }

  /** Extends the window. @throws WirebenchError TRIAL_NOT_EXTENDABLE outside of the window, and shortly before its end. */
  extend(ms: number): void {
    const end = this.#endMs;
    if (this.#phase !== 'running' || this.#stopped || end === null) {
      throw notExtendable(
        'The trial is not generating load now; it can be extended only while it does.',
      );
    }
    const left = this.#origin + end - this.#clock.now();
    if (left < extensionMarginMs) {
      throw notExtendable(
        'The measured window has closed or is about to: it is too late to extend it.',
      );
    }
    this.#parts.pool.extend(end + ms);
    this.#setEnd(end + ms);
  }

  /** Ends when every worker has. @throws WirebenchError WORKER_FAILED when one cannot be prepared. */
  async run(): Promise<StintFacts> {
    const { pool, assignments, window } = this.#parts;
    const mergers = new StintMergers(assignments.length, {
      all: (tick) => this.#onTick(tick),
      machine: (machine, tick) => this.#parts.machineTick?.(machine, tick),
    });
    const listeners: StintListeners = {
      tick: (worker, tick) =>
        this.#onceStarted(() => {
          this.#heardUntil.set(worker, tick.endMs);
          mergers.add(worker, tick);
        }),
      done: (worker, end) =>
        this.#onceStarted(() => {
          mergers.ended(worker);
          this.#endOf.set(worker, end);
          this.#endWhenOver();
        }),
      lost: (workers, error) =>
        this.#onceStarted(() => {
          // Workers that have ended have reported everything.
          const gone = workers.filter((worker) => !this.#endOf.has(worker));
          for (const worker of gone) {
            mergers.ended(worker);
            this.#lost.add(worker);
          }
          if (gone.length > 0 && !this.#goesOnWithout(gone)) this.#fail(toErrorReport(error));
          this.#endWhenOver();
        }),
      failed: (error) => this.#fail(toErrorReport(error)),
    };
    await pool.prepare(assignments, listeners, this.#parts.trial ?? null);
    mergers.divide(pool.machines);
    // Without a warm-up the window begins with the load, so it must be open before anything is sent.
    if (windowOf(this.#parts.stint).start === 0) await this.#openWindow();
    if (this.#stopped) pool.stop();
    else await this.#make(await pool.start());
    if (this.#opened) window?.closes();
    mergers.flush();
    const facts = this.#isMissed ? null : await window?.facts();
    return this.#facts(facts ?? nothingMeasured);
  }

  /** Stops all workers from sending; the window closes now. */
  stop(): void {
    if (this.#stopped || this.#phase === 'over') return;
    this.#stopped = true;
    if (this.#phase === 'running') this.#parts.window?.closes();
    // Also during preparation: other machines may fetch data for minutes.
    this.#parts.pool.stop();
    if (this.#phase === 'running') this.#waitForEnd();
  }

  /** For workers that were stopped. */
  #waitForEnd(): void {
    this.#timers.push(this.#clock.after(giveUpAfterMs, () => this.#giveUp()));
  }

  async #make(origin: number): Promise<void> {
    this.#phase = 'running';
    // Other machines take a moment to start, and it may have been stopped meanwhile.
    if (this.#stopped) {
      this.#parts.pool.stop();
      this.#waitForEnd();
    }
    this.#parts.started(origin);
    this.#watchWindow(origin);
    this.#heedEarly();
    await this.#over.promise;
    this.#phase = 'over';
    for (const cancel of [this.#cancelStart, ...this.#timers, ...this.#endTimers]) cancel();
  }

  #onceStarted(heed: () => void): void {
    if (this.#phase === 'before') this.#early.push(heed);
    else if (this.#phase === 'running') heed();
  }

  #heedEarly(): void {
    try {
      for (const heed of this.#early.splice(0)) heed();
    } catch (error) {
      this.#fail(toErrorReport(error, 'WORKER_FAILED'));
    }
  }

  /** Requests the CPU of the service at both edges of the window. @param origin start by the clock. */
  #watchWindow(origin: number): void {
    this.#origin = origin;
    const { start, end } = windowOf(this.#parts.stint);
    const isLate = start !== null && this.#clock.now() - origin > start + tickMs;
    // Machines had begun long before their start was reported: this reading covers a shorter window.
    if (isLate && !this.#opened) this.#isMissed = true;
    else if (start !== null) this.#setStart(start);
    if (end !== null) this.#setEnd(end);
  }

  /** The warm-up is steady: all workers end it at the same edge of ticks, unless it is about to end anyway. */
  #endWarmUp(): void {
    this.#watch = null;
    if (this.#phase === 'over') return;
    const { start } = windowOf(this.#parts.stint);
    const opening = openingAfter(this.#clock.now() - this.#origin);
    if (this.#stopped || start === null || opening >= start) return;
    this.#parts.pool.open(opening);
    this.#setStart(opening);
    if (this.#endMs !== null) this.#setEnd(this.#endMs - (start - opening));
  }

  /** For a window that opens after a number of iterations, the first tick shows the start. */
  #onTick(tick: Tick): void {
    if (tick.phase === 'measured') void this.#openWindow();
    this.#parts.tick(tick);
    if (this.#watch?.add(tick)) this.#endWarmUp();
  }

  async #openWindow(): Promise<void> {
    if (this.#opened || this.#isMissed) return;
    this.#opened = true;
    await this.#parts.window?.opens();
  }

  #setStart(start: number): void {
    this.#cancelStart();
    this.#cancelStart = this.#at(start, () => void this.#openWindow());
  }

  #setEnd(end: number): void {
    for (const cancel of this.#endTimers) cancel();
    this.#endMs = end;
    this.#endTimers = [
      this.#at(end, () => this.#parts.window?.closes()),
      // By then every request has ended or timed out; a worker that still runs is stuck.
      this.#at(end + this.#parts.timeoutMs + giveUpAfterMs, () => this.stop()),
    ];
  }

  #at(ms: number, act: () => void): Cancel {
    return this.#clock.after(Math.max(0, this.#origin + ms - this.#clock.now()), act);
  }

  #endWhenOver(): void {
    const { assignments } = this.#parts;
    if (this.#endOf.size + this.#lost.size >= assignments.length) this.#over.resolve();
  }

  /** @returns whether others continue. */
  #goesOnWithout(workers: readonly number[]): boolean {
    const { goesOn = false, pool, assignments } = this.#parts;
    const all = assignments.length;
    if (!goesOn || this.#lost.size >= all) return false;
    const name = pool.machines.find((machine) => machine.workers.includes(workers[0] ?? -1))?.name;
    const since = Math.min(...workers.map((worker) => this.#heardUntil.get(worker) ?? 0));
    this.#parts.lost?.({
      name: name ?? 'A machine',
      sinceSeconds: since / 1000,
      workers: workers.length,
      ofWorkers: all,
    });
    return true;
  }

  #fail(error: ErrorReport): void {
    this.#parts.failed(error);
    this.stop();
    // The others are not waited for.
    if (error.code === 'WORKER_FAILED') this.#over.resolve();
  }

  #giveUp(): void {
    this.#parts.failed({
      code: 'WORKER_FAILED',
      message: 'A load worker did not stop when asked to',
    });
    this.#over.resolve();
  }

  #facts(window: WindowFacts): StintFacts {
    const workers = this.#parts.assignments.length;
    const ends = this.#ends;
    const sum = (of: (end: WorkerEnd) => number) => ends.reduce((total, end) => total + of(end), 0);
    const complete = ends.length === workers;
    return {
      workers,
      windowSeconds: this.#windowSeconds(),
      issued: complete ? sum((end) => end.issued) : null,
      abandoned: sum((end) => end.abandoned),
      dropped: complete ? sum((end) => end.dropped) : null,
      ...window,
      plan: ends[0]?.plan ?? null,
      parts: ends.flatMap((end) => end.parts),
      encoded: ends.find((end) => end.encoded !== null)?.encoded ?? null,
      exchange: joinExchanges(ends.flatMap((end) => end.exchange ?? [])),
    };
  }

  /** The window lasts until the last worker has closed its own. */
  #windowSeconds(): number | null {
    if (this.#ends.length === 0) return null;
    const start = Math.min(...this.#ends.map((end) => end.windowStartMs));
    const end = Math.max(...this.#ends.map((end) => end.windowEndMs));
    return Math.max(0, end - start) / 1000;
  }
}
