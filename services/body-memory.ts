import { totalmem } from 'node:os';
import { maxMessageBytes } from '../contracts/service-messages.ts';
import { MemoryBudget, MemoryShare, pieceOctets } from '../protocols/memory-budget.ts';

/** Octets of a body that are free: a connection or stream takes as much itself. */
export const countedBytes = 4096;
/** Environment variable with the limit for each process of a service. */
export const bodyBytesVariable = 'WIREBENCH_BODY_BYTES';

/**
 * Octets that the bodies of all current requests may occupy in one process of a service: its share of a
 * quarter of the machine’s memory, and at least two of the longest messages.
 */
export function bodyBytesOf(machineBytes: number, processes = 1): number {
  return Math.max(2 * maxMessageBytes, Math.floor(machineBytes / 4 / processes));
}

/** The limit for each process of a service on this machine. */
export function bodyBytesHere(processes = 1): number {
  const set = Number(process.env[bodyBytesVariable]);
  if (set > 0) return set;
  const allowed = process.constrainedMemory();
  return bodyBytesOf(allowed > 0 ? Math.min(allowed, totalmem()) : totalmem(), processes);
}

/** Shared by the bodies of this process. */
export const bodies = new MemoryBudget(bodyBytesHere());

/** No memory left for a request: 503, RESOURCE_EXHAUSTED or REJECTED. */
export class BodiesTooLarge extends Error {
  override readonly name = 'BodiesTooLarge';
  readonly statusCode = 503;

  constructor(limit: number) {
    super(`The requests under way hold more than ${limit} bytes together; send fewer at a time`);
  }
}

/** Memory of one request, counted together with all others until released. */
export class HeldBody extends MemoryShare {
  constructor(budget: MemoryBudget = bodies) {
    super(budget);
  }

  /** @returns why a piece of this many octets does not fit, or null. */
  add(octets: number): BodiesTooLarge | null {
    return this.take(octets + pieceOctets) ? null : new BodiesTooLarge(this.budget.limit);
  }
}

/** The content of one body, or of successive messages, counted once it exceeds {@link countedBytes}. */
export class ReceivedBody {
  readonly #begins: () => void;
  #octets = 0;
  #counts = false;
  #held: HeldBody | null = null;

  /** @param begins called once, when there is something to release. */
  constructor(begins: () => void) {
    this.#begins = begins;
  }

  /** @returns why a piece of this many octets does not fit, or null. */
  add(octets: number): BodiesTooLarge | null {
    this.#octets += octets;
    // Most bodies never get this far, and cost no more than this check.
    if (this.#octets <= countedBytes) return null;
    if (this.#held === null) {
      this.#held = new HeldBody();
      this.#begins();
    }
    const error = this.#held.add(this.#counts ? octets : this.#octets);
    this.#counts = true;
    return error;
  }

  /** Releases it; another may follow. */
  clear(): void {
    this.#octets = 0;
    this.#counts = false;
    this.#held?.clear();
  }
}
