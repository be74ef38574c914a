import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { WirebenchError } from '../../../contracts/errors.ts';
import { type Interval, intervalSchema, roundSchema } from '../../../contracts/measurement.ts';
import {
  maxRunFileFiles,
  maxRunFileTrials,
  maxTrialIntervals,
  type RunFileHead,
  type RunFileTrialHead,
  runFileFileSchema,
  runFileFormat,
  runFileSchema,
  runFileTrialSchema,
  runFileVersion,
} from '../../../contracts/run-file.ts';
import type { KeptFile } from '../../store/handover.ts';
import { invalid, RunCheck } from './check.ts';
import { FileContent } from './file-content.ts';
import { JsonStream, type Plan } from './json-stream.ts';
import { type RunFileLimits, runFileLimits, unpack } from './unpack.ts';

/** Receives a run part by part, in the order of its file. */
export interface RunParts {
  /** @param trial its place in the order of trials. */
  interval(trial: number, interval: Interval): void;
  /** After its intervals. */
  trial(trial: RunFileTrialHead): void;
  file(file: KeptFile): void;
}

/**
 * Reads an untrusted run file. About ten megabytes of it at most are in memory together.
 * Parts are delivered before the checksum at the end is known: they count only when this resolves.
 * @throws WirebenchError RUN_FILE_UNREADABLE, RUN_FILE_DAMAGED, RUN_FILE_INVALID, RUN_FILE_NEWER,
 * RUN_FILE_TOO_LARGE
 */
export async function readRunFile(
  packed: AsyncIterable<Uint8Array>,
  parts: RunParts,
  limits: RunFileLimits = runFileLimits,
): Promise<RunFileHead> {
  const hash = createHash('sha256');
  const check = new RunCheck();
  const stream = new JsonStream(planOf(parts, check), (text) => hash.update(text));
  let fault: unknown;
  for await (const chunk of unpack(packed, limits)) {
    // Text that is not JSON may be damage, which the end of the packed file reveals.
    if (fault) continue;
    try {
      stream.push(chunk);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      fault = error;
    }
  }
  if (fault) throw fault;
  return headOf(stream.end(), hash.digest('hex'), check);
}

function isUnreadable(error: unknown): boolean {
  return error instanceof WirebenchError && error.code === 'RUN_FILE_UNREADABLE';
}

function planOf(parts: RunParts, check: RunCheck): Plan {
  const interval: Plan = {
    read: (value, at) => {
      const read = parsePart(intervalSchema, value, at);
      check.interval(read, at);
      parts.interval(check.position, read);
    },
  };
  const rounds: Plan = {
    list: { read: (value, at) => parsePart(roundSchema, value, at) },
    most: maxTrialIntervals,
    keeps: true,
  };
  const trial: Plan = {
    record: {
      intervals: { list: interval, most: maxTrialIntervals },
      result: { record: { rounds } },
    },
    read: (value, at) => {
      const { intervals: _none, ...head } = parsePart(runFileTrialSchema, value, at);
      check.trial(head, at);
      parts.trial(head);
    },
  };
  return {
    record: {
      format: { read: readFormat },
      version: { read: readVersion },
      run: {
        record: {
          trials: { list: trial, most: maxRunFileTrials },
          files: { list: filePlan(parts, check), most: maxRunFileFiles },
        },
      },
    },
  };
}

function filePlan(parts: RunParts, check: RunCheck): Plan {
  let content = new FileContent();
  return {
    record: {
      content: {
        text: (piece, { encoding }) => {
          if (encoding !== 'utf8' && encoding !== 'base64') {
            throw invalid('run.files', 'expected the encoding of a content before it');
          }
          content.add(piece, encoding);
        },
      },
    },
    read: (value, at) => {
      const file = parsePart(runFileFileSchema, value, at);
      check.file(file.path, at);
      parts.file(content.finish(file, at));
      content = new FileContent();
    },
  };
}

function headOf(document: unknown, checksum: string, check: RunCheck): RunFileHead {
  const { format, version, checksum: stated, run } = isRecord(document) ? document : {};
  readFormat(format);
  readVersion(version);
  if (!isRecord(run)) throw invalid('run', 'expected a record');
  if (typeof stated !== 'string') throw invalid('checksum', 'expected a text');
  if (stated !== checksum) {
    throw new WirebenchError(
      'RUN_FILE_DAMAGED',
      'The checksum does not match the content of the file',
      { hint: 'The file was changed after it was written. Export the run again.' },
    );
  }
  const {
    trials: _trials,
    files: _files,
    ...head
  } = parsePart(runFileSchema, document, () => '').run;
  check.run(head);
  return head;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readFormat(format: unknown): unknown {
  if (format === runFileFormat) return format;
  throw new WirebenchError('RUN_FILE_UNREADABLE', 'The file does not contain a Wirebench run');
}

function readVersion(version: unknown): unknown {
  if (version === runFileVersion) return version;
  if (typeof version === 'number' && version > runFileVersion) {
    throw new WirebenchError(
      'RUN_FILE_NEWER',
      `The file has version ${version}; this Wirebench reads up to ${runFileVersion}`,
      { hint: 'Update Wirebench to open it.' },
    );
  }
  throw invalid('version', `expected ${runFileVersion}, got ${JSON.stringify(version)}`);
}

function parsePart<T>(schema: z.ZodType<T>, value: unknown, at: () => string): T {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const { issues } = read.error;
  const [issue] = issues;
  const path = (issue?.path ?? []).reduce<string>(
    (text, part) =>
      text + (typeof part === 'number' ? `[${part}]` : `${text && '.'}${String(part)}`),
    at(),
  );
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  throw invalid(path || 'the file', `${issue?.message ?? 'not as expected'}${more}`);
}
