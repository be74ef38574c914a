import type { PlanForm, PlanSetUp } from '../../contracts/experiment/plan-load.ts';
import type { Message } from '../../workloads/description.ts';
import { batchesOf } from '../../workloads/plan-batches.ts';
import type { PlannedRequest, UseCase } from '../../workloads/use-case.ts';
import type { Failure, PreparedRequest } from '../drivers/driver.ts';
import type { WorkContext } from '../request.ts';
import type { IterationConnections } from './connections.ts';
import { PlanRequest, type RequestOutcome } from './plan-request.ts';

/** Outcome of an iteration; times in milliseconds. */
export interface IterationOutcome {
  /** From just before connecting (or the first request, if set-up is excluded) to the last byte of the last answer. */
  readonly durationMs: number;
  /** Time spent on connecting: for each round trip the longest wait, or before the iteration. */
  readonly setUpMs: number;
  readonly requests: number;
  readonly roundTrips: number;
  /** Failure of its first failed request; null if all answers were right. */
  readonly failure: Failure | null;
  /** Its end, from the start of the stint. */
  readonly endMs: number;
}

export interface IterationParts {
  readonly context: Pick<WorkContext, 'deadlines' | 'now' | 'timeoutMs'>;
  readonly useCase: UseCase;
  readonly form: PlanForm;
  readonly setUp: PlanSetUp;
  /** From 0, counted over the trial. */
  readonly index: number;
  readonly connections: IterationConnections;
  prepare(request: PlannedRequest): PreparedRequest;
  /** Number of requests in the widest batch so far. */
  noteWidth(requests: number): void;
  ended(outcome: IterationOutcome): void;
}

/**
 * One iteration of a use case. A failed request ends it, after the others of its batch have their outcomes,
 * so that no answer arrives unexpectedly.
 */
export class Iteration {
  readonly #parts: IterationParts;
  readonly #batches: ReturnType<typeof batchesOf>;
  #batch: PlanRequest[] = [];
  #answers: Message[] = [];
  #left = 0;
  #startMs = 0;
  #endMs = 0;
  #setUpMs = 0;
  #longestWaitMs = 0;
  #requests = 0;
  #roundTrips = 0;
  #failure: Failure | null = null;
  #over = false;

  constructor(parts: IterationParts) {
    this.#parts = parts;
    this.#batches = batchesOf(parts.useCase, parts.form, parts.index);
  }

  /** Number of requests passed to a connection so far. */
  get sent(): number {
    return this.#requests;
  }

  begin(): void {
    const { context, setUp, connections } = this.#parts;
    this.#startMs = context.now();
    if (setUp === 'inside') {
      this.#send(this.#batches.next());
      return;
    }
    const first = this.#batches.next();
    const width = first.done ? 0 : first.value.length;
    connections.openAhead(width, (failure) => this.#opened(failure, first));
  }

  /** Abandons it without an outcome. */
  abandon(): void {
    if (this.#over) return;
    this.#over = true;
    this.#countSent();
    for (const request of this.#batch) request.abandon();
    this.#parts.connections.end();
  }

  #opened(failure: Failure | null, first: IteratorResult<readonly PlannedRequest[], void>): void {
    if (this.#over) return;
    const now = this.#parts.context.now();
    this.#setUpMs = now - this.#startMs;
    this.#startMs = now;
    this.#endMs = now;
    this.#failure = failure;
    if (failure) this.#end();
    else this.#send(first);
  }

  #send(step: IteratorResult<readonly PlannedRequest[], void>): void {
    if (step.done) {
      this.#end();
      return;
    }
    const { prepare, noteWidth, connections, context } = this.#parts;
    const planned = step.value;
    noteWidth(planned.length);
    this.#roundTrips++;
    this.#left = planned.length;
    this.#answers = [];
    this.#longestWaitMs = 0;
    this.#batch = planned.map(
      (one, index) =>
        new PlanRequest({
          context,
          pool: connections.pool,
          planned: one,
          prepared: prepare(one),
          ended: (outcome) => this.#heard(index, outcome),
        }),
    );
    // A copy: the last outcome of a batch may arrive immediately and start the next.
    for (const request of [...this.#batch]) request.send();
  }

  #heard(index: number, { endMs, waitedMs, answer, failure }: RequestOutcome): void {
    this.#endMs = endMs;
    this.#failure ??= failure;
    this.#longestWaitMs = Math.max(this.#longestWaitMs, waitedMs);
    if (answer) this.#answers[index] = answer;
    if (--this.#left > 0) return;
    this.#setUpMs += this.#longestWaitMs;
    this.#countSent();
    if (this.#failure) this.#end();
    else this.#send(this.#batches.next(this.#answers));
  }

  #countSent(): void {
    this.#requests += this.#batch.filter(({ sent }) => sent).length;
    this.#batch = [];
  }

  #end(): void {
    this.#over = true;
    this.#parts.connections.end();
    this.#parts.ended({
      durationMs: this.#endMs - this.#startMs,
      setUpMs: this.#setUpMs,
      requests: this.#requests,
      roundTrips: this.#roundTrips,
      failure: this.#failure,
      endMs: this.#endMs,
    });
  }
}
