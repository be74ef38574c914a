/** One file, because a result document is read as a whole: its parts refer to each other. */
import { z } from 'zod';
import {
  energyConsumerSchema,
  energyFlagSchema,
  energySourceKindSchema,
  energySourceSchema,
  energySpreadSchema,
} from './energy.ts';
import { cellSchema } from './experiment/cell.ts';
import { factorNames } from './experiment/factors.ts';
import { trialResultSchema } from './measurement.ts';
import { sameWorkSchema } from './same-work.ts';
import { comparedFindingSchema, levelUnitSchema, runStatusSchema } from './words.ts';

export const resultFormat = 'wirebench-result/1';

/** Environment of a run; enough to explain why another machine differs. */
export const environmentSchema = z.object({
  wirebench: z.string(),
  node: z.string(),
  os: z.string(),
  arch: z.string(),
  cpu: z.string(),
  cores: z.number().int(),
  memoryBytes: z.number(),
  libraries: z.record(z.string(), z.string()),
  /** Whether the energy counters could be read; absent in runs of earlier versions. */
  energySource: energySourceSchema.optional(),
});
export type Environment = z.infer<typeof environmentSchema>;

/** Metrics of one cell: geometric means over its repetitions, and the mean share of errors. */
const cellAnalysisSchema = z.object({
  cell: cellSchema,
  /** Number of completed trials in the means. */
  trials: z.number().int(),
  throughputRps: z.number(),
  meanMs: z.number(),
  p95Ms: z.number(),
  errorShare: z.number(),
});
export type CellAnalysis = z.infer<typeof cellAnalysisSchema>;

/** A ratio in three forms, so that none is mistaken for another. */
export const ratioSchema = z.object({
  /** value / baseline */
  times: z.number(),
  /** 100 × value / baseline */
  percentOf: z.number(),
  /** 100 × (value − baseline) / baseline */
  percentChange: z.number(),
});
export type Ratio = z.infer<typeof ratioSchema>;

/** Metrics for comparing the cells of one run. */
export const comparisonMetrics = ['throughput', 'mean', 'p95'] as const;
export type ComparisonMetric = (typeof comparisonMetrics)[number];

const ratioIntervalSchema = z.object({ low: z.number(), high: z.number() }).nullable();

/** One cell against another with equal other levels; ratios are of geometric means. */
const comparisonSchema = z.object({
  cell: cellSchema,
  baseline: cellSchema,
  /** The factor in which the two cells differ. */
  factor: z.enum(['protocol', 'tls', 'client', 'gateway']),
  throughput: ratioSchema,
  mean: ratioSchema,
  p95: ratioSchema,
  /**
   * 95 % intervals of `times`, by Welch's t on logarithms; null if there is none. Absent in documents of
   * earlier versions.
   */
  intervals: z
    .object({
      throughput: ratioIntervalSchema,
      mean: ratioIntervalSchema,
      p95: ratioIntervalSchema,
    })
    .optional(),
  /** Findings; absent in documents of earlier versions. */
  findings: z
    .object({
      throughput: comparedFindingSchema,
      mean: comparedFindingSchema,
      p95: comparedFindingSchema,
    })
    .optional(),
});
export type Comparison = z.infer<typeof comparisonSchema>;

/** A point of a saturation curve. */
const saturationPointSchema = z.object({
  /** Users or arrivals per second. */
  level: z.number(),
  throughputRps: z.number(),
  meanMs: z.number(),
  p95Ms: z.number(),
});
export type SaturationPoint = z.infer<typeof saturationPointSchema>;

/** An estimate with its bootstrap interval; an interval without an upper bound ends at 1000 times the highest level. */
const estimateSchema = z.object({ value: z.number(), low: z.number(), high: z.number() });
export type Estimate = z.infer<typeof estimateSchema>;

/**
 * The Universal Scalability Law (Gunther 1993, 2007): X(N) = λN / (1 + σ(N − 1) + κN(N − 1)), fitted
 * to throughput over users by least squares of its logarithm; intervals by resampling the residuals,
 * such that all five hold together.
 */
