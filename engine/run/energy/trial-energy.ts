import type { EnergyConsumer, EnergyFlag, TrialEnergy } from '../../../contracts/energy.ts';
import type { EnergyReading } from '../../platform/energy/meter.ts';

/** Rules for the energy of a run's trials. */
export type EnergyTerms =
  | {
      readonly source: 'rapl';
      /** Idle power of the machine in watts; null when not measured. */
      readonly baselineWatts: number | null;
      readonly intervalMs: number;
    }
  | { readonly source: 'estimate'; readonly wattsPerCore: number };

/** CPU seconds in the window by process; null where there is no such process, or they are unknown. */
type CpuByProcess = Readonly<Record<Exclude<EnergyConsumer, 'rest'>, number | null>>;

export interface EnergyFacts {
  readonly terms: EnergyTerms;
  /** By stint of the window; null where the counters could not be read. */
  readonly readings: readonly (EnergyReading | null)[];
  readonly cpu: CpuByProcess;
  readonly windowSeconds: number;
  /** Requests that ended in the window. */
  readonly ended: number;
  /** Whether the service ran elsewhere. */
  readonly remote: boolean;
}

/** Energy over a trial's window; null when the counters could never be read. Pure. */
export function trialEnergy(facts: EnergyFacts): TrialEnergy | null {
  return facts.terms.source === 'estimate'
    ? estimated(facts, facts.terms.wattsPerCore)
    : counted(facts, facts.terms);
}

function estimated(facts: EnergyFacts, wattsPerCore: number): TrialEnergy {
  const processes = knownCpu(facts.cpu).map(({ who, seconds }) => ({
    who,
    joules: seconds * wattsPerCore,
  }));
  const joules = processes.reduce((sum, one) => sum + one.joules, 0);
  return {
    source: 'estimate',
    joules,
    baselineJoules: null,
    joulesPerRequest: perRequest(joules, facts),
    processes,
    intervalMs: null,
    samples: 0,
    wattsPerCore,
    flags: facts.remote ? ['remote'] : [],
  };
}

function counted(facts: EnergyFacts, terms: EnergyTerms & { source: 'rapl' }): TrialEnergy | null {
  const readings = facts.readings.filter((reading) => reading !== null);
  if (readings.length === 0) return null;
  const sum = (of: (reading: EnergyReading) => number) =>
    readings.reduce((total, reading) => total + of(reading), 0);
  const { baselineWatts, intervalMs } = terms;
  const baselineJoules = baselineWatts === null ? null : baselineWatts * sum((one) => one.seconds);
  const joules = sum((one) => one.joules) - (baselineJoules ?? 0);
  const complete =
    readings.length === facts.readings.length && readings.every((one) => one.complete);
  const flags: (EnergyFlag | false)[] = [
    readings.some(({ seconds }) => seconds * 1000 < 2 * intervalMs) && 'short',
    joules <= 0 && 'idle',
    facts.remote && 'remote',
    !complete && 'unreadable',
  ];
  return {
    source: 'rapl',
    joules,
    baselineJoules,
    joulesPerRequest: perRequest(joules, facts),
    processes:
      joules > 0
        ? shared(
            joules,
            facts.cpu,
            sum((one) => one.machineCpuSeconds),
          )
        : [],
    intervalMs,
    samples: sum((one) => one.samples),
    wattsPerCore: null,
    flags: flags.filter((flag) => flag !== false),
  };
}

/**
 * Divides joules by CPU time. Other CPU time is that of the machine beyond that of the processes;
 * the system counts both in steps, so it may be 0.
 */
function shared(joules: number, cpu: CpuByProcess, machineSeconds: number) {
  const known = knownCpu(cpu);
  const ours = known.reduce((sum, { seconds }) => sum + seconds, 0);
  const all = Math.max(machineSeconds, ours);
  if (all <= 0) return [{ who: 'rest' as const, joules }];
  const rest = { who: 'rest' as const, seconds: all - ours };
  return [...known, rest].map(({ who, seconds }) => ({ who, joules: (joules * seconds) / all }));
}

function knownCpu(cpu: CpuByProcess) {
  return (['client', 'service', 'gateway', 'network'] as const).flatMap((who) => {
    const seconds = cpu[who];
    return seconds === null ? [] : [{ who, seconds: Math.max(0, seconds) }];
  });
}

function perRequest(joules: number, { ended }: EnergyFacts): number | null {
  return ended > 0 ? joules / ended : null;
}
