import type { Deadlines, Timed } from './deadlines.ts';
import type { Failure, PreparedRequest, ReplySource } from './drivers/driver.ts';
import { mismatchFailure, shortMessageOf } from './drivers/failures.ts';
import type { Caller, ConnectionPool } from './pools/caller.ts';
import type { PoolSlot } from './pools/slot.ts';
import type { Recording } from './recorder.ts';
import { type RequestPart, withoutTaken } from './request-part.ts';
import type { FlowSession, IssuedRequest, Issuer, RequestSource } from './request-source.ts';
import type { Checking } from './verifier.ts';

/** Shared state of a worker's requests or iterations. */
export interface WorkContext {
  readonly recorder: Recording;
  readonly deadlines: Deadlines;
  /**
   * Counted from the dispatch of a request: the lateness of an arrival of open load is excluded, waiting for
   * a connection is included, except for the turn to open a user's own.
   */
  readonly timeoutMs: number;
  /** Activity counter of requests, to detect idleness. */
  activity: number;
  /** Milliseconds from the start of the stint. */
  now(): number;
  /** Whether another request is wanted, at its time. */
  wants(at: number): boolean;
  /** Before each request. */
  issued(): void;
  /** After each outcome. */
  settled(now: number): void;
  /** Instead of an outcome: nothing was tried for an issued request. */
  unissued(): void;
}

/** Shared state of one worker's requests. */
export interface RequestContext extends WorkContext {
  readonly source: RequestSource;
  /** For a shape with one request; the parts of others have their own. */
  readonly verifier: Checking;
  /** Whether waiting for a connection is part of the latency: always, except for users with their own connection. */
  readonly timesConnecting: boolean;
  /** Instead of a request: the source is exhausted. */
  ranOut(): void;
}

export type Ending = 'answered' | 'not-connected';

/**
 * Sequential requests, from dispatch to outcome: the common part of closed load's users and open load's
 * arrivals. For a flow it is one iteration at a time: each step is sent when the previous one has been
 * answered. The clock is read once at the start, and once at the end unless something slow happened in
 * between.
 */
export abstract class Request implements Caller, Timed, Issuer {
  slot: PoolSlot | null = null;
  since = 0;
  earlier: Timed | null = null;
  later: Timed | null = null;
  listed = false;
  readonly user: number;
  iteration = 0;
  session: FlowSession | null = null;
  protected readonly context: RequestContext;
  readonly #pool: ConnectionPool;
  #inFlight = false;
  #dispatching = false;
  #startedAt = 0;
  #sentAt = 0;
  /** Whether its answer is checked. */
  #checked = false;
  /** For an iteration: its start, and the total wait of its steps for a connection. */
  #begunAt = Number.NaN;
  #waitedMs = 0;
  /** The current or last request. */
  #issued: IssuedRequest | null = null;

  /** @param user index among all users of the trial, from 0. */
  constructor(context: RequestContext, pool: ConnectionPool, user: number) {
    this.context = context;
    this.#pool = pool;
    this.user = user;
  }

  get prepared(): PreparedRequest {
    if (!this.#issued) throw new TypeError('no request has been dispatched');
    return this.#issued.prepared;
  }

  /** Called after each request; `now` is as fresh as the start of another request may require. */
  protected abstract ended(ending: Ending, now: number): void;

  /** Called instead of sending a request if there is none left. */
  protected abstract ranOut(): void;

  /**
   * Sends the request. Latency counts from `startMs`, or from the hand-over if connecting is not timed; the
   * timeout from `now`.
   */
  protected dispatch(startMs: number, now: number): void {
    const issued = this.context.source.next(this);
    if (issued === null) {
      this.context.ranOut();
      this.ranOut();
      return;
    }
    this.context.issued();
    this.#begunAt = Number.NaN;
    this.#waitedMs = 0;
    this.#send(issued, startMs, now);
  }

  #send(issued: IssuedRequest, startMs: number, now: number): void {
    this.#issued = issued;
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
    // Nothing happens between the dispatch and a free connection.
    const now = this.#dispatching ? this.since : context.now();
    this.#sentAt = now;
    if (!context.timesConnecting) this.#startedAt = now;
    if (!this.listed) context.deadlines.add(this);
    context.activity++;
    const part = this.#issued?.part ?? null;
    if (part === null) {
      this.#checked = context.verifier.wantsReply();
      return this.#checked;
    }
    this.#checked = part.verifier.wantsReply();
    return this.#checked || part.takes;
  }

