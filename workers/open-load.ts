import { longestTimerMs, type PacedLoad } from './paced-load.ts';
import type { ArrivalTimes } from './pacing/arrivals.ts';
import type { Turns } from './pacing/turns.ts';
import type { ConnectionPool } from './pools/caller.ts';
import { Request, type RequestContext } from './request.ts';

/** Timers are not used closer to an arrival than this: they are integral milliseconds, and late. */
const nearMs = 1.2;
/** Maximum due arrivals sent before answers are processed again. */
const batch = 32;
/** Maximum arrivals dropped in a row, when there is no time left for them. */
const countedBatch = 10_000;
/** Grace period after the end for arrivals that were due before it. */
const catchUpMs = 500;
/** A longer turn of the event loop was doing work, even if no request started or ended in it. */
const idleTurnMs = 0.1;

export interface OpenLoadParts {
  readonly context: RequestContext;
  readonly arrivals: ArrivalTimes;
  /** Maximum unanswered requests; more are dropped. */
  readonly maxInFlight: number;
  /** The turns of the worker among simultaneous requests. */
  readonly turns: Turns;
  /** Callback per request in flight, which may be shared. */
  poolForArrival(): ConnectionPool;
  /** End of the last segment, as currently known; milliseconds from the start of the stint. */
  endMs(): number;
  /** An arrival was not sent. */
  dropped(): void;
  /** Time for which the event loop was busy waiting for the next arrival. */
  turned(ms: number): void;
}

/** A slot for one request of open load; reused after its answer. */
class OpenRequest extends Request {
  readonly #free: OpenRequest[];

  constructor(context: RequestContext, pool: ConnectionPool, user: number, free: OpenRequest[]) {
    super(context, pool, user);
    this.#free = free;
  }

  send(dueMs: number, now: number): void {
    this.dispatch(dueMs, now);
  }

  protected ranOut(): void {
    this.#free.push(this);
  }

  protected ended(): void {
    this.#free.push(this);
  }
}

/**
 * Open load: each request is sent when it is due, whatever the outcome of earlier ones. A timer waits for a
 * distant arrival; close to it the event loop turns without sleeping and processes answers in each turn, so
 * that requests are sent one by one at their times instead of in bursts of a timer. Arrivals that became due
 * while the thread was delayed are sent immediately.
 */
export class OpenPacing implements PacedLoad {
  readonly activeUsers = 0;
  readonly #parts: OpenLoadParts;
  readonly #all: OpenRequest[] = [];
  readonly #free: OpenRequest[] = [];
  #due: number;
  #timer: NodeJS.Timeout | null = null;
  #immediate: NodeJS.Immediate | null = null;
  /** Start of the last turn without sleeping, and the requests' activity by then. */
  #turnedAt = Number.NaN;
  #activity = 0;
  #unsent = 0;
  /** Started, and without an arrival before the end to wait for. */
  #idle = false;
  #stopped = false;

  constructor(parts: OpenLoadParts) {
    this.#parts = parts;
    this.#due = parts.arrivals.next();
  }

  get notes(): string[] {
    if (this.#unsent === 0) return [];
    return [
      `${this.#unsent} arrivals could not be sent by the end, because the load worker did not keep up; they are counted as dropped`,
    ];
  }

  begin(): void {
    this.#parts.context.source.prepareNext();
    this.#proceed();
  }

  #proceed(): void {
    const { context } = this.#parts;
    this.#noteIdleTurn(context.now());
    this.#sendDue();
    this.#idle = this.hasSentUntil(this.#parts.endMs());
    if (this.#stopped || this.#idle) return;
    const wait = this.#due - context.now() - nearMs;
    if (wait >= 1) this.#sleep(wait);
    else this.#turn();
  }

  hasSentUntil(ms: number): boolean {
    return this.#due >= ms;
  }

  extended(): void {
    if (this.#idle && !this.#stopped) this.#proceed();
  }

  stop(): void {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    if (this.#immediate) clearImmediate(this.#immediate);
    for (const request of this.#all) request.abandon();
  }

  #sleep(ms: number): void {
    this.#turnedAt = Number.NaN;
    this.#timer = setTimeout(() => this.#proceed(), Math.min(Math.floor(ms), longestTimerMs));
  }

  #turn(): void {
    this.#immediate = setImmediate(() => this.#proceed());
  }

  #noteIdleTurn(now: number): void {
    const { activity } = this.#parts.context;
    const length = now - this.#turnedAt;
    if (activity === this.#activity && length < idleTurnMs) this.#parts.turned(length);
    this.#turnedAt = now;
    this.#activity = activity;
  }

  #sendDue(): void {
    const { context, arrivals } = this.#parts;
    const end = this.#parts.endMs();
    let now = context.now();
    const late = now > end + catchUpMs;
    for (let left = late ? countedBatch : batch; left > 0; left--) {
      if (this.#due > now || this.#due >= end || this.#stopped) return;
      if (!context.wants(this.#due)) {
        this.#due = Number.POSITIVE_INFINITY;
        return;
      }
      if (late) this.#unsent++;
      this.#arrive(late ? null : this.#freeRequest(), now);
      this.#due = arrivals.next();
      // In advance, so that the next arrival finds its request prepared.
      context.source.prepareNext();
      now = context.now();
    }
  }

  #arrive(request: OpenRequest | null, now: number): void {
    const { recorder } = this.#parts.context;
    if (request) {
      recorder.lag(now, now - this.#due);
      request.send(this.#due, now);
    } else {
      recorder.drop(now);
      this.#parts.dropped();
    }
  }

  #freeRequest(): OpenRequest | null {
    const free = this.#free.pop();
    if (free) return free;
    const { context, maxInFlight, turns } = this.#parts;
    if (this.#all.length >= maxInFlight) return null;
    const user = turns.numberOf(this.#all.length);
    const request = new OpenRequest(context, this.#parts.poolForArrival(), user, this.#free);
    this.#all.push(request);
    return request;
  }
}
