import { totalmem } from 'node:os';
import { maxMessageBytes } from '../contracts/service-messages.ts';
import { pieceOctets, RoomShare, SharedRoom } from '../protocols/shared-room.ts';

/** Octets that do not count while a body has no more of them: a connection or stream takes as much by itself. */
export const countedBytes = 4096;
/** Names, for the processes of one service, the bound of each. */
export const bodyBytesVariable = 'WIREBENCH_BODY_BYTES';

/**
 * Octets that the bodies of all requests under way may hold together in one of the processes of a service: its part of a
 * quarter of the machine’s memory, and at least two of the longest messages.
 */
export function bodyBytesOf(machineBytes: number, processes = 1): number {
  return Math.max(2 * maxMessageBytes, Math.floor(machineBytes / 4 / processes));
}

/** The bound for each of the processes of a service here. */
export function bodyBytesHere(processes = 1): number {
  const told = Number(process.env[bodyBytesVariable]);
  if (told > 0) return told;
  const allowed = process.constrainedMemory();
  return bodyBytesOf(allowed > 0 ? Math.min(allowed, totalmem()) : totalmem(), processes);
}

/** What the bodies of this process share. */
export const bodies = new SharedRoom(bodyBytesHere());

/** There is no room for more of a request: 503, RESOURCE_EXHAUSTED or REJECTED. */
export class BodiesTooLarge extends Error {
  override readonly name = 'BodiesTooLarge';
  readonly statusCode = 503;

  constructor(limit: number) {
    super(`The requests under way hold more than ${limit} bytes together; send fewer at a time`);
  }
}

/** What one request holds, counted with all others until it is let go of. */
export class HeldBody extends RoomShare {
  constructor(room: SharedRoom = bodies) {
    super(room);
  }

  /** @returns why there is no room for a piece of so many octets, or null. */
  add(octets: number): BodiesTooLarge | null {
    return this.take(octets + pieceOctets) ? null : new BodiesTooLarge(this.room.limit);
  }
}

/** What comes of one body, or of one message after another, which counts once it is more than {@link countedBytes}. */
export class ReceivedBody {
  readonly #begins: () => void;
  #octets = 0;
  #counts = false;
  #held: HeldBody | null = null;

  /** @param begins told, once, that there is something to let go of. */
  constructor(begins: () => void) {
    this.#begins = begins;
  }

  /** @returns why there is no room for a piece of so many octets, or null. */
  add(octets: number): BodiesTooLarge | null {
    this.#octets += octets;
    // Most bodies never come so far, and cost no more than this.
    if (this.#octets <= countedBytes) return null;
    if (this.#held === null) {
      this.#held = new HeldBody();
      this.#begins();
    }
    const error = this.#held.add(this.#counts ? octets : this.#octets);
    this.#counts = true;
    return error;
  }

  /** It is held no longer; another may come. */
  clear(): void {
    this.#octets = 0;
    this.#counts = false;
    this.#held?.clear();
  }
}
