import { Worker } from 'node:worker_threads';
import { messageOf, WirebenchError } from '../../contracts/errors.ts';
import {
  type Assignment,
  type LoadWorkerData,
  type WorkerCommand,
  type WorkerReport,
  workerReportSchema,
} from '../../contracts/worker-messages.ts';
import { entryUrl } from '../platform/entries.ts';
import type { LoadPool, StintListeners } from './load-pool.ts';

/** Time between the decision to start and the barrier, so that every worker has received it. */
const barrierDelayNs = 30_000_000n;

const startThread = (workerData: LoadWorkerData) =>
  new Worker(entryUrl('worker'), { execArgv: [], stdin: false, workerData });

/** The worker threads of a run; each trial uses as many as it needs. */
export class WorkerPool implements LoadPool {
  readonly machines = [];
  readonly elsewhere = null;
  #workers: Worker[] = [];
  #trial = 0;
  #used = 0;
  #listeners: StintListeners | null = null;
  #ready: ((error: WirebenchError | null) => void) | null = null;
  #waitingFor = 0;
  #lost = false;
  readonly #data: LoadWorkerData;
  readonly #startThread: typeof startThread;

  /**
   * @param niceness of the threads (Linux); 0 is normal priority.
   * @param start starts one.
   */
  constructor(niceness: number, start = startThread) {
    this.#data = { niceness };
    this.#startThread = start;
  }

  /** Gives each assignment to a worker. @throws WirebenchError WORKER_FAILED */
  async prepare(assignments: readonly Assignment[], listeners: StintListeners): Promise<void> {
    if (this.#lost) await this.close();
    while (this.#workers.length < assignments.length) this.#spawn();
    this.#trial++;
    this.#used = assignments.length;
    this.#listeners = listeners;
    this.#waitingFor = assignments.length;
    const error = await new Promise<WirebenchError | null>((resolve) => {
      this.#ready = resolve;
      assignments.forEach((assignment, index) => {
        this.#send(index, { type: 'prepare', trial: this.#trial, assignment });
      });
    });
    this.#ready = null;
    if (error) throw error;
  }

  /**
   * Starts all workers at the same moment.
   * @param at reading of `process.hrtime.bigint()`; soon where none is given.
   * @returns that moment on the clock of `performance.now()`.
   */
  start(at = process.hrtime.bigint() + barrierDelayNs): number {
    for (let index = 0; index < this.#used; index++) {
      this.#send(index, { type: 'start', trial: this.#trial, at });
    }
    return performance.now() + Number(at - process.hrtime.bigint()) / 1e6;
  }

  /** Extends the window in every worker. @param untilMs from the start of the stint. */
  extend(untilMs: number): void {
    for (let index = 0; index < this.#used; index++)
      this.#send(index, { type: 'extend', trial: this.#trial, untilMs });
  }

  /** Ends the warm-up, and so the window, earlier in every worker. @param atMs from the start of the stint. */
  open(atMs: number): void {
    for (let index = 0; index < this.#used; index++)
      this.#send(index, { type: 'open', trial: this.#trial, atMs });
  }

  /** Stops all workers from sending; each reports `done` soon. */
  stop(): void {
    for (let index = 0; index < this.#used; index++)
      this.#send(index, { type: 'stop', trial: this.#trial });
  }

  takeNotes(): string[] {
    return [];
  }

  async close(): Promise<void> {
    const workers = this.#workers;
    this.#workers = [];
    this.#lost = false;
    await Promise.all(workers.map((worker) => worker.terminate()));
  }

  #send(index: number, command: WorkerCommand): void {
    this.#workers[index]?.postMessage(command);
  }

  #spawn(): void {
    const index = this.#workers.length;
    const worker = this.#startThread(this.#data);
    worker.on('message', (message: unknown) =>
      this.#onReport(index, workerReportSchema.parse(message)),
    );
    worker.on('error', (error) => this.#onLost(worker, error));
    worker.on('exit', () => this.#onLost(worker, new Error('the thread ended')));
    this.#workers.push(worker);
  }

  #onReport(index: number, report: WorkerReport): void {
    if (report.trial !== this.#trial) return;
    switch (report.type) {
      case 'ready':
        if (--this.#waitingFor === 0) this.#ready?.(null);
        break;
      case 'tick':
        this.#listeners?.tick(index, report.tick);
        break;
      case 'done':
        this.#listeners?.done(index, report);
        break;
      case 'failed':
        this.#fail(new WirebenchError('WORKER_FAILED', report.error.message));
        break;
    }
  }

  #onLost(worker: Worker, cause: unknown): void {
    if (!this.#workers.includes(worker) || this.#lost) return;
    this.#lost = true;
    const reason = messageOf(cause);
    this.#fail(new WirebenchError('WORKER_FAILED', `A load worker ended: ${reason}`, { cause }));
  }

  #fail(error: WirebenchError): void {
    if (this.#ready) this.#ready(error);
    else this.#listeners?.failed(error);
  }
}
