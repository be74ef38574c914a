import { availableParallelism, totalmem } from 'node:os';
import { MemoryBudget, MemoryShare, pieceOctets } from '../../protocols/memory-budget.ts';
import { concatenated } from '../../protocols/octets.ts';
import type { Failure } from './driver.ts';

const minBytes = 2 ** 28;
const maxBytes = 2 ** 31;
/**
 * Octets that the current answers on all connections of a worker may occupy together: a 16th of the
 * machine’s memory, two thousand million at most, for all workers, of which there is one per core. Each has
 * room for the longest readable answer.
 */
export function answerMemoryOf(machineBytes: number, cores: number): number {
  return Math.max(minBytes, Math.floor(Math.min(maxBytes, machineBytes / 16) / cores));
}

/** Shared by the answers of a worker. */
const answers = new MemoryBudget(answerMemoryOf(totalmem(), availableParallelism()));

/** The octets of an answer, wherever they are stored, counted together with all others. */
export class HeldOctets extends MemoryShare {
  constructor(budget: MemoryBudget = answers) {
    super(budget);
  }

  /** @returns why this much more does not fit, or null. */
  add(octets: number): Failure | null {
    return this.take(octets) ? null : noRoom(this.budget);
  }

  /** Adds a piece that is stored separately, with the overhead of an object. */
  addPiece(octets: number): Failure | null {
    return this.add(octets + pieceOctets);
  }
}

/** Blocks are as long as the answer so far, up to this maximum. */
const longestBlock = 65_536;
const noBlock = Buffer.alloc(0);

/**
 * The octets of an incomplete answer: in few blocks, however many chunks arrive, because an object per chunk
 * would take a hundred times as much as one octet.
 */
export class KeptBody {
  #full: Buffer[] = [];
  #block = noBlock;
  /** Of the block. */
  #used = 0;
  #length = 0;
  readonly #held: HeldOctets;

  constructor(budget: MemoryBudget = answers) {
    this.#held = new HeldOctets(budget);
  }

  /** Copies `bytes[start..end)`. @returns why it does not fit, or null. */
  add(bytes: Buffer, start: number, end: number): Failure | null {
    if (start === end) return null;
    const failure = this.#held.add(end - start);
    if (failure) return failure;
    const fitting = Math.min(end, start + this.#block.length - this.#used);
    this.#copy(bytes, start, fitting);
    if (fitting < end) {
      this.#begin(end - fitting);
      this.#copy(bytes, fitting, end);
    }
    return null;
  }

  #copy(bytes: Buffer, start: number, end: number): void {
    if (start === end) return;
    bytes.copy(this.#block, this.#used, start, end);
    this.#used += end - start;
    this.#length += end - start;
  }

  /** @param least minimum octets of the next block. The first block of an answer, mostly the only one, has no more. */
  #begin(least: number): void {
    if (this.#used > 0) this.#full.push(this.#block);
    this.#block = Buffer.allocUnsafe(Math.max(least, Math.min(longestBlock, this.#length)));
    this.#used = 0;
  }

  /** All kept octets; stays valid. */
  get content(): Buffer {
    const [block, used] = [this.#block, this.#used];
    const last = used === block.length ? block : block.subarray(0, used);
    return concatenated([...this.#full, last]);
  }

  clear(): void {
    if (this.#length === 0) return;
    this.#held.clear();
    this.#full = [];
    this.#block = noBlock;
    this.#used = 0;
    this.#length = 0;
  }
}

const noRoomStart = 'The answers under way hold more than';

function noRoom({ limit }: MemoryBudget): Failure {
  const message = `${noRoomStart} ${limit} bytes together, this load worker’s share of the memory; fewer users need less`;
  return { kind: 'memory', code: 'ANSWER_MEMORY', message };
}

/** The failure with this message, for libraries that pass on only text; null for any other text. */
export function roomFailure(message: string): Failure | null {
  return message.startsWith(noRoomStart)
    ? { kind: 'memory', code: 'ANSWER_MEMORY', message }
    : null;
}
