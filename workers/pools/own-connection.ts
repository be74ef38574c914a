import type { Connection, Failure } from '../drivers/driver.ts';
import type { Caller, ConnectionPool } from './caller.ts';
import { type Opener, Opening } from './opener.ts';

/**
 * The connection of one caller, kept open, with one request at a time. A lost connection is reopened on
 * demand. While it is open a request costs only a check.
 */
export class OwnConnection implements ConnectionPool {
  readonly #opener: Opener;
  #connection: Connection | null = null;
  #opening: Opening | null = null;
  /** The caller waiting until it is open, or until it accepts a request. */
  #waiting: Caller | null = null;

  constructor(opener: Opener) {
    this.#opener = opener;
  }

  dispatch(caller: Caller): void {
    const connection = this.#connection;
    if (connection?.usable) this.#hand(connection, caller);
    else this.#open(caller);
  }

  release(caller: Caller): void {
    if (this.#waiting === caller) this.#waiting = null;
  }

  abandon(caller: Caller): void {
    if (this.#waiting !== caller) {
      this.#connection?.abort(caller);
      return;
    }
    this.#waiting = null;
    this.#stopOpening();
  }

  close(): void {
    this.#stopOpening();
    this.#connection?.close();
  }

  #hand(connection: Connection, caller: Caller): void {
    if (connection.capacity > 0) {
      connection.send(caller.prepared, caller, caller.handedOver());
      return;
    }
    this.#waiting = caller;
    caller.attempting();
  }

  #open(caller: Caller): void {
    this.#connection?.close();
    this.#connection = null;
    this.#waiting = caller;
    const opening = new Opening({
      begun: () => caller.attempting(),
      connected: (connection) => this.#connected(connection),
      refused: (failure) => this.#refused(failure),
      withdrawn: () => this.#withdrawn(),
    });
    this.#opening = opening;
    this.#opener.begin(opening);
  }

  #connected(connection: Connection): void {
    this.#opening = null;
    this.#connection = connection;
    connection.onCapacity = () => this.#serve();
    this.#serve();
  }

  #serve(): void {
    const caller = this.#waiting;
    if (!caller || !this.#connection) return;
    this.#waiting = null;
    this.dispatch(caller);
  }

  #refused(failure: Failure): void {
    this.#opening = null;
    const caller = this.#waiting;
    this.#waiting = null;
    caller?.failed(failure);
  }

  #withdrawn(): void {
    this.#opening = null;
    const caller = this.#waiting;
    this.#waiting = null;
    caller?.withdrawn();
  }

  #stopOpening(): void {
    const opening = this.#opening;
    this.#opening = null;
    if (opening) this.#opener.cancel(opening);
  }
}
