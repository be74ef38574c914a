import { z } from 'zod';
import {
  type ComparedMetric,
  cellComparisonSchema,
  comparisonReportSchema,
  metricFacts,
} from './compare.ts';
import { cellSchema } from './experiment/cell.ts';
import { factorNames } from './experiment/factors.ts';
import { ratioSchema } from './result.ts';
import { type Work, workSchema } from './work.ts';

/** Power: probability of detecting a difference of the stated size. */
export const power = 0.8;

/** Maximum pairs of cells in one result of a study's procedure. */
export const maxStudyRows = 60;

/** Metrics of a trial that get intervals over its repetitions. */
export const statisticsMetrics = [
  'throughput',
  'mean',
  'p50',
  'p95',
  'p99',
] as const satisfies readonly ComparedMetric[];
export const statisticsMetricSchema = z.enum(statisticsMetrics);
export type StatisticsMetric = z.infer<typeof statisticsMetricSchema>;

export const factorNameSchema = z.enum(factorNames);
const runId = z.string().min(1).max(100);
const level = z.string().min(1).max(100);

/** Selection of cells of a run to compare. Null chooses the first available. */
export const statisticsChoiceSchema = z.object({
  runId,
  factor: factorNameSchema.nullable().default(null),
  /** The level of the factor to compare all others with. */
  against: level.nullable().default(null),
  metrics: z
    .array(statisticsMetricSchema)
    .min(1)
    .max(statisticsMetrics.length)
    .default([...statisticsMetrics]),
});
export type StatisticsChoice = z.infer<typeof statisticsChoiceSchema>;

/** A factor with at least two levels in a run, in the order of the experiment. */
const variedFactorSchema = z.object({
  factor: factorNameSchema,
  levels: z.array(z.string()),
});
export type VariedFactor = z.infer<typeof variedFactorSchema>;

const intervalSchema = z.object({ low: z.number(), high: z.number() });

/** A metric over the completed repetitions of a cell. */
const cellFigureSchema = z.object({
  metric: statisticsMetricSchema,
  /** Repetitions that have the metric. */
  trials: z.number().int(),
  /** Geometric mean over them; null if there is none, or one is 0. */
  value: z.number().nullable(),
  /** Interval of the geometric mean, by Student's t on logarithms; null with fewer than two repetitions. */
  interval: intervalSchema.nullable(),
});
export type CellFigure = z.infer<typeof cellFigureSchema>;

const cellFiguresSchema = z.object({
  cell: cellSchema,
  figures: z.array(cellFigureSchema),
});
export type CellFigures = z.infer<typeof cellFiguresSchema>;

/** A/A check: whether equal things are called different: odd against even repetitions of the same cells. */
const aaCheckSchema = z.object({
  rows: z.array(cellComparisonSchema),
  tests: z.number().int(),
  /** Tests with p below the level, uncorrected. */
  alarms: z.number().int(),
  /** Maximum number of alarms by chance in 99 of 100 such checks. */
  byChance: z.number().int(),
  verdict: z.enum(['quiet', 'alarming', 'untold']),
  words: z.string(),
});
export type AaCheck = z.infer<typeof aaCheckSchema>;

/** Statistics of a run's repetitions, with the trial as the unit of replication. */
export const statisticsSchema = z.object({
  runId: z.string(),
  /** Unit of work. */
  counts: workSchema,
  /** Sentences, the most important first. */
  words: z.array(z.string()),
  factors: z.array(variedFactorSchema),
  /** The selection; null if no factor varies. */
  factor: factorNameSchema.nullable(),
  against: z.string().nullable(),
  /** Cells against those that differ in this factor only; null if there are none. */
  comparison: comparisonReportSchema.nullable(),
  /**
   * Parallel to the rows and metrics of the comparison: the smallest ratio above 1 that would have been
   * detected with a probability of {@link power}; null if there is no interval.
   */
  detectable: z.array(z.array(z.number().nullable())),
  cells: z.array(cellFiguresSchema),
  aa: aaCheckSchema,
});
export type Statistics = z.infer<typeof statisticsSchema>;

/** The procedures of ISEP 2025, following its snippets 17 and 18. */
export const studyPipelineSchema = z.enum(['isep-performance', 'isep-energy']);
export type StudyPipeline = z.infer<typeof studyPipelineSchema>;
export const studySideSchema = z.enum(['less', 'two-sided']);
export type StudySide = z.infer<typeof studySideSchema>;

/** Energy first: the subject of the study. */
export const studyMetrics = ['energy', ...statisticsMetrics] as const;
const studyMetricSchema = z.enum(studyMetrics);
export type StudyMetric = z.infer<typeof studyMetricSchema>;

