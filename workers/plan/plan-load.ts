import type { PlanResult } from '../../contracts/plan.ts';
import type { AssignedLoad } from '../../contracts/worker-messages.ts';
import type { PlannedRequest, UseCase } from '../../workloads/use-case.ts';
import type { Driver, PreparedRequest } from '../drivers/driver.ts';
import type { PacedLoad } from '../paced-load.ts';
import { pauseAfter } from '../pacing/closed.ts';
import type { WorkContext } from '../request.ts';
import type { PlanConnections } from './connections.ts';
import { Iteration, type IterationOutcome } from './iteration.ts';
import { PlanTally } from './tally.ts';

export type PlanPacing = Extract<AssignedLoad['pacing'], { model: 'plan' }>;

export interface PlanLoadParts {
  readonly context: WorkContext;
  readonly pacing: PlanPacing;
  /** Iterations to measure. */
  readonly iterations: number;
  readonly useCase: UseCase;
  readonly driver: Pick<Driver, 'prepare'>;
  readonly connections: PlanConnections;
  /** End of the window, as currently known; milliseconds from the start of the stint. */
  endMs(): number;
  /** The warm-up ends at this moment. */
  beginWindow(now: number): void;
  socketsOpened(): number;
}

/**
 * A repeated use case. `stagger`: one iteration after another, with the interval between; `load`: all
 * concurrently. An iteration counts like a request in other loads.
 */
export class PlanPacer implements PacedLoad {
  readonly notes: readonly string[] = [];
  readonly #parts: PlanLoadParts;
  readonly #tally = new PlanTally();
  readonly #underWay = new Set<Iteration>();
  readonly #prepared = new WeakMap<PlannedRequest, PreparedRequest>();
  #begun = 0;
  #isMeasuring = false;
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(parts: PlanLoadParts) {
    this.#parts = parts;
  }

  /** Current iterations; each acts as a user. */
  get activeUsers(): number {
    return this.#underWay.size;
  }

  begin(): void {
    this.#goOn();
  }

  hasSentUntil(): boolean {
    return true;
  }

  extended(): void {}

  stop(): void {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    for (const iteration of this.#underWay) {
      iteration.abandon();
      this.#tally.sent += iteration.sent;
    }
    this.#underWay.clear();
    this.#parts.connections.close();
  }

  /** Results of the iterations; final after {@link stop}. */
  result(): PlanResult {
    return this.#tally.result(this.#parts.socketsOpened());
  }

  /** Starts the next iteration, or all remaining ones of the warm-up or of the window. */
  #goOn(): void {
    const { schedule, warmUpIterations } = this.#parts.pacing;
    if (this.#stopped) return;
    if (!this.#isMeasuring && this.#begun >= warmUpIterations) this.#beginWindow();
    const all = this.#isMeasuring ? this.#parts.iterations : warmUpIterations;
    const left = schedule === 'load' ? all : 1;
    for (let started = 0; started < left && this.#wants(); started++) this.#beginIteration();
  }

  #wants(): boolean {
    const { context, pacing } = this.#parts;
    if (!this.#isMeasuring && this.#begun >= pacing.warmUpIterations) return false;
    return !this.#stopped && context.wants(context.now());
  }

  #beginWindow(): void {
    this.#isMeasuring = true;
    if (this.#parts.pacing.warmUpIterations > 0) this.#parts.beginWindow(this.#parts.context.now());
  }

  #beginIteration(): void {
    const { context, useCase, pacing, connections } = this.#parts;
    const iteration: Iteration = new Iteration({
      context,
      useCase,
      form: pacing.form,
      setUp: pacing.setUp,
      index: this.#begun++,
      connections: connections.forIteration(),
      prepare: (request) => this.#prepare(request),
      noteWidth: (requests) => connections.noteWidth(requests),
      ended: (outcome) => this.#finish(iteration, outcome),
    });
    this.#underWay.add(iteration);
    context.issued();
    iteration.begin();
  }

  /** Encoded once, however often it is sent. */
  #prepare(request: PlannedRequest): PreparedRequest {
    const known = this.#prepared.get(request);
    if (known) return known;
    const made = this.#parts.driver.prepare(request.operation, request.request);
    this.#prepared.set(request, made);
    return made;
  }

  #finish(iteration: Iteration, outcome: IterationOutcome): void {
    const { context } = this.#parts;
    this.#underWay.delete(iteration);
    this.#tally.sent += outcome.requests;
    context.activity++;
    this.#record(outcome);
    context.settled(context.now());
    this.#schedule(outcome);
  }

  #record(outcome: IterationOutcome): void {
    const { context, endMs } = this.#parts;
    const { durationMs, failure, endMs: at } = outcome;
    if (failure) {
      context.recorder.failure(at, failure);
      if (failure.kind === 'mismatch') context.recorder.checked(true);
      return;
    }
    context.recorder.success(at, durationMs, durationMs);
    context.recorder.checked(false);
    if (this.#isMeasuring && at < endMs()) this.#tally.add(outcome);
  }

  /**
   * Continues after an iteration: under `stagger` with the next, under `load` with the window after the
   * whole warm-up.
   */
  #schedule({ failure }: IterationOutcome): void {
    const { schedule, interval } = this.#parts.pacing;
    if (this.#stopped || (schedule === 'load' && (this.#isMeasuring || this.#underWay.size > 0))) {
      return;
    }
    const cannotConnect = failure?.kind === 'connect' || failure?.kind === 'tls';
    const wait = pauseAfter(cannotConnect ? 'not-connected' : 'answered', interval);
    // Never synchronously, so that instant iterations do not pile up on the stack.
    if (wait > 0) this.#timer = setTimeout(() => this.#goOn(), wait);
    else setImmediate(() => this.#goOn());
  }
}
