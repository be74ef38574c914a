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

/** A run as one portable file: gzip over JSON, extension `.wbrun`. `docs/run-file.md` describes it for people. */
export const runFileFormat = 'wirebench-run';
export const runFileVersion = 1;
export const runFileExtension = 'wbrun';
export const runFileMediaType = 'application/gzip';

/**
 * Larger files are refused, compressed or not. 360 trials of two minutes with a thousand buckets a second
 * take about 320 MB uncompressed.
 */
export const maxRunFileBytes = 150_000_000;
export const maxUnpackedRunFileBytes = 500_000_000;
export const maxRunFileTrials = 100_000;
export const maxTrialIntervals = 1_000_000;
export const maxRunFileFiles = 10_000;
/** Size of one part of a file in transfer; the engine accepts messages up to 8.39 MB. */
export const runFilePartBytes = 2_000_000;

const timeSchema = z.iso.datetime();
const idSchema = z
  .string()
  .regex(/^[\w-]{1,100}$/, 'an id has up to 100 letters, digits, "-" and "_"');

/** A trial with all its measurements. */
export const runFileTrialSchema = z.strictObject({
  id: idSchema,
  planned: plannedTrialSchema,
  status: trialStatusSchema.exclude(['running']),
  startedAt: timeSchema.nullable(),
  /** Null if it never ran. */
  result: trialResultSchema.nullable(),
  /** The saturation level set by a person, or null. */
  saturation: z.number().positive().nullable(),
  intervals: z.array(intervalSchema).max(maxTrialIntervals),
});
export type RunFileTrial = z.infer<typeof runFileTrialSchema>;

/** A file named by the experiment. */
export const runFileFileSchema = z.strictObject({
  /** Relative to the experiment file, with `/` as separator. */
  path: z.string().min(1).max(1000),
  /** Its length. */
  bytes: z.number().int().nonnegative(),
  /** Of its bytes. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/, '64 hexadecimal digits'),
  /** Encoding of `content`. */
  encoding: z.enum(['utf8', 'base64']),
  /** Null if the run kept no copy, because its files were too long together. */
  content: z.string().nullable(),
});
export type RunFileFile = z.infer<typeof runFileFileSchema>;

/** A trial without its intervals, which are too many to keep in memory. */
export type RunFileTrialHead = Omit<RunFileTrial, 'intervals'>;

/** The file's content about the run; covered by the checksum. */
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
  /** More lenient than typed tags, so that files of later versions with longer ones can be read. */
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
  /** Copies of the files named by the experiment; absent if it names none. */
  files: z.array(runFileFileSchema).max(maxRunFileFiles).optional(),
});
export type RunFileRun = z.infer<typeof runFileRunSchema>;
/** A run without the sections that are read part by part. */
export type RunFileHead = Omit<RunFileRun, 'trials' | 'files'>;

/** The whole document. */
export const runFileSchema = z.object({
  format: z.literal(runFileFormat),
  version: z.literal(runFileVersion),
  /** The Wirebench version that wrote the file. */
  wirebench: z.string().max(100),
  /** SHA-256, in hexadecimal, over the UTF-8 bytes of `run` without spaces, in the order of the file. */
  checksum: z.string().regex(/^[0-9a-f]{64}$/, '64 hexadecimal digits'),
  run: runFileRunSchema,
});
export type RunFile = z.infer<typeof runFileSchema>;

/** Parts of a run file; the first announces the others. */
export const runFilePartSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('head'), name: z.string(), bytes: z.number().int() }),
  z.object({ type: z.literal('part'), base64: z.string() }),
]);
export type RunFilePart = z.infer<typeof runFilePartSchema>;

/** Outcome of an import: `known` if the same run exists already, `renewed` if its id belonged to another run. */
export const importedRunSchema = z.object({
  runId: z.string(),
  name: z.string(),
  outcome: z.enum(['imported', 'known', 'renewed']),
});
export type ImportedRun = z.infer<typeof importedRunSchema>;

/** To the process that imports a run file into the history. */
export const runFileOrderSchema = z.object({
  /** Database file. */
  database: z.string(),
});
export type RunFileOrder = z.infer<typeof runFileOrderSchema>;

/** From that process, at its end. */
export const runFileReportSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('taken'), run: importedRunSchema }),
  z.object({ type: z.literal('failed'), error: errorReportSchema }),
]);
export type RunFileReport = z.infer<typeof runFileReportSchema>;
