import { z } from 'zod';
import {
  directionSchema,
  publishedReachSchema,
  publishedTallySchema,
  publishedTrustSchema,
} from './published-judgement.ts';
import { stackSchema } from './stacks.ts';
import { studyNameSchema } from './studies.ts';
import { runStatusSchema, verdictSchema } from './words.ts';
import { workSchema } from './work.ts';

/** The published values of the studies, in the form in which each study printed them. */

/** Better direction of a metric; some, such as a range of levels, have none. */
export const publishedBetterSchema = z.enum(['higher', 'lower', 'neither']);

const publishedMetricSchema = z.object({
  key: z.string(),
  name: z.string(),
  unit: z.string(),
  better: publishedBetterSchema,
});
export type PublishedMetric = z.infer<typeof publishedMetricSchema>;

/** A heading of a table with its levels, in the study's order. */
const publishedDimensionSchema = z.object({
  key: z.string(),
  name: z.string(),
  levels: z.array(z.object({ key: z.string(), name: z.string() })),
});
export type PublishedDimension = z.infer<typeof publishedDimensionSchema>;

/**
 * Caveats of a value. `capped`: the network, not the service, was the limit. `borrowed`: it is that of
 * another cell. `misprint`: it cannot be right as printed. `doubtful`: it is right as printed, but the study
 * contradicts itself about it, or it does not mean what it seems to.
 */
export const publishedMarkKindSchema = z.enum(['capped', 'borrowed', 'misprint', 'doubtful']);
export type PublishedMarkKind = z.infer<typeof publishedMarkKindSchema>;
const publishedMarkSchema = z.object({ kind: publishedMarkKindSchema, note: z.string() });

/** Level in each of the table's dimensions, by key. */
const publishedPlaceSchema = z.record(z.string(), z.string());
export type PublishedPlace = Readonly<Record<string, string>>;

const publishedValueSchema = z.object({
  at: publishedPlaceSchema,
  /** Key of the metric. */
  metric: z.string(),
  /** Null if the study printed no number, as in `<0.01`. */
  value: z.number().nullable(),
  printed: z.string(),
  marks: z.array(publishedMarkSchema),
  /** Location in the study's file of numbers: a JSON pointer (RFC 6901). */
  from: z.string(),
});
export type PublishedValue = z.infer<typeof publishedValueSchema>;

/** A fixed condition of the whole table, such as 1,000 requests. */
const publishedSettingSchema = z.object({
  name: z.string(),
  value: z.string(),
  /** JSON pointers to the supporting numbers. */
  from: z.array(z.string()),
});

/** A table without its values. */
const publishedHeadSchema = z.object({
  study: studyNameSchema,
  id: z.string(),
  title: z.string(),
  /** Location in the study, such as `Table 4.2`. */
  source: z.string(),
  /** System that was measured. */
  machine: z.string(),
  metrics: z.array(publishedMetricSchema),
  dimensions: z.array(publishedDimensionSchema),
  /** Keys of the dimensions in columns, the outer first; the others are rows. `metric` stands for the metrics. */
  across: z.array(z.string()),
  settings: z.array(publishedSettingSchema),
  /** Caveats of the whole table, a sentence each. */
  notes: z.array(z.string()),
  /** The study's statements about these values, a sentence each with its location. */
  claims: z.array(z.string()),
  /** Number of values. */
  figures: z.number().int(),
});
export type PublishedHead = z.infer<typeof publishedHeadSchema>;

export const publishedTableSchema = publishedHeadSchema.extend({
  values: z.array(publishedValueSchema),
});
export type PublishedTable = z.infer<typeof publishedTableSchema>;

/** Summary of a study. */
const publishedStudySchema = z.object({
  name: studyNameSchema,
  label: z.string(),
  title: z.string(),
  author: z.string(),
  institution: z.string(),
  year: z.number().int(),
  machine: z.string(),
  /** Its method and findings, in a few sentences. */
  about: z.string(),
  tables: z.array(publishedHeadSchema),
});
export type PublishedStudy = z.infer<typeof publishedStudySchema>;

