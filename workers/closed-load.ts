import { ClosedUser, type UserRules } from './closed-user.ts';
import { longestTimerMs, type PacedLoad } from './paced-load.ts';
import { activeUsers, nextChange } from './pacing/closed.ts';
import type { Profile } from './pacing/profile.ts';
import type { Turns } from './pacing/turns.ts';
import type { ConnectionPool } from './pools/caller.ts';
import type { RequestContext } from './request.ts';

export interface ClosedLoadParts {
  readonly context: RequestContext;
  readonly profile: Profile;
  readonly thinkTimeMs: number;
  /** The users of this worker. */
  readonly turns: Turns;
  poolForUser(): ConnectionPool;
}

/**
 * Closed load: keeps as many users of this worker active as the profile specifies. When the level falls, the
 * last users finish their request and pause; their connections stay open.
 */
export class ClosedPacing implements PacedLoad, UserRules {
  readonly notes: readonly string[] = [];
  readonly thinkTimeMs: number;
  readonly #parts: ClosedLoadParts;
  readonly #users: ClosedUser[] = [];
  #active = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(parts: ClosedLoadParts) {
    this.#parts = parts;
    this.thinkTimeMs = parts.thinkTimeMs;
  }

  get activeUsers(): number {
    return this.#active;
  }

  isActive(userIndex: number): boolean {
    return userIndex < this.#active;
  }

  begin(): void {
    this.#adjust();
  }

  #adjust(): void {
    const { context, profile, turns } = this.#parts;
    const now = context.now();
    const before = this.#active;
    this.#active = activeUsers(profile.levelAt(now), turns);
    for (let userIndex = before; userIndex < this.#active; userIndex++)
      this.#user(userIndex).resume();
    const wait = nextChange(profile, turns, now) - context.now();
    if (wait === Number.POSITIVE_INFINITY) return;
    this.#timer = setTimeout(() => this.#adjust(), Math.min(Math.max(0, wait), longestTimerMs));
  }

  hasSentUntil(): boolean {
    return true;
  }

  /** Before each request, users check themselves whether there is time. */
  extended(): void {}

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    for (const user of this.#users) user.stop();
  }

  #user(userIndex: number): ClosedUser {
    const { context, turns } = this.#parts;
    const user =
      this.#users[userIndex] ??
      new ClosedUser(
        context,
        this.#parts.poolForUser(),
        this,
        userIndex,
        turns.numberOf(userIndex),
      );
    this.#users[userIndex] = user;
    return user;
  }
}
