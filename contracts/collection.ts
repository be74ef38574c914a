import { z } from 'zod';
import { loadModels } from './experiment/load.ts';
import { levelUnitSchema, protocolSchema } from './words.ts';

/** The collection: the experiments in the user's folder, and the built-in ones. */

/** File ending of experiments that the collection writes. */
export const experimentEnding = '.bench.yaml';
/** File endings that it lists. */
export const experimentEndings = [experimentEnding, '.bench.yml', '.bench.json'] as const;

/** Longest file name in characters; most file systems allow 255 bytes. */
const longestFileName = 120;

const forbidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*]/u;
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * Checks the name of an experiment file: rejects paths, names reserved by a system, hidden or too long ones.
 * @returns what is wrong, or null.
 */
export function fileNameProblem(name: string): string | null {
  const ending = experimentEndings.find((one) => name.toLowerCase().endsWith(one));
  if (ending === undefined) return `expected a name that ends in ${experimentEnding}`;
  const stem = name.slice(0, -ending.length);
  if (stem.trim() === '') return 'expected a name';
  // Older browsers have no `isWellFormed`.
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

/** A valid file name from any text: `KTH 2024` becomes `kth-2024.bench.yaml`. */
export function fileNameFor(title: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const stem = Array.from(words.join('-')).slice(0, 50).join('');
  const name = `${stem}${experimentEnding}`;
  return fileNameProblem(name) === null ? name : `experiment${experimentEnding}`;
}

/** Summary of an experiment in the collection. */
export const collectionEntrySchema = z.object({
  /** File name of the user's experiment, id of a built-in one. */
  id: z.string(),
  kind: z.enum(['own', 'built-in']),
  name: z.string(),
  description: z.string(),
  /** Null if the file has problems. */
  plan: z
    .object({
      protocols: z.array(protocolSchema),
      cells: z.number().int(),
      trials: z.number().int(),
      /** Expected duration of a run; null if bounded by requests only. */
      seconds: z.number().nullable(),
      /** Whether a run may end earlier: at saturation, or when a search has found its level. */
      atMost: z.boolean(),
      model: z.enum(loadModels as [string, ...string[]]),
      /** Whether it measures an own service. */
      ownService: z.boolean(),
    })
    .nullable(),
  problems: z.number().int(),
  /** The first problem, as a sentence; null if there is none. */
  problem: z.string().nullable(),
  /** ISO time; null for built-in ones. */
  changedAt: z.string().nullable(),
  /** Study of a built-in experiment; null for the others. */
  study: z.string().nullable(),
});
export type CollectionEntry = z.infer<typeof collectionEntrySchema>;

export const collectionSchema = z.object({
  /** The user's folder of experiments. */
  folder: z.string(),
  entries: z.array(collectionEntrySchema),
  /** Number of files left out because there are too many; normally 0. */
  leftOut: z.number().int(),
});
export type Library = z.infer<typeof collectionSchema>;

/** An experiment of the collection, as read. */
export const collectionTextSchema = z.object({
  id: z.string(),
  kind: z.enum(['own', 'built-in']),
  text: z.string(),
  /** Identifies this content; a save names the revision it is based on. */
  revision: z.string(),
});
export type CollectionText = z.infer<typeof collectionTextSchema>;

/** A change of the experiment that resolves a piece of advice. */
const adviceFixSchema = z.object({
  /** Label of the button, such as `Set repetitions to 3`. */
  label: z.string(),
  changes: z.array(
    z.object({
      path: z.array(z.union([z.string(), z.number()])),
      /** Value in the file; null removes the setting. */
      value: z.json(),
    }),
  ),
});
export type AdviceFix = z.infer<typeof adviceFixSchema>;

/** Advice before the start, with its reason. */
const adviceSchema = z.object({ text: z.string(), fix: adviceFixSchema.nullable() });
export type Advice = z.infer<typeof adviceSchema>;

/** Expected amount that a run sends; `total` is null if unknown. */
const expectedAmountSchema = z.object({
  total: z.number().nullable(),
  /** Meaning of the total. */
  bound: z.enum(['about', 'at most', 'at least']),
  /** Source of the number, or the reason why there is none; a sentence. */
  basis: z.string(),
});
export type ExpectedAmount = z.infer<typeof expectedAmountSchema>;

/** Expected load of a run, as far as known in advance. */
const expectedLoadSchema = z.object({
  of: levelUnitSchema,
  /** Minimum and maximum users, or requests per second. */
  least: z.number(),
  most: z.number(),
  /** Maximum concurrent connections. */
  connections: z.number().int(),
  requests: expectedAmountSchema,
  /** Bytes in both directions. */
  bytes: expectedAmountSchema,
});
export type ExpectedLoad = z.infer<typeof expectedLoadSchema>;

/** Editor information about an experiment besides its plan; null while the file has problems. */
export const previewSchema = z
  .object({ advice: z.array(adviceSchema), load: expectedLoadSchema })
  .nullable();
export type Preview = z.infer<typeof previewSchema>;
