import { createHash } from 'node:crypto';
import { messageOf, WirebenchError } from '../../../contracts/errors.ts';
import type { HistogramData } from '../../../contracts/measurement.ts';
import type { RunFileFile, RunFileRun, RunFileTrial } from '../../../contracts/run-file.ts';
import { isInside } from '../../custom/files.ts';
import { Histogram, highestTrackable } from '../../stats/histogram.ts';

/**
 * Holds the parts of a run against each other: what a schema cannot say.
 * @throws WirebenchError RUN_FILE_INVALID, naming the place.
 */
export function checkRun(run: RunFileRun): void {
  refuseTwice(
    run.trials.map(({ id }) => id),
    'run.trials',
    'id',
  );
  refuseTwice(
    run.annotations.map(({ id }) => id),
    'run.annotations',
    'id',
  );
  run.annotations.forEach(({ trialIndex }, index) => {
    if (trialIndex !== null && run.trials[trialIndex] === undefined) {
      throw invalid(`run.annotations[${index}].trialIndex`, `there is no trial ${trialIndex}`);
    }
  });
  run.trials.forEach(checkTrial);
  run.files?.forEach(checkFile);
  refuseTwice(
    (run.files ?? []).map(({ path }) => path),
    'run.files',
    'path',
  );
}

function checkFile(
  { path, bytes, sha256, encoding, content }: RunFileFile,
  position: number,
): void {
  const at = `run.files[${position}]`;
  if (!isInside(path)) throw invalid(`${at}.path`, `${path} is no path below the experiment`);
  if (content === null) return;
  const decoded = Buffer.from(content, encoding);
  if (decoded.length !== bytes) {
    throw invalid(`${at}.bytes`, `expected ${decoded.length}, the length of its content`);
  }
  if (createHash('sha256').update(decoded).digest('hex') !== sha256) {
    throw invalid(`${at}.sha256`, 'it is not that of the content');
  }
}

function checkTrial(trial: RunFileTrial, position: number): void {
  const at = `run.trials[${position}]`;
  const { planned, result, id, status } = trial;
  if (planned.index !== position) {
    throw invalid(`${at}.planned.index`, `expected ${position}, got ${planned.index}`);
  }
  if (result !== null) {
    if (result.id !== id) throw invalid(`${at}.result.id`, `expected the trial's, ${id}`);
    if (result.index !== position) throw invalid(`${at}.result.index`, `expected ${position}`);
    if (result.status !== status) throw invalid(`${at}.result.status`, `expected ${status}`);
  }
  checkIntervals(trial, at);
}

function checkIntervals({ intervals }: RunFileTrial, trial: string): void {
  const seen = new Histogram();
  let last = -1;
  intervals.forEach(({ index, latency, service, lag }, position) => {
    const at = `${trial}.intervals[${position}]`;
    if (index <= last) throw invalid(`${at}.index`, `expected more than ${last}, got ${index}`);
    last = index;
    for (const [name, data] of Object.entries({ latency, service, lag })) {
      if (data !== null) checkHistogram(data, `${at}.${name}`, seen);
    }
  });
}

/** @param seen takes the counts up, which finds those outside its layout and wrong totals. */
function checkHistogram(data: HistogramData, at: string, seen: Histogram): void {
  let last = -1;
  for (let pair = 0; pair < data.buckets.length; pair += 2) {
    const index = data.buckets[pair] ?? -1;
    if (index <= last) throw invalid(`${at}.buckets[${pair}]`, 'the indexes do not increase');
    last = index;
  }
  try {
    seen.addData(data);
  } catch (cause) {
    throw invalid(`${at}.buckets`, messageOf(cause));
  }
  if (data.min < 0 || data.max < data.min || data.max > highestTrackable) {
    throw invalid(at, 'expected 0 ≤ min ≤ max ≤ 1 h in microseconds');
  }
  if (data.sum < 0 || data.sumOfSquares < 0) throw invalid(at, 'a sum is negative');
}

function refuseTwice(values: readonly string[], at: string, key: string): void {
  const seen = new Set<string>();
  values.forEach((value, index) => {
    if (seen.has(value)) throw invalid(`${at}[${index}].${key}`, `${value} occurs twice`);
    seen.add(value);
  });
}

/** @param at a path such as `run.trials[0].id`. */
export function invalid(at: string, what: string): WirebenchError {
  return new WirebenchError('RUN_FILE_INVALID', `${at}: ${what}`);
}