  withdrawn(): void {
    this.#inFlight = false;
    this.context.unissued();
  }

  succeeded(size: number, reply: ReplySource | null): void {
    const { recorder, verifier } = this.context;
    // Read before the check: the last byte has arrived, and decoding a sample must not look like latency.
    const now = this.context.now();
    const issued = this.#issued;
    if (issued !== null && issued.part !== null) {
      this.#partSucceeded(issued, issued.part, now, size, reply);
      return;
    }
    const failure = issued && verifier.check(issued.message, size, reply);
    const rolled = failure
      ? recorder.failure(now, failure)
      : recorder.success(now, now - this.#startedAt, now - this.#sentAt);
    if (reply) recorder.checked(failure !== null);
    this.#end('answered', reply || rolled ? this.context.now() : now);
  }

  failed(failure: Failure): void {
    this.#recordFailure(this.context.now(), failure);
    const { kind } = failure;
    this.#end(kind === 'connect' || kind === 'tls' ? 'not-connected' : 'answered');
  }

  expired(now: number): void {
    const { timeoutMs } = this.context;
    this.#pool.abandon(this);
    const message = `No complete answer within ${timeoutMs} ms`;
    this.#recordFailure(now, { kind: 'timeout', code: 'TIMEOUT', message });
    this.#end('answered');
  }

  /** Abandons a request in flight without counting it. */
  abandon(): void {
    if (!this.#inFlight) return;
    this.#inFlight = false;
    this.context.deadlines.remove(this);
    this.#pool.abandon(this);
  }

  /** The answer to one of several requests: in a mix it is the outcome, in a flow the last step's is. */
  #partSucceeded(
    { message }: IssuedRequest,
    part: RequestPart,
    now: number,
    size: number,
    reply: ReplySource | null,
  ): void {
    const { recorder, source } = this.context;
    const looked = this.#checked ? reply : null;
    const wrong = part.verifier.check(message, size, looked);
    if (looked) recorder.checked(wrong !== null);
    const failure = wrong ?? part.take(reply, this.session?.taken);
    if (failure) {
      this.#recordFailure(now, failure);
      this.#end('answered', this.context.now());
      return;
    }
    // Before the metrics of the part, which belong to the stretch that has started by then.
    recorder.roll(now);
    part.succeeded(now - this.#startedAt);
    if (!part.isSetUp) {
      if (Number.isNaN(this.#begunAt)) this.#begunAt = this.#startedAt;
      this.#waitedMs += this.#sentAt - this.#startedAt;
    }
    let next: IssuedRequest | null;
    try {
      next = source.following(this);
    } catch (error) {
      // An answer may contain anything, such as a word for a number of the next message.
      const message = `the next step cannot be made of what was taken: ${shortMessageOf(error)}`;
      const untaken = withoutTaken(mismatchFailure('NOT_TAKEN', message), this.session);
      recorder.failure(now, part.named(untaken));
      this.#end('answered', this.context.now());
      return;
    }
    if (next !== null) {
      this.#goOn(next);
      return;
    }
    const latencyMs = now - this.#begunAt;
    recorder.success(now, latencyMs, latencyMs - this.#waitedMs);
    this.#end('answered', this.context.now());
  }

  /** Sends the next step, which has been created by now. */
  #goOn(next: IssuedRequest): void {
    this.context.activity++;
    this.context.deadlines.remove(this);
    this.#pool.release(this);
    const now = this.context.now();
    this.#send(next, now, now);
  }

  #recordFailure(now: number, failure: Failure): void {
    const part = this.#issued?.part ?? null;
    if (part === null) {
      this.context.recorder.failure(now, failure);
      return;
    }
    const reported = withoutTaken(failure, this.session);
    this.context.recorder.failure(now, part.named(reported));
    part.failed(reported);
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
