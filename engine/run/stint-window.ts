import type { HopFigures } from '../../contracts/measurement.ts';
import type { EnergyReading } from '../platform/energy/meter.ts';
import type { EnergyWindow } from './energy/run-energy.ts';
import type { HopWindow } from './hop-watch.ts';
import type { HopKind } from './hops.ts';
import type { ServerWindow } from './server-watch.ts';
import type { TrialTarget } from './trial-target.ts';

/** Measurements of the processes and of energy in one measured window. */
export interface WindowFacts {
  /** CPU time of the service; null to use the intervals. */
  readonly serverCpuSeconds: number | null;
  /** Null without such a process, or when it died. */
  readonly gateway: HopFigures | null;
  readonly network: HopFigures | null;
  /** Null when not read. */
  readonly energy: EnergyReading | null;
}

/** Where the processes are not watched. */
export const nothingMeasured: WindowFacts = {
  serverCpuSeconds: null,
  gateway: null,
  network: null,
  energy: null,
};

/** All measurements at both edges of a measured window. */
export class StintWindow {
  readonly #server: ServerWindow | null;
  readonly #hops: ReadonlyMap<HopKind, HopWindow>;
  readonly #energy: EnergyWindow | null;

  constructor({ watch, hops }: TrialTarget, energy: EnergyWindow | null) {
    this.#server = watch?.window() ?? null;
    this.#hops = new Map(hops.map((hop) => [hop.kind, hop.watch.window(hop.process)]));
    this.#energy = energy;
  }

  /** @returns once all have answered, so that everything after is in the window. */
  async opens(): Promise<void> {
    await Promise.all(this.#parts().map((part) => part.opens()));
  }

  /** Only the first call counts. */
  closes(): void {
    for (const part of this.#parts()) part.closes();
  }

  async facts(): Promise<WindowFacts> {
    const figures = async (kind: HopKind) => (await this.#hops.get(kind)?.figures()) ?? null;
    return {
      serverCpuSeconds: (await this.#server?.cpuSeconds()) ?? null,
      gateway: await figures('gateway'),
      network: await figures('network'),
      energy: this.#energy?.reading() ?? null,
    };
  }

  #parts() {
    return [this.#energy, this.#server, ...this.#hops.values()].filter((part) => part !== null);
  }
}
