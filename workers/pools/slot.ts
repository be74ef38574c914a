import type { Connection } from '../drivers/driver.ts';

/** A connection of a pool and its requests. */
export interface PoolSlot {
  readonly connection: Connection;
  inFlight: number;
  /** Whether it lies among those that have nothing to do. */
  idle: boolean;
  /** Another may take its place: it finishes what it has (a service may go away gracefully). */
  retired: boolean;
}

export const newSlot = (connection: Connection): PoolSlot => ({
  connection,
  inFlight: 0,
  idle: false,
  retired: false,
});
