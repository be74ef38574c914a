import type { Connection, Driver, Failure } from '../drivers/driver.ts';

/**
 * Limit of connections that one worker opens concurrently. A service's backlog of connections is short
 * (commonly 128 to 511), and overflowing ones are lost for a second or more.
 */
const maxOpening = 128;

export interface OpeningParts {
  /** Its turn has come; the connection is about to be opened. */
  begun?(): void;
  connected(connection: Connection): void;
  refused(failure: Failure): void;
  /** It was abandoned while waiting for its turn. */
  withdrawn?(): void;
}

/** A connection to open: it waits for its turn, then connects. */
export class Opening {
  readonly parts: OpeningParts;
  connection: Connection | null = null;
  over = false;

  constructor(parts: OpeningParts) {
    this.parts = parts;
  }
}

/** Opens the connections of one worker, a bounded number concurrently, in request order. */
export class Opener {
  readonly #driver: Driver;
  readonly #limit: number;
  readonly #queue = new Set<Opening>();
  #underWay = 0;
  #closed = false;

  constructor(driver: Driver, limit: number = maxOpening) {
    this.#driver = driver;
    this.#limit = limit;
  }

  begin(opening: Opening): void {
    if (this.#closed) return;
    if (this.#underWay < this.#limit) this.#connect(opening);
    else this.#queue.add(opening);
  }

  /** Abandons an opening; its parts are not notified. */
  cancel(opening: Opening): void {
    if (opening.over) return;
    opening.over = true;
    if (this.#queue.delete(opening) || !opening.connection) return;
    opening.connection.close();
    this.#leave();
  }

  /** Starts no more; current ones still have to be cancelled. */
  close(): void {
    this.#closed = true;
    this.#queue.clear();
  }

  /** Abandons openings that wait for their turn and can be withdrawn. */
  withdrawWaiting(): void {
    for (const opening of this.#queue) {
      if (!opening.parts.withdrawn) continue;
      this.cancel(opening);
      opening.parts.withdrawn();
    }
  }

  #connect(opening: Opening): void {
    this.#underWay++;
    opening.parts.begun?.();
    const connection = this.#driver.open();
    opening.connection = connection;
    connection.connect((failure) => {
      if (opening.over) return;
      opening.over = true;
      this.#leave();
      if (failure) opening.parts.refused(failure);
      else opening.parts.connected(connection);
    });
  }

  #leave(): void {
    this.#underWay--;
    for (const next of this.#queue) {
      if (this.#underWay >= this.#limit || this.#closed) return;
      this.#queue.delete(next);
      this.#connect(next);
    }
  }
}
