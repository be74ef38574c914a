import type { Assignment } from '../../contracts/worker-messages.ts';
import type { Driver } from '../drivers/driver.ts';
import type { ConnectionPool } from './caller.ts';
import { FreshConnections } from './fresh-connections.ts';
import { KeptConnections } from './kept-connections.ts';
import { Opener } from './opener.ts';
import { OwnConnection } from './own-connection.ts';

type Sharing = Pick<Assignment, 'connections' | 'sharedConnections'>;

/** The connections of one worker, by the experiment's policy. */
export class Pools {
  readonly #driver: Driver;
  readonly #opener: Opener;
  readonly #sharing: Sharing;
  readonly #all: ConnectionPool[] = [];
  /** Of all users or arrivals together. */
  #common: ConnectionPool | null = null;

  constructor(driver: Driver, sharing: Sharing) {
    this.#driver = driver;
    this.#opener = new Opener(driver);
    this.#sharing = sharing;
  }

  /** `per-user`: one of its own for each user. */
  forUser(): ConnectionPool {
    if (this.#sharing.connections !== 'per-user') return this.#shared();
    return this.#add(new OwnConnection(this.#opener));
  }

  /** `per-user`: arrivals have no user, so each uses an idle connection; the maximum is that of requests in flight. */
  forArrivals(maxInFlight: number): ConnectionPool {
    if (this.#sharing.connections !== 'per-user') return this.#shared();
    return this.#add(new KeptConnections(this.#opener, maxInFlight, 1));
  }

  /** Abandons connections that wait for their turn to be opened, if nothing was sent for them. */
  withdrawWaiting(): void {
    this.#opener.withdrawWaiting();
  }

  close(): void {
    this.#opener.close();
    for (const pool of this.#all) pool.close();
  }

  #shared(): ConnectionPool {
    this.#common ??= this.#add(
      this.#sharing.connections === 'per-request'
        ? new FreshConnections(this.#driver)
        : new KeptConnections(this.#opener, this.#sharing.sharedConnections ?? 1),
    );
    return this.#common;
  }

  #add(pool: ConnectionPool): ConnectionPool {
    this.#all.push(pool);
    return pool;
  }
}
