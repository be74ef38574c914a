import { performance } from 'node:perf_hooks';
import type { Exchange } from '../contracts/exchange.ts';
import type { PlanResult } from '../contracts/plan.ts';
import type { EncodedCall } from '../contracts/sizes.ts';
import type { Assignment, PartEnd, Tick } from '../contracts/worker-messages.ts';
import { messageHidden } from '../workloads/own-service/secrets.ts';
import type { UseCase } from '../workloads/use-case.ts';
import { ByteMeter } from './byte-meter.ts';
import { Deadlines } from './deadlines.ts';
import type { Driver } from './drivers/driver.ts';
import { GeneratorHealth } from './generator-health.ts';
import { makeLoad, makePlan } from './make-load.ts';
import type { PacedLoad } from './paced-load.ts';
import { Profile } from './pacing/profile.ts';
import { turnsOf } from './pacing/turns.ts';
import { pinThread } from './pinning.ts';
import type { PlanPacer } from './plan/plan-load.ts';
import { Pools } from './pools/pools.ts';
import { CountingRecorder, Recorder, type Recording } from './recorder.ts';
import type { WorkContext } from './request.ts';
import { RequestPart } from './request-part.ts';
import { type RequestSource, requestSource } from './request-source.ts';
import { openDriver, requestsOf, useCaseOf } from './requests-of.ts';
import { exchangeOf, methodsOf } from './requests-seen.ts';
import { callSizes, sizesUnknown } from './sizes/first-call.ts';
import { Timeline } from './timeline.ts';
import { type Checking, unchecked, Verifier } from './verifier.ts';

/** Time that requests in flight may take after a trial is stopped early. */
const stopGraceMs = 500;
const timerMs = 50;

export interface TrialEnd {
  readonly issued: number;
  readonly abandoned: number;
  readonly dropped: number;
  /** Outcomes, successful or not, in the measured window. */
  readonly measured: number;
  readonly windowStartMs: number;
  readonly windowEndMs: number;
  readonly notes: string[];
  /** Results of a plan's iterations; null for other loads. */
  readonly plan: PlanResult | null;
  /** Message bytes of its first verified call; null if another worker reports them, or none can. */
  readonly encoded: EncodedCall | null;
  /** What it saw of its exchanges. */
  readonly exchange: Exchange;
  /** Metrics of the requests of a mix, or of the steps of a flow; empty for other shapes. */
  readonly parts: PartEnd[];
}

export interface TrialEvents {
  tick(tick: Tick): void;
  done(end: TrialEnd): void;
}

export interface TrialOptions {
  /**
   * Off for determining the cost of measuring: no histograms, no ticks and no checks of answers; only {@link
   * TrialEnd} reports totals. Default on.
   */
  readonly measuring?: boolean;
}

/** Single requests, or iterations of a use case. */
type Work =
  | {
      readonly source: RequestSource;
      readonly verifier: Checking;
      readonly encoded: () => EncodedCall | null;
      readonly methods: ReturnType<typeof methodsOf>;
      readonly parts: readonly RequestPart[];
      /** Whether its requests are steps. */
      readonly isFlow: boolean;
    }
  | { readonly useCase: UseCase };

interface Parts {
  readonly driver: Driver;
  readonly meter: ByteMeter;
  readonly timeline: Timeline;
  readonly work: Work;
  readonly measuring: boolean;
  readonly notes: string[];
}

/**
 * A worker's task in a trial.
 * @throws TypeError for an unknown shape or use case, or if the protocol cannot execute it.
 */
async function workOf(
  assignment: Assignment,
  driver: Driver,
  measured: Timeline | null,
): Promise<Work> {
  const { cell, workers, load, verify, worker } = assignment;
  if (load.pacing.model === 'plan') return { useCase: useCaseOf(assignment, cell) };
  const requests = requestsOf(assignment, cell);
  const turns = assignment.turns && turnsOf(assignment);
  const places = { first: assignment.firstSequence, step: workers, turns };
  const { group } = requests;
  const setUps = group?.kind === 'flow' ? group.setUps : 0;
  const parts = (group?.parts ?? []).map((part, index) => {
    const verifier = measured ? new Verifier(verify, part.requests) : unchecked;
    return new RequestPart(part, index < setUps, verifier, measured);
  });
  const made = {
    source: requestSource(driver, requests, places, parts),
    parts,
    isFlow: group?.kind === 'flow',
    methods: methodsOf(assignment, requests.operation),
  };
  if (!measured) return { ...made, verifier: unchecked, encoded: () => null };
  const reports = worker === 0 && !group;
  const verifier = new Verifier(verify, requests, reports);
  const sizes = reports ? await callSizes(assignment, requests) : sizesUnknown;
  return { ...made, verifier, encoded: () => sizes(verifier.firstRight) };
}

/** A service's error message may quote the request. */
function withoutSecrets<T extends Pick<Tick, 'errors'>>(counted: T, { custom }: Assignment): T {
  if (!custom || counted.errors.length === 0) return counted;
  const hidden = messageHidden(custom);
  const errors = counted.errors.map((error) => ({ ...error, message: hidden(error.message) }));
  return { ...counted, errors };
}

