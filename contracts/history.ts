import { z } from 'zod';
import { protocolSchema, runStatusSchema, verdictSchema } from './words.ts';

/** A row of the history. */
export const runSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  status: runStatusSchema,
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  cells: z.number().int(),
  trialsDone: z.number().int(),
  trialsPlanned: z.number().int(),
  protocols: z.array(protocolSchema),
  /** The worst verdict among its trials. */
  verdict: verdictSchema,
  /** The user's tags, in the order given, each once. */
  tags: z.array(z.string()),
  /** The user's note on the run; empty without one. */
  note: z.string(),
  pinned: z.boolean(),
  /** Whether it was measured elsewhere and imported from a run file. */
  imported: z.boolean(),
});
export type RunSummary = z.infer<typeof runSummarySchema>;

/** Summary of a run's results in a row of the history. */
export const runOutcomeSchema = z.object({
  /** Its finding; see `findingSchema`. */
  sentences: z.array(z.string()),
  /** Throughput of its cells, repetitions, window length and machine, in one short line. */
  conditions: z.string(),
});
export type RunOutcome = z.infer<typeof runOutcomeSchema>;

/** Limits of the user's texts on a run. Lengths are in UTF-16 units, as inputs count them. */
export const longestName = 200;
export const longestTag = 40;
export const maxTags = 20;
export const longestNote = 20_000;
export const longestAnnotation = 500;
export const maxAnnotations = 1000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a tag must not have.
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

/** One tag: a word or a few, without line breaks, commas or invisible characters. */
export const tagSchema = z
  .string()
  .trim()
  .min(1, 'a tag cannot be empty')
  .max(longestTag, `a tag can have at most ${longestTag} characters`)
  .refine((tag) => !control.test(tag), 'a tag cannot contain line breaks or invisible characters')
  .refine((tag) => !tag.includes(','), 'a tag cannot contain a comma')
  .transform((tag) => tag.normalize('NFC'));

/** The tags of a run. Tags that differ only in capitals are one; the first spelling is kept. */
export const tagsSchema = z
  .array(tagSchema)
  .max(maxTags, `a run can have at most ${maxTags} tags`)
  .transform((tags) => {
    const bySpelling = new Map<string, string>();
    for (const tag of tags)
      if (!bySpelling.has(tag.toLowerCase())) bySpelling.set(tag.toLowerCase(), tag);
    return [...bySpelling.values()];
  });

/** The user's note on a run. */
export const noteSchema = z
  .string()
  .max(longestNote, `a note can have at most ${longestNote} characters`);

/** The user's mark at a moment of a run. */
export const annotationSchema = z.object({
  id: z.string(),
  /** Index of its trial; null for the run as a whole. */
  trialIndex: z.number().int().nullable(),
  /** Seconds from the start of the trial, or of the run if `trialIndex` is null. */
  atSeconds: z.number(),
  /** ISO time. */
  madeAt: z.string(),
  text: z.string(),
});
export type Annotation = z.infer<typeof annotationSchema>;

/** Text and position of a new mark; see {@link annotationSchema}. */
export const newAnnotationSchema = z.object({
  trialIndex: z.number().int().min(0).max(1_000_000).nullable(),
  /** No run lasts a year. */
  atSeconds: z.number().min(0).max(31_536_000),
  text: z.string().trim().min(1).max(longestAnnotation),
});
export type NewAnnotation = z.infer<typeof newAnnotationSchema>;

/** Sort keys of the history. Pinned runs always come first. */
export const historySortSchema = z.enum([
  'started',
  'name',
  'duration',
  'status',
  'cells',
  'trials',
  'verdict',
]);
export type HistorySort = z.infer<typeof historySortSchema>;

/**
 * Filters for runs. Empty lists do not narrow; within a list one match is enough, except for `tags`: a run
 * must have all.
 */
export const historyFilterSchema = z.object({
  /** Words that must all occur in name, note, tags, id, protocols, status or verdict; case-insensitive. */
  text: z.string().max(200).default(''),
  protocols: z.array(protocolSchema).max(20).default([]),
  statuses: z.array(runStatusSchema).max(20).default([]),
  verdicts: z.array(verdictSchema).max(20).default([]),
  tags: z.array(z.string().max(longestTag)).max(maxTags).default([]),
  /** ISO times between which the run started, [from, to); null for no bound. */
  from: z.iso.datetime().nullable().default(null),
  to: z.iso.datetime().nullable().default(null),
  pinnedOnly: z.boolean().default(false),
});
export type HistoryFilter = z.infer<typeof historyFilterSchema>;

export const historyQuerySchema = historyFilterSchema.extend({
  sort: historySortSchema.default('started'),
  descending: z.boolean().default(true),
  offset: z.number().int().min(0).max(10_000_000).default(0),
  limit: z.number().int().min(1).max(1000).default(200),
});
export type HistoryQuery = z.infer<typeof historyQuerySchema>;

export const historyPageSchema = z.object({
  runs: z.array(runSummarySchema),
  /** Number of matching runs, on all pages; and of all runs. */
  matching: z.number().int(),
  total: z.number().int(),
  /** All tags with their number of runs, most used first. */
  tags: z.array(z.object({ tag: z.string(), runs: z.number().int() })),
});
export type HistoryPage = z.infer<typeof historyPageSchema>;
