import { z } from 'zod';
import { loadModels } from './experiment/load.ts';
import { levelUnitSchema, protocolSchema } from './words.ts';

/** The library: the experiments in the user's folder, and those that come with Wirebench. */

/** Ending of the experiment files that the library writes. */
export const experimentEnding = '.bench.yaml';
/** Endings of the files that it lists. */
export const experimentEndings = [experimentEnding, '.bench.yml', '.bench.json'] as const;

/** Longest file name in characters; most file systems allow 255 bytes. */
const longestFileName = 120;

const forbidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*]/u;
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * Says what is wrong with the name of an experiment file: a path, a name that some system reserves,
 * one that is hidden or too long. @returns null when it is right.
 */
export function fileNameProblem(name: string): string | null {
  const ending = experimentEndings.find((one) => name.toLowerCase().endsWith(one));
  if (ending === undefined) return `expected a name that ends in ${experimentEnding}`;
  const stem = name.slice(0, -ending.length);
  if (stem.trim() === '') return 'expected a name';
  // Windows of older browsers have no `isWellFormed`.
  if (/\p{Surrogate}/u.test(name)) return 'expected a name of whole characters';
  if (forbidden.test(name)) {
    return 'expected a plain name, without control characters and without < > : " / \\ | ? *';
  }
  if (stem.startsWith('.')) return 'expected a name that does not start with a dot';
  if (stem !== stem.trim() || stem.endsWith('.')) {
    return 'expected a name without a space at either end or a dot at the end';
  }
  if (reserved.test(stem)) return 'expected another name: some systems reserve this one';
  const bytes = new TextEncoder().encode(name).length;
  if (name.length > longestFileName || bytes > 240) {
    return `expected a name of at most ${longestFileName} characters`;
  }
  return null;
}

/** A valid file name made of any text: `KTH 2024` becomes `kth-2024.bench.yaml`. */
export function fileNameFor(title: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const stem = Array.from(words.join('-')).slice(0, 50).join('');
  const name = `${stem}${experimentEnding}`;
  return fileNameProblem(name) === null ? name : `experiment${experimentEnding}`;
}

/** An experiment of the library at a glance. */
export const collectionEntrySchema = z.object({
  /** Of an own experiment its file name, of a built-in one its id. */
  id: z.string(),
  kind: z.enum(['own', 'built-in']),
  name: z.string(),
  description: z.string(),
  /** Null where the file has problems. */
  plan: z
    .object({
      protocols: z.array(protocolSchema),
      cells: z.number().int(),
      trials: z.number().int(),
      /** Expected length of a run; null when it is bounded by requests only. */
      seconds: z.number().nullable(),
      /** Whether a run may end before that: at saturation, or when a search has found its level. */
      atMost: z.boolean(),
      model: z.enum(loadModels as [string, ...string[]]),
      /** Whether it measures a service of the user's own. */
      ownService: z.boolean(),
    })
    .nullable(),
  problems: z.number().int(),
  /** The first problem, in words; null when there is none. */
  problem: z.string().nullable(),
  /** ISO time; null for built-in ones. */
  changedAt: z.string().nullable(),
  /** Which study a built-in experiment belongs to; null for the others. */
  study: z.string().nullable(),
});
export type CollectionEntry = z.infer<typeof collectionEntrySchema>;

export const collectionSchema = z.object({
  /** The user's folder of experiments. */
  folder: z.string(),
  entries: z.array(collectionEntrySchema),
  /** How many files were left out because there are too many; 0 as a rule. */
  leftOut: z.number().int(),
});
export type Library = z.infer<typeof collectionSchema>;

/** An experiment of the library as it was read. */
export const collectionTextSchema = z.object({
  id: z.string(),
  kind: z.enum(['own', 'built-in']),
  text: z.string(),
  /** Names this content; a save says on which it builds. */
  revision: z.string(),
});
export type CollectionText = z.infer<typeof collectionTextSchema>;

/** A change of the experiment that would settle a piece of advice. */
const adviceFixSchema = z.object({
  /** What the button says, such as `Set repetitions to 3`. */
  label: z.string(),
  changes: z.array(
    z.object({
      path: z.array(z.union([z.string(), z.number()])),
      /** As the file has it; null removes the setting. */
      value: z.json(),
    }),
  ),
});
export type AdviceFix = z.infer<typeof adviceFixSchema>;

/** Something worth knowing before the start, with its reason. */
const adviceSchema = z.object({ text: z.string(), fix: adviceFixSchema.nullable() });
export type Advice = z.infer<typeof adviceSchema>;

/** How much a run is expected to send; `total` is null where nobody can tell. */
const expectedAmountSchema = z.object({
  total: z.number().nullable(),
  /** How the total is meant. */
  bound: z.enum(['about', 'at most', 'at least']),
  /** Where the figure comes from, or why there is none; a sentence. */
  basis: z.string(),
});
export type ExpectedAmount = z.infer<typeof expectedAmountSchema>;

/** The load that a run will make, as far as it can be told beforehand. */
const expectedLoadSchema = z.object({
  of: levelUnitSchema,
  /** Least and most users, or requests per second. */
  least: z.number(),
  most: z.number(),
  /** Connections at once, at most. */
  connections: z.number().int(),
  requests: expectedAmountSchema,
  /** Bytes in both directions. */
  bytes: expectedAmountSchema,
});
export type ExpectedLoad = z.infer<typeof expectedLoadSchema>;

/** What the editor shows of an experiment besides its plan; null while the file has problems. */
export const previewSchema = z
  .object({ advice: z.array(adviceSchema), load: expectedLoadSchema })
  .nullable();
export type Preview = z.infer<typeof previewSchema>;
