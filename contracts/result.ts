import { z } from 'zod';
import { cellSchema } from './experiment/cell.ts';
import { trialResultSchema } from './measurement.ts';
import { runStatusSchema } from './words.ts';

export const resultFormat = 'wirebench-result/1';

/** What a run was made on; enough to explain why another machine differs. */
export const environmentSchema = z.object({
  wirebench: z.string(),
  node: z.string(),
  os: z.string(),
  arch: z.string(),
  cpu: z.string(),
  cores: z.number().int(),
  memoryBytes: z.number(),
  libraries: z.record(z.string(), z.string()),
});
export type Environment = z.infer<typeof environmentSchema>;

/** Means over the repetitions of one cell, and its ratios to the baseline protocol. */
export const cellAnalysisSchema = z.object({
  cell: cellSchema,
  /** Completed trials that the means are taken over. */
  trials: z.number().int(),
  throughputRps: z.number(),
  meanMs: z.number(),
  p95Ms: z.number(),
  errorShare: z.number(),
});
export type CellAnalysis = z.infer<typeof cellAnalysisSchema>;

/** A ratio shown three ways, so that none is mistaken for another. */
export const ratioSchema = z.object({
  /** value / baseline */
  times: z.number(),
  /** 100 × value / baseline */
  percentOf: z.number(),
  /** 100 × (value − baseline) / baseline */
  percentChange: z.number(),
});
export type Ratio = z.infer<typeof ratioSchema>;

/** One protocol against another where all other levels are equal. */
export const comparisonSchema = z.object({
  cell: cellSchema,
  baseline: cellSchema,
  /** The factor in which the two cells differ. */
  factor: z.enum(['protocol', 'tls', 'client']),
  throughput: ratioSchema,
  mean: ratioSchema,
  p95: ratioSchema,
});
export type Comparison = z.infer<typeof comparisonSchema>;

export const analysisSchema = z.object({
  cells: z.array(cellAnalysisSchema),
  comparisons: z.array(comparisonSchema),
});
export type Analysis = z.infer<typeof analysisSchema>;

/** Facts of a run that its trials share. */
export const runHeadSchema = z.object({
  id: z.string(),
  name: z.string(),
  status: runStatusSchema,
  startedAt: z.string(),
  /** Null while it runs. */
  endedAt: z.string().nullable(),
  environment: environmentSchema,
  /** The experiment file as it was run, overrides applied (YAML). */
  experiment: z.string(),
  /** Planned trials; `trials` of the document may be fewer when the run was stopped. */
  plannedTrials: z.number().int(),
  /** Cells with a failed trial, in words. */
  badCells: z.array(z.string()),
  /** True when every threshold of every trial was met. */
  thresholdsPassed: z.boolean(),
  warnings: z.array(z.string()),
});
export type RunHead = z.infer<typeof runHeadSchema>;

/** What `wirebench run --json` prints and `wirebench export --format json` writes. */
export const resultDocumentSchema = z.object({
  format: z.literal(resultFormat),
  run: runHeadSchema,
  trials: z.array(trialResultSchema),
  analysis: analysisSchema,
});
export type ResultDocument = z.infer<typeof resultDocumentSchema>;
