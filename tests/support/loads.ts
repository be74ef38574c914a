import type { Arrivals } from '../../contracts/words.ts';
import type { AssignedLoad, Assignment } from '../../contracts/worker-messages.ts';

/** Points of a profile, of pairs of milliseconds and a level. */
export const pointsOf = (...pairs: readonly (readonly [atMs: number, level: number])[]) =>
  pairs.map(([atMs, level]) => ({ atMs, level }));

interface Times {
  /** Milliseconds; default 0. */
  readonly warmUp?: number;
  /** Milliseconds; without it only requests end the load. */
  readonly duration?: number;
}

function segments({ warmUp = 0, duration }: Times): AssignedLoad['segments'] {
  const untilMs = duration === undefined ? null : warmUp + duration;
  const before = { phase: 'warm-up', round: null, untilMs: warmUp } as const;
  const measured = { phase: 'measured', round: null, untilMs } as const;
  return warmUp > 0 ? [before, measured] : [measured];
}

/** Closed load for a test: this many users, all from the start. */
export function closedLoad(
  load: Times & { readonly users: number; readonly thinkTime?: number },
): AssignedLoad {
  return {
    profile: [{ atMs: 0, level: load.users }],
    segments: segments(load),
    pacing: { model: 'closed', thinkTime: load.thinkTime ?? 0 },
  };
}

/** Open load for a test: this many arrivals per second, from the start. */
export function openLoad(
  load: Times & {
    readonly rate: number;
    readonly arrivals?: Arrivals;
    readonly maxInFlight?: number;
  },
): AssignedLoad {
  const { rate, arrivals = 'constant', maxInFlight = 1000 } = load;
  return {
    profile: [{ atMs: 0, level: rate }],
    segments: segments(load),
    pacing: { model: 'open', arrivals, maxInFlight, seed: 1 },
  };
}

/** Common fields of the assignments of tests. */
export const assignmentDefaults = {
  workload: 'product',
  text: 'ascii',
  seed: 1,
  data: {},
  fields: 'full',
  dates: 'full',
  formats: 'separate',
  firstSequence: 0,
  connections: 'per-user',
  worker: 0,
  workers: 1,
  requests: null,
  sharedConnections: null,
  resumption: false,
  core: null,
} as const satisfies Partial<Assignment>;
