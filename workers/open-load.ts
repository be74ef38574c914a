import { longestTimerMs, type PacedLoad } from './paced-load.ts';
import type { ArrivalTimes } from './pacing/arrivals.ts';
import type { Turns } from './pacing/turns.ts';
import type { ConnectionPool } from './pools/caller.ts';
import { Request, type RequestContext } from './request.ts';

/** Timers are not trusted nearer to an arrival than this: they are whole milliseconds, and late. */
const nearMs = 1.2;
/** Arrivals that are sent, when several are due, before answers are looked at again. */
const batch = 32;
/** Arrivals that are only counted at once, when there is no time left for them. */
const countedBatch = 10_000;
/** How long after the end arrivals that were due before it may still be sent. */
const catchUpMs = 500;
/** A turn of the event loop that takes longer had something to do, though no request began or ended in it. */
const idleTurnMs = 0.1;

export interface OpenLoadParts {
  readonly context: RequestContext;
  readonly arrivals: ArrivalTimes;
  /** Unanswered requests at once; more are dropped. */
  readonly maxInFlight: number;
  /** Which requests at once are those of the worker. */
  readonly turns: Turns;
  /** Of one request in flight, which may be that of all. */
  poolForArrival(): ConnectionPool;
  /** When the last segment ends, as far as is known now; milliseconds from the start of the stint. */
  endMs(): number;
  /** An arrival was not sent. */
  dropped(): void;
  /** The event loop turned for so long, waiting for the next arrival. */
  turned(ms: number): void;
}

/** A place for one request of open load; it is used again when its answer is in. */
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
 * Open load: each request is sent when it is due, whatever became of those before. While the next
 * arrival is far a timer waits for it; when it is near the event loop turns without sleeping,
 * looking for answers in each turn, so that requests go out one by one at their times and not in
 * bursts of a timer. What became due while the thread was held up is sent at once.
 */
export class OpenPacing implements PacedLoad {
  readonly activeUsers = 0;
  readonly #parts: OpenLoadParts;
  readonly #all: OpenRequest[] = [];
  readonly #free: OpenRequest[] = [];
  #due: number;
  #timer: NodeJS.Timeout | null = null;
  #immediate: NodeJS.Immediate | null = null;
  /** When the last turn without sleeping began, and what requests had done by then. */
  #turnedAt = Number.NaN;
  #activity = 0;
  #unsent = 0;
  /** Begun, and without an arrival before the end to wait for. */
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
      // Ahead of its time, so that the next arrival finds its request made.
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
