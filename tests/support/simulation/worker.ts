import type { Assignment, Tick } from '../../../contracts/worker-messages.ts';
import type { Cancel, Clock } from '../../../engine/platform/clock.ts';
import type { WorkerEnd } from '../../../engine/run/load-pool.ts';
import { Histogram } from '../../../engine/stats/histogram.ts';
import { Profile } from '../../../workers/pacing/profile.ts';
import { Timeline, type TimelinePart } from '../../../workers/timeline.ts';
import type { Chance } from './random.ts';

const none = new Histogram().toData();
const ones = new Map<number, Tick['latency']>();

/** One latency in milliseconds. */
function oneLatency(ms: number): Tick['latency'] {
  const known = ones.get(ms);
  if (known) return known;
  const histogram = new Histogram();
  histogram.record(1000 * ms);
  const made = histogram.toData();
  ones.set(ms, made);
  return made;
}

/** This many equal latencies, without the cost of building a histogram. */
function latencies(count: number, ms = 1): Tick['latency'] {
  if (count === 0) return none;
  const one = oneLatency(ms);
  const [bucket = 0] = one.buckets;
  return {
    ...one,
    ...{ buckets: [bucket, count], count },
    sum: one.sum * count,
    sumOfSquares: one.sumOfSquares * count,
  };
}

const stopGraceMs = 500;

export interface WorkerEvents {
  tick(tick: Tick): void;
  done(end: WorkerEnd): void;
}

/** A service with a capacity in requests per second of all workers, and the fate of the excess. */
export interface Capacity {
  readonly perSecond: number;
  readonly more: 'fails' | 'waits';
}

/** Requests per second that a user sends if there is a capacity. */
const perUser = 10;

export interface WorkerPlace {
  readonly clock: Clock;
  readonly chance: Chance;
  /** When it falls silent, in milliseconds from its start, and never ends; null for never. */
  readonly hangsAtMs: number | null;
  /** Whether equally much is answered in each interval. */
  readonly isSteady: boolean;
  /** Null if the answers are random. */
  readonly capacity: Capacity | null;
}

/** A load worker in simulated time: the edges of a real one, with random requests. */
export class SimulatedWorker {
  readonly #assignment: Assignment;
  readonly #events: WorkerEvents;
  readonly #place: WorkerPlace;
  readonly #timeline: Timeline;
  #origin = Number.POSITIVE_INFINITY;
  #cancel: Cancel = () => undefined;
  #issued = 0;
  #inFlight = 0;
  #measured = 0;
  /** In the drain, and not reported yet. */
  #answered = 0;
  #over = false;
  #closing = false;
  #forceAt = Number.POSITIVE_INFINITY;

  constructor(assignment: Assignment, events: WorkerEvents, place: WorkerPlace) {
    this.#assignment = assignment;
    this.#events = events;
    this.#place = place;
    this.#timeline = new Timeline(assignment.load.segments);
  }

