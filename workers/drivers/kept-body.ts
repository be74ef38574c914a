import { availableParallelism, totalmem } from 'node:os';
import { concatenated, copied } from '../../protocols/octets.ts';
import type { Failure } from './driver.ts';

const leastBytes = 2 ** 28;
const mostBytes = 2 ** 31;

/**
 * Octets that the answers under way on all connections of a worker may hold together: a 16th of the
 * machine’s memory, two thousand million at most, for all workers, of which there is one a core. Each has room for
 * the longest answer that is read.
 */
export function answerMemoryOf(machineBytes: number, cores: number): number {
  return Math.max(leastBytes, Math.floor(Math.min(mostBytes, machineBytes / 16) / cores));
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

/** The octets of an answer, whoever holds them, counted with those of all others. */
export class HeldOctets {
  #octets = 0;
  readonly #memory: AnswerMemory;

  constructor(memory: AnswerMemory = shared) {
    this.#memory = memory;
  }

  /** @returns why there is no room for so many more, or null. */
  add(octets: number): Failure | null {
    const memory = this.#memory;
    if (memory.held + octets > memory.limit) return noRoom(memory);
    memory.held += octets;
    this.#octets += octets;
    return null;
  }

  /** Lets go of so many, or of all there are. */
  remove(octets: number): void {
    const gone = Math.min(octets, this.#octets);
    this.#memory.held -= gone;
    this.#octets -= gone;
  }

  clear(): void {
    this.remove(this.#octets);
  }
}

/** The octets of an answer that are kept until it is whole. */
export class KeptBody {
  #parts: Buffer[] = [];
  readonly #held: HeldOctets;

  constructor(memory: AnswerMemory = shared) {
    this.#held = new HeldOctets(memory);
  }

  /** Copies `bytes[start..end)`. @returns why there is no room for it, or null. */
  add(bytes: Buffer, start: number, end: number): Failure | null {
    const failure = this.#held.add(end - start);
    if (!failure) this.#parts.push(copied(bytes, start, end));
    return failure;
  }

  /** All that was kept; stays valid. */
  get content(): Buffer {
    return concatenated(this.#parts);
  }

  clear(): void {
    if (this.#parts.length === 0) return;
    this.#held.clear();
    this.#parts = [];
  }
}

function noRoom({ limit }: AnswerMemory): Failure {
  const message = `The answers under way hold more than ${limit} bytes together, this load worker’s share of the memory; fewer users need less`;
  return { kind: 'memory', code: 'ANSWER_MEMORY', message };
}
