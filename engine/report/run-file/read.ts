import type { z } from 'zod';
import { WirebenchError } from '../../../contracts/errors.ts';
import {
  type RunFileRun,
  runFileFormat,
  runFileSchema,
  runFileVersion,
} from '../../../contracts/run-file.ts';
import { checkRun, invalid } from './check.ts';
import { checksumOf } from './checksum.ts';
import { type RunFileLimits, runFileLimits, unpack } from './unpack.ts';

/**
 * Reads a run file from anywhere and trusts none of it.
 * @throws WirebenchError RUN_FILE_UNREADABLE, RUN_FILE_DAMAGED, RUN_FILE_INVALID, RUN_FILE_NEWER,
 * RUN_FILE_TOO_LARGE
 */
export async function readRunFile(
  bytes: Uint8Array,
  limits: RunFileLimits = runFileLimits,
): Promise<RunFileRun> {
  const document = await unpack(bytes, limits);
  if (!isRecord(document) || document.format !== runFileFormat) {
    throw new WirebenchError('RUN_FILE_UNREADABLE', 'The file does not contain a Wirebench run');
  }
  checkVersion(document.version);
  checkChecksum(document);
  const read = runFileSchema.safeParse(document);
  if (!read.success) throw firstIssue(read.error);
  checkRun(read.data.run);
  return read.data.run;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function checkVersion(version: unknown): void {
  if (version === runFileVersion) return;
  if (typeof version === 'number' && version > runFileVersion) {
    throw new WirebenchError(
      'RUN_FILE_NEWER',
      `The file has version ${version}; this Wirebench reads up to ${runFileVersion}`,
      { hint: 'Update Wirebench to open it.' },
    );
  }
  throw invalid('version', `expected ${runFileVersion}, got ${JSON.stringify(version)}`);
}

function checkChecksum({ checksum, run }: Record<string, unknown>): void {
  if (!isRecord(run)) throw invalid('run', 'expected a record');
  if (typeof checksum !== 'string') throw invalid('checksum', 'expected a text');
  if (actualChecksum(run) === checksum) return;
  throw new WirebenchError(
    'RUN_FILE_DAMAGED',
    'The checksum does not match the content of the file',
    {
      hint: 'The file was changed after it was written. Export the run again.',
    },
  );
}

function actualChecksum(run: Record<string, unknown>): string {
  try {
    return checksumOf(run);
  } catch (cause) {
    // Lists within lists by the thousand can be read, but not written again.
    if (cause instanceof RangeError) throw invalid('run', 'it is nested too deeply');
    throw cause;
  }
}

function firstIssue({ issues }: z.ZodError): WirebenchError {
  const [issue] = issues;
  const path = (issue?.path ?? []).reduce<string>(
    (text, part) =>
      text + (typeof part === 'number' ? `[${part}]` : `${text && '.'}${String(part)}`),
    '',
  );
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  return invalid(path || 'the file', `${issue?.message ?? 'not as expected'}${more}`);
}
