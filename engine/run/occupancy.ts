import type { LatencySummary, Occupancy } from '../../contracts/measurement.ts';
import { formatCount, formatMs, roughShare, threeDigits } from '../../metrics/format.ts';

/** A window of closed load. */
export interface OccupancyFacts {
  /** Users that were active, averaged over the window, and those that should have been; null where their number changes. */
  readonly users: number;
  readonly planned: number | null;
  readonly windowSeconds: number;
  readonly ok: number;
  readonly failed: number;
  /** Of the successful ones. */
  readonly latencyMs: Pick<LatencySummary, 'mean' | 'p99' | 'max'>;
  readonly thinkTimeMs: number;
  /** Time in which the load workers could not run: the longest hold-up of one, and what one waited for a core. */
  readonly heldUpMs: number;
}

/** Little's law holds exactly only in the long run; this much may be missing from any window. */
const tolerated = 0.05;
/** With fewer answers for each user, only the edges of the window were seen. */
const fewestAnswers = 2;
/** Timers end a think time up to this much late. */
const timerMs = 1.2;

/**
 * Whether the users of a window are accounted for: users = throughput × (latency + think time), by Little's law (J. D. C.
 * Little, 1961). The edges of a window cut requests: those that began before it count in full, those that end after it
 * not at all. They may do so all at once, so that a window of a few requests for each user proves little. Time in which the
 * workers could not run has its own reason to doubt a trial.
 * @returns null where no request succeeded.
 */
export function occupancyOf(facts: OccupancyFacts): Occupancy | null {
  const { users, planned, windowSeconds, ok, failed, latencyMs, thinkTimeMs, heldUpMs } = facts;
  if (ok === 0 || users <= 0 || windowSeconds <= 0) return null;
  const windowMs = windowSeconds * 1000;
  const busyMs = ok * (latencyMs.mean + thinkTimeMs) + failed * thinkTimeMs;
  const accounted = busyMs / windowMs;
  const cycle = latencyMs.mean + thinkTimeMs;
  const late = thinkTimeMs > 0 ? timerMs / cycle : 0;
  const edges =
    (latencyMs.p99 + thinkTimeMs) / windowMs + latencyMs.max / Math.max(1, users) / windowMs;
  const tolerance = tolerated + edges + late + heldUpMs / windowMs;
  const missing = 1 - accounted / users;
  return {
    users,
    accounted,
    tolerance,
    missing: [
      ...notRunning(users, planned),
      ...(Math.abs(missing) > tolerance && ok + failed >= fewestAnswers * users
        ? [unaccounted(facts, accounted)]
        : []),
    ],
  };
}

function notRunning(users: number, planned: number | null): Occupancy['missing'] {
  if (planned === null || users >= planned * (1 - tolerated)) return [];
  const sentence = `Only ${threeDigits(users)} of ${formatCount(planned)} users were running on average: the others had not started yet, or had stopped.`;
  return [{ code: 'users-not-running', sentence }];
}

function unaccounted(facts: OccupancyFacts, accounted: number): Occupancy['missing'][number] {
  const { users, windowSeconds, ok, failed, latencyMs, thinkTimeMs } = facts;
  const times =
    thinkTimeMs > 0
      ? `(${formatMs(latencyMs.mean)} + ${formatMs(thinkTimeMs)})`
      : formatMs(latencyMs.mean);
  const law = `${threeDigits(ok / windowSeconds)} requests/s × ${times} = ${threeDigits(accounted)} of ${threeDigits(users)} users`;
  const share = roughShare(Math.abs(1 - accounted / users));
  if (accounted > users) {
    return {
      code: 'more-than-users',
      sentence: `Throughput and latency together are ${share} more than the users could do (${law}): some of the latency lies before the window.`,
    };
  }
  if (failed > 0) {
    return {
      code: 'failed-requests',
      sentence: `${share} of the users’ time is in no latency (${law}): it went into ${formatCount(failed)} failed requests, into connecting, or into the generator.`,
    };
  }
  return {
    code: 'outside-requests',
    sentence: `${share} of the users’ time is in no latency (${law}): it went into connecting, or into the generator, which kept the service from getting more requests.`,
  };
}
