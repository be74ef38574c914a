import type { ComparedMetric } from '../../../contracts/compare.ts';
import type { TrialResult } from '../../../contracts/measurement.ts';

/**
 * The value of a metric in one trial, in the unit of `metricFacts`; null where the trial
 * has none: no latency without a success, no CPU of a remote service. The CPU of open load is excluded:
 * its workers wait for the next arrival without sleeping.
 */
export function figureOf(metric: ComparedMetric, trial: TrialResult): number | null {
  switch (metric) {
    case 'throughput':
      return trial.throughputRps;
    case 'clientCpu':
      return isOpen(trial) ? null : perRequest(trial.client.cpuSeconds, trial);
    case 'serverCpu':
      return trial.server && perRequest(trial.server.cpuSeconds, trial);
    default:
      return trial.requests.ok > 0 ? trial.latencyMs[metric] : null;
  }
}

/** Microseconds per request that ended in the window, successful or not. */
function perRequest(cpuSeconds: number, { requests }: TrialResult): number | null {
  const ended = requests.ok + requests.failed;
  return ended > 0 ? (1e6 * cpuSeconds) / ended : null;
}

/** Whether arrivals have a rate that is independent of answers. */
export function isOpen({ cell, rounds }: TrialResult): boolean {
  return cell.rate !== undefined || rounds.some((round) => round.rate !== null);
}

/** The values of the trials that have one. */
export function figuresOf(metric: ComparedMetric, trials: readonly TrialResult[]): number[] {
  return trials.flatMap((trial) => figureOf(metric, trial) ?? []);
}
