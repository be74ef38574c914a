import { performance } from 'node:perf_hooks';
import { parseShape } from '../contracts/experiment/shape.ts';
import type { Assignment, Tick } from '../contracts/worker-messages.ts';
import { expectedProduct, makeProduct } from '../contracts/workloads/product.ts';
import { ByteMeter } from './byte-meter.ts';
import { ClosedUser, type UserContext } from './closed-user.ts';
import { type ConnectionPool, FreshConnections, KeptConnections } from './connection-pool.ts';
import type { Driver } from './drivers/driver.ts';
import { drivers } from './drivers/registry.ts';
import { GeneratorHealth } from './generator-health.ts';
import { closedPacing } from './pacing/closed.ts';
import { Recorder } from './recorder.ts';
import { Timeline } from './timeline.ts';
import { Verifier } from './verifier.ts';

/** How long requests in flight may still take when a trial is stopped before its time. */
const stopGraceMs = 500;
const timerMs = 50;

export interface TrialEnd {
  readonly issued: number;
  readonly abandoned: number;
  readonly windowStartMs: number;
  readonly windowEndMs: number;
  readonly notes: string[];
}

export interface TrialEvents {
  tick(tick: Tick): void;
  done(end: TrialEnd): void;
}

/** One worker's part of one trial: its users, from the barrier to the last answer. */
export class WorkerTrial {
  readonly #assignment: Assignment;
  readonly #events: TrialEvents;
  readonly #driver: Driver;
  readonly #timeline: Timeline;
  readonly #recorder: Recorder;
  readonly #health = new GeneratorHealth();
  readonly #context: UserContext;
  readonly #pools: ConnectionPool[] = [];
  readonly #shared: ConnectionPool | null;
  readonly #active: ClosedUser[] = [];
  /** On the clock of `performance.now()`; nothing has begun until it is known. */
  #origin = Number.POSITIVE_INFINITY;
  #issued = 0;
  #inFlight = 0;
  #closing = false;
  #forceAt = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | null = null;
  #over = false;

  /** Prepares everything but the connections, so that users start at the barrier at once. */
  static async prepare(assignment: Assignment, events: TrialEvents): Promise<WorkerTrial> {
    const shape = parseShape(assignment.cell.shape);
    if (!shape) throw new TypeError(`no such shape: ${assignment.cell.shape}`);
    const request = makeProduct(shape, assignment.text, assignment.seed);
    const { client, protocol } = assignment.cell;
    const meter = new ByteMeter();
    const factory = await drivers[client][protocol]();
    const driver = await factory({
      address: assignment.address,
      operation: shape.operation,
      request,
      timeoutMs: assignment.timeoutMs,
      meter,
    });
    const verifier = new Verifier(assignment.verify, expectedProduct(shape.operation, request));
    return new WorkerTrial(assignment, events, { driver, meter, verifier });
  }

