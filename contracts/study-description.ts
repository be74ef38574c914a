import { z } from 'zod';
import { factorNames } from './experiment/factors.ts';
import { publishedBetterSchema, publishedMarkKindSchema } from './published.ts';

/**
 * What the tables of a study are: the file `NAME.tables.yaml` beside its numbers, in words of
 * `docs/studies.md`. Pointers are JSON pointers into the numbers; `{name}` in them stands for each level of
 * a dimension or, as `{metric}`, for each metric, and `*` for each row of a list.
 */

const wordSchema = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const wordsSchema = z.union([wordSchema.transform((word) => [word]), z.array(wordSchema)]);
/** Levels or facts of a row by their names; several mean any of them. */
const conditionSchema = z.record(z.string(), wordsSchema);

/** A level: its name, and its word in the numbers where that is another than its key. */
const levelSchema = z.union([
  z.string().transform((name) => ({ name, data: undefined })),
  // More fields are words for what is repeated with `each`.
  z.object({ name: z.string(), data: wordSchema.optional() }),
]);

const dimensionSchema = z.strictObject({
  name: z.string(),
  /** By key, or keys that are names as well; without them the levels are those that the numbers have. */
  levels: z
    .union([
      z.array(wordSchema).transform((keys) => keys.map((key) => ({ key, name: key, data: key }))),
      z
        .record(z.string(), levelSchema)
        .transform((levels) =>
          Object.entries(levels).map(([key, { name, data = key }]) => ({ key, name, data })),
        ),
    ])
    .optional(),
  /** What its levels are called in the rows of the numbers; its key when left out. */
  field: z.string().optional(),
});
export type DescribedDimension = z.output<typeof dimensionSchema>;

const figuresSchema = z.strictObject({
  /** Pointer to the figures, from the row on where the table has rows. */
  from: z.string(),
  /** Of a table with several metrics, where `{metric}` is not in the pointer. */
  metric: z.string().optional(),
  /** Only those at these levels. */
  where: conditionSchema.default({}),
  /** Levels that the numbers do not name. */
  at: z.record(z.string(), z.string()).default({}),
  /** How the study prints `{value}`. */
  printed: z.string().default('{value}'),
  decimals: z.int().optional(),
  /** With a comma between thousands. */
  grouped: z.boolean().default(false),
});

const markSchema = z.strictObject({
  /** Which figures have it: levels, facts of their row, and their `metric`. */
  at: conditionSchema,
  kind: publishedMarkKindSchema,
  note: z.string(),
  /** Levels of the place that a borrowed figure is from. */
  lender: z.record(z.string(), z.string()).optional(),
});

/** How several figures become one: the cells of a place, or the repetitions. */
const middleSchema = z.enum(['mean', 'geometric-mean', 'median', 'least', 'most']);
export type Middle = z.infer<typeof middleSchema>;

/** Figures of a trial that tables ask for; all but those of throughput need requests that succeeded. */
const trialFigureSchema = z.enum([
  'throughput',
  'users',
  /** Seconds for the study's number of requests. */
  'seconds',
  'latency-mean',
  'latency-median',
  'latency-p95',
  'latency-max',
  'latency-min',
  'saturation-throughput',
  'saturation-users',
  'bytes-per-request',
  'bytes-sent-per-request',
  'bytes-received-per-request',
  /** Peaks, in MB: in use, got from the system, and idle of it. */
  'heap',
  'heap-total',
  'heap-idle',
  'joules-per-request',
  /** For the study's number of requests. */
  'joules',
]);
export type TrialFigure = z.infer<typeof trialFigureSchema>;

const factorSchema = z.enum(factorNames);

/** Where a trial stands in one dimension. */
const sourceSchema = z.union([
  /** At the level that has its factor's word; without levels the words are the table's levels. */
  z.strictObject({
    factor: factorSchema,
    levels: z
      .union([
        z
          .array(wordSchema)
          .transform((words) => Object.fromEntries(words.map((word) => [word, [word]]))),
        conditionSchema,
      ])
      .optional(),
    /** The level of all other words. */
    other: z.string().optional(),
    /** Where a run has no word of the levels, its first word stands at all of them; otherwise other words stand nowhere. */
    or: z.literal('everywhere').optional(),
    /** Where a run has this word too, its trials of the protocol stand at the level, and no others. */
    rather: z
      .strictObject({ protocol: z.string(), level: z.string(), word: z.string() })
      .optional(),
  }),
  /** At the level that is nearest to its number of requests. */
  z.strictObject({ nearest: z.literal('requests') }),
  /** At the number of users of its round. */
  z.strictObject({ round: z.literal('users') }),
  /** At every level, each of which makes one figure of the cells in its own way. */
  z.strictObject({ cells: z.record(z.string(), middleSchema) }),
]);
export type PlaceSource = z.output<typeof sourceSchema>;

