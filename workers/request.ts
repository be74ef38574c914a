import type { Deadlines, Timed } from './deadlines.ts';
import type { Failure, PreparedRequest, ReplySource } from './drivers/driver.ts';
import type { Caller, ConnectionPool } from './pools/caller.ts';
import type { PoolSlot } from './pools/slot.ts';
import type { Recording } from './recorder.ts';
import type { IssuedRequest, RequestSource } from './request-source.ts';
import type { Checking } from './verifier.ts';

/** What everything that a worker does shares, be it requests or iterations of several. */
export interface WorkContext {
  readonly recorder: Recording;
  readonly deadlines: Deadlines;
  /**
   * From the dispatch of a request: the time that an arrival of open load was late does not count,
   * waiting for a connection does, except for the turn of a user's own to be opened.
   */
  readonly timeoutMs: number;
  /** Counts what requests do, so that idleness can be told. */
  activity: number;
  /** Milliseconds from the start of the stint. */
  now(): number;
  /** Whether another request is wanted, at the time it is for. */
  wants(at: number): boolean;
  /** Before each request. */
  issued(): void;
  /** After each outcome. */
  settled(now: number): void;
  /** Instead of an outcome: nothing was tried for a request that was issued. */
  unissued(): void;
}

/** What the requests of one worker share. */
export interface RequestContext extends WorkContext {
  readonly source: RequestSource;
  readonly verifier: Checking;
  /** Whether waiting for a connection belongs to the latency: always, but for users with a connection of their own. */
  readonly timesConnecting: boolean;
}

export type Ending = 'answered' | 'not-connected';

/**
 * One request at a time, from its dispatch to its outcome, over and over: the part that users of
 * closed load and arrivals of open load have in common. The clock is read once on the way in, and
 * once on the way out unless something that takes time came between.
 */
export abstract class Request implements Caller, Timed {
  slot: PoolSlot | null = null;
  since = 0;
  earlier: Timed | null = null;
  later: Timed | null = null;
  listed = false;
  protected readonly context: RequestContext;
  readonly #pool: ConnectionPool;
  #inFlight = false;
  #dispatching = false;
  #startedAt = 0;
  #sentAt = 0;
  /** The request that is under way or was last. */
  #issued: IssuedRequest | null = null;

  constructor(context: RequestContext, pool: ConnectionPool) {
    this.context = context;
    this.#pool = pool;
  }

  get prepared(): PreparedRequest {
    if (!this.#issued) throw new TypeError('no request has been dispatched');
    return this.#issued.prepared;
  }

  /** Called after each request; `now` is as fresh as the start of another request may be. */
  protected abstract ended(ending: Ending, now: number): void;

  /** Sends the request. Latency counts from `startMs`, or from the hand-over where connecting is not timed; the time-out from `now`. */
  protected dispatch(startMs: number, now: number): void {
    this.context.issued();
    this.#issued = this.context.source.next();
    this.#inFlight = true;
    this.#startedAt = startMs;
    this.since = now;
    if (this.context.timesConnecting) this.context.deadlines.add(this);
    this.#dispatching = true;
    this.#pool.dispatch(this);
    this.#dispatching = false;
  }

  attempting(): void {
    if (this.listed) return;
    this.since = this.context.now();
    this.context.deadlines.add(this);
  }

  handedOver(): boolean {
    const { context } = this;
    // Nothing lies between the dispatch and a free connection.
    const now = this.#dispatching ? this.since : context.now();
    this.#sentAt = now;
    if (!context.timesConnecting) this.#startedAt = now;
    if (!this.listed) context.deadlines.add(this);
    context.activity++;
    return context.verifier.wantsReply();
  }

  withdrawn(): void {
    this.#inFlight = false;
    this.context.unissued();
  }

  succeeded(size: number, reply: ReplySource | null): void {
    const { recorder, verifier } = this.context;
    // Read before the check: the last byte is in, and decoding a sample must not look like latency.
    const now = this.context.now();
    const failure = this.#issued && verifier.check(this.#issued.message, size, reply);
    const rolled = failure
      ? recorder.failure(now, failure)
      : recorder.success(now, now - this.#startedAt, now - this.#sentAt);
    if (reply) recorder.checked(failure !== null);
    this.#end('answered', reply || rolled ? this.context.now() : now);
  }

  failed(failure: Failure): void {
    this.context.recorder.failure(this.context.now(), failure);
    const { kind } = failure;
    this.#end(kind === 'connect' || kind === 'tls' ? 'not-connected' : 'answered');
  }

  expired(now: number): void {
    const { recorder, timeoutMs } = this.context;
    this.#pool.abandon(this);
    const message = `No complete answer within ${timeoutMs} ms`;
    recorder.failure(now, { kind: 'timeout', code: 'TIMEOUT', message });
    this.#end('answered');
  }

  /** Gives a request in flight up without counting it. */
  abandon(): void {
    if (!this.#inFlight) return;
    this.#inFlight = false;
    this.context.deadlines.remove(this);
    this.#pool.abandon(this);
  }

  #end(ending: Ending, now: number = this.context.now()): void {
    this.#inFlight = false;
    this.context.activity++;
    this.context.deadlines.remove(this);
    this.#pool.release(this);
    this.context.settled(now);
    this.ended(ending, now);
  }
}
