import type { Connection, Driver, Failure, Sink } from './drivers/driver.ts';

/** A user of a pool: somebody with at most one request under way. */
export interface Caller extends Sink {
  /** Called just before the request goes to the connection. @returns whether the answer is wanted decoded. */
  handedOver(): boolean;
}

/**
 * How a caller's request gets a connection. A caller calls `dispatch`, hears one outcome as a
 * {@link Sink}, and then calls `release`; or it calls `abandon` and hears nothing.
 */
export interface ConnectionPool {
  dispatch(caller: Caller): void;
  release(caller: Caller): void;
  abandon(caller: Caller): void;
  close(): void;
}

/** A connection and its requests. */
interface Slot {
  connection: Connection | null;
  connecting: boolean;
  inFlight: number;
  /** Another took its place: it may finish what it has (a service may go away gracefully). */
  retired: boolean;
}

const newSlot = (connection: Connection | null): Slot => ({
  connection,
  connecting: connection !== null,
  inFlight: 0,
  retired: false,
});

/**
 * Up to `size` connections, kept open and shared by the callers; who finds none free waits in
 * line. A lost connection is opened again when it is next needed.
 */
export class KeptConnections implements ConnectionPool {
  readonly #driver: Driver;
  readonly #slots: Slot[];
  readonly #waiting: Caller[] = [];
  readonly #inUse = new Map<Caller, Slot>();
  #closed = false;

  constructor(driver: Driver, size: number) {
    this.#driver = driver;
    this.#slots = Array.from({ length: size }, () => newSlot(null));
  }

  dispatch(caller: Caller): void {
    const slot = this.#freeSlot();
    if (slot) {
      this.#hand(slot, caller);
      return;
    }
    this.#waiting.push(caller);
    this.#openFor(this.#waiting.length);
  }

  release(caller: Caller): void {
    const slot = this.#inUse.get(caller);
    if (!slot) return;
    this.#inUse.delete(caller);
    slot.inFlight--;
    if (slot.retired && slot.inFlight === 0) slot.connection?.close();
    if (this.#waiting.length > 0) this.#serve();
  }

  abandon(caller: Caller): void {
    const slot = this.#inUse.get(caller);
    const place = this.#waiting.indexOf(caller);
    if (place >= 0) this.#waiting.splice(place, 1);
    else slot?.connection?.abort(caller);
    this.release(caller);
    // Nobody waits for the connections that are being opened any more: give up on them.
    if (place >= 0 && this.#waiting.length === 0) this.#dropConnecting();
  }

  close(): void {
    this.#closed = true;
    for (const slot of new Set([...this.#slots, ...this.#inUse.values()])) slot.connection?.close();
  }

  #freeSlot(): Slot | null {
    let best: Slot | null = null;
    for (const slot of this.#slots) {
      const { connection, inFlight } = slot;
      if (!connection?.usable || slot.connecting || inFlight >= connection.capacity) continue;
      if (!best || inFlight < best.inFlight) best = slot;
      if (best.inFlight === 0) break;
    }
    return best;
  }

  #hand(slot: Slot, caller: Caller): void {
    slot.inFlight++;
    this.#inUse.set(caller, slot);
    slot.connection?.send(caller, caller.handedOver());
  }

  #serve(): void {
    while (this.#waiting.length > 0) {
      const slot = this.#freeSlot();
      if (!slot) {
        this.#openFor(this.#waiting.length);
        return;
      }
      const caller = this.#waiting.shift();
      if (caller) this.#hand(slot, caller);
    }
  }

  /** Opens lost or new connections, no more than `wanted` at once. */
  #openFor(wanted: number): void {
    let opening = this.#slots.filter((slot) => slot.connecting).length;
    for (const [place, slot] of this.#slots.entries()) {
      if (opening >= wanted || this.#closed) return;
      if (slot.connecting || slot.connection?.usable) continue;
      opening++;
      this.#retire(slot);
      this.#open(place);
    }
  }

  #retire(slot: Slot): void {
    slot.retired = true;
    if (slot.inFlight === 0) slot.connection?.close();
  }

  #open(place: number): void {
    const connection = this.#driver.open();
    const slot = newSlot(connection);
    this.#slots[place] = slot;
    connection.connect((failure) => {
      if (slot.connection !== connection) return;
      slot.connecting = false;
      if (failure) this.#refused(failure);
      else this.#serve();
    });
  }

  /** One failed attempt fails one request, so that each refusal is counted once; the next in line gets an attempt of its own. */
  #refused(failure: Failure): void {
    const caller = this.#waiting.shift();
    caller?.failed(failure);
    if (this.#waiting.length > 0) this.#openFor(this.#waiting.length);
  }

  #dropConnecting(): void {
    for (const slot of this.#slots) {
      if (!slot.connecting) continue;
      const { connection } = slot;
      slot.connection = null;
      slot.connecting = false;
      connection?.close();
    }
  }
}

/** A connection of its own for every request, closed behind it. */
export class FreshConnections implements ConnectionPool {
  readonly #driver: Driver;
  readonly #open = new Map<Caller, Connection>();

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  dispatch(caller: Caller): void {
    const connection = this.#driver.open();
    this.#open.set(caller, connection);
    connection.connect((failure) => {
      if (this.#open.get(caller) !== connection) return;
      if (failure) caller.failed(failure);
      else connection.send(caller, caller.handedOver());
    });
  }

  release(caller: Caller): void {
    const connection = this.#open.get(caller);
    this.#open.delete(caller);
    connection?.close();
  }

  abandon(caller: Caller): void {
    const connection = this.#open.get(caller);
    this.#open.delete(caller);
    connection?.abort(caller);
    connection?.close();
  }

  close(): void {
    for (const caller of [...this.#open.keys()]) this.release(caller);
  }
}
