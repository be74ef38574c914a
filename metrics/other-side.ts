import type { TrialResult } from '../contracts/measurement.ts';
import { countOf, inSeries, threeDigits } from './format.ts';

/** Machine of a trial's service, after the service's name in a sentence; undefined if it is that of the experiment. */
export function placeOfService({ serviceOn }: Pick<TrialResult, 'serviceOn'>): string | undefined {
  if (!serviceOn) return undefined;
  const { name, cores, cpu, roundTripMs } = serviceOn;
  return `on ${name}: ${countOf(cores, 'core')} of ${cpu}, ${threeDigits(roundTripMs)} ms there and back`;
}

/** Machines of the services of some trials, each once. */
export function placesOfServices(trials: readonly TrialResult[]): string[] {
  const places = trials.flatMap((trial) => {
    const place = placeOfService(trial);
    return place === undefined ? [] : [`service ${place}`];
  });
  return [...new Set(places)];
}

/** The same without their hardware: `service on north`. */
export function namesOfServices(trials: readonly TrialResult[]): string[] {
  return [
    ...new Set(
      trials.flatMap(({ serviceOn }) => (serviceOn ? `service on ${serviceOn.name}` : [])),
    ),
  ];
}

/** More machines than this are counted instead of named. */
const maxNamed = 4;

/**
 * Machines that generated the load of some trials: `load from north and south`; empty if it was that of the
 * experiment.
 */
export function sourcesOfLoad(trials: readonly TrialResult[]): string[] {
  const machines = trials.map((trial) => trial.machines ?? []);
  const most = Math.max(0, ...machines.map(({ length }) => length));
  if (most === 0) return [];
  const names = [...new Set(machines.flat().map(({ name }) => name))];
  const isNamed = names.length === most && most <= maxNamed;
  return [`load from ${isNamed ? inSeries(names) : countOf(most, 'machine')}`];
}