/** One worker's part of one stint: its load, from the barrier to the last answer. */
export class WorkerTrial {
  readonly #assignment: Assignment;
  readonly #events: TrialEvents;
  readonly #driver: Driver;
  readonly #timeline: Timeline;
  readonly #recorder: Recording;
  readonly #health = new GeneratorHealth();
  readonly #deadlines: Deadlines;
  readonly #pools: Pools;
  readonly #load: PacedLoad;
  /** The same load where it is a plan. */
  readonly #plan: PlanPacer | null;
  readonly #notes: string[];
  readonly #encoded: () => EncodedCall | null;
  readonly #exchange: () => Exchange;
  readonly #source: RequestSource | null;
  readonly #parts: readonly RequestPart[];
  /** On the clock of `performance.now()`; nothing has started until it is known. */
  #origin = Number.POSITIVE_INFINITY;
  #issued = 0;
  #inFlight = 0;
  #dropped = 0;
  #closing = false;
  #isUsedUp = false;
  #forceAt = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | null = null;
  #over = false;

  /** Prepares everything but the connections, so that the load starts at the barrier immediately. */
  static async prepare(
    assignment: Assignment,
    events: TrialEvents,
    { measuring = true }: TrialOptions = {},
  ): Promise<WorkerTrial> {
    const { cell, address, timeoutMs, resumption, core } = assignment;
    const pinned = core === null ? null : pinThread(core);
    const meter = new ByteMeter();
    const driver = await openDriver(assignment, cell, { address, timeoutMs, meter, resumption });
    const timeline = new Timeline(assignment.load.segments);
    const work = await workOf(assignment, driver, measuring ? timeline : null);
    const notes = pinned === null ? [] : [pinned];
    return new WorkerTrial(assignment, events, { driver, meter, timeline, work, measuring, notes });
  }

  private constructor(assignment: Assignment, events: TrialEvents, parts: Parts) {
    const { load, connections } = assignment;
    const profile = new Profile(load.profile);
    this.#assignment = assignment;
    this.#events = events;
    this.#driver = parts.driver;
    this.#notes = parts.notes;
    this.#timeline = parts.timeline;
    this.#deadlines = new Deadlines(assignment.timeoutMs);
    this.#pools = new Pools(parts.driver, assignment);
    const open = load.pacing.model === 'open';
    const timesConnecting = open || connections !== 'per-user';
    this.#recorder = parts.measuring
      ? new Recorder({
          timeline: this.#timeline,
          meter: parts.meter,
          health: this.#health,
          // The time of an iteration is not divided into waiting and the remainder.
          separateService: timesConnecting && load.pacing.model !== 'plan',
          activeUsers: () => (this.#over ? 0 : this.#load.activeUsers),
          rateAt: open ? (ms) => profile.levelAt(ms) : null,
          emit: (tick) => events.tick(withoutSecrets(tick, assignment)),
        })
      : new CountingRecorder(this.#timeline);
    const { work } = parts;
    this.#encoded = 'useCase' in work ? () => null : work.encoded;
    const methods = 'useCase' in work ? methodsOf(assignment, null) : work.methods;
    this.#exchange = () => exchangeOf(assignment, parts.meter.seen, methods);
    this.#source = 'useCase' in work ? null : work.source;
    this.#parts = 'useCase' in work ? [] : work.parts;
    this.#plan = 'useCase' in work ? this.#makePlan(work.useCase, parts) : null;
    this.#load = this.#plan ?? this.#makeLoad(work, profile, timesConnecting);
  }

  #makeLoad(work: Work, profile: Profile, timesConnecting: boolean): PacedLoad {
    if ('useCase' in work) throw new TypeError('a plan does not send single requests');
    return makeLoad(this.#assignment, profile, {
      context: {
        ...this.#context(),
        source: work.source,
        verifier: work.verifier,
        timesConnecting,
        ranOut: () => this.#ranOut(),
      },
      pools: this.#pools,
      ownConnections: work.isFlow,
      endMs: () => this.#timeline.windowEnd,
      dropped: () => this.#dropped++,
      turned: (ms) => this.#health.turned(ms),
    });
  }