const uslFitSchema = z.object({
  /** Throughput of one user (λ), requests per second. */
  lambda: estimateSchema,
  /** Contention (σ) and coherency (κ), dimensionless. */
  sigma: estimateSchema,
  kappa: estimateSchema,
  /**
   * Users at which throughput peaks, √((1 − σ)/κ), and the throughput there; null unless within 1000 times
   * the highest level.
   */
  peakUsers: estimateSchema.nullable(),
  peakThroughputRps: estimateSchema.nullable(),
  /** Coefficient of determination, and the points fitted. */
  r2: z.number(),
  points: z.number().int(),
  /** Confidence level of the intervals, such as 0.95. */
  confidence: z.number(),
});
export type UslFit = z.infer<typeof uslFitSchema>;

const saturationCriterionSchema = z.enum(['plateau', 'failures', 'none']);

/** Saturation of a ramp, ladder or search, and its criterion. */
export const saturationSchema = z.object({
  trialId: z.string(),
  cell: cellSchema,
  repetition: z.number().int(),
  /** Unit of the levels. */
  of: levelUnitSchema,
  criterion: saturationCriterionSchema,
  /** The rule that fired, with its values, in a sentence. */
  reason: z.string(),
  /** The saturation point; null if the criterion is `none`. */
  point: saturationPointSchema.nullable(),
  /** Set manually instead of `point`; kept next to it and marked. */
  manual: saturationPointSchema.nullable(),
  /** Kneedle (Satopää et al. 2011) on throughput over level; null if the curve has no knee. */
  knee: saturationPointSchema.nullable(),
  /** Null for a load of rates, and with fewer than four distinct levels. */
  usl: uslFitSchema.nullable(),
  /** The curve, by ascending level. */
  curve: z.array(saturationPointSchema),
});
export type Saturation = z.infer<typeof saturationSchema>;

/** Metrics whose curves over load are compared. */
export const crossoverFigureSchema = z.enum(['throughput', 'mean', 'p95', 'p99']);
export type CrossoverFigure = z.infer<typeof crossoverFigureSchema>;

/** Crossing of a metric of two cells over load; see `engine/stats/crossover.ts`. */
export const crossoverSchema = z.object({
  /** The factor in which the two differ; their users or rate are the levels, and left out. */
  factor: z.enum(factorNames),
  cell: cellSchema,
  baseline: cellSchema,
  of: levelUnitSchema,
  figure: crossoverFigureSchema,
  /** Levels at which both were measured, ascending. */
  levels: z.array(
    z.object({
      level: z.number(),
      /** Geometric mean of the cell's repetitions ÷ that of the baseline's. */
      ratio: z.number(),
      /** Whether the two certainly differ there. */
      certain: z.boolean(),
    }),
  ),
  /** Minimum repetitions of a level. */
  repetitions: z.number().int(),
  crossings: z.array(
    z.object({
      level: z.number(),
      /** The one with the higher value beyond it. */
      higher: z.enum(['cell', 'baseline']),
      /** Null if the crossing may be due to chance. */
      interval: z.object({ low: z.number(), high: z.number() }).nullable(),
    }),
  ),
  /** Confidence level of the intervals, such as 0.95. */
  confidence: z.number(),
  /** The finding, in a sentence or two. */
  finding: z.string(),
});
export type Crossover = z.infer<typeof crossoverSchema>;

/** Metrics whose variance is split between two factors. */
export const variedMetricSchema = z.enum(['throughput', 'p50', 'p95', 'p99']);
export type VariedMetric = z.infer<typeof variedMetricSchema>;

/** Share of a variance, 0–1 (of a difference of shares −1 to 1), with its interval. */
const varianceShareSchema = z.object({ share: z.number(), low: z.number(), high: z.number() });
export type VarianceShare = z.infer<typeof varianceShareSchema>;

/** A line of an analysis of variance; its share is ω². */
const variancePartSchema = varianceShareSchema.extend({
  /** Of type II, of natural logarithms. */
  sumOfSquares: z.number(),
  degrees: z.number().int(),
});

const varianceEffectSchema = variancePartSchema.extend({
  /** Mean square ÷ that of the noise, and its probability without an effect. */
  f: z.number(),
  p: z.number(),
});

/** Variance decomposition of one metric; see `engine/stats/two-way.ts`. The four shares add up to 1. */
const varianceSplitSchema = z.object({
  metric: variedMetricSchema,
  a: varianceEffectSchema,
  b: varianceEffectSchema,
  /** Null if no cell was repeated: then it is part of the noise. */
  interaction: varianceEffectSchema.nullable(),
  noise: variancePartSchema,
  /** Share of `a` − share of `b`. */
  difference: varianceShareSchema,
  /** Geometric means of the cells: a row per level of `b`, in it one value per level of `a`; null if missing. */
  means: z.array(z.array(z.number().nullable())),
  /** The finding, in a sentence or two. */
  finding: z.string(),
});
export type VarianceSplit = z.infer<typeof varianceSplitSchema>;