/** How the figures of a table of ratios follow from those of two places. */
const quotientSchema = z.strictObject({
  form: z.enum(['times', 'percent-of', 'percent-change']),
  /** Levels that the places have besides those of the figure; `{name}` is the figure's level. */
  top: z.record(z.string(), z.string()),
  bottom: z.record(z.string(), z.string()),
  /** As words name top and bottom; `{name}` is the name of the figure's level. */
  names: z.tuple([z.string(), z.string()]),
});
export type QuotientForm = z.infer<typeof quotientSchema>['form'];

/** What has to be known of ours: a sentence, or one that depends on the levels that a run has. */
const noteSchema = z.union([
  z.string(),
  z.strictObject({
    of: z.enum([...factorNames, 'energy']),
    /** In which words `{levels}` tells them; those without one do not count. */
    names: z.record(z.string(), z.string()).optional(),
    between: z.string().default(', '),
    /** With no level but `none`. */
    none: z.string().optional(),
    /** With exactly one level. */
    one: z.string().optional(),
    /** With this level among others. */
    with: z.record(z.string(), z.string()).default({}),
    some: z.string().optional(),
  }),
]);
export type OursNote = z.output<typeof noteSchema>;

/** What of a run is compared with a table. */
const oursSchema = z.strictObject({
  at: z.record(z.string(), sourceSchema),
  /** Trials with these words of factors only; a factor that a trial has not is `none`. */
  only: z.partialRecord(factorSchema, wordsSchema).default({}),
  /** Factors whose levels become one figure. Of factors named nowhere the first level counts. */
  over: z.array(factorSchema).default([]),
  /** Words that count instead of the first, where a run has them. */
  rather: z.partialRecord(factorSchema, wordSchema).default({}),
  /** The figures are those of such rounds, not of the trial. */
  rounds: z.literal('discovery').optional(),
  /** By metric. */
  figures: z.record(
    z.string(),
    z.union([
      trialFigureSchema.transform((figure) => ({ figure, repetitions: 'mean' as const })),
      z.strictObject({ figure: trialFigureSchema, repetitions: middleSchema }),
    ]),
  ),
  /** The study's number of requests: a pointer, or a level as in `{requests}`. */
  requests: z.string().optional(),
  cells: middleSchema.default('geometric-mean'),
  /** Dimensions in which figures of a row are compared, and metrics of which they are: all when left out. */
  pairs: z.array(z.string()).default([]),
  metrics: z.array(z.string()).optional(),
  quotient: quotientSchema.optional(),
  notes: z.array(noteSchema).default([]),
});
export type DescribedOurs = z.output<typeof oursSchema>;

/** Decisions of a study's tests: `where` names the case of a pair, and `found` lists the cases with a difference. */
const decisionsSchema = z.strictObject({
  dimension: z.string(),
  metrics: z.array(z.string()),
  /** Levels of the pair, as in `{gateway}/{requests}`. */
  where: z.string(),
  /** With commas between them. */
  found: z.string(),
  yes: z.string(),
  no: z.string(),
});
export type DescribedDecisions = z.output<typeof decisionsSchema>;

const tableSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  source: z.string(),
  metrics: z.array(
    z.strictObject({
      key: z.string(),
      name: z.string(),
      unit: z.string(),
      better: publishedBetterSchema,
      /** What it is called in the numbers; its key when left out. */
      field: z.string().optional(),
    }),
  ),
  /** Keys of the study's dimensions, or dimensions of this table alone. */
  dimensions: z.array(z.union([z.string(), dimensionSchema.extend({ key: z.string() })])),
  across: z.array(z.string()),
  /** `{/pointer}` in a value stands for the number there. */
  settings: z.array(z.strictObject({ name: z.string(), value: z.string() })).default([]),
  notes: z.array(z.string()).default([]),
  /** What the study says of the figures in its text, with its place. */
  claims: z.array(z.string()).default([]),
  /** What its own tests decided of the pairs in one dimension. */
  decisions: decisionsSchema.optional(),
  /** Pointer to rows whose figures stay together. */
  rows: z.string().default(''),
  figures: z.array(figuresSchema),
  marks: z.array(markSchema).default([]),
  /** Absent where runs have nothing to compare with it. */
  ours: oursSchema.optional(),
});
export type DescribedTable = z.output<typeof tableSchema>;

export const studyDescriptionSchema = z.strictObject({
  label: z.string(),
  /** Where it stands among the studies. */
  order: z.int(),
  about: z.string(),
  dimensions: z.record(z.string(), dimensionSchema),
  tables: z.array(tableSchema),
});
export type StudyDescription = z.output<typeof studyDescriptionSchema>;
