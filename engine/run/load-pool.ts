import type { WirebenchError } from '../../contracts/errors.ts';
import type { Cell } from '../../contracts/experiment/cell.ts';
import type {
  Assignment,
  Tick,
  WorkerReport,
  WorkerTurns,
} from '../../contracts/worker-messages.ts';

/** A machine that generates a share of the load of a stint. */
export interface StintMachine {
  readonly name: string;
  readonly cpu: string;
  readonly cores: number;
  /** Its location as the user names it; absent where unnamed. */
  readonly place?: string;
  /** Indexes of its assignments. */
  readonly workers: readonly number[];
  /** Its share of the load, 0–1; absent where all workers have equal shares. */
  readonly share?: number;
  /** Round-trip time to it, and the maximum error of its clock offset, in milliseconds. */
  readonly roundTripMs: number;
  readonly clockErrorMs: number;
  /** Round-trip time from it to the target, in milliseconds; absent where unknown. */
  readonly targetTripMs?: number;
  /** Delay of its start after the others, in milliseconds; absent where it began with them. */
  readonly beganLateMs?: number;
}

export type WorkerEnd = WorkerReport & { type: 'done' };

/** Receives the events of a stint. Workers are identified by the index of their assignment. */
export interface StintListeners {
  tick(worker: number, tick: Tick): void;
  done(worker: number, end: WorkerEnd): void;
  /** These workers will send nothing more. */
  lost(workers: readonly number[], error: WirebenchError): void;
  failed(error: WirebenchError): void;
}

/** Other machines that generate the load of a run. */
export interface Elsewhere {
  readonly threads: number;
  /** Address at which they reach services started here. */
  readonly host: string;
  /**
   * Divides the load of a stint by the capacity of the machines; absent where all workers have equal shares.
   * @param wanted maximum number of workers. @param least the smallest total to be divided.
   * @returns the turns of each worker with a share.
   * @throws WirebenchError MACHINES_UNAVAILABLE where the capacity of one is unknown.
   */
  readonly divide?: (cell: Cell, wanted: number, least: number) => readonly WorkerTurns[];
}

/** The load workers of a run, wherever they are; each stint uses as many as it needs. */
export interface LoadPool {
  /**
   * Gives each assignment to a worker.
   * @param trial id of the stint's trial; null where it is not stored.
   * @throws WirebenchError WORKER_FAILED, MACHINE_LOST
   */
  prepare(
    assignments: readonly Assignment[],
    listeners: StintListeners,
    trial: string | null,
  ): Promise<void>;
  /**
   * Starts all workers at the same moment.
   * @returns that moment on the clock of `performance.now()`.
   * @throws WirebenchError MACHINE_LOST
   */
  start(): number | Promise<number>;
  /** Extends the window in every worker. @param untilMs from the start of the stint. */
  extend(untilMs: number): void;
  /** Ends the warm-up, and so the window, earlier in every worker. @param atMs from the start of the stint. */
  open(atMs: number): void;
  /** Stops all workers from sending; each reports `done` soon. */
  stop(): void;
  /** The machines with a share of the prepared stint; empty where this machine generates all load. */
  readonly machines: readonly StintMachine[];
  /** The load workers of all other machines, and the address at which they reach services started here; null where this machine generates the load. */
  readonly elsewhere: Elsewhere | null;
  /** Passes new access tokens to load workers elsewhere. */
  renewTokens?(): void;
  /** Sentences for readers of the results, since the last call. */
  takeNotes(): string[];
  close(): Promise<void>;
}