const gridFactorSchema = z.object({
  factor: z.enum(factorNames),
  /** In the order of the experiment. */
  levels: z.array(z.string()),
});

/** Which of two factors dominates, over a grid of cells that are equal otherwise. */
const twoWaySchema = z.object({
  a: gridFactorSchema,
  b: gridFactorSchema,
  /** One of the cells; the others have the same levels of all other factors. */
  cell: cellSchema,
  /** Completed repetitions of each cell, in the layout of `means`; 0 if it is missing. */
  trials: z.array(z.array(z.number().int())),
  /** Levels with too few cells for the grid, by name, such as `SOAP`. */
  leftOut: z.array(z.string()),
  /** Confidence level of the intervals, such as 0.95. */
  confidence: z.number(),
  /** The metric for findings about this load comes first. */
  metrics: z.array(varianceSplitSchema),
});
export type TwoWay = z.infer<typeof twoWaySchema>;

/** CPU of the client per request, raw against library, with equal other levels. */
const clientTaxSchema = z.object({
  /** The raw cell. */
  cell: cellSchema,
  /** Microseconds of worker CPU per request that ended in the window. */
  rawUs: z.number(),
  libraryUs: z.number(),
  /** libraryUs − rawUs, and libraryUs / rawUs. */
  taxUs: z.number(),
  times: z.number(),
});
export type ClientTax = z.infer<typeof clientTaxSchema>;

/** The numbers of a box plot, in milliseconds; see `engine/stats/box-plot.ts`. */
const boxSchema = z.object({
  median: z.number(),
  lower: z.number(),
  upper: z.number(),
  low: z.number(),
  high: z.number(),
  outliers: z.array(z.number()),
});
export type Box = z.infer<typeof boxSchema>;

/** Whisker rules: R's default of 1.5 times the distance of the hinges, and 2.5 times that of median and hinge. */
export const whiskerRuleSchema = z.enum(['tukey', 'median']);
export type WhiskerRule = z.infer<typeof whiskerRuleSchema>;

/** The iterations of a use case in one cell, over its completed repetitions. */
const useCaseSchema = z.object({
  /** Its shape is the use case. */
  cell: cellSchema,
  trials: z.number().int(),
  /** Successful ones, which all metrics are based on. */
  iterations: z.number().int(),
  failed: z.number().int(),
  requests: z.object({ min: z.number().int(), max: z.number().int() }),
  roundTrips: z.object({ min: z.number().int(), max: z.number().int() }),
  /** Over the whole trials, warm-up included. */
  socketsOpened: z.number().int(),
  /** Whether the bundled services counted exactly the sent requests; null if they do not report it. */
  countsAgree: z.boolean().nullable(),
  /** Medians of the time of an iteration, and of its part spent on connecting (or the time before it). */
  medianMs: z.number(),
  setUpMedianMs: z.number(),
  boxes: z.object({ tukey: boxSchema, median: boxSchema }),
});
export type UseCaseFigures = z.infer<typeof useCaseSchema>;

/** Energy of a cell over its completed repetitions. */
const cellEnergySchema = z.object({
  cell: cellSchema,
  source: energySourceKindSchema,
  /** Trials with energy values. */
  trials: z.number().int(),
  joules: energySpreadSchema,
  /** Null if no request ended. */
  joulesPerRequest: energySpreadSchema.nullable(),
  /** Mean; null without a baseline. */
  baselineJoules: z.number().nullable(),
  /** Means over the trials. */
  processes: z.array(z.object({ who: energyConsumerSchema, joules: z.number() })),
  intervalMs: z.number().nullable(),
  wattsPerCore: z.number().nullable(),
  /** Each once. */
  flags: z.array(energyFlagSchema),
});
export type CellEnergy = z.infer<typeof cellEnergySchema>;

/** Metrics of findings; `peak` is the highest throughput over all levels of load. */
export const findingMetricSchema = z.enum(['throughput', 'p50', 'p95', 'peak']);
export type FindingMetric = z.infer<typeof findingMetricSchema>;

