import type { TrialResult } from '../contracts/measurement.ts';
import { countOf, threeDigits } from './format.ts';

/** Where the service of a trial ran, behind its name in a sentence; undefined where that was with the experiment. */
export function placeOfService({ serviceOn }: Pick<TrialResult, 'serviceOn'>): string | undefined {
  if (!serviceOn) return undefined;
  const { name, cores, cpu, roundTripMs } = serviceOn;
  return `on ${name}: ${countOf(cores, 'core')} of ${cpu}, ${threeDigits(roundTripMs)} ms there and back`;
}

/** Where the services of some trials ran, each place once. */
export function placesOfServices(trials: readonly TrialResult[]): string[] {
  const places = trials.flatMap((trial) => {
    const place = placeOfService(trial);
    return place === undefined ? [] : [`service ${place}`];
  });
  return [...new Set(places)];
}
