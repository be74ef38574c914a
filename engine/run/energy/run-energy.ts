import { WirebenchError } from '../../../contracts/errors.ts';
import type { EnergySettings } from '../../../contracts/experiment/energy-settings.ts';
import type { Experiment } from '../../../contracts/experiment/experiment.ts';
import { EnergyMeter, type EnergyReading, meterSources } from '../../platform/energy/meter.ts';
import {
  type EnergyCounters,
  type EnergyFinding,
  findEnergyCounters,
} from '../../platform/energy/powercap.ts';
import type { EnergyTerms } from './trial-energy.ts';

/** Reads energy over the window of a stint. */
export interface EnergyWindow {
  opens(): void;
  /** Only the first call counts. */
  closes(): void;
  /** Null when the window never opened, or nothing can be read. */
  reading(): EnergyReading | null;
}

/** Measures or estimates the energy of a run's trials. */
export interface RunEnergy {
  /** Leaves the machine idle and measures its power. */
  measureBaseline(signal: AbortSignal): Promise<void>;
  /** Length of the baseline in milliseconds; 0 without one. */
  readonly baselineMs: number;
  /** Null without energy results. */
  terms(): EnergyTerms | null;
  window(): EnergyWindow | null;
}

/** @throws WirebenchError ENERGY_UNAVAILABLE when the required counters cannot be read. */
export function openEnergy(
  { energy: settings, machines }: Pick<Experiment, 'energy' | 'machines'>,
  find: () => EnergyFinding = findEnergyCounters,
): RunEnergy {
  if (machines > 0) return withoutEnergyHere(settings);
  if (settings.source === 'none') return nothing(null);
  if (settings.source === 'estimate') {
    return nothing({ source: 'estimate', wattsPerCore: settings.wattsPerCore });
  }
  const finding = find();
  if (finding.kind === 'rapl') return new CountedEnergy(settings, finding.counters);
  if (settings.source === 'auto') return nothing(null);
  throw new WirebenchError('ENERGY_UNAVAILABLE', finding.text, {
    hint: 'Set energy.source to auto, estimate or none.',
  });
}

/** The energy of clients on other machines cannot be measured here. @throws WirebenchError ENERGY_UNAVAILABLE */
function withoutEnergyHere({ source }: EnergySettings): RunEnergy {
  if (source === 'none' || source === 'auto') return nothing(null);
  throw new WirebenchError(
    'ENERGY_UNAVAILABLE',
    'Energy is that of one machine, and this load comes from several',
    { hint: 'Set energy.source to auto or none, or leave out machines.' },
  );
}

function nothing(terms: EnergyTerms | null): RunEnergy {
  return {
    measureBaseline: async () => undefined,
    baselineMs: 0,
    terms: () => terms,
    window: () => null,
  };
}

class CountedEnergy implements RunEnergy {
  readonly #settings: EnergySettings;
  readonly #counters: EnergyCounters;
  #baselineWatts: number | null = null;

  constructor(settings: EnergySettings, counters: EnergyCounters) {
    this.#settings = settings;
    this.#counters = counters;
  }

  get baselineMs(): number {
    return this.#settings.baseline;
  }

  async measureBaseline(signal: AbortSignal): Promise<void> {
    if (this.baselineMs === 0 || signal.aborted) return;
    const meter = this.#meter();
    meter.start();
    await pause(this.baselineMs, signal);
    meter.stop();
    const reading = meter.reading();
    if (!reading?.complete || signal.aborted || reading.seconds <= 0) return;
    this.#baselineWatts = reading.joules / reading.seconds;
  }

  terms(): EnergyTerms {
    return {
      source: 'rapl',
      baselineWatts: this.#baselineWatts,
      intervalMs: this.#settings.interval,
    };
  }

  window(): EnergyWindow {
    const meter = this.#meter();
    return {
      opens: () => meter.start(),
      closes: () => meter.stop(),
      reading: () => meter.reading(),
    };
  }

  #meter(): EnergyMeter {
    return new EnergyMeter(meterSources(this.#counters), this.#settings.interval);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
