import type { Profile } from './profile.ts';
import type { Turns } from './turns.ts';

/**
 * The closed model as pure arithmetic: active users, and their actions after an answer. Independent of
 * protocols, clocks and connections.
 */

/** Delay before retrying a refused connection, so that a dead service is not flooded. */
export const reconnectPauseMs = 50;

/** Levels are computed; a user also counts as active if rounding has reduced its level by this much. */
const tolerance = 1e-9;

/** Pause before a user's next request, in milliseconds; longer after a failed connection attempt. */
export function pauseAfter(outcome: 'answered' | 'not-connected', thinkTimeMs: number): number {
  return outcome === 'answered' ? thinkTimeMs : Math.max(thinkTimeMs, reconnectPauseMs);
}

/**
 * User number k of all, from 0, is active while the level is at least k + 1.
 * @param turns users of the worker.
 * @returns the number of active users of the worker; always the first ones.
 */
export function activeUsers(level: number, turns: Turns): number {
  return turns.countOf(Math.floor(level + tolerance));
}

/**
 * The first moment, at or after `fromMs`, at which {@link activeUsers} differs from its value then; infinity
 * if never.
 */
export function nextChange(profile: Profile, turns: Turns, fromMs: number): number {
  const active = activeUsers(profile.levelAt(fromMs), turns);
  const levelOf = (userIndex: number) => turns.numberOf(userIndex) + 1 - tolerance;
  const up = profile.nextAtLeast(levelOf(active), fromMs);
  const down = active > 0 ? profile.nextBelow(levelOf(active - 1), fromMs) : up;
  return Math.min(up, down);
}
