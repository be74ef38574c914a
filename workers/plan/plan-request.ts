import type { Message } from '../../workloads/description.ts';
import type { PlannedRequest } from '../../workloads/use-case.ts';
import type { Timed } from '../deadlines.ts';
import type { Failure, PreparedRequest, ReplySource } from '../drivers/driver.ts';
import { shortMessageOf } from '../drivers/failures.ts';
import type { Caller, ConnectionPool } from '../pools/caller.ts';
import type { PoolSlot } from '../pools/slot.ts';
import type { WorkContext } from '../request.ts';

/** Outcome of an iteration's request; times in milliseconds from the start of the stint. */
export interface RequestOutcome {
  /** Time of the last byte, or of the failure. */
  readonly endMs: number;
  /** Wait for a connection. */
  readonly waitedMs: number;
  readonly answer: Message | null;
  readonly failure: Failure | null;
}

export interface PlanRequestParts {
  readonly context: Pick<WorkContext, 'deadlines' | 'now' | 'timeoutMs'>;
  readonly pool: ConnectionPool;
  readonly planned: PlannedRequest;
  readonly prepared: PreparedRequest;
  ended(outcome: RequestOutcome): void;
}

/** One request of an iteration. Its answer is always decoded and judged, because later requests depend on it. */
export class PlanRequest implements Caller, Timed {
  slot: PoolSlot | null = null;
  since = 0;
  earlier: Timed | null = null;
  later: Timed | null = null;
  listed = false;
  readonly prepared: PreparedRequest;
  readonly #parts: PlanRequestParts;
  /** Whether it was passed to a connection; only such requests may be counted by a service. */
  #sent = false;
  #waitedMs = 0;
  #over = false;

  constructor(parts: PlanRequestParts) {
    this.#parts = parts;
    this.prepared = parts.prepared;
  }

  get sent(): boolean {
    return this.#sent;
  }

  send(): void {
    const { context, pool } = this.#parts;
    this.since = context.now();
    context.deadlines.add(this);
    pool.dispatch(this);
  }

  /** Abandons it without notification. */
  abandon(): void {
    if (this.#over) return;
    this.#over = true;
    this.#parts.context.deadlines.remove(this);
    this.#parts.pool.abandon(this);
  }

  handedOver(): boolean {
    this.#sent = true;
    this.#waitedMs = this.#parts.context.now() - this.since;
    return true;
  }

  succeeded(_size: number, reply: ReplySource | null): void {
    const endMs = this.#parts.context.now();
    const judged = this.#judge(reply);
    this.#release();
    this.#end({ endMs, ...judged });
  }

  failed(failure: Failure): void {
    this.#release();
    this.#end({ endMs: this.#parts.context.now(), answer: null, failure });
  }

  expired(now: number): void {
    const { pool, context } = this.#parts;
    pool.abandon(this);
    const message = `No complete answer within ${context.timeoutMs} ms`;
    const failure: Failure = { kind: 'timeout', code: 'TIMEOUT', message };
    this.#end({ endMs: now, answer: null, failure });
  }

  /** Only a user's own connection notifies a caller of its turn, and a plan has none. */
  attempting(): void {}
  withdrawn(): void {}

  #judge(reply: ReplySource | null): Pick<RequestOutcome, 'answer' | 'failure'> {
    try {
      if (!reply) throw new TypeError('the driver did not decode it');
      const answer = reply();
      const wrong = this.#parts.planned.judge(answer);
      if (wrong === null) return { answer, failure: null };
      return { answer: null, failure: { kind: 'mismatch', code: 'CONTENT', message: wrong } };
    } catch (error) {
      const message = `The answer cannot be decoded: ${shortMessageOf(error)}`;
      return { answer: null, failure: { kind: 'mismatch', code: 'UNDECODABLE', message } };
    }
  }

  #release(): void {
    this.#parts.context.deadlines.remove(this);
    this.#parts.pool.release(this);
  }

  #end(outcome: Omit<RequestOutcome, 'waitedMs'>): void {
    if (this.#over) return;
    this.#over = true;
    const { hidden } = this.#parts.planned;
    const failure =
      outcome.failure && hidden
        ? { ...outcome.failure, message: hidden(outcome.failure.message) }
        : outcome.failure;
    this.#parts.ended({ ...outcome, failure, waitedMs: this.#waitedMs });
  }
}
