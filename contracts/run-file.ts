import { z } from 'zod';
import { errorReportSchema } from './errors.ts';
import { plannedTrialSchema } from './experiment/cell.ts';
import {
  annotationSchema,
  longestAnnotation,
  longestName,
  longestNote,
  maxAnnotations,
  noteSchema,
} from './history.ts';
import { intervalSchema, trialResultSchema } from './measurement.ts';
import { environmentSchema } from './result.ts';
import { runStatusSchema, trialStatusSchema } from './words.ts';

/**
 * A run as one file that anyone can open: gzip over JSON, extension `.wbrun`. `docs/run-file.md`
 * describes it for people.
 */
export const runFileFormat = 'wirebench-run';
export const runFileVersion = 1;
export const runFileExtension = 'wbrun';
export const runFileMediaType = 'application/gzip';

/**
 * Larger files are refused, packed or unpacked. 360 trials of two minutes with a thousand buckets a second have about
 * 320 MB unpacked.
 */
export const maxRunFileBytes = 150_000_000;
export const maxUnpackedRunFileBytes = 500_000_000;
export const maxRunFileTrials = 100_000;
export const maxTrialIntervals = 1_000_000;
export const maxRunFileFiles = 10_000;
/** Of one part of a file on its way to or from the engine; the engine takes messages up to 8.39 MB. */
export const runFilePartBytes = 2_000_000;

const timeSchema = z.iso.datetime();
const idSchema = z
  .string()
  .regex(/^[\w-]{1,100}$/, 'an id has up to 100 letters, digits, "-" and "_"');

/** A trial with everything measured in it. */
export const runFileTrialSchema = z.strictObject({
  id: idSchema,
  planned: plannedTrialSchema,
  status: trialStatusSchema.exclude(['running']),
  startedAt: timeSchema.nullable(),
  /** Null when it never ran. */
  result: trialResultSchema.nullable(),
  /** The level of saturation that a person set, or null. */
  saturation: z.number().positive().nullable(),
  intervals: z.array(intervalSchema).max(maxTrialIntervals),
});
export type RunFileTrial = z.infer<typeof runFileTrialSchema>;

/** A file that the experiment names. */
export const runFileFileSchema = z.strictObject({
  /** Relative to the experiment file, with `/` between its parts. */
  path: z.string().min(1).max(1000),
  /** Its length. */
  bytes: z.number().int().nonnegative(),
  /** Of its bytes. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/, '64 hexadecimal digits'),
  /** How `content` is written. */
  encoding: z.enum(['utf8', 'base64']),
  /** Null where the run kept no copy, because its files were too long together. */
  content: z.string().nullable(),
});
export type RunFileFile = z.infer<typeof runFileFileSchema>;

/** A trial without its intervals, which are too many to be held at once. */
export type RunFileTrialHead = Omit<RunFileTrial, 'intervals'>;

/** What the file says of the run; the checksum covers it. */
const runFileRunSchema = z.strictObject({
  id: idSchema,
  name: z.string().min(1).max(longestName),
  status: runStatusSchema.exclude(['running']),
  startedAt: timeSchema,
  endedAt: timeSchema.nullable(),
  environment: environmentSchema,
  /** The experiment file as run (YAML). */
  experiment: z.string().max(5_000_000),
  warnings: z.array(z.string().max(longestNote)).max(1000),
  /** More lenient than tags that are typed in, so that files of later versions with longer ones can be read. */
  tags: z.array(z.string().min(1).max(200)).max(100),
  note: noteSchema,
  annotations: z
    .array(
      annotationSchema.extend({
        id: idSchema,
        madeAt: timeSchema,
        text: z.string().min(1).max(longestAnnotation),
      }),
    )
    .max(maxAnnotations),
  trials: z.array(runFileTrialSchema).max(maxRunFileTrials),
  /** Copies of the files that the experiment names; left out where it names none. */
  files: z.array(runFileFileSchema).max(maxRunFileFiles).optional(),
});
export type RunFileRun = z.infer<typeof runFileRunSchema>;
/** A run without what is read part by part. */
export type RunFileHead = Omit<RunFileRun, 'trials' | 'files'>;

/** The whole document. */
export const runFileSchema = z.object({
  format: z.literal(runFileFormat),
  version: z.literal(runFileVersion),
  /** The Wirebench that wrote the file. */
  wirebench: z.string().max(100),
  /** SHA-256, in hexadecimal, over the UTF-8 bytes of `run` written without spaces in the order of the file. */
  checksum: z.string().regex(/^[0-9a-f]{64}$/, '64 hexadecimal digits'),
  run: runFileRunSchema,
});
export type RunFile = z.infer<typeof runFileSchema>;

/** Parts of a run file, the first saying what is to come. */
export const runFilePartSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('head'), name: z.string(), bytes: z.number().int() }),
  z.object({ type: z.literal('part'), base64: z.string() }),
]);
export type RunFilePart = z.infer<typeof runFilePartSchema>;

/** What came of an import: `known` when the same run was here already, `renewed` when its id was taken by another run. */
export const importedRunSchema = z.object({
  runId: z.string(),
  name: z.string(),
  outcome: z.enum(['imported', 'known', 'renewed']),
});
export type ImportedRun = z.infer<typeof importedRunSchema>;

/** To the process that reads a run file into the history. */
export const runFileOrderSchema = z.object({
  /** File of the store. */
  database: z.string(),
});
export type RunFileOrder = z.infer<typeof runFileOrderSchema>;

/** From that process, at its end. */
export const runFileReportSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('taken'), run: importedRunSchema }),
  z.object({ type: z.literal('failed'), error: errorReportSchema }),
]);
export type RunFileReport = z.infer<typeof runFileReportSchema>;
