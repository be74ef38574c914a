import { maxIterations } from '../../contracts/experiment/plan-load.ts';
import type { PlanResult, PlanSamples } from '../../contracts/plan.ts';
import type { IterationOutcome } from './iteration.ts';

interface Range {
  min: number;
  max: number;
}

const microseconds = (ms: number) => Math.round(ms * 1000);

/** Sums up the measured iterations of a trial, and keeps the metrics of each. */
export class PlanTally {
  readonly #samples: PlanSamples = { durationUs: [], setUpUs: [], requests: [] };
  #requests: Range | null = null;
  #roundTrips: Range | null = null;
  /** All requests of the trial, warm-up and failed iterations included. */
  sent = 0;

  /** A successful iteration in the measured window. */
  add({ durationMs, setUpMs, requests, roundTrips }: IterationOutcome): void {
    this.#requests = widened(this.#requests, requests);
    this.#roundTrips = widened(this.#roundTrips, roundTrips);
    const { durationUs, setUpUs, requests: counts } = this.#samples;
    if (durationUs.length >= maxIterations) return;
    durationUs.push(microseconds(durationMs));
    setUpUs.push(microseconds(setUpMs));
    counts.push(requests);
  }

  result(socketsOpened: number): PlanResult {
    const none = { min: 0, max: 0 };
    return {
      iterations: this.#samples.durationUs.length,
      requests: this.#samples.requests.reduce((sum, one) => sum + one, 0),
      requestsPerIteration: this.#requests ?? none,
      roundTrips: this.#roundTrips ?? none,
      sent: this.sent,
      socketsOpened,
      samples: this.#samples,
    };
  }
}

function widened(range: Range | null, value: number): Range {
  if (!range) return { min: value, max: value };
  return { min: Math.min(range.min, value), max: Math.max(range.max, value) };
}
