import type { Connection } from '../drivers/driver.ts';

/** A connection of a pool with its requests. */
export interface PoolSlot {
  readonly connection: Connection;
  inFlight: number;
  /** Whether it is on the stack of idle ones. */
  idle: boolean;
  /** Has been replaced: it finishes its requests (a service may shut down gracefully). */
  retired: boolean;
}

export const newSlot = (connection: Connection): PoolSlot => ({
  connection,
  inFlight: 0,
  idle: false,
  retired: false,
});
