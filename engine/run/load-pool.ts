import type { WirebenchError } from '../../contracts/errors.ts';
import type { Cell } from '../../contracts/experiment/cell.ts';
import type {
  Assignment,
  Tick,
  WorkerReport,
  WorkerTurns,
} from '../../contracts/worker-messages.ts';

/** A machine that makes a part of the load of a stint. */
export interface StintMachine {
  readonly name: string;
  readonly cpu: string;
  readonly cores: number;
  /** Where it is, as its user calls that; absent where nobody says. */
  readonly place?: string;
  /** Places of the assignments that are its own. */
  readonly workers: readonly number[];
  /** Its part of the whole, 0–1; absent where each worker has the same part. */
  readonly share?: number;
  /** To it and back, and by how much what is known of its clock may be wrong, in milliseconds. */
  readonly roundTripMs: number;
  readonly clockErrorMs: number;
  /** From it to the target and back, in milliseconds; absent where it could not be told. */
  readonly targetTripMs?: number;
  /** By how much it began the stint later than the others, in milliseconds; absent where it began with them. */
  readonly beganLateMs?: number;
}

export type WorkerEnd = WorkerReport & { type: 'done' };

/** Hears what comes of a stint. Workers are named by the place of their assignment. */
export interface StintListeners {
  tick(worker: number, tick: Tick): void;
  done(worker: number, end: WorkerEnd): void;
  /** Nothing more will be heard of these workers. */
  lost(workers: readonly number[], error: WirebenchError): void;
  failed(error: WirebenchError): void;
}

/** Other machines that make the load of a run. */
export interface Elsewhere {
  readonly threads: number;
  /** Where they reach what is started here. */
  readonly host: string;
  /**
   * Divides the load of a stint by what the machines can do; absent where each of their workers has the same part.
   * @param wanted workers, at most. @param least the smallest whole that is divided.
   * @returns the turns of each worker that has a part.
   * @throws WirebenchError MACHINES_UNAVAILABLE where that is not known of one.
   */
  readonly divide?: (cell: Cell, wanted: number, least: number) => readonly WorkerTurns[];
}

/** The load workers of a run, wherever they are; each stint uses as many as it needs. */
export interface LoadPool {
  /**
   * Gives each assignment to a worker.
   * @param trial id of the trial that the stint is of; null of none that is stored.
   * @throws WirebenchError WORKER_FAILED, MACHINE_LOST
   */
  prepare(
    assignments: readonly Assignment[],
    listeners: StintListeners,
    trial: string | null,
  ): Promise<void>;
  /**
   * All workers start at one moment.
   * @returns that moment on the clock of `performance.now()`.
   * @throws WirebenchError MACHINE_LOST
   */
  start(): number | Promise<number>;
  /** The window closes later in every worker. @param untilMs from the start of the stint. */
  extend(untilMs: number): void;
  /** The warm-up ends sooner in every worker, and the window too. @param atMs from the start of the stint. */
  open(atMs: number): void;
  /** No worker sends anything more; each reports `done` soon. */
  stop(): void;
  /** Those with a part in the stint that is prepared; none where this machine makes all of it. */
  readonly machines: readonly StintMachine[];
  /** The load workers of other machines together, and where those reach what is started here; null where this machine makes the load. */
  readonly elsewhere: Elsewhere | null;
  /** There are new access tokens, which load workers elsewhere have to be told. */
  renewTokens?(): void;
  /** What somebody should know who reads the figures, since it was asked last; sentences. */
  takeNotes(): string[];
  close(): Promise<void>;
}
