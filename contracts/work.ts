import { z } from 'zod';

/**
 * What a trial counts, and what its latency is the time of: requests, or the iterations of a use case (under
 * load of model `plan`) or of a flow, each of which may send many requests.
 */
const works = ['requests', 'iterations'] as const;
export const workSchema = z.enum(works);
export type Work = z.infer<typeof workSchema>;

interface Measured {
  readonly load: { readonly model: string };
  readonly service?: { readonly flows?: Readonly<Record<string, unknown>> | undefined } | undefined;
  readonly factors: { readonly shape: readonly string[] };
}

/** What the trials of an experiment count; its shapes are all flows, or none is. */
export function workOfExperiment({ load, service, factors }: Measured): Work {
  const flows = service?.flows ?? {};
  const isFlow = factors.shape.some((shape) => Object.hasOwn(flows, shape));
  return load.model === 'plan' || isFlow ? 'iterations' : 'requests';
}

/** As it is kept: left out where it is requests. */
export function countsIn(work: Work): { readonly counts?: Work } {
  return work === 'requests' ? {} : { counts: work };
}

interface CountingTrial {
  readonly counts?: Work | undefined;
  readonly plan: unknown;
}

/** What a stored trial counts. Results of earlier versions tell by their `plan` alone. */
export function workOf({ counts, plan }: CountingTrial): Work {
  return counts ?? (plan === null ? 'requests' : 'iterations');
}

/** What the trials of one run count: they share one load. */
export function workOfTrials(trials: readonly CountingTrial[]): Work {
  return trials.some((trial) => workOf(trial) === 'iterations') ? 'iterations' : 'requests';
}

/** The words of a unit of work. */
export interface WorkWords {
  /** One of them, and several. */
  readonly one: string;
  readonly many: string;
  /** The unit of throughput, and the same where room is short. */
  readonly rate: string;
  readonly shortRate: string;
  /** What latency is: after a figure's name, as a title, and within a sentence. */
  readonly latency: string;
  readonly latencyTitle: string;
  readonly theLatency: string;
  /** Title of its percentile curves. */
  readonly percentiles: string;
  /** What one of them has and many have, where they are named beside it. */
  readonly measure: string;
  readonly measures: string;
  /** Many of them where they are not: `lower latencies`. */
  readonly latencies: string;
  /** Several, where another kind stands beside them. */
  readonly inFull: string;
}

export const workWords: Readonly<Record<Work, WorkWords>> = {
  requests: {
    one: 'request',
    many: 'requests',
    rate: 'requests/s',
    shortRate: 'req/s',
    latency: 'latency',
    latencyTitle: 'Latency',
    theLatency: 'latency',
    percentiles: 'Latency percentiles',
    measure: 'latency',
    measures: 'latencies',
    latencies: 'latencies',
    inFull: 'requests',
  },
  iterations: {
    one: 'iteration',
    many: 'iterations',
    rate: 'iterations/s',
    shortRate: 'iterations/s',
    latency: 'time of an iteration',
    latencyTitle: 'Time of an iteration',
    theLatency: 'the time of an iteration',
    percentiles: 'Percentiles of the time of an iteration',
    measure: 'time',
    measures: 'times',
    latencies: 'times of an iteration',
    inFull: 'iterations of a use case',
  },
};

/** Words as a sentence begins with them. */
export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
