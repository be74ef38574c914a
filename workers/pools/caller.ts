import type { PreparedRequest, Sink } from '../drivers/driver.ts';
import type { PoolSlot } from './slot.ts';

/** Who wants connections: somebody with at most one request under way. */
export interface Caller extends Sink {
  /** Belongs to the pool: where the caller's request is under way, kept here so that nobody looks it up. */
  slot: PoolSlot | null;
  /** The request that is under way, or about to be. */
  readonly prepared: PreparedRequest;
  /** Called just before the request goes to the connection. @returns whether the answer is wanted decoded. */
  handedOver(): boolean;
  /** Called when the caller's own connection begins to be opened, or lets it wait. The wait for the turn to be opened came before. */
  attempting(): void;
  /** The pool gave the caller up before anything was tried for it; it is not to be released. */
  withdrawn(): void;
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