/** Name and unit of a metric in a study's procedure. */
export function studyMetricFacts(
  metric: StudyMetric,
  counts: Work,
): { readonly noun: string; readonly unit: string } {
  return metric === 'energy'
    ? { noun: 'energy of a trial', unit: 'J' }
    : metricFacts[counts][metric];
}

/** A study's procedure on two levels of a factor. Null chooses the first available. */
export const studyChoiceSchema = z.object({
  runId,
  pipeline: studyPipelineSchema,
  factor: factorNameSchema.nullable().default(null),
  control: level.nullable().default(null),
  treatment: level.nullable().default(null),
  /** Alternative hypothesis about the treatment: `less` than the control, or different. */
  side: studySideSchema.default('less'),
  /** Significance level. */
  alpha: z.number().gt(0).lt(1).default(0.05),
  /** Performance: the repetition whose requests are the sample; the study used the first. */
  repetition: z.number().int().min(1).default(1),
  /** Energy: the metric of each trial. Null uses energy if recorded, otherwise throughput. */
  metric: studyMetricSchema.nullable().default(null),
});
export type StudyChoice = z.infer<typeof studyChoiceSchema>;

const testSchema = z.object({ statistic: z.number(), p: z.number() });

/** One sample of a pair. */
const studyArmSchema = z.object({
  level: z.string(),
  cell: cellSchema,
  /** Number of requests or iterations, or of trials. */
  size: z.number().int(),
  mean: z.number(),
  median: z.number(),
  /** Share of the sample, 0–1, at or below a value. */
  ecdf: z.array(z.object({ value: z.number(), share: z.number() })),
});
export type StudyArm = z.infer<typeof studyArmSchema>;

const pairSchema = z.object({
  /** Common levels of both cells; names the row. */
  name: z.string(),
  control: studyArmSchema,
  treatment: studyArmSchema,
  p: z.number(),
  significant: z.boolean(),
  /** In the study's own words, and in our sentence. */
  decision: z.string(),
  words: z.string(),
});

/** Latencies of single requests, or times of single iterations, in milliseconds. */
const performanceRowSchema = pairSchema.extend({
  /** D'Agostino and Pearson's for control and treatment; null if the sample is too small or constant. */
  normality: z.tuple([testSchema.nullable(), testSchema.nullable()]),
  /** Levene's, from the median; null if neither sample varies. */
  equalVariance: testSchema.nullable(),
  test: z.enum(['student', 'welch', 'mann-whitney']),
  /** The tested side: the study's t tests are two-sided regardless of the hypothesis. */
  side: studySideSchema,
  statistic: z.number(),
  /** Cliff's delta of treatment against control, −1 to 1. */
  effect: z.number(),
  /** Medians of treatment ÷ control; null if that of the control is 0. */
  ratio: ratioSchema.nullable(),
});
export type PerformanceRow = z.infer<typeof performanceRowSchema>;

/** Values of trials, one each. */
const energyRowSchema = pairSchema.extend({
  pairs: z.number().int(),
  /** Mean of treatment − mean of control. */
  difference: z.number(),
  /** 95 % percentile interval, and SciPy's default, bias-corrected and accelerated. */
  interval: intervalSchema,
  bca: intervalSchema.nullable(),
  /** Share of resampled differences below 0; `p` is the share of the others. */
  below: z.number(),
  resamples: z.number().int(),
  bars: z.array(z.object({ from: z.number(), to: z.number(), count: z.number().int() })),
  /** Means of treatment ÷ control; null if that of the control is 0. */
  ratio: ratioSchema.nullable(),
});
export type EnergyRow = z.infer<typeof energyRowSchema>;

const studyPart = z.object({
  runId: z.string(),
  counts: workSchema,
  factors: z.array(variedFactorSchema),
  factor: factorNameSchema,
  control: z.string(),
  treatment: z.string(),
  alpha: z.number(),
  /** Caveats, a sentence each. */
  remarks: z.array(z.string()),
});

/** Result of a study's procedure on a run. */
export const studyResultSchema = z.discriminatedUnion('pipeline', [
  studyPart.extend({
    pipeline: z.literal('isep-performance'),
    side: studySideSchema,
    repetition: z.number().int(),
    rows: z.array(performanceRowSchema),
  }),
  studyPart.extend({
    pipeline: z.literal('isep-energy'),
    metric: studyMetricSchema,
    rows: z.array(energyRowSchema),
  }),
]);
export type StudyResult = z.infer<typeof studyResultSchema>;

/** Name of the study. */
export const studyName = 'ISEP 2025';

/** Name of a procedure's result. */
export function studyTitle({ pipeline }: Pick<StudyResult, 'pipeline'>): string {
  return pipeline === 'isep-performance'
    ? `${studyName}, performance procedure`
    : `${studyName}, energy procedure`;
}
