import { z } from 'zod';
import { cellSchema } from './experiment/cell.ts';
import { environmentSchema, ratioSchema } from './result.ts';
import { workReasonSchema } from './same-work.ts';
import {
  comparedFindingSchema,
  likelihoodSchema,
  runStatusSchema,
  verdictSchema,
} from './words.ts';
import { type Work, workSchema, workWords } from './work.ts';

/** Confidence level of every interval of a comparison. */
export const confidence = 0.95;

/** Limits of one comparison, so that answers fit into a message and tables stay readable. */
export const compareLimits = {
  runs: 8,
  cells: 40,
  rows: 1500,
  trendRuns: 60,
  trendTrials: 6000,
  family: 200_000,
};

/** Compared metrics. CPU is that of all load workers, or of the bundled service, per request or iteration. */
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
/** The selected metrics, all by default. */
export const metricChoiceSchema = z
  .array(comparedMetricSchema)
  .min(1)
  .max(comparedMetrics.length)
  .default([...comparedMetrics]);

/** Name, unit and better direction of a metric. */
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

/** Metrics of trials that count requests, and of those that count iterations. */
export const metricFacts: Readonly<Record<Work, Readonly<Record<ComparedMetric, MetricFacts>>>> = {
  requests: factsOf('requests'),
  iterations: factsOf('iterations'),
};

/** A cell of a run. */
export const cellOfRunSchema = z.object({ runId: z.string().min(1).max(100), cell: cellSchema });
export type CellOfRun = z.infer<typeof cellOfRunSchema>;

/** Values of a cell: one for each of its completed trials. */
const sampleSchema = z.object({
  trials: z.number().int(),
  /** Geometric mean over the trials, minimum and maximum; null without a trial. */
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
  /**
   * Ratio of geometric means over the trials; null if a side has no value, or zero, or the sides count
   * different things.
   */
  ratio: ratioSchema.nullable(),
  /** Ratio interval, by Welch on logarithms of the trials; null if there is none. */
  interval: z.object({ low: z.number(), high: z.number() }).nullable(),
  /** Welch–Satterthwaite degrees of freedom, two-sided p, and p after Holm's correction over the pairs of this metric. */
  degrees: z.number().nullable(),
  p: z.number().nullable(),
  adjustedP: z.number().nullable(),
  /**
   * Number of pairs of this metric covered by the correction: those compared together; within a run all that
   * differ in the same factor only, shown or not. Null without a p.
   */
  tests: z.number().int().nullable(),
  /** Hedges' g of the logarithms: the difference in standard deviations of the trials. */
  effect: z.number().nullable(),
  finding: comparedFindingSchema,
  /** The finding in a sentence without a full stop. */
  words: z.string(),
});
export type MetricComparison = z.infer<typeof metricComparisonSchema>;

/** Another difference that could explain the result. */
const differenceSchema = z.object({
  /** The difference, such as `CPU`, or `Connections`. */
  subject: z.string(),
  baseline: z.string(),
  other: z.string(),
  likelihood: likelihoodSchema,
  /** Description: `Other CPU: … against …`, the baseline last. */
  words: z.string(),
});
export type Difference = z.infer<typeof differenceSchema>;

/** One cell against its baseline. */
export const cellComparisonSchema = z.object({
  baseline: cellOfRunSchema,
  other: cellOfRunSchema,
  /** Unit of throughput, latency and CPU on each side. */
  counts: z.object({ baseline: workSchema, other: workSchema }),
  metrics: z.array(metricComparisonSchema),
  /** Factors in which the two cells differ; empty for the same cell of two runs. */
  factors: z.array(differenceSchema),
  /** Caveats, in sentences. */
  cautions: z.array(z.string()),
  /**
   * Why the two did not do the same work, although the experiments are the same and at most one factor differs; absent if
   * nothing shows it.
   */
  unlike: z.array(workReasonSchema).min(1).optional(),
  /** The worst verdict among the trials of both. */
  verdict: verdictSchema,
});
export type CellComparison = z.infer<typeof cellComparisonSchema>;

/** A run in the comparison. */
const comparedRunSchema = z.object({
  id: z.string(),
  name: z.string(),
  status: runStatusSchema,
  startedAt: z.string(),
  environment: environmentSchema,
  cells: z.array(z.object({ cell: cellSchema, trials: z.number().int() })),
  /** Differences from the baseline, likeliest explanation first; empty for the baseline. */
  differences: z.array(differenceSchema),
});
export type ComparedRun = z.infer<typeof comparedRunSchema>;

/** A comparison of runs or of cells. */
export const comparisonReportSchema = z.object({
  confidence: z.number(),
  /** The baseline's run first. */
  runs: z.array(comparedRunSchema),
  rows: z.array(cellComparisonSchema),
  /** Cells of `runId` missing in `missingIn`. */
  unmatched: z.array(cellOfRunSchema.extend({ missingIn: z.string() })),
  /**
   * Number of tests covered by the corrections, over all metrics, shown or not; 0 if no row could be tested.
   * The correction of each metric covers its own tests.
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
  /** False if only the experiment's name matches and its text differs. */
  sameExperiment: z.boolean(),
  /** Its unit of work; if it differs from the trend's, it has no points. */
  counts: workSchema,
  /** Changes since the previous run; empty for the first. */
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
  /** Unit of work of the requested run. */
  counts: workSchema,
  /** Oldest first. */
  runs: z.array(trendRunSchema),
  /** Number of older runs left out. */
  omitted: z.number().int(),
  /** Cells of the requested run. */
  cells: z.array(z.object({ cell: cellSchema, points: z.array(trendPointSchema) })),
});
export type Trend = z.infer<typeof trendSchema>;

const curveSchema = z.array(z.object({ share: z.number(), ms: z.number() }));

/** The percentile curve of a cell: the sum of the histograms of its completed trials. */
export const cellCurveSchema = cellOfRunSchema.extend({
  trials: z.number().int(),
  /** Successful requests, or iterations. */
  requests: z.number().int(),
  counts: workSchema,
  curve: curveSchema,
  /** Curve of the service time; null if equal to the latency, as in closed load. */
  serviceCurve: curveSchema.nullable(),
});
export type CellCurve = z.infer<typeof cellCurveSchema>;
