import type { Caller, ConnectionPool } from './connection-pool.ts';
import type { Failure, ReplySource } from './drivers/driver.ts';
import type { ClosedPacing } from './pacing/closed.ts';
import type { Recorder } from './recorder.ts';
import type { Verifier } from './verifier.ts';

/** What the users of one worker share. */
export interface UserContext {
  readonly pacing: ClosedPacing;
  readonly recorder: Recorder;
  readonly verifier: Verifier;
  /** Whether waiting for a connection belongs to the latency (shared and per-request connections). */
  readonly timesConnecting: boolean;
  readonly timeoutMs: number;
  /** Milliseconds from the start of the trial. */
  now(): number;
  /** Asked before each request; a true answer counts it as issued. */
  mayIssue(): boolean;
  /** After each outcome. */
  settled(): void;
}

/** A user of the closed model: sends its next request when the answer to the last one is in. */
export class ClosedUser implements Caller {
  readonly #context: UserContext;
  readonly #pool: ConnectionPool;
  #inFlight = false;
  #dispatchedAt = 0;
  #startedAt = 0;
  #sentAt = 0;
  #pause: NodeJS.Timeout | null = null;

  constructor(context: UserContext, pool: ConnectionPool) {
    this.#context = context;
    this.#pool = pool;
  }

  get inFlight(): boolean {
    return this.#inFlight;
  }

  next(): void {
    this.#pause = null;
    if (!this.#context.mayIssue()) return;
    this.#inFlight = true;
    this.#dispatchedAt = this.#context.now();
    this.#startedAt = this.#dispatchedAt;
    this.#sentAt = this.#dispatchedAt;
    this.#pool.dispatch(this);
  }

  handedOver(): boolean {
    this.#sentAt = this.#context.now();
    if (!this.#context.timesConnecting) this.#startedAt = this.#sentAt;
    return this.#context.verifier.wantsReply();
  }

  succeeded(size: number, reply: ReplySource | null): void {
    const { recorder, verifier } = this.#context;
    // Read before the check: the last byte is in, and decoding a sample must not look like latency.
    const now = this.#context.now();
    const failure = verifier.check(size, reply);
    if (failure) recorder.failure(now, failure);
    else recorder.success(now, now - this.#startedAt, now - this.#sentAt);
    this.#settle('answered');
  }

  failed(failure: Failure): void {
    this.#context.recorder.failure(this.#context.now(), failure);
    this.#settle(
      failure.kind === 'connect' || failure.kind === 'tls' ? 'not-connected' : 'answered',
    );
  }

  /** Gives the request up when it has taken longer than the time-out. */
  checkTimeout(now: number): void {
    const { timeoutMs, recorder } = this.#context;
    if (!this.#inFlight || now - this.#dispatchedAt < timeoutMs) return;
    this.#pool.abandon(this);
    const message = `No complete answer within ${timeoutMs} ms`;
    recorder.failure(now, { kind: 'timeout', code: 'TIMEOUT', message });
    this.#settle('answered');
  }

  /** Ends the user; a request in flight is given up without being counted. */
  stop(): void {
    if (this.#pause) clearTimeout(this.#pause);
    if (this.#inFlight) this.#pool.abandon(this);
    this.#inFlight = false;
  }

  #settle(outcome: 'answered' | 'not-connected'): void {
    this.#inFlight = false;
    this.#pool.release(this);
    this.#context.settled();
    const pause = this.#context.pacing.pauseAfter(outcome);
    if (pause > 0) this.#pause = setTimeout(() => this.next(), pause);
    else this.next();
  }
}