/** A ratio in a finding, with its evidence. */
const findingEvidenceSchema = z.object({
  metric: findingMetricSchema,
  cell: cellSchema,
  baseline: cellSchema,
  /** Completed repetitions of each. */
  trials: z.object({ cell: z.number().int(), baseline: z.number().int() }),
  ratio: ratioSchema.nullable(),
  interval: ratioIntervalSchema,
  finding: comparedFindingSchema,
});
export type FindingEvidence = z.infer<typeof findingEvidenceSchema>;

/**
 * How sure the comparison of a finding is. `sure`: every comparison with the best is decided, and both sides had what
 * they needed. `direction`: decided, but the ratio may differ where they have. `open`: not decided yet.
 */
const certaintyStepSchema = z.enum(['sure', 'direction', 'open']);
const certaintySchema = z.object({
  step: certaintyStepSchema,
  /** Why, in a sentence. */
  words: z.string(),
});
export type Certainty = z.infer<typeof certaintySchema>;

/** The main answer of a run, to be read first. */
const findingSchema = z.object({
  /**
   * Which is ahead for what, by how much, how certainly, at which level; where other levels disagree; the
   * effect of the second factor; whether protocol or stack dominates; the relation to a study: a sentence
   * each, if applicable.
   */
  sentences: z.array(z.string()),
  /** Its limitations, most important first, a sentence each. */
  limits: z.array(z.string()),
  /** The machine and the conditions of the load, in one line. */
  conditions: z.string(),
  /** Cores for which client and bundled service competed; absent if each had enough, or unknown. */
  sharedCores: z.number().int().optional(),
  /** The ratios in the sentences, in order. */
  evidence: z.array(findingEvidenceSchema),
  /** True where more than 1 % of the requests of a cell failed; absent otherwise. */
  failing: z.literal(true).optional(),
  /** True where cells that would be compared did not do the same work, see `sameWork`; absent otherwise. */
  unlike: z.literal(true).optional(),
  /** Absent where nothing is compared, and in documents of earlier versions. */
  certainty: certaintySchema.optional(),
});
export type Finding = z.infer<typeof findingSchema>;

export const analysisSchema = z.object({
  /** Absent in documents of earlier versions, and if no trial has metrics. */
  finding: findingSchema.optional(),
  cells: z.array(cellAnalysisSchema),
  comparisons: z.array(comparisonSchema),
  /** One for each trial of a ramp, steps or search. */
  saturation: z.array(saturationSchema),
  /** Pairs of curves over at least three levels; absent in documents of earlier versions. */
  crossovers: z.array(crossoverSchema).optional(),
  /** For two factors, one per set of cells that are equal otherwise; absent in documents of earlier versions. */
  twoWay: z.array(twoWaySchema).optional(),
  clientTax: z.array(clientTaxSchema),
  /** Of load of model `plan`. */
  useCases: z.array(useCaseSchema).default([]),
  /** One per cell with energy values; absent in documents of earlier versions. */
  energy: z.array(cellEnergySchema).optional(),
  /**
   * Whether the cells that are compared did the same work: the pairs of the finding and of `comparisons`, those that
   * did not first, at most 100. Absent in documents of earlier versions.
   */
  sameWork: z.array(sameWorkSchema).optional(),
});
export type Analysis = z.infer<typeof analysisSchema>;

/** Facts common to all trials of a run. */
export const runHeadSchema = z.object({
  id: z.string(),
  name: z.string(),
  status: runStatusSchema,
  startedAt: z.string(),
  /** Null while it runs. */
  endedAt: z.string().nullable(),
  environment: environmentSchema,
  /** The experiment file as run, overrides applied (YAML). */
  experiment: z.string(),
  /** Planned trials; `trials` of the document may be fewer if the run was stopped. */
  plannedTrials: z.number().int(),
  /** Cells with a failed trial, as texts. */
  badCells: z.array(z.string()),
  /** True if every threshold of every trial was met. */
  thresholdsPassed: z.boolean(),
  warnings: z.array(z.string()),
});
export type RunHead = z.infer<typeof runHeadSchema>;

/** Output of `wirebench run --json` and `wirebench export --format json`. */
export const resultDocumentSchema = z.object({
  format: z.literal(resultFormat),
  run: runHeadSchema,
  trials: z.array(trialResultSchema),
  analysis: analysisSchema,
});
export type ResultDocument = z.infer<typeof resultDocumentSchema>;
