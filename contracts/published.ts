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

/** The published figures of the studies, in the form in which each study printed them. */

/** Which direction of a figure is better; some, such as a range of levels, have none. */
export const publishedBetterSchema = z.enum(['higher', 'lower', 'neither']);

const publishedMetricSchema = z.object({
  key: z.string(),
  name: z.string(),
  unit: z.string(),
  better: publishedBetterSchema,
});
export type PublishedMetric = z.infer<typeof publishedMetricSchema>;

/** A heading of a table with what stands under it, in the study's order. */
const publishedDimensionSchema = z.object({
  key: z.string(),
  name: z.string(),
  levels: z.array(z.object({ key: z.string(), name: z.string() })),
});
export type PublishedDimension = z.infer<typeof publishedDimensionSchema>;

/**
 * What has to be known of a figure. `capped`: the network, not the service, was the limit. `borrowed`:
 * it is another cell's. `misprint`: it cannot be right as printed. `doubtful`: it is right as printed, but
 * the study contradicts itself about it, or it does not mean what it seems to.
 */
export const publishedMarkKindSchema = z.enum(['capped', 'borrowed', 'misprint', 'doubtful']);
export type PublishedMarkKind = z.infer<typeof publishedMarkKindSchema>;
const publishedMarkSchema = z.object({ kind: publishedMarkKindSchema, note: z.string() });

/** A level of each of the table's dimensions, by their keys. */
const publishedPlaceSchema = z.record(z.string(), z.string());
export type PublishedPlace = Readonly<Record<string, string>>;

const publishedValueSchema = z.object({
  at: publishedPlaceSchema,
  /** Key of the metric. */
  metric: z.string(),
  /** Null where the study printed no number, as in `<0.01`. */
  value: z.number().nullable(),
  printed: z.string(),
  marks: z.array(publishedMarkSchema),
  /** Where it stands in the study's file of numbers: a JSON pointer (RFC 6901). */
  from: z.string(),
});
export type PublishedValue = z.infer<typeof publishedValueSchema>;

/** Something the study fixed for the whole table, such as 1,000 requests. */
const publishedSettingSchema = z.object({
  name: z.string(),
  value: z.string(),
  /** JSON pointers to the numbers that say so. */
  from: z.array(z.string()),
});

/** A table without its figures. */
const publishedHeadSchema = z.object({
  study: studyNameSchema,
  id: z.string(),
  title: z.string(),
  /** Where the study has it, such as `Table 4.2`. */
  source: z.string(),
  /** What it was measured on. */
  machine: z.string(),
  metrics: z.array(publishedMetricSchema),
  dimensions: z.array(publishedDimensionSchema),
  /** Keys of the dimensions that run across, the outer first; the others run down. `metric` stands for the metrics. */
  across: z.array(z.string()),
  settings: z.array(publishedSettingSchema),
  /** What has to be known of the whole table, a sentence each. */
  notes: z.array(z.string()),
  /** What the study says of these figures in its text, a sentence each with its place. */
  claims: z.array(z.string()),
  /** How many figures it has. */
  figures: z.number().int(),
});
export type PublishedHead = z.infer<typeof publishedHeadSchema>;

export const publishedTableSchema = publishedHeadSchema.extend({
  values: z.array(publishedValueSchema),
});
export type PublishedTable = z.infer<typeof publishedTableSchema>;

/** A study at a glance. */
const publishedStudySchema = z.object({
  name: studyNameSchema,
  label: z.string(),
  title: z.string(),
  author: z.string(),
  institution: z.string(),
  year: z.number().int(),
  machine: z.string(),
  /** What it did, and what it found, in a few sentences. */
  about: z.string(),
  tables: z.array(publishedHeadSchema),
});
export type PublishedStudy = z.infer<typeof publishedStudySchema>;

/** Of the intervals of ratios. */
export const publishedConfidence = 0.95;

/** Published figures closer than this share of each other count as equal. */
export const publishedEqual = 0.01;

/** From one trial each, figures that are closer than this share are not told apart. */
export const singleTrialReach = 0.1;

/**
 * On which side of 1 our ratio lies, as version 0.1.0 told it: of one trial on each side too, and whatever is
 * known of the trials. What is shown is `direction`, `size` and `trust`.
 *
 * `agrees`: ours point the same way. `disagrees`: the other way. `undetected`: ours show no detectable
 * difference. `untold`: there is too little to say.
 */
const agreementSchema = z.enum(['agrees', 'disagrees', 'undetected', 'untold']);
export type Agreement = z.infer<typeof agreementSchema>;

/** Our figure in a cell of the table, over the repetitions. */
const ourFigureSchema = z.object({
  trials: z.number().int(),
  value: z.number(),
  low: z.number(),
  high: z.number(),
  /** In the table's form. */
  text: z.string(),
  /** Whether it is another cell's, as the study's own figure is. */
  borrowed: z.boolean(),
  /** The worst of its trials. */
  verdict: verdictSchema,
});
export type OurFigure = z.infer<typeof ourFigureSchema>;

