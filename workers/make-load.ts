import { protocolFacts } from '../contracts/protocols.ts';
import type { Assignment } from '../contracts/worker-messages.ts';
import { ClosedPacing } from './closed-load.ts';
import type { Driver } from './drivers/driver.ts';
import { type OpenLoadParts, OpenPacing } from './open-load.ts';
import type { PacedLoad } from './paced-load.ts';
import { constantArrivals, poissonArrivals } from './pacing/arrivals.ts';
import type { Profile } from './pacing/profile.ts';
import { turnsOf } from './pacing/turns.ts';
import { PlanConnections } from './plan/connections.ts';
import { type PlanLoadParts, PlanPacer } from './plan/plan-load.ts';
import type { Pools } from './pools/pools.ts';

export type LoadParts = Pick<OpenLoadParts, 'context' | 'endMs' | 'dropped' | 'turned'> & {
  readonly pools: Pools;
  /** Whether consecutive requests stay on one connection, as the steps of a flow do, if users have their own. */
  readonly ownConnections: boolean;
};

/** The load of requests for an assignment. @throws TypeError for a plan, see {@link makePlan}. */
export function makeLoad(assignment: Assignment, profile: Profile, parts: LoadParts): PacedLoad {
  const turns = turnsOf(assignment);
  const { pacing } = assignment.load;
  const { pools, context } = parts;
  if (pacing.model === 'closed') {
    const { thinkTime: thinkTimeMs } = pacing;
    const poolForUser = () => pools.forUser();
    return new ClosedPacing({ context, profile, thinkTimeMs, turns, poolForUser });
  }
  if (pacing.model === 'plan') throw new TypeError('a plan does not send single requests');
  const { maxInFlight, seed } = pacing;
  const arrivals =
    pacing.arrivals === 'poisson'
      ? poissonArrivals(profile, turns, seed)
      : constantArrivals(profile, turns);
  const common = parts.ownConnections ? null : pools.forArrivals(maxInFlight);
  const poolForArrival = () => common ?? pools.forUser();
  return new OpenPacing({ ...parts, arrivals, maxInFlight, turns, poolForArrival });
}

export type PlanParts = Pick<
  PlanLoadParts,
  'context' | 'useCase' | 'endMs' | 'beginWindow' | 'socketsOpened'
> & { readonly driver: Driver };

/** The iterations for an assignment. @throws TypeError if it is not a plan. */
export function makePlan(assignment: Assignment, parts: PlanParts): PlanPacer {
  const { connections, cell, requests } = assignment;
  const { pacing } = assignment.load;
  if (pacing.model !== 'plan') throw new TypeError(`${pacing.model} load has no iterations`);
  return new PlanPacer({
    ...parts,
    pacing,
    iterations: requests ?? 0,
    connections: new PlanConnections({
      driver: parts.driver,
      connections,
      schedule: pacing.schedule,
      multiplexed: protocolFacts[cell.protocol].multiplexed,
    }),
  });
}