  private constructor(
    assignment: Assignment,
    events: TrialEvents,
    parts: { driver: Driver; meter: ByteMeter; verifier: Verifier },
  ) {
    const { load, connections } = assignment;
    const timesConnecting = connections !== 'per-user';
    this.#assignment = assignment;
    this.#events = events;
    this.#driver = parts.driver;
    this.#timeline = new Timeline(load.warmUp, load.duration ?? null);
    this.#shared =
      assignment.sharedConnections === null
        ? null
        : this.#pool(new KeptConnections(parts.driver, assignment.sharedConnections));
    this.#recorder = new Recorder({
      timeline: this.#timeline,
      meter: parts.meter,
      health: this.#health,
      separateService: timesConnecting,
      activeUsers: () => (this.#over ? 0 : this.#active.length),
      emit: (tick) => events.tick(tick),
    });
    this.#context = {
      pacing: closedPacing(load.rampUp, load.thinkTime),
      recorder: this.#recorder,
      verifier: parts.verifier,
      timesConnecting,
      timeoutMs: assignment.timeoutMs,
      now: () => performance.now() - this.#origin,
      mayIssue: () => this.#mayIssue(),
      settled: () => this.#settled(),
    };
  }

  /** Starts at a reading of `process.hrtime.bigint()`. */
  start(at: bigint): void {
    const waitMs = Number(at - process.hrtime.bigint()) / 1e6;
    this.#origin = performance.now() + waitMs;
    setTimeout(() => this.#begin(), Math.max(0, waitMs));
  }

  /** Sends nothing more; what is in flight may take {@link stopGraceMs} yet. */
  stop(): void {
    if (this.#over) return;
    const now = Math.max(0, this.#context.now());
    if (!this.#closing) this.#closeWindow(now);
    // Also while it drains by itself, which may take as long as the time-out.
    this.#forceAt = Math.min(this.#forceAt, now + stopGraceMs);
    if (!this.#timer) this.#finish();
  }

  #begin(): void {
    if (this.#over) return;
    this.#health.take();
    this.#timer = setInterval(() => this.#onTimer(), this.#timerPeriod());
    this.#onTimer();
    this.#startUsers();
  }

  #timerPeriod(): number {
    return Math.max(1, Math.min(timerMs, this.#assignment.timeoutMs / 10));
  }

  /** Starts the users that are due, and comes back for the next. */
  #startUsers(): void {
    const { users, firstUser, userStep } = this.#assignment;
    while (this.#active.length < users && !this.#closing) {
      const due = this.#context.pacing.startsAt(firstUser + this.#active.length * userStep);
      const wait = due - this.#context.now();
      if (wait > 0) {
        setTimeout(() => this.#startUsers(), wait);
        return;
      }
      const user = new ClosedUser(this.#context, this.#poolForUser());
      this.#active.push(user);
      user.next();
    }
  }

  #poolForUser(): ConnectionPool {
    if (this.#shared) return this.#shared;
    return this.#pool(
      this.#assignment.connections === 'per-request'
        ? new FreshConnections(this.#driver)
        : new KeptConnections(this.#driver, 1),
    );
  }

  #pool(pool: ConnectionPool): ConnectionPool {
    this.#pools.push(pool);
    return pool;
  }

  #mayIssue(): boolean {
    const { requests } = this.#assignment;
    const now = this.#context.now();
    if (this.#closing || now >= this.#timeline.windowEnd) return false;
    if (
      requests !== null &&
      now >= this.#timeline.windowStart &&
      this.#recorder.measured + this.#inFlight >= requests
    ) {
      return false;
    }
    this.#issued++;
    this.#inFlight++;
    return true;
  }

  #settled(): void {
    this.#inFlight--;
    const { requests } = this.#assignment;
    if (requests !== null && !this.#closing && this.#recorder.measured >= requests) {
      this.#closeWindow(this.#context.now());
    }
    if (this.#closing && this.#inFlight === 0) this.#finish();
  }

  #closeWindow(at: number): void {
    this.#closing = true;
    this.#timeline.closeWindow(at);
  }

  #onTimer(): void {
    const now = this.#context.now();
    this.#recorder.roll(now);
    for (const user of this.#active) user.checkTimeout(now);
    if (!this.#closing && now >= this.#timeline.windowEnd) this.#closing = true;
    if (this.#closing && (this.#inFlight === 0 || now >= this.#forceAt)) this.#finish();
  }

  #finish(): void {
    if (this.#over) return;
    this.#over = true;
    if (this.#timer) clearInterval(this.#timer);
    const abandoned = this.#inFlight;
    for (const user of this.#active) user.stop();
    this.#recorder.finish(Math.max(0, this.#context.now()));
    for (const pool of this.#pools) pool.close();
    this.#driver.close();
    this.#health.close();
    this.#events.done({
      issued: this.#issued,
      abandoned,
      windowStartMs: this.#timeline.windowStart,
      windowEndMs: Math.max(0, Math.min(this.#timeline.windowEnd, this.#context.now())),
      notes: [],
    });
  }
}
