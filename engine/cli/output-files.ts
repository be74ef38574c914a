import { access, constants, mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ExportFormat } from '../../contracts/engine-api.ts';
import { messageOf, WirebenchError } from '../../contracts/errors.ts';

/** Files of `run --out`, by format; samples are written on request only. */
export const outputNames: Readonly<Record<Exclude<ExportFormat, 'samples'>, string>> = {
  json: 'result.json',
  csv: 'result.csv',
  html: 'report.html',
  hgrm: 'latency.hgrm',
};

/** Failures of the disk, which another path on it would not avoid; all others mean a wrong path. */
const mediumFailures = ['ENOSPC', 'EDQUOT', 'EIO', 'EFBIG'];

function writeFailure(path: string, cause: unknown): WirebenchError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const reason = messageOf(cause);
  return new WirebenchError(
    mediumFailures.includes(code) ? 'EXPORT_FAILED' : 'ARGUMENT_INVALID',
    `Cannot write ${path}: ${reason}`,
    { cause },
  );
}

/**
 * Creates a folder, if it is missing, and checks that it is writable.
 * @throws WirebenchError ARGUMENT_INVALID when it cannot be created or written.
 */
export async function prepareFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw writeFailure(folder, cause);
  }
}

/** @throws WirebenchError ARGUMENT_INVALID or, for failures of the disk, EXPORT_FAILED. */
export async function writeOutput(path: string, content: string | Uint8Array): Promise<void> {
  try {
    await writeFile(path, content);
  } catch (cause) {
    throw writeFailure(path, cause);
  }
}

/** `path` itself, or `name` in it when it is a folder. Its folder must exist. */
export async function outputPath(path: string, name: string): Promise<string> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const file = isFolder ? join(path, name) : path;
  await access(dirname(file)).catch((cause: unknown) => {
    throw writeFailure(file, cause);
  });
  return file;
}
