import { z } from 'zod';
import { cellSchema } from './experiment/cell.ts';
import { environmentSchema, ratioSchema } from './result.ts';
import {
  comparedFindingSchema,
  likelihoodSchema,
  runStatusSchema,
  verdictSchema,
} from './words.ts';
import { type Work, workSchema, workWords } from './work.ts';

/** Confidence of every interval of a comparison. */
export const confidence = 0.95;

/** Limits of one comparison, so that answers stay within a message and figures readable. */
export const compareLimits = {
  runs: 8,
  cells: 40,
  rows: 1500,
  trendRuns: 60,
  trendTrials: 6000,
  family: 200_000,
};

/** What is compared. CPU is that of all load workers, or of the bundled service, per request or iteration. */
export const comparedMetrics = [
  'throughput',
  'mean',
  'p50',
  'p95',
  'p99',
  'clientCpu',
  'serverCpu',
] as const;
export const comparedMetricSchema = z.enum(comparedMetrics);
export type ComparedMetric = z.infer<typeof comparedMetricSchema>;
/** The metrics that are looked at, all of them by default. */
export const metricChoiceSchema = z
  .array(comparedMetricSchema)
  .min(1)
  .max(comparedMetrics.length)
  .default([...comparedMetrics]);

/** How a metric is named, in which unit its figures are, and which direction is better. */
export interface MetricFacts {
  readonly title: string;
  readonly noun: string;
  readonly unit: string;
  readonly better: 'higher' | 'lower';
}

function factsOf(work: Work): Record<ComparedMetric, MetricFacts> {
  const { one, rate, latency } = workWords[work];
  const lower = (noun: string, unit: string, title: string): MetricFacts => {
    return { title, noun, unit, better: 'lower' };
  };
  const percentile = (name: string) => lower(`${name} ${latency}`, 'ms', `${name} ${latency}`);
  return {
    throughput: { title: 'Throughput', noun: 'throughput', unit: rate, better: 'higher' },
    mean: lower(`mean ${latency}`, 'ms', `Mean ${latency}`),
    p50: percentile('p50'),
    p95: percentile('p95'),
    p99: percentile('p99'),
    clientCpu: lower(`client CPU per ${one}`, 'µs', `Client CPU per ${one}`),
    serverCpu: lower(`service CPU per ${one}`, 'µs', `Service CPU per ${one}`),
  };
}

/** The facts of the metrics of trials that count requests, and of those that count iterations. */
export const metricFacts: Readonly<Record<Work, Readonly<Record<ComparedMetric, MetricFacts>>>> = {
  requests: factsOf('requests'),
  iterations: factsOf('iterations'),
};

/** A cell of a run. */
export const cellOfRunSchema = z.object({ runId: z.string().min(1).max(100), cell: cellSchema });
export type CellOfRun = z.infer<typeof cellOfRunSchema>;

/** The figures of a cell: one for each completed trial that has it. */
const sampleSchema = z.object({
  trials: z.number().int(),
  /** Geometric mean over the trials, and their lowest and highest; null without a trial. */
  mean: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});
export type Sample = z.infer<typeof sampleSchema>;

/** One metric of one cell against the baseline. */
const metricComparisonSchema = z.object({
  metric: comparedMetricSchema,
  baseline: sampleSchema,
  other: sampleSchema,
  /** Of geometric means over the trials; null when a side has no figure, or a zero, or the sides count different things. */
  ratio: ratioSchema.nullable(),
  /** In times the baseline, by Welch on logarithms of the trials; null where there is none. */
  interval: z.object({ low: z.number(), high: z.number() }).nullable(),
  /** Welch–Satterthwaite degrees of freedom, two-sided p, and p after Holm's correction over the pairs of this metric. */
  degrees: z.number().nullable(),
  p: z.number().nullable(),
  adjustedP: z.number().nullable(),
  /**
   * How many pairs of this metric the correction covers: those compared together; within a run all that differ
   * in the same factor alone, shown or not. Null without a p.
   */
  tests: z.number().int().nullable(),
  /** Hedges' g of the logarithms: the difference in standard deviations of trials. */
  effect: z.number().nullable(),
  finding: comparedFindingSchema,
  /** The finding in a sentence without a full stop. */
  words: z.string(),
});
export type MetricComparison = z.infer<typeof metricComparisonSchema>;