/** Confidence level of the ratio intervals. */
export const publishedConfidence = 0.95;

/** Published values closer than this share of each other count as equal. */
export const publishedEqual = 0.01;

/** Values of one trial each that are closer than this share are not distinguished. */
export const singleTrialReach = 0.1;

/**
 * The side of 1 of our ratio, as reported by version 0.1.0: even for one trial on each side, and regardless
 * of doubts. The displayed answers are `direction`, `size` and `trust`.
 *
 * `agrees`: ours has the same direction. `disagrees`: the opposite one. `undetected`: ours shows no
 * detectable difference. `untold`: there are not enough data.
 */
const agreementSchema = z.enum(['agrees', 'disagrees', 'undetected', 'untold']);
export type Agreement = z.infer<typeof agreementSchema>;

/** Our value in a cell of the table, over the repetitions. */
const ourFigureSchema = z.object({
  trials: z.number().int(),
  value: z.number(),
  low: z.number(),
  high: z.number(),
  /** In the table's form. */
  text: z.string(),
  /** Whether it is that of another cell, as the study's own value is. */
  borrowed: z.boolean(),
  /** The worst verdict of its trials. */
  verdict: verdictSchema,
});
export type OurFigure = z.infer<typeof ourFigureSchema>;

/** Our value in the table's form, with its caveats: ` (borrowed, client-bound)`. */
export function ourFigureText({ text, borrowed, verdict }: OurFigure): string {
  const remarks = [...(borrowed ? ['borrowed'] : []), ...(verdict === 'ok' ? [] : [verdict])];
  return remarks.length > 0 ? `${text} (${remarks.join(', ')})` : text;
}

/** Comparison of two values of a row, published and ours. */
const publishedPairSchema = z.object({
  /** Their common levels, without the compared dimension. */
  at: publishedPlaceSchema,
  metric: z.string(),
  /** Key of the dimension in which they differ. */
  dimension: z.string(),
  baseline: z.string(),
  other: z.string(),
  /** Quotient as text: `gRPC ÷ REST`. */
  compared: z.string(),
  /** other ÷ baseline. */
  published: z.number(),
  ours: z.number().nullable(),
  /** Our interval; null with fewer than two trials on a side. */
  interval: z.object({ low: z.number(), high: z.number() }).nullable(),
  agreement: agreementSchema,
  direction: directionSchema,
  /** Whether the published ratio lies in our interval. */
  size: publishedReachSchema,
  /** Whether ours can be trusted; null if there is none. */
  trust: publishedTrustSchema.nullable(),
  /** Decision of the study's own test; null if it prints none. */
  decision: z.string().nullable(),
  /** Ours ÷ published. */
  factor: z.number().nullable(),
  /** Summary in a sentence. */
  words: z.string(),
  marks: z.array(publishedMarkKindSchema),
});
export type PublishedPair = z.infer<typeof publishedPairSchema>;

const agreementCountsSchema = z.object({
  agrees: z.number().int(),
  disagrees: z.number().int(),
  undetected: z.number().int(),
  untold: z.number().int(),
});
export type AgreementCounts = z.infer<typeof agreementCountsSchema>;

/** A published table with ours next to it. */
const comparedTableSchema = z.object({
  table: publishedTableSchema,
  /** One for each of the table's values; null if this run has none. */
  ours: z.array(ourFigureSchema.nullable()),
  pairs: z.array(publishedPairSchema),
  counts: agreementCountsSchema,
  tally: publishedTallySchema,
  /** Summary of the tally. */
  words: z.string(),
  /** Caveats of ours, a sentence each. */
  notes: z.array(z.string()),
});
export type ComparedTable = z.infer<typeof comparedTableSchema>;

/** Unit of values that are changes in percent. */
const changeUnit = '% change';

