import { randomSource } from '../../workloads/messages/text.ts';
import type { Profile } from './profile.ts';

/** When the requests of open load are due, whatever becomes of those before. */
export interface ArrivalTimes {
  /** Milliseconds from the start of the stint of one arrival after the other; infinity after the last. */
  next(): number;
}

/**
 * Arrivals that follow each other evenly: number n of all workers together, from 0, is due at
 * Λ⁻¹(n). Worker `worker` of `workers` has numbers `worker`, `worker + workers` and so on, so that
 * all together are as even as one.
 */
export function constantArrivals(profile: Profile, worker: number, workers: number): ArrivalTimes {
  let number = worker - workers;
  return {
    next: () => {
      number += workers;
      return profile.timeOf(number);
    },
  };
}

/**
 * A Poisson process whose rate is the profile's level divided by the number of workers; those of
 * all workers together are one of the whole level. Unit exponentials −ln(U), cumulated, are
 * brought to their times by Λ⁻¹ (inversion of a non-homogeneous process: Çinlar 1975, Introduction
 * to Stochastic Processes, 4.7). `seed` decides the gaps, and should differ between workers.
 */
export function poissonArrivals(profile: Profile, workers: number, seed: number): ArrivalTimes {
  const random = randomSource(seed);
  let count = 0;
  return {
    next: () => {
      // Half a step is added so that the logarithm is never that of 0.
      count -= Math.log((random() + 0.5) / 2 ** 32) * workers;
      return profile.timeOf(count);
    },
  };
}