/** Something besides the thing compared that could explain a difference. */
const differenceSchema = z.object({
  /** What differs, such as `CPU`, or `Connections`. */
  subject: z.string(),
  baseline: z.string(),
  other: z.string(),
  likelihood: likelihoodSchema,
  /** In words: `Other CPU: … against …`, the baseline last. */
  words: z.string(),
});
export type Difference = z.infer<typeof differenceSchema>;

/** One cell against its baseline. */
export const cellComparisonSchema = z.object({
  baseline: cellOfRunSchema,
  other: cellOfRunSchema,
  /** What throughput counts, and what latency and CPU are of, on each side. */
  counts: z.object({ baseline: workSchema, other: workSchema }),
  metrics: z.array(metricComparisonSchema),
  /** Factors in which the two cells differ; empty where they are the same cell of two runs. */
  factors: z.array(differenceSchema),
  /** What to know before believing it, in sentences. */
  cautions: z.array(z.string()),
  /** The worst verdict among the trials of both. */
  verdict: verdictSchema,
});
export type CellComparison = z.infer<typeof cellComparisonSchema>;

/** A run that takes part. */
const comparedRunSchema = z.object({
  id: z.string(),
  name: z.string(),
  status: runStatusSchema,
  startedAt: z.string(),
  environment: environmentSchema,
  cells: z.array(z.object({ cell: cellSchema, trials: z.number().int() })),
  /** Against the baseline, the likeliest explanation first; empty for the baseline. */
  differences: z.array(differenceSchema),
});
export type ComparedRun = z.infer<typeof comparedRunSchema>;

/** A comparison of runs or of cells. */
export const comparisonReportSchema = z.object({
  confidence: z.number(),
  /** The run of the baseline first. */
  runs: z.array(comparedRunSchema),
  rows: z.array(cellComparisonSchema),
  /** Cells of `runId` that have no counterpart in `missingIn`. */
  unmatched: z.array(cellOfRunSchema.extend({ missingIn: z.string() })),
  /**
   * How many tests the corrections cover, over all metrics, shown or not; 0 where none of the rows could be tested.
   * The correction of a metric covers its own.
   */
  tests: z.number().int(),
});
export type ComparisonReport = z.infer<typeof comparisonReportSchema>;

/** A run on the time axis of a trend. */
const trendRunSchema = z.object({
  id: z.string(),
  name: z.string(),
  status: runStatusSchema,
  startedAt: z.string(),
  /** False when only the experiment's name agrees, and its text says something else. */
  sameExperiment: z.boolean(),
  /** What it counts; where that is not what the trend counts, it has no points. */
  counts: workSchema,
  /** What changed since the run before it; empty for the first. */
  changes: z.array(differenceSchema),
});
export type TrendRun = z.infer<typeof trendRunSchema>;

const trendPointSchema = z.object({
  runId: z.string(),
  trials: z.number().int(),
  /** Geometric mean over the trials, with its interval by Student's t; null for one trial. */
  value: z.number(),
  interval: z.object({ low: z.number(), high: z.number() }).nullable(),
  verdict: verdictSchema,
});
export type TrendPoint = z.infer<typeof trendPointSchema>;

/** All runs of one experiment over time. */
export const trendSchema = z.object({
  metric: comparedMetricSchema,
  experiment: z.string(),
  /** What the run that was asked for counts. */
  counts: workSchema,
  /** Oldest first. */
  runs: z.array(trendRunSchema),
  /** Older runs that were left out. */
  omitted: z.number().int(),
  /** Cells of the run that was asked for. */
  cells: z.array(z.object({ cell: cellSchema, points: z.array(trendPointSchema) })),
});
export type Trend = z.infer<typeof trendSchema>;

const curveSchema = z.array(z.object({ share: z.number(), ms: z.number() }));

/** The percentile curve of a cell: the histograms of its completed trials added up. */
export const cellCurveSchema = cellOfRunSchema.extend({
  trials: z.number().int(),
  /** Successful requests, or iterations. */
  requests: z.number().int(),
  counts: workSchema,
  curve: curveSchema,
  /** Of the service time; null where it is the latency, as in closed load. */
  serviceCurve: curveSchema.nullable(),
});
export type CellCurve = z.infer<typeof cellCurveSchema>;
