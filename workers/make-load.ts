import type { Assignment } from '../contracts/worker-messages.ts';
import { ClosedLoad } from './closed-load.ts';
import { OpenLoad, type OpenLoadParts } from './open-load.ts';
import type { PacedLoad } from './paced-load.ts';
import { constantArrivals, poissonArrivals } from './pacing/arrivals.ts';
import type { Profile } from './pacing/profile.ts';
import type { Pools } from './pools/pools.ts';

export type LoadParts = Pick<OpenLoadParts, 'context' | 'endMs' | 'dropped' | 'turned'> & {
  readonly pools: Pools;
};

/** The load model of an assignment. */
export function makeLoad(assignment: Assignment, profile: Profile, parts: LoadParts): PacedLoad {
  const { worker, workers } = assignment;
  const { pacing } = assignment.load;
  const { pools, context } = parts;
  if (pacing.model === 'closed') {
    const { thinkTime: thinkTimeMs } = pacing;
    const poolForUser = () => pools.forUser();
    return new ClosedLoad({ context, profile, thinkTimeMs, worker, workers, poolForUser });
  }
  const { maxInFlight, seed } = pacing;
  const arrivals =
    pacing.arrivals === 'poisson'
      ? poissonArrivals(profile, workers, seed)
      : constantArrivals(profile, worker, workers);
  return new OpenLoad({ ...parts, arrivals, maxInFlight, pool: pools.forArrivals(maxInFlight) });
}
