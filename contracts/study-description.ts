import { z } from 'zod';
import { factorNames } from './experiment/factors.ts';
import { publishedBetterSchema, publishedMarkKindSchema } from './published.ts';

/**
 * Description of a study's tables: the file `NAME.tables.yaml` next to its numbers, see `docs/studies.md`.
 * Pointers are JSON pointers into the numbers; `{name}` in them stands for each level of a dimension or, as
 * `{metric}`, for each metric, and `*` for each row of a list.
 */

const wordSchema = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const wordsSchema = z.union([wordSchema.transform((word) => [word]), z.array(wordSchema)]);
/** Levels or facts of a row by name; several mean any of them. */
const conditionSchema = z.record(z.string(), wordsSchema);

/** A level: its name, and its word in the numbers if different from its key. */
const levelSchema = z.union([
  z.string().transform((name) => ({ name, data: undefined })),
  // Further fields are words for repetition with `each`.
  z.object({ name: z.string(), data: wordSchema.optional() }),
]);

const dimensionSchema = z.strictObject({
  name: z.string(),
  /** By key, or keys that are also names; otherwise the levels found in the numbers. */
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
  /** Name of its levels in the rows of the numbers; defaults to its key. */
  field: z.string().optional(),
});
export type DescribedDimension = z.output<typeof dimensionSchema>;

const figuresSchema = z.strictObject({
  /** Pointer to the values, relative to the row if the table has rows. */
  from: z.string(),
  /** For a table with several metrics whose pointer has no `{metric}`. */
  metric: z.string().optional(),
  /** Restriction to these levels. */
  where: conditionSchema.default({}),
  /** Levels that the numbers do not name. */
  at: z.record(z.string(), z.string()).default({}),
  /** The study's print format of `{value}`. */
  printed: z.string().default('{value}'),
  decimals: z.int().optional(),
  /** With a comma between thousands. */
  grouped: z.boolean().default(false),
});

const markSchema = z.strictObject({
  /** Selection of values: levels, facts of their row, and their `metric`. */
  at: conditionSchema,
  kind: publishedMarkKindSchema,
  note: z.string(),
  /** Levels of the place that a borrowed value is from. */
  lender: z.record(z.string(), z.string()).optional(),
});

/** Aggregation of several values into one: the cells of a place, or the repetitions. */
const middleSchema = z.enum(['mean', 'geometric-mean', 'median', 'least', 'most']);
export type Middle = z.infer<typeof middleSchema>;

/** Trial metrics used in tables; all but throughput need successful requests. */
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

/** Position of a trial in one dimension. */
const sourceSchema = z.union([
  /** The level with its factor's word; without levels the words are the table's levels. */
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
    /**
     * If a run has none of the levels' words, its first word stands at all of them; otherwise other words
     * stand nowhere.
     */
    or: z.literal('everywhere').optional(),
    /** If a run has this word too, only its trials of the protocol stand at the level. */
    rather: z
      .strictObject({ protocol: z.string(), level: z.string(), word: z.string() })
      .optional(),
  }),
  /** The level nearest to its number of requests. */
  z.strictObject({ nearest: z.literal('requests') }),
  /** The number of users of its round. */
  z.strictObject({ round: z.literal('users') }),
  /** Every level, each of which aggregates the cells in its own way. */
  z.strictObject({ cells: z.record(z.string(), middleSchema) }),
]);
export type PlaceSource = z.output<typeof sourceSchema>;

/** Derivation of the values in a ratio table from two places. */
const quotientSchema = z.strictObject({
  form: z.enum(['times', 'percent-of', 'percent-change']),
  /** Levels of the places in addition to those of the value; `{name}` is the value's level. */
  top: z.record(z.string(), z.string()),
  bottom: z.record(z.string(), z.string()),
  /** Names of numerator and denominator; `{name}` is the name of the value's level. */
  names: z.tuple([z.string(), z.string()]),
});
export type QuotientForm = z.infer<typeof quotientSchema>['form'];

/** A caveat of ours: a sentence, or one that depends on the levels of a run. */
const noteSchema = z.union([
  z.string(),
  z.strictObject({
    of: z.enum([...factorNames, 'energy']),
    /** Wording of `{levels}`; levels without one do not count. */
    names: z.record(z.string(), z.string()).optional(),
    between: z.string().default(', '),
    /** Without any level but `none`. */
    none: z.string().optional(),
    /** With exactly one level. */
    one: z.string().optional(),
    /** With this level among others. */
    with: z.record(z.string(), z.string()).default({}),
    some: z.string().optional(),
  }),
]);
export type OursNote = z.output<typeof noteSchema>;

/** Trials of a run that are compared with a table. */
const oursSchema = z.strictObject({
  at: z.record(z.string(), sourceSchema),
  /** Only trials with these factor words; a missing factor is `none`. */
  only: z.partialRecord(factorSchema, wordsSchema).default({}),
  /** Factors whose levels are aggregated. For factors named nowhere the first level counts. */
  over: z.array(factorSchema).default([]),
  /** Words that replace the first, if a run has them. */
  rather: z.partialRecord(factorSchema, wordSchema).default({}),
  /** The values are those of such rounds, not of the trial. */
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
  /** Dimensions and metrics in which the values of a row are compared: all by default. */
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
  /** Separated by commas. */
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
      /** Its name in the numbers; defaults to its key. */
      field: z.string().optional(),
    }),
  ),
  /** Keys of the study's dimensions, or dimensions of this table alone. */
  dimensions: z.array(z.union([z.string(), dimensionSchema.extend({ key: z.string() })])),
  across: z.array(z.string()),
  /** `{/pointer}` in a value stands for the number there. */
  settings: z.array(z.strictObject({ name: z.string(), value: z.string() })).default([]),
  notes: z.array(z.string()).default([]),
  /** The study's statements about the values, with their location. */
  claims: z.array(z.string()).default([]),
  /** Decisions of its own tests about the pairs in one dimension. */
  decisions: decisionsSchema.optional(),
  /** Pointer to rows whose values stay together. */
  rows: z.string().default(''),
  figures: z.array(figuresSchema),
  marks: z.array(markSchema).default([]),
  /** Absent if runs have nothing to compare with it. */
  ours: oursSchema.optional(),
});
export type DescribedTable = z.output<typeof tableSchema>;

export const studyDescriptionSchema = z.strictObject({
  label: z.string(),
  /** Its position among the studies. */
  order: z.int(),
  about: z.string(),
  dimensions: z.record(z.string(), dimensionSchema),
  tables: z.array(tableSchema),
});
export type StudyDescription = z.output<typeof studyDescriptionSchema>;