  #makePlan(useCase: UseCase, { driver, meter }: Parts): PlanPacer {
    return makePlan(this.#assignment, {
      context: this.#context(),
      useCase,
      driver,
      endMs: () => this.#timeline.windowEnd,
      beginWindow: (now) => this.#beginWindow(now),
      socketsOpened: () => meter.opened,
    });
  }

  /** The warm-up of a plan is complete. */
  #beginWindow(now: number): void {
    this.#timeline.beginWindow(now);
    this.#recorder.roll(now);
  }

  #context(): WorkContext {
    return {
      recorder: this.#recorder,
      deadlines: this.#deadlines,
      timeoutMs: this.#assignment.timeoutMs,
      activity: 0,
      now: () => performance.now() - this.#origin,
      wants: (at) => this.#wants(at),
      issued: () => {
        this.#issued++;
        this.#inFlight++;
      },
      settled: (now) => this.#settled(now),
      unissued: () => {
        this.#issued--;
        this.#inFlight--;
      },
    };
  }

  /** Starts at a reading of `process.hrtime.bigint()`. */
  start(at: bigint): void {
    const waitMs = Number(at - process.hrtime.bigint()) / 1e6;
    this.#origin = performance.now() + waitMs;
    setTimeout(() => this.#begin(), Math.max(0, waitMs));
  }

  /** Sends nothing more; requests in flight may take another {@link stopGraceMs}. */
  stop(): void {
    if (this.#over) return;
    const now = this.#passed();
    if (!this.#closing) this.#closeWindow(now);
    // Even while it drains normally, which may take as long as the timeout.
    this.#forceAt = Math.min(this.#forceAt, now + stopGraceMs);
    if (!this.#timer || this.#inFlight === 0) this.#finish();
  }

  /**
   * Extends the window to `untilMs` from the start of the stint; a closed window stays closed, because its
   * results may have been sent.
   */
  extend(untilMs: number): void {
    if (this.#over || this.#closing || this.#passed() >= this.#timeline.windowEnd) return;
    this.#timeline.extendWindow(untilMs);
    this.#load.extended();
  }

  /** Ends the warm-up earlier, at `atMs` from the start of the stint; see {@link Timeline.openSooner}. */
  open(atMs: number): void {
    if (this.#over || this.#closing) return;
    this.#recorder.roll(this.#passed());
    this.#timeline.openSooner(atMs);
  }

  /** Milliseconds from the start of the stint; 0 before it. */
  #passed(): number {
    return Math.max(0, performance.now() - this.#origin);
  }

  #begin(): void {
    if (this.#over) return;
    // Timers may be early by a fraction of a millisecond.
    if (performance.now() < this.#origin) {
      setImmediate(() => this.#begin());
      return;
    }
    this.#health.take();
    const period = Math.max(1, Math.min(timerMs, this.#assignment.timeoutMs / 10));
    this.#timer = setInterval(() => this.#onTimer(), period);
    this.#load.begin();
  }

  #wants(at: number): boolean {
    const { requests } = this.#assignment;
    if (this.#closing || this.#isUsedUp || at >= this.#timeline.windowEnd) return false;
    return (
      requests === null ||
      at < this.#timeline.windowStart ||
      this.#recorder.measured + this.#inFlight < requests
    );
  }

  #settled(now: number): void {
    this.#inFlight--;
    const { requests } = this.#assignment;
    if (requests !== null && !this.#closing && this.#recorder.measured >= requests) {
      this.#closeWindow(now);
    }
    if (this.#isUsedUp && !this.#closing && this.#inFlight === 0) this.#closeWindow(now);
    if (this.#closing && this.#inFlight === 0) this.#finish();
  }

  /** There is nothing left to send: the window closes when all sent requests have their outcome. */
  #ranOut(): void {
    this.#isUsedUp = true;
    if (!this.#closing && this.#inFlight === 0) this.#closeWindow(this.#passed());
  }

  #closeWindow(at: number): void {
    this.#timeline.beginWindow(at);
    this.#timeline.closeWindow(at);
    this.#close();
  }

  /** Starts nothing more, including requests waiting for their turn to connect. */
  #close(): void {
    this.#closing = true;
    this.#pools.withdrawWaiting();
  }

  #onTimer(): void {
    const now = this.#passed();
    const { windowEnd } = this.#timeline;
    this.#health.rested();
    this.#recorder.roll(now);
    this.#deadlines.expire(now);
    // Pausing users would notice only later.
    if (!this.#isUsedUp && (this.#source?.usedUp ?? null) !== null) this.#ranOut();
    if (!this.#closing && now >= windowEnd && this.#load.hasSentUntil(windowEnd)) this.#close();
    if (this.#closing && (this.#inFlight === 0 || now >= this.#forceAt)) this.#finish();
  }

  #finish(): void {
    if (this.#over) return;
    this.#over = true;
    if (this.#timer) clearInterval(this.#timer);
    const abandoned = this.#inFlight;
    this.#load.stop();
    this.#recorder.finish(this.#passed());
    this.#pools.close();
    this.#driver.close();
    this.#health.close();
    this.#events.done({
      issued: this.#issued,
      abandoned,
      dropped: this.#dropped,
      measured: this.#recorder.measured,
      windowStartMs: this.#timeline.windowStart,
      windowEndMs: Math.min(this.#timeline.windowEnd, this.#passed()),
      notes: [...this.#notes, ...this.#load.notes, ...this.#usedUpNotes],
      plan: this.#plan?.result() ?? null,
      encoded: this.#encoded(),
      exchange: this.#exchange(),
      parts: this.#parts.flatMap(({ end }) => (end ? [withoutSecrets(end, this.#assignment)] : [])),
    });
  }

  get #usedUpNotes(): string[] {
    const { usedUp } = this.#source ?? {};
    return this.#isUsedUp && usedUp ? [usedUp] : [];
  }
}
