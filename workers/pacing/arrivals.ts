import { randomSource } from '../../workloads/messages/text.ts';
import type { Profile } from './profile.ts';
import type { Turns } from './turns.ts';

/** Due times of open load's requests, whatever the outcome of earlier ones. */
export interface ArrivalTimes {
  /** Milliseconds from the start of the stint, arrival by arrival; infinity after the last. */
  next(): number;
}

/**
 * Evenly spaced arrivals: number n of all workers together, from 0, is due at Λ⁻¹(n). Each worker has the
 * numbers of its turns, so that all together are as even as one.
 */
export function constantArrivals(profile: Profile, turns: Turns): ArrivalTimes {
  let place = 0;
  return { next: () => profile.timeOf(turns.numberOf(place++)) };
}

/**
 * A Poisson process whose rate is the worker's share of the profile's level; those of all workers together
 * form one of the whole level. Unit exponentials −ln(U), cumulated, are transformed to times by Λ⁻¹
 * (inversion of a non-homogeneous process: Çinlar 1975, Introduction to Stochastic Processes, 4.7). `seed`
 * determines the gaps, and should differ between workers.
 */
export function poissonArrivals(
  profile: Profile,
  { every }: Pick<Turns, 'every'>,
  seed: number,
): ArrivalTimes {
  const random = randomSource(seed);
  let count = 0;
  return {
    next: () => {
      // Half a step is added, so that the logarithm is never that of 0.
      count -= Math.log((random() + 0.5) / 2 ** 32) * every;
      return profile.timeOf(count);
    },
  };
}
