import { z } from 'zod';

/**
 * Unit of work of a trial, for counts and latency: requests, or the iterations of a use case (under load of
 * model `plan`) or of a flow, each of which may send many requests.
 */
const works = ['requests', 'iterations'] as const;
export const workSchema = z.enum(works);
export type Work = z.infer<typeof workSchema>;

interface Measured {
  readonly load: { readonly model: string };
  readonly service?: { readonly flows?: Readonly<Record<string, unknown>> | undefined } | undefined;
  readonly factors: { readonly shape: readonly string[] };
}

/** The unit of work of an experiment; its shapes are all flows, or none is. */
export function workOfExperiment({ load, service, factors }: Measured): Work {
  const flows = service?.flows ?? {};
  const isFlow = factors.shape.some((shape) => Object.hasOwn(flows, shape));
  return load.model === 'plan' || isFlow ? 'iterations' : 'requests';
}

/** Stored form: omitted for requests. */
export function countsIn(work: Work): { readonly counts?: Work } {
  return work === 'requests' ? {} : { counts: work };
}

interface CountingTrial {
  readonly counts?: Work | undefined;
  readonly plan: unknown;
}

/** The unit of work of a stored trial. In results of earlier versions it follows from their `plan`. */
export function workOf({ counts, plan }: CountingTrial): Work {
  return counts ?? (plan === null ? 'requests' : 'iterations');
}

/** The unit of work of a run's trials: they share one load. */
export function workOfTrials(trials: readonly CountingTrial[]): Work {
  return trials.some((trial) => workOf(trial) === 'iterations') ? 'iterations' : 'requests';
}

/** The words of a unit of work. */
export interface WorkWords {
  /** Singular and plural. */
  readonly one: string;
  readonly many: string;
  /** The unit of throughput, and its short form. */
  readonly rate: string;
  readonly shortRate: string;
  /** Name of latency: after a metric's name, as a title, and within a sentence. */
  readonly latency: string;
  readonly latencyTitle: string;
  readonly theLatency: string;
  /** Title of its percentile curves. */
  readonly percentiles: string;
  /** Attribute of one and of many, next to their name. */
  readonly measure: string;
  readonly measures: string;
  /** The plural on its own: `lower latencies`. */
  readonly latencies: string;
  /** Full plural, next to another unit. */
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

/** Capitalises the first word of a sentence. */
export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
