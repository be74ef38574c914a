import type { Connection, Failure } from '../drivers/driver.ts';
import type { Caller, ConnectionPool } from './caller.ts';
import { type Opener, Opening } from './opener.ts';
import { newSlot, type PoolSlot } from './slot.ts';

/**
 * Up to `size` connections, kept open and shared by the callers; callers queue if none is free. Connections
 * are opened on demand, and lost ones reopened on demand. Only the search among connections with concurrent
 * requests takes longer with more of them: idle ones are on a stack, the last used on top.
 */
export class KeptConnections implements ConnectionPool {
  readonly #opener: Opener;
  readonly #size: number;
  /** Maximum requests per connection, even if it allows more. */
  readonly #perConnection: number;
  readonly #slots = new Set<PoolSlot>();
  readonly #idle: PoolSlot[] = [];
  readonly #waiting = new Set<Caller>();
  readonly #openings = new Set<Opening>();
  /** Connections that have been replaced, until they have finished. */
  readonly #retired = new Set<PoolSlot>();
  #multiplexed = false;
  #ahead: { left: number; readonly done: (failure: Failure | null) => void } | null = null;
  #closed = false;

  constructor(opener: Opener, size: number, perConnection: number = Number.POSITIVE_INFINITY) {
    this.#opener = opener;
    this.#size = size;
    this.#perConnection = perConnection;
  }

  dispatch(caller: Caller): void {
    const slot = this.#waiting.size === 0 ? this.#freeSlot() : null;
    if (slot) {
      this.#hand(slot, caller);
      return;
    }
    this.#waiting.add(caller);
    this.#openMore();
  }

  release(caller: Caller): void {
    const { slot } = caller;
    if (!slot) return;
    caller.slot = null;
    slot.inFlight--;
    this.#offer(slot);
  }

  abandon(caller: Caller): void {
    const waited = this.#waiting.delete(caller);
    if (!waited) caller.slot?.connection.abort(caller);
    this.release(caller);
    // No caller waits for the connections being opened: abort them.
    if (waited && this.#waiting.size === 0) this.#dropOpenings();
  }

  /**
   * Opens connections in advance, up to `count` (limited by the size of the pool). The pool must not be used
   * meanwhile.
   * @param done called once, when all are open; with the failure if one is refused.
   */
  openAhead(count: number, done: (failure: Failure | null) => void): void {
    for (const slot of this.#slots) if (!slot.connection.usable) this.#retire(slot);
    const missing = Math.min(count, this.#size) - this.#slots.size;
    if (missing <= 0) {
      done(null);
      return;
    }
    this.#ahead = { left: missing, done };
    for (let opened = 0; opened < missing; opened++) this.#open();
  }

  close(): void {
    this.#closed = true;
    this.#ahead = null;
    this.#dropOpenings();
    for (const slot of [...this.#slots, ...this.#retired]) slot.connection.close();
  }

  #room(slot: PoolSlot): number {
    return Math.min(slot.connection.capacity, this.#perConnection) - slot.inFlight;
  }

  #freeSlot(): PoolSlot | null {
    for (let slot = this.#idle.pop(); slot; slot = this.#idle.pop()) {
      slot.idle = false;
      if (!slot.connection.usable) this.#retire(slot);
      else if (this.#room(slot) > 0) return slot;
    }
    return this.#multiplexed ? this.#minBusy() : null;
  }

  #minBusy(): PoolSlot | null {
    let best: PoolSlot | null = null;
    for (const slot of this.#slots) {
      if (!slot.connection.usable) this.#retire(slot);
      else if (this.#room(slot) > 0 && !(best && best.inFlight <= slot.inFlight)) best = slot;
    }
    return best;
  }

  #hand(slot: PoolSlot, caller: Caller): void {
    slot.inFlight++;
    caller.slot = slot;
    slot.connection.send(caller.prepared, caller, caller.handedOver());
  }

  /** Assigns a connection with room to queued callers, or puts it on the stack. */
  #offer(slot: PoolSlot): void {
    if (!slot.connection.usable) {
      this.#retire(slot);
      this.#openMore();
      return;
    }
    for (const caller of this.#waiting) {
      if (this.#room(slot) <= 0 || !slot.connection.usable) break;
      this.#waiting.delete(caller);
      this.#hand(slot, caller);
    }
    if (slot.inFlight > 0 || slot.idle) return;
    slot.idle = true;
    this.#idle.push(slot);
  }

  #retire(slot: PoolSlot): void {
    this.#slots.delete(slot);
    slot.retired = true;
    if (slot.inFlight > 0) this.#retired.add(slot);
    else {
      this.#retired.delete(slot);
      slot.connection.close();
    }
  }

  /** Opens connections for queued callers, if the size allows it. */
  #openMore(): void {
    while (
      !this.#closed &&
      this.#openings.size < this.#waiting.size &&
      this.#slots.size + this.#openings.size < this.#size
    ) {
      this.#open();
    }
  }

  #open(): void {
    const opening = new Opening({
      connected: (connection) => {
        this.#openings.delete(opening);
        this.#connected(connection);
      },
      refused: (failure) => {
        this.#openings.delete(opening);
        this.#refused(failure);
      },
    });
    this.#openings.add(opening);
    this.#opener.begin(opening);
  }

  #connected(connection: Connection): void {
    const slot = newSlot(connection);
    this.#slots.add(slot);
    this.#grown(slot);
    connection.onCapacity = () => this.#grown(slot);
    this.#openedAhead(null);
  }

  #openedAhead(failure: Failure | null): void {
    const ahead = this.#ahead;
    if (!ahead) return;
    ahead.left--;
    if (ahead.left > 0 && !failure) return;
    this.#ahead = null;
    ahead.done(failure);
  }

  /** A connection is new, or accepts more than before. */
  #grown(slot: PoolSlot): void {
    if (slot.retired) return;
    if (Math.min(slot.connection.capacity, this.#perConnection) > 1) this.#multiplexed = true;
    this.#offer(slot);
  }

  /**
   * One failed attempt fails one request, so that each refusal is counted once; the next queued caller gets
   * a separate attempt.
   */
  #refused(failure: Failure): void {
    this.#openedAhead(failure);
    for (const caller of this.#waiting) {
      this.#waiting.delete(caller);
      caller.failed(failure);
      break;
    }
    this.#openMore();
  }

  #dropOpenings(): void {
    const openings = [...this.#openings];
    this.#openings.clear();
    for (const opening of openings) this.#opener.cancel(opening);
  }
}
