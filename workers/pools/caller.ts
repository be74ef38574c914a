import type { PreparedRequest, Sink } from '../drivers/driver.ts';
import type { PoolSlot } from './slot.ts';

/** A user of connections, with at most one request in flight. */
export interface Caller extends Sink {
  /** Managed by the pool: the connection of the caller's request, stored here to avoid a lookup. */
  slot: PoolSlot | null;
  /** The current request, or the next one. */
  readonly prepared: PreparedRequest;
  /** Called just before the request is passed to the connection. @returns whether to decode the answer. */
  handedOver(): boolean;
  /**
   * Called when the opening of the caller's own connection starts, or keeps it waiting. The wait for its
   * turn came before.
   */
  attempting(): void;
  /** The pool dropped the caller before trying anything for it; it must not be released. */
  withdrawn(): void;
}

/**
 * Assigns connections to callers' requests. A caller calls `dispatch`, receives one outcome as a {@link
 * Sink}, and then calls `release`; or it calls `abandon` and receives nothing.
 */
export interface ConnectionPool {
  dispatch(caller: Caller): void;
  release(caller: Caller): void;
  abandon(caller: Caller): void;
  close(): void;
}
