import type { Cell } from '../../../contracts/experiment/cell.ts';
import type { PlanLoad } from '../../../contracts/experiment/load.ts';
import type { PlanResult } from '../../../contracts/plan.ts';
import type { Protocol } from '../../../contracts/words.ts';
import { randomSource } from '../../../workloads/messages/text.ts';

/** Requests and round trips of an iteration by use case, roughly as in reality. */
const courses: Readonly<Record<string, readonly [requests: number, roundTrips: number]>> = {
  'case-1-user': [1, 1],
  'case-2a': [1, 1],
  'case-2b': [30, 4],
  'case-3a': [3, 1],
  'case-3b': [3, 3],
};
/** Milliseconds of a round trip. */
const pace: Partial<Record<Protocol, number>> = { rest: 3.1, soap: 4.4, grpc: 2.2 };

/** The iterations of a cell: skewed times around a median, with occasional slow ones. */
export function scriptedPlan({ protocol, shape }: Cell, load: PlanLoad, trial: number): PlanResult {
  const [requests, roundTrips] = courses[shape] ?? [1, 1];
  const random = randomSource(trial + 5);
  const share = () => random() / 2 ** 32;
  const medianUs = 1000 * (pace[protocol] ?? 3) * (roundTrips + requests / 40);
  const durationUs = Array.from({ length: load.iterations }, () => {
    const tail = share() < 0.04 ? 1.6 + share() : 1;
    return Math.round(medianUs * tail * (0.9 + 0.1 * share() + 0.15 * share() ** 3));
  });
  const range = (value: number) => ({ min: value, max: value });
  return {
    iterations: load.iterations,
    requests: requests * load.iterations,
    requestsPerIteration: range(requests),
    roundTrips: range(roundTrips),
    sent: requests * load.iterations,
    socketsOpened: load.iterations * (protocol === 'grpc' || shape !== 'case-2b' ? 1 : 12),
    samples: {
      durationUs,
      setUpUs: durationUs.map((us) => Math.round(us * 0.2)),
      requests: durationUs.map(() => requests),
    },
  };
}
