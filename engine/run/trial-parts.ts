import type { ErrorCount, PartResult } from '../../contracts/measurement.ts';
import type { PartEnd } from '../../contracts/worker-messages.ts';
import { Histogram } from '../stats/histogram.ts';
import { summarise } from './trial-metrics.ts';

/** Errors counted by kind and code, with the first message. */
function addErrors(errors: readonly ErrorCount[]): ErrorCount[] {
  const sums = new Map<string, ErrorCount>();
  for (const error of errors) {
    const key = `${error.kind} ${error.code}`;
    const known = sums.get(key);
    sums.set(key, known ? { ...known, count: known.count + error.count } : error);
  }
  return [...sums.values()].sort((a, b) => b.count - a.count);
}

/** Metrics of the requests of a mix, or of the steps of a flow, over all workers and windows. */
export function partResults(ends: readonly PartEnd[], windowSeconds: number): PartResult[] {
  const names = [...new Set(ends.map(({ name }) => name))];
  return names.map((name) => {
    const own = ends.filter((end) => end.name === name);
    const latency = new Histogram();
    for (const end of own) latency.addData(end.latency);
    const ok = own.reduce((sum, end) => sum + end.ok, 0);
    const failed = own.reduce((sum, end) => sum + end.failed, 0);
    return {
      name,
      requests: { ok, failed },
      throughputRps: windowSeconds > 0 ? ok / windowSeconds : 0,
      latencyMs: summarise(latency),
      errors: addErrors(own.flatMap(({ errors }) => errors)),
    };
  });
}