/** Height of a value in a chart: a change is drawn as the remainder, so that −55 % is drawn at 45. */
export function drawnHeight({ unit }: Pick<PublishedMetric, 'unit'>, value: number): number {
  return unit === changeUnit ? 100 + value : value;
}

/** The unit of {@link drawnHeight}. */
export function drawnUnit({ unit }: Pick<PublishedMetric, 'unit'>): string {
  return unit === changeUnit ? '% of what it was' : unit;
}

/** The metrics of a table that can be drawn: all heights positive, and some of ours. */
export function drawableMetrics({ table, ours }: ComparedTable): PublishedMetric[] {
  return table.metrics.filter((metric) => {
    const own = table.values.flatMap((value, index) =>
      value.metric === metric.key ? [{ value, ours: ours[index] ?? null }] : [],
    );
    const positive = own.every(
      (one) =>
        (one.value.value === null || drawnHeight(metric, one.value.value) > 0) &&
        (one.ours === null || drawnHeight(metric, one.ours.value) > 0),
    );
    return positive && own.some((one) => one.ours !== null);
  });
}

/** A run next to the published tables that its experiment names. */
export const publishedComparisonSchema = z.object({
  run: z.object({
    id: z.string(),
    name: z.string(),
    startedAt: z.string(),
    /** Our conditions, in the wording of the study's. */
    machine: z.string(),
    /** Repetitions and duration of each cell, as text. */
    size: z.string(),
  }),
  study: publishedStudySchema.omit({ tables: true }),
  tables: z.array(comparedTableSchema),
  counts: agreementCountsSchema,
  tally: publishedTallySchema,
  /** Summary in a few sentences. */
  words: z.string(),
});
export type PublishedComparison = z.infer<typeof publishedComparisonSchema>;

/** An experiment that repeats a part of a study. */
const studyExperimentSchema = z.object({
  /** Id of the built-in experiment. */
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** Ids of the published tables that its runs are compared with. */
  tables: z.array(z.string()),
  /** Stacks under test; only `node` works without a build. */
  stacks: z.array(stackSchema),
  /** Whether it is the small version of another. */
  quick: z.boolean(),
  trials: z.number().int(),
  /** Expected duration of a run; null if bounded by requests only. */
  seconds: z.number().nullable(),
  /** The last run with its name; null if there is none. */
  lastRun: z
    .object({
      id: z.string(),
      startedAt: z.string(),
      status: runStatusSchema,
      /** Null if the run has nothing to compare. */
      counts: agreementCountsSchema.nullable(),
      tally: publishedTallySchema.nullable(),
    })
    .nullable(),
});
export type StudyExperiment = z.infer<typeof studyExperimentSchema>;

/** A study with the experiments that repeat it. */
export const studyOverviewSchema = publishedStudySchema.extend({
  experiments: z.array(studyExperimentSchema),
});
export type StudyOverview = z.infer<typeof studyOverviewSchema>;

export const campaignFormat = 'wirebench-campaign/1';

/**
 * Output of `wirebench campaign --json`, also written to `campaign.json`: there, for all runs that its
 * folder keeps.
 */
export const campaignDocumentSchema = z.object({
  format: z.literal(campaignFormat),
  seconds: z.number(),
  runs: z.array(
    z.object({
      /** Id of the built-in experiment. */
      experiment: z.string(),
      runId: z.string(),
      status: runStatusSchema,
      seconds: z.number(),
      /** Levels of `counts`. */
      requests: z.object({ ok: z.number().int(), failed: z.number().int() }),
      counts: workSchema,
      /** Reductions of the experiment, a few words each; empty if it ran whole. */
      cut: z.array(z.string()).default([]),
      published: publishedComparisonSchema.nullable(),
    }),
  ),
  counts: agreementCountsSchema,
  tally: publishedTallySchema,
});
export type CampaignDocument = z.infer<typeof campaignDocumentSchema>;