/** Our figure in the table's form, with what has to be known of it: ` (borrowed, client-bound)`. */
export function ourFigureText({ text, borrowed, verdict }: OurFigure): string {
  const remarks = [...(borrowed ? ['borrowed'] : []), ...(verdict === 'ok' ? [] : [verdict])];
  return remarks.length > 0 ? `${text} (${remarks.join(', ')})` : text;
}

/** Two figures of a row against each other, theirs and ours. */
const publishedPairSchema = z.object({
  /** What both have in common, without what is compared. */
  at: publishedPlaceSchema,
  metric: z.string(),
  /** Key of the dimension in which they differ. */
  dimension: z.string(),
  baseline: z.string(),
  other: z.string(),
  /** What is divided by what, in words: `gRPC ÷ REST`. */
  compared: z.string(),
  /** other ÷ baseline. */
  published: z.number(),
  ours: z.number().nullable(),
  /** Of ours; null with fewer than two trials on a side. */
  interval: z.object({ low: z.number(), high: z.number() }).nullable(),
  agreement: agreementSchema,
  direction: directionSchema,
  /** Whether the published ratio lies in our interval. */
  size: publishedReachSchema,
  /** Whether ours can be trusted; null where there are none. */
  trust: publishedTrustSchema.nullable(),
  /** What the study's own test decided; null where it prints none. */
  decision: z.string().nullable(),
  /** Ours ÷ published. */
  factor: z.number().nullable(),
  /** All of it in a sentence. */
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

/** A published table with ours beside it. */
const comparedTableSchema = z.object({
  table: publishedTableSchema,
  /** One for each of the table's values; null where this run has none. */
  ours: z.array(ourFigureSchema.nullable()),
  pairs: z.array(publishedPairSchema),
  counts: agreementCountsSchema,
  tally: publishedTallySchema,
  /** What the tally comes to. */
  words: z.string(),
  /** What has to be known of ours, a sentence each. */
  notes: z.array(z.string()),
});
export type ComparedTable = z.infer<typeof comparedTableSchema>;

/** Figures that are changes in percent of what was before. */
const changeUnit = '% change';

/** Height of a figure in a chart: a change is drawn as what it leaves, so that −55 % stands at 45. */
export function drawnHeight({ unit }: Pick<PublishedMetric, 'unit'>, value: number): number {
  return unit === changeUnit ? 100 + value : value;
}

/** The unit of {@link drawnHeight}. */
export function drawnUnit({ unit }: Pick<PublishedMetric, 'unit'>): string {
  return unit === changeUnit ? '% of what it was' : unit;
}

/** The metrics of a table that can be drawn: all heights above zero, and some of ours. */
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

/** A run beside the published tables that its experiment names. */
export const publishedComparisonSchema = z.object({
  run: z.object({
    id: z.string(),
    name: z.string(),
    startedAt: z.string(),
    /** Ours, in the words in which the study's is told. */
    machine: z.string(),
    /** How often and how long each cell was measured, in words. */
    size: z.string(),
  }),
  study: publishedStudySchema.omit({ tables: true }),
  tables: z.array(comparedTableSchema),
  counts: agreementCountsSchema,
  tally: publishedTallySchema,
  /** All of it in a few sentences. */
  words: z.string(),
});
export type PublishedComparison = z.infer<typeof publishedComparisonSchema>;

/** An experiment that repeats a part of a study. */
const studyExperimentSchema = z.object({
  /** Of the built-in experiment. */
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** Ids of the published tables that its runs are compared with. */
  tables: z.array(z.string()),
  /** Those that answer; only `node` is here without being built. */
  stacks: z.array(stackSchema),
  /** Whether it is the small twin of another. */
  quick: z.boolean(),
  trials: z.number().int(),
  /** Expected length of a run; null when it is bounded by requests only. */
  seconds: z.number().nullable(),
  /** The last run under its name; null when there is none. */
  lastRun: z
    .object({
      id: z.string(),
      startedAt: z.string(),
      status: runStatusSchema,
      /** Null when the run has nothing to compare. */
      counts: agreementCountsSchema.nullable(),
      tally: publishedTallySchema.nullable(),
    })
    .nullable(),
});
export type StudyExperiment = z.infer<typeof studyExperimentSchema>;

/** A study with what Wirebench repeats of it. */
export const studyOverviewSchema = publishedStudySchema.extend({
  experiments: z.array(studyExperimentSchema),
});
export type StudyOverview = z.infer<typeof studyOverviewSchema>;

export const campaignFormat = 'wirebench-campaign/1';

/** What `wirebench campaign --json` prints, and what it writes to `campaign.json`: there, all runs that its folder keeps. */
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
      /** Those of `counts`. */
      requests: z.object({ ok: z.number().int(), failed: z.number().int() }),
      counts: workSchema,
      /** What was cut of the experiment, a few words each; empty where it ran whole. */
      cut: z.array(z.string()).default([]),
      published: publishedComparisonSchema.nullable(),
    }),
  ),
  counts: agreementCountsSchema,
  tally: publishedTallySchema,
});
export type CampaignDocument = z.infer<typeof campaignDocumentSchema>;
