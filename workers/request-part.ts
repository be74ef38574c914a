import type { ErrorCount, HistogramData } from '../contracts/measurement.ts';
import type { PartEnd } from '../contracts/worker-messages.ts';
import { Histogram } from '../engine/stats/histogram.ts';
import { takenHidden } from '../workloads/own-service/secrets.ts';
import type { GroupPart } from '../workloads/workload.ts';
import type { Failure, ReplySource } from './drivers/driver.ts';
import { mismatchFailure, undecodableFailure } from './drivers/failures.ts';
import { ErrorTally } from './error-tally.ts';
import type { Timeline } from './timeline.ts';
import type { Checking } from './verifier.ts';

/** A failure whose message is created on demand: of many equal ones only the first is kept. */
function withMessage({ kind, code }: Failure, made: () => string): Failure {
  return {
    kind,
    code,
    get message() {
      return made();
    },
  };
}

/** A failure with values taken from answers masked if they may be secret. */
export function withoutTaken(
  failure: Failure,
  session: { readonly names: readonly string[]; readonly taken: readonly string[] } | null,
): Failure {
  if (session === null || session.taken.length === 0) return failure;
  const { names, taken } = session;
  return withMessage(failure, () => takenHidden(names, taken)(failure.message));
}

/** One of the requests of a mix, or a step of a flow: the processing of its answers, and its own metrics. */
export class RequestPart {
  readonly verifier: Checking;
  /** Whether values are taken from its answers. */
  readonly takes: boolean;
  /** Sent once per user, and excluded from all metrics. */
  readonly isSetUp: boolean;
  readonly #part: GroupPart;
  readonly #timeline: Timeline | null;
  readonly #latency = new Histogram();
  readonly #errors = new ErrorTally();
  #ok = 0;
  #failed = 0;

  /** @param timeline whose measured window the metrics cover; null if nothing is measured. */
  constructor(part: GroupPart, isSetUp: boolean, verifier: Checking, timeline: Timeline | null) {
    this.#part = part;
    this.isSetUp = isSetUp;
    this.verifier = verifier;
    this.takes = part.take !== null;
    this.#timeline = isSetUp ? null : timeline;
  }

  /** Takes the step's values from an answer. @returns why that is not possible; null on success. */
  take(reply: ReplySource | null, into: string[] | undefined): Failure | null {
    const { take } = this.#part;
    if (take === null || reply === null || into === undefined) return null;
    try {
      const missing = take(reply(), into);
      return missing === null ? null : mismatchFailure('NOT_TAKEN', missing);
    } catch (error) {
      return undecodableFailure(error);
    }
  }

  /** A failure within the whole mix or flow. */
  named(failure: Failure): Failure {
    const { name } = this.#part;
    return withMessage(failure, () => `${name}: ${failure.message}`);
  }

  /** Counts an answer, after its stretch of time has started. */
  succeeded(latencyMs: number): void {
    if (this.#timeline?.current.phase !== 'measured') return;
    this.#ok++;
    this.#latency.record(latencyMs * 1000);
  }

  failed(failure: Failure): void {
    if (this.#timeline?.current.phase !== 'measured') return;
    this.#failed++;
    this.#errors.add(failure);
  }

  /** The metrics of the measured window; null for set-up. */
  get end(): PartEnd | null {
    if (this.isSetUp) return null;
    const latency: HistogramData = this.#latency.toData();
    const errors: ErrorCount[] = this.#errors.counts;
    return { name: this.#part.name, ok: this.#ok, failed: this.#failed, latency, errors };
  }
}
