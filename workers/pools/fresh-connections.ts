import type { Driver } from '../drivers/driver.ts';
import type { Caller, ConnectionPool } from './caller.ts';
import { newSlot, type PoolSlot } from './slot.ts';

/**
 * A separate connection for every request, closed afterwards. Connecting is part of the measurement, so any
 * number of connections may be opened concurrently.
 */
export class FreshConnections implements ConnectionPool {
  readonly #driver: Driver;
  readonly #open = new Set<PoolSlot>();

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  dispatch(caller: Caller): void {
    const slot = newSlot(this.#driver.open());
    const { connection } = slot;
    caller.slot = slot;
    this.#open.add(slot);
    const begin = () => {
      if (caller.slot === slot) connection.send(caller.prepared, caller, caller.handedOver());
    };
    connection.connect((failure) => {
      if (caller.slot !== slot) return;
      if (failure) caller.failed(failure);
      else if (connection.capacity > 0) begin();
      else {
        connection.onCapacity = () => {
          connection.onCapacity = null;
          begin();
        };
      }
    });
  }

  release(caller: Caller): void {
    this.#end(caller)?.connection.close();
  }

  abandon(caller: Caller): void {
    const slot = this.#end(caller);
    slot?.connection.abort(caller);
    slot?.connection.close();
  }

  close(): void {
    for (const { connection } of [...this.#open]) connection.close();
  }

  #end(caller: Caller): PoolSlot | null {
    const { slot } = caller;
    caller.slot = null;
    if (slot) this.#open.delete(slot);
    return slot;
  }
}
