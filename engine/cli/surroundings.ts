import { AsyncLocalStorage } from 'node:async_hooks';

/** Streams and data folder of a command. */
export interface Surroundings {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  /** The data folder; without it the one of the environment. */
  readonly home?: string;
}

const given = new AsyncLocalStorage<Surroundings>();

/** The surroundings of the running command; the streams of the process outside of one, as in a signal handler. */
export function surroundings(): Surroundings {
  return given.getStore() ?? process;
}

/** Runs commands with surroundings of their own, so that several can run in one process. */
export function surroundedBy<Result>(own: Surroundings, act: () => Result): Result {
  return given.run(own, act);
}
