import { availableParallelism, totalmem } from 'node:os';
import type { Failure } from './driver.ts';
import { protocolFailure } from './failures.ts';

const MiB = 1024 * 1024;

/**
 * Octets that the answers under way on all connections of a worker may hold together: a 32nd of the
 * machine's memory for all workers, of which there is one a core.
 */
export function answerMemoryOf(machineBytes: number, cores: number): number {
  const all = Math.min(1024 * MiB, Math.max(64 * MiB, machineBytes / 32));
  return Math.floor(all / cores);
}

/** What bodies share; a worker has one. */
export class AnswerMemory {
  readonly limit: number;
  held = 0;

  constructor(limit: number) {
    this.limit = limit;
  }
}

const shared = new AnswerMemory(answerMemoryOf(totalmem(), availableParallelism()));

/** The octets of an answer that are kept until it is whole, counted with those of all others. */
export class KeptBody {
  #parts: Buffer[] = [];
  #octets = 0;
  readonly #memory: AnswerMemory;

  constructor(memory: AnswerMemory = shared) {
    this.#memory = memory;
  }

  /** Copies `bytes[start..end)`. @returns why there is no room for it, or null. */
  add(bytes: Buffer, start: number, end: number): Failure | null {
    const octets = end - start;
    if (this.#memory.held + octets > this.#memory.limit) return noRoom(this.#memory);
    this.#memory.held += octets;
    this.#octets += octets;
    this.#parts.push(Buffer.from(bytes.subarray(start, end)));
    return null;
  }

  /** A copy of all that was kept. */
  get content(): Buffer {
    return Buffer.concat(this.#parts);
  }

  clear(): void {
    if (this.#octets === 0) return;
    this.#memory.held -= this.#octets;
    this.#octets = 0;
    this.#parts = [];
  }
}

function noRoom({ limit }: AnswerMemory): Failure {
  const message = `The answers under way hold more than ${limit} bytes together, this load worker’s share of the memory`;
  return protocolFailure('ANSWER_MEMORY', message);
}
