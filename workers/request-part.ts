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

/** A failure with a message that is made when it is wanted: of many alike only the first is kept. */
function withMessage({ kind, code }: Failure, made: () => string): Failure {
  return {
    kind,
    code,
    get message() {
      return made();
    },
  };
}

/** A failure that tells no secret which was taken out of an answer. */
export function withoutTaken(
  failure: Failure,
  session: { readonly names: readonly string[]; readonly taken: readonly string[] } | null,
): Failure {
  if (session === null || session.taken.length === 0) return failure;
  const { names, taken } = session;
  return withMessage(failure, () => takenHidden(names, taken)(failure.message));
}

/** One of the requests of a mix, or a step of a flow: how its answers are looked at, and its own figures. */
export class RequestPart {
  readonly verifier: Checking;
  /** Whether values are taken out of its answers. */
  readonly takes: boolean;
  /** Sent once for each user, and in no figure. */
  readonly isSetUp: boolean;
  readonly #part: GroupPart;
  readonly #timeline: Timeline | null;
  readonly #latency = new Histogram();
  readonly #errors = new ErrorTally();
  #ok = 0;
  #failed = 0;

  /** @param timeline whose measured window the figures are of; null where nothing is measured. */
  constructor(part: GroupPart, isSetUp: boolean, verifier: Checking, timeline: Timeline | null) {
    this.#part = part;
    this.isSetUp = isSetUp;
    this.verifier = verifier;
    this.takes = part.take !== null;
    this.#timeline = isSetUp ? null : timeline;
  }

  /** Takes what the step says out of an answer. @returns why that is not possible; null when it was. */
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

  /** A failure as one of the whole mix or flow. */
  named(failure: Failure): Failure {
    const { name } = this.#part;
    return withMessage(failure, () => `${name}: ${failure.message}`);
  }

  /** Counts an answer, when the stretch of time that it came in has begun. */
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

  /** The figures of the measured window; null of set-up. */
  get end(): PartEnd | null {
    if (this.isSetUp) return null;
    const latency: HistogramData = this.#latency.toData();
    const errors: ErrorCount[] = this.#errors.counts;
    return { name: this.#part.name, ok: this.#ok, failed: this.#failed, latency, errors };
  }
}
