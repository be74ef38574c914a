import { messageOf, WirebenchError } from '../../../contracts/errors.ts';
import type { HistogramData, Interval } from '../../../contracts/measurement.ts';
import type { RunFileHead, RunFileTrialHead } from '../../../contracts/run-file.ts';
import { Histogram, highestTrackable } from '../../stats/histogram.ts';

/**
 * Checks the consistency of the parts of a run as they are read, beyond the schema.
 * Each check throws a WirebenchError RUN_FILE_INVALID that names the place.
 */
export class RunCheck {
  readonly #trials = new Set<string>();
  readonly #files = new Set<string>();
  readonly #seen = new Histogram();
  #lastInterval = -1;

  /** Index of the trial whose parts come next. */
  get position(): number {
    return this.#trials.size;
  }

  interval({ index, latency, service, lag }: Interval, at: () => string): void {
    const last = this.#lastInterval;
    if (index <= last) throw invalid(`${at()}.index`, `expected more than ${last}, got ${index}`);
    this.#lastInterval = index;
    for (const [name, data] of Object.entries({ latency, service, lag })) {
      if (data !== null) checkHistogram(data, () => `${at()}.${name}`, this.#seen);
    }
  }

  /** After its intervals. */
  trial({ planned, result, id, status }: RunFileTrialHead, at: () => string): void {
    const { position } = this;
    refuseTwice(this.#trials, id, () => `${at()}.id`);
    if (planned.index !== position) {
      throw invalid(`${at()}.planned.index`, `expected ${position}, got ${planned.index}`);
    }
    if (result !== null) {
      if (result.id !== id) throw invalid(`${at()}.result.id`, `expected the trial's, ${id}`);
      if (result.index !== position) throw invalid(`${at()}.result.index`, `expected ${position}`);
      if (result.status !== status) throw invalid(`${at()}.result.status`, `expected ${status}`);
    }
    this.#lastInterval = -1;
  }

  file(path: string, at: () => string): void {
    refuseTwice(this.#files, path, () => `${at()}.path`);
  }

  /** After all of its parts. */
  run({ annotations }: RunFileHead): void {
    const ids = new Set<string>();
    annotations.forEach(({ id, trialIndex }, index) => {
      const at = `run.annotations[${index}]`;
      refuseTwice(ids, id, () => `${at}.id`);
      if (trialIndex !== null && (trialIndex < 0 || trialIndex >= this.position)) {
        throw invalid(`${at}.trialIndex`, `there is no trial ${trialIndex}`);
      }
    });
  }
}

/** @param seen merges the counts, which detects invalid buckets and wrong totals. */
function checkHistogram(data: HistogramData, at: () => string, seen: Histogram): void {
  let last = -1;
  for (let pair = 0; pair < data.buckets.length; pair += 2) {
    const index = data.buckets[pair] ?? -1;
    if (index <= last) throw invalid(`${at()}.buckets[${pair}]`, 'the indexes do not increase');
    last = index;
  }
  try {
    seen.addData(data);
  } catch (cause) {
    throw invalid(`${at()}.buckets`, messageOf(cause));
  }
  if (data.min < 0 || data.max < data.min || data.max > highestTrackable) {
    throw invalid(at(), 'expected 0 ≤ min ≤ max ≤ 1 h in microseconds');
  }
  if (data.sum < 0 || data.sumOfSquares < 0) throw invalid(at(), 'a sum is negative');
}

function refuseTwice(seen: Set<string>, value: string, at: () => string): void {
  if (seen.has(value)) throw invalid(at(), `${value} occurs twice`);
  seen.add(value);
}

/** @param at a path such as `run.trials[0].id`. */
export function invalid(at: string, what: string): WirebenchError {
  return new WirebenchError('RUN_FILE_INVALID', `${at}: ${what}`);
}
