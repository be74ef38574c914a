import { pauseAfter } from './pacing/closed.ts';
import type { ConnectionPool } from './pools/caller.ts';
import { type Ending, Request, type RequestContext } from './request.ts';

/** Shared by the users of closed load. */
export interface UserRules {
  readonly thinkTimeMs: number;
  /** Whether user `userIndex` of the worker, from 0, should send requests. */
  isActive(userIndex: number): boolean;
}

/** A user of the closed model: sends its next request after the answer to the last one, while it is active. */
export class ClosedUser extends Request {
  readonly #rules: UserRules;
  readonly #userIndex: number;
  #resting = true;
  #pause: NodeJS.Timeout | null = null;

  /** @param user index among all users of the trial, from 0. */
  constructor(
    context: RequestContext,
    pool: ConnectionPool,
    rules: UserRules,
    userIndex: number,
    user: number,
  ) {
    super(context, pool, user);
    this.#rules = rules;
    this.#userIndex = userIndex;
  }

  /** Starts or resumes the user. */
  resume(): void {
    if (this.#resting) this.#next(this.context.now());
  }

  /** Ends the user; a request in flight is abandoned without being counted. */
  stop(): void {
    if (this.#pause) clearTimeout(this.#pause);
    this.abandon();
  }

  override withdrawn(): void {
    this.#resting = true;
    super.withdrawn();
  }

  protected ranOut(): void {
    this.#resting = true;
  }

  protected ended(ending: Ending, now: number): void {
    const pause = pauseAfter(ending, this.#rules.thinkTimeMs);
    if (pause <= 0) this.#next(now);
    else this.#pause = setTimeout(() => this.#wake(), pause);
  }

  #wake(): void {
    this.#pause = null;
    this.#next(this.context.now());
  }

  #next(now: number): void {
    this.#resting = !this.#rules.isActive(this.#userIndex) || !this.context.wants(now);
    if (!this.#resting) this.#send(now);
  }

  /** A request that still has to be created is created before its clock starts. */
  #send(now: number): void {
    const { source } = this.context;
    if (!source.varies) {
      this.dispatch(now, now);
      return;
    }
    source.prepareNext(this);
    const made = this.context.now();
    this.dispatch(made, made);
  }
}
