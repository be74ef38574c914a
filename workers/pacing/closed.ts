import type { Profile } from './profile.ts';
import type { Turns } from './turns.ts';

/**
 * The closed model as pure arithmetic: which users are active, and what they do after an answer.
 * It knows nothing of protocols, clocks or connections.
 */

/** A refused connection is tried again after this long, so that a dead service is not hammered. */
export const reconnectPauseMs = 50;

/** Levels are computed; a user is active as well when rounding has taken this much from its level. */
const tolerance = 1e-9;

/** Pause before a user's next request, in milliseconds; longer after a failed connection attempt. */
export function pauseAfter(outcome: 'answered' | 'not-connected', thinkTimeMs: number): number {
  return outcome === 'answered' ? thinkTimeMs : Math.max(thinkTimeMs, reconnectPauseMs);
}

/**
 * User number k of all, from 0, is active while the level is at least k + 1.
 * @param turns which users are those of the worker.
 * @returns how many users of the worker are active; always the first ones.
 */
export function activeUsers(level: number, turns: Turns): number {
  return turns.countOf(Math.floor(level + tolerance));
}

/** When {@link activeUsers} is another number than at `fromMs` for the first time, at or after it; infinity when it never is. */
export function nextChange(profile: Profile, turns: Turns, fromMs: number): number {
  const active = activeUsers(profile.levelAt(fromMs), turns);
  const levelOf = (userIndex: number) => turns.numberOf(userIndex) + 1 - tolerance;
  const up = profile.nextAtLeast(levelOf(active), fromMs);
  const down = active > 0 ? profile.nextBelow(levelOf(active - 1), fromMs) : up;
  return Math.min(up, down);
}