  start(origin: number): void {
    if (this.#over) return;
    this.#origin = origin;
    this.#wake();
  }

  stop(): void {
    if (this.#over || this.#hangs) return;
    const now = this.#passed();
    if (!this.#closing) this.#closeWindow(now);
    this.#forceAt = Math.min(this.#forceAt, now + stopGraceMs);
    if (this.#origin === Number.POSITIVE_INFINITY || this.#inFlight === 0) this.#finish();
    else this.#wake();
  }

  extend(untilMs: number): void {
    if (this.#over || this.#closing || this.#passed() >= this.#timeline.windowEnd) return;
    this.#timeline.extendWindow(untilMs);
    this.#wake();
  }

  open(atMs: number): void {
    if (this.#over || this.#closing) return;
    this.#roll(this.#passed());
    this.#timeline.openSooner(atMs);
    this.#wake();
  }

  /** Ends without a message. */
  kill(): void {
    this.#over = true;
    this.#cancel();
  }

  get #hangs(): boolean {
    const { hangsAtMs } = this.#place;
    return hangsAtMs !== null && this.#passed() >= hangsAtMs;
  }

  #passed(): number {
    return Math.max(0, this.#place.clock.now() - this.#origin);
  }

  /** Checks again shortly after the next edge. */
  #wake(): void {
    this.#cancel();
    const { clock, chance } = this.#place;
    const late = chance.percent(10) ? chance.between(0, 400) : chance.between(0, 50);
    const edge = Math.min(this.#timeline.current.end + late, this.#forceAt);
    const wait = this.#origin + edge - clock.now();
    this.#cancel = clock.after(Math.max(0, wait), () => this.#onTimer());
  }

  #onTimer(): void {
    if (this.#over || this.#hangs) return;
    const now = this.#passed();
    this.#roll(now);
    if (!this.#closing && now >= this.#timeline.windowEnd) this.#closing = true;
    // A drain takes a moment, or as long as the last request may.
    const { chance } = this.#place;
    const mayAnswer = this.#closing && now > this.#timeline.current.start;
    if (mayAnswer && chance.percent(60)) this.#answer(this.#inFlight);
    const isDrained = this.#inFlight === 0 || now >= this.#forceAt;
    const isTimedOut = now >= this.#timeline.windowEnd + this.#assignment.timeoutMs;
    if (this.#closing && (isDrained || isTimedOut)) this.#finish();
    else this.#wake();
  }

  /** Reports every interval that is over. */
  #roll(now: number): void {
    while (!this.#over && this.#timeline.current.end <= now) {
      const { current } = this.#timeline;
      const { capacity } = this.#place;
      if (capacity) {
        const { answered, failed } = this.#sendTo(capacity, current);
        this.#report(current, answered, failed);
      } else this.#report(current, this.#send(current));
      if (this.#hasEnough() && current.phase !== 'drain') this.#closeWindow(current.end);
      this.#timeline.advance();
    }
  }

  #hasEnough(): boolean {
    const { requests } = this.#assignment;
    return requests !== null && this.#measured >= requests;
  }

  /** Requests in a longer queue wait longer. */
  #latencyMs(ms: number): number {
    const { capacity } = this.#place;
    if (!capacity) return 1;
    const users = this.#usersAt(ms) * this.#assignment.workers;
    return Math.max(1, Math.round((1000 * users) / capacity.perSecond));
  }

  #usersAt(ms: number): number {
    const { load, workers } = this.#assignment;
    return Math.round(new Profile(load.profile).levelAt(ms) / workers);
  }

  /** Sends the requests of its users, as far as the service answers. @returns the number that failed. */
  #sendTo({ perSecond, more }: Capacity, { phase, start, end }: TimelinePart) {
    const { workers, load } = this.#assignment;
    const seconds = (end - start) / 1000;
    const users = new Profile(load.profile).levelAt((start + end) / 2);
    const part = (rate: number) => Math.round((rate * seconds) / workers);
    const wanted = phase === 'drain' ? 0 : part(perUser * users);
    const ok = Math.min(wanted, part(perSecond));
    const failed = more === 'fails' ? wanted - ok : 0;
    this.#issued += ok + failed;
    this.#inFlight += ok + failed;
    return { answered: ok + failed, failed };
  }

  /** Sends requests in an interval. @returns the number that was answered in it. */
  #send({ phase, start, end }: TimelinePart): number {
    const { requests } = this.#assignment;
    if (phase === 'drain')
      return this.#inFlight > 0 ? this.#place.chance.between(0, this.#inFlight) : 0;
    // A worker that was stopped before it began.
    if (end <= start) return 0;
    const most = Math.ceil((end - start) / 10) + 1;
    const { chance, isSteady } = this.#place;
    const sent = isSteady ? most : chance.between(1, most);
    const isBounded = requests !== null && phase === 'measured';
    const left = isBounded ? Math.max(0, requests - this.#measured - this.#inFlight) : sent;
    this.#issued += Math.min(sent, left);
    this.#inFlight += Math.min(sent, left);
    // Each interval has a measured request, so that no trial fails without one.
    if (isSteady) return this.#inFlight;
    return this.#inFlight > 0 ? chance.between(1, this.#inFlight) : 0;
  }

  /** In the drain, up to the next edge. */
  #answer(count: number): void {
    this.#answered += count;
    this.#inFlight -= count;
  }

  #report(part: TimelinePart, answered: number, known: number | null = null): void {
    this.#inFlight -= answered;
    const all = answered + this.#answered;
    this.#answered = 0;
    const { chance } = this.#place;
    const failed = known ?? (all > 1 && chance.percent(10) ? 1 : 0);
    const ok = all - failed;
    if (part.phase === 'measured') this.#measured += all;
    const isOpen = this.#assignment.load.pacing.model === 'open';
    this.#events.tick({
      ...{ phase: part.phase, round: part.round, startMs: part.start, endMs: part.end },
      ...{
        users: isOpen ? 1 : this.#usersAt(part.end),
        ok,
        failed,
        dropped: 0,
        rate: isOpen ? 10 : null,
      },
      latency: latencies(ok, this.#latencyMs(part.end)),
      ...{ service: null, lag: isOpen ? latencies(all) : null },
      errors: failed ? [{ kind: 'status', code: '500', count: failed, message: 'failed' }] : [],
      ...{ bytesSent: 10 * all, bytesReceived: 20 * all },
      health: { cpuSeconds: 0.01, eventLoopUtilization: 0.1, gcMs: 0, lagMs: 1 },
    });
  }

  #closeWindow(at: number): void {
    this.#timeline.beginWindow(at);
    this.#timeline.closeWindow(at);
    this.#closing = true;
  }

  #finish(): void {
    if (this.#over) return;
    const now = this.#passed();
    this.#roll(now);
    const { current } = this.#timeline;
    if (now > current.start) this.#report({ ...current, end: now }, 0);
    this.kill();
    this.#events.done({
      ...{ type: 'done', trial: 1, issued: this.#issued, abandoned: this.#inFlight, dropped: 0 },
      ...{ notes: [], plan: null, encoded: null, parts: [] },
      windowStartMs: this.#timeline.windowStart,
      windowEndMs: Math.min(this.#timeline.windowEnd, now),
    });
  }
}
