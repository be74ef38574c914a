import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { Recorder } from '../../workers/recorder.ts';

/**
 * Loaded before the program by `--import`, into each of its threads: every value that a worker’s recorder receives is
 * also written down, in a file for each trial. See {@link recordedIn} in `recorder-logs.ts`.
 */
interface Log {
  /** Latencies of successful requests, in milliseconds, in order. */
  readonly latencies: number[];
  /** Due times of arrivals of open load, in milliseconds from the start of the stint. */
  readonly due: number[];
}

const logs = new WeakMap<Recorder, Log>();
let written = 0;

function logOf(recorder: Recorder): Log {
  const log = logs.get(recorder) ?? { latencies: [], due: [] };
  logs.set(recorder, log);
  return log;
}

const { success, lag, finish } = Recorder.prototype;
const folder = process.env.WIREBENCH_RECORDER_LOG;

if (folder !== undefined) {
  Recorder.prototype.success = function (now, latencyMs, serviceMs) {
    logOf(this).latencies.push(latencyMs);
    return success.call(this, now, latencyMs, serviceMs);
  };
  Recorder.prototype.lag = function (now, lagMs) {
    logOf(this).due.push(now - lagMs);
    lag.call(this, now, lagMs);
  };
  Recorder.prototype.finish = function (now) {
    written += 1;
    const file = join(folder, `${process.pid}-${threadId}-${written}.json`);
    // Written before its end is reported, after which the files are read.
    writeFileSync(file, JSON.stringify(logOf(this)));
    finish.call(this, now);
  };
}
