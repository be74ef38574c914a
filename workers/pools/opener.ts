import type { Connection, Driver, Failure } from '../drivers/driver.ts';

/**
 * Connections that one worker may be opening at once. A service's queue of connections it has not
 * yet accepted is short (128 to 511 are usual), and what overflows it is lost for a second or more.
 */
const maxOpening = 128;

export interface OpeningParts {
  /** The turn has come, the connection is about to be opened. */
  begun?(): void;
  connected(connection: Connection): void;
  refused(failure: Failure): void;
  /** It was given up while it waited for its turn. */
  withdrawn?(): void;
}

/** One connection that is to be opened: it waits for its turn, then connects. */
export class Opening {
  readonly parts: OpeningParts;
  connection: Connection | null = null;
  over = false;

  constructor(parts: OpeningParts) {
    this.parts = parts;
  }
}

/** Opens the connections of one worker, a bounded number at once, in the order they are asked for. */
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

  /** Gives an opening up; its parts hear nothing more. */
  cancel(opening: Opening): void {
    if (opening.over) return;
    opening.over = true;
    if (this.#queue.delete(opening) || !opening.connection) return;
    opening.connection.close();
    this.#leave();
  }

  /** Begins no more; those under way are still to be cancelled. */
  close(): void {
    this.#closed = true;
    this.#queue.clear();
  }

  /** Gives up those that wait for their turn and can be withdrawn. */
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
