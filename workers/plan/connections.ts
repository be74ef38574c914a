import type { PlanSchedule } from '../../contracts/experiment/plan-load.ts';
import type { Assignment } from '../../contracts/worker-messages.ts';
import type { Driver, Failure } from '../drivers/driver.ts';
import type { ConnectionPool } from '../pools/caller.ts';
import { FreshConnections } from '../pools/fresh-connections.ts';
import { KeptConnections } from '../pools/kept-connections.ts';
import { Opener } from '../pools/opener.ts';

/** The connections of one iteration. */
export interface IterationConnections {
  readonly pool: ConnectionPool;
  /** Opens the connections for an iteration with this many requests in its first batch. */
  openAhead(width: number, done: (failure: Failure | null) => void): void;
  /** The iteration has ended: its own connections are closed. */
  end(): void;
}

export interface PlanConnectionsParts {
  readonly driver: Driver;
  readonly connections: Assignment['connections'];
  readonly schedule: PlanSchedule;
  /** Whether a connection of the protocol carries concurrent requests. */
  readonly multiplexed: boolean;
}

/**
 * Connections for iterations, by the experiment's policy. A client that keeps connections has one if the
 * protocol carries concurrent requests on it, otherwise as many as it has concurrent requests, as
 * applications do. Under `load` every iteration is a separate user.
 */
export class PlanConnections {
  readonly #parts: PlanConnectionsParts;
  readonly #open = new Set<ConnectionPool>();
  /** For all iterations; null if each has its own. */
  readonly #lasting: KeptConnections | FreshConnections | null;
  #widest = 0;

  constructor(parts: PlanConnectionsParts) {
    this.#parts = parts;
    this.#lasting = this.#lastingPool();
    if (this.#lasting) this.#open.add(this.#lasting);
  }

  forIteration(): IterationConnections {
    const pool = this.#lasting ?? this.#kept(this.#perClient);
    this.#open.add(pool);
    return {
      pool,
      openAhead: (width, done) => this.#openAhead(pool, width, done),
      end: () => {
        if (pool === this.#lasting) return;
        this.#open.delete(pool);
        pool.close();
      },
    };
  }

  /** Records the number of concurrent requests: the next iterations open as many connections in advance. */
  noteWidth(requests: number): void {
    this.#widest = Math.max(this.#widest, requests);
  }

  close(): void {
    for (const pool of this.#open) pool.close();
  }

  get #perClient(): number {
    return this.#parts.multiplexed ? 1 : Number.POSITIVE_INFINITY;
  }

  #lastingPool(): KeptConnections | FreshConnections | null {
    const { connections, schedule, driver } = this.#parts;
    if (connections === 'per-request') return new FreshConnections(driver);
    if (typeof connections === 'object') return this.#kept(connections.shared);
    const isOneUser = connections === 'per-user' && schedule === 'stagger';
    return isOneUser ? this.#kept(this.#perClient) : null;
  }

  #kept(size: number): KeptConnections {
    return new KeptConnections(new Opener(this.#parts.driver), size);
  }

  #openAhead(
    pool: KeptConnections | FreshConnections,
    width: number,
    done: (failure: Failure | null) => void,
  ): void {
    if (pool instanceof FreshConnections) done(null);
    else pool.openAhead(this.#parts.multiplexed ? 1 : Math.max(width, this.#widest), done);
  }
}
