import { type ErrorReport, toErrorReport } from '../../contracts/errors.ts';
import type { Assignment, Tick } from '../../contracts/worker-messages.ts';
import type { ServerWindow } from './server-watch.ts';
import { type Stint, windowOf } from './stints/stint.ts';
import { TickMerger } from './tick-merger.ts';
import type { StintFacts } from './trial-result.ts';
import type { WorkerEnd, WorkerPool } from './worker-pool.ts';

/** A worker that has not ended this long after it had to is taken for lost. */
const patienceMs = 15_000;

export interface StintParts {
  readonly pool: WorkerPool;
  readonly stint: Stint;
  readonly assignments: readonly Assignment[];
  readonly timeoutMs: number;
  /** Null for a remote target. */
  readonly server: ServerWindow | null;
  /** The workers start at this reading of `performance.now()`. */
  started(at: number): void;
  /** A tick of all workers together; its times count from the start of the stint. */
  tick(tick: Tick): void;
  failed(error: ErrorReport): void;
}

/** One stint on the workers of a run: prepare, barrier, window, drain. */
export class StintRunner {
  readonly #parts: StintParts;
  readonly #ends: WorkerEnd[] = [];
  readonly #over = Promise.withResolvers<void>();
  #timers: NodeJS.Timeout[] = [];
  #running = false;
  #stopped = false;

  constructor(parts: StintParts) {
    this.#parts = parts;
  }

  /** What the workers said of the drivers and cores they have, each once. */
  get notes(): string[] {
    return [...new Set(this.#ends.flatMap(({ notes }) => notes))];
  }

  /** Ends when every worker has. @throws WirebenchError WORKER_FAILED when one cannot be prepared. */
  async run(): Promise<StintFacts> {
    const { pool, assignments, server } = this.#parts;
    const merger = new TickMerger(assignments.length, (tick) => this.#parts.tick(tick));
    await pool.prepare(assignments, {
      tick: (worker, tick) => merger.add(worker, tick),
      done: (worker, end) => {
        merger.ended(worker);
        this.#ends.push(end);
        if (this.#ends.length === assignments.length) this.#over.resolve();
      },
      failed: (error) => this.#fail(toErrorReport(error)),
    });
    if (this.#stopped) pool.stop();
    else await this.#make(pool.start());
    merger.flush();
    return this.#facts((await server?.cpuSeconds()) ?? null);
  }

  /** No worker sends anything more; the window closes now. */
  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    if (!this.#running) return;
    this.#parts.server?.closes();
    this.#parts.pool.stop();
    this.#timers.push(setTimeout(() => this.#lose(), patienceMs));
  }

  async #make(origin: number): Promise<void> {
    this.#running = true;
    this.#parts.started(origin);
    this.#watchWindow(origin);
    await this.#over.promise;
    this.#running = false;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#parts.server?.closes();
  }

  /** Asks the service for its CPU at both edges of the window. @param origin start on `performance.now()`. */
  #watchWindow(origin: number): void {
    const { stint, server, timeoutMs } = this.#parts;
    const { start, end } = windowOf(stint);
    const at = (ms: number, act: () => void) => {
      this.#timers.push(setTimeout(act, Math.max(0, origin + ms - performance.now())));
    };
    at(start, () => server?.opens());
    if (end === null) return;
    at(end, () => server?.closes());
    // By then every request has ended or timed out: what still runs is stuck.
    at(end + timeoutMs + patienceMs, () => this.stop());
  }

  #fail(error: ErrorReport): void {
    this.#parts.failed(error);
    if (error.code === 'WORKER_FAILED') this.#over.resolve();
    else this.stop();
  }

  #lose(): void {
    this.#parts.failed({
      code: 'WORKER_FAILED',
      message: 'A load worker did not end when told to',
    });
    this.#over.resolve();
  }

  #facts(serverCpuSeconds: number | null): StintFacts {
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
      serverCpuSeconds,
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
