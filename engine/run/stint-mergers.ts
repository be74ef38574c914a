import type { Tick } from '../../contracts/worker-messages.ts';
import type { StintMachine } from './load-pool.ts';
import { TickMerger } from './tick-merger.ts';

interface Listeners {
  /** All workers together. */
  all(tick: Tick): void;
  /** The workers of one machine, by its index. */
  machine(machine: number, tick: Tick): void;
}

interface Place {
  readonly merger: TickMerger;
  /** Index of the worker among those of the machine. */
  readonly worker: number;
}

/** Merges the ticks of all workers of a stint, and those of each machine separately. */
export class StintMergers {
  readonly #all: TickMerger;
  readonly #listeners: Listeners;
  #machines: TickMerger[] = [];
  readonly #places = new Map<number, Place>();

  constructor(workers: number, listeners: Listeners) {
    this.#all = new TickMerger(workers, (tick) => listeners.all(tick));
    this.#listeners = listeners;
  }

  /** Sets the machines of the workers, before any of them has sent a tick. */
  divide(machines: readonly StintMachine[]): void {
    this.#machines = machines.map(({ workers }, machine) => {
      const merger = new TickMerger(workers.length, (tick) =>
        this.#listeners.machine(machine, tick),
      );
      for (const [worker, place] of workers.entries()) this.#places.set(place, { merger, worker });
      return merger;
    });
  }

  add(worker: number, tick: Tick): void {
    const place = this.#places.get(worker);
    place?.merger.add(place.worker, tick);
    this.#all.add(worker, tick);
  }

  ended(worker: number): void {
    const place = this.#places.get(worker);
    place?.merger.ended(place.worker);
    this.#all.ended(worker);
  }

  /** Passes on everything that is pending, complete or not. */
  flush(): void {
    for (const merger of [...this.#machines, this.#all]) merger.flush();
  }
}
