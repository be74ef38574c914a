import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { WirebenchError } from '../../../contracts/errors.ts';
import {
  maxRunFileBytes,
  maxUnpackedRunFileBytes,
  type RunFile,
  type RunFileRun,
  runFileExtension,
  runFileFormat,
  runFileVersion,
} from '../../../contracts/run-file.ts';
import { version } from '../../platform/version.ts';
import { exportName } from '../file-name.ts';
import { checksumOf } from './checksum.ts';

const gzipAsync = promisify(gzip);

/** A run file ready to be saved. */
export interface WrittenRunFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Packs a run; the same run always gives the same bytes.
 * @throws WirebenchError RUN_FILE_TOO_LARGE when no Wirebench would read it again.
 */
export async function writeRunFile(run: RunFileRun): Promise<WrittenRunFile> {
  const text = asText(run);
  const bytes = await gzipAsync(text, { level: constants.Z_DEFAULT_COMPRESSION });
  if (bytes.length > maxRunFileBytes) throw tooLarge();
  return { name: exportName(run, runFileExtension), bytes };
}

function asText(run: RunFileRun): string {
  const file: RunFile = {
    format: runFileFormat,
    version: runFileVersion,
    wirebench: version(),
    checksum: '',
    run,
  };
  try {
    const text = JSON.stringify({ ...file, checksum: checksumOf(run) });
    if (Buffer.byteLength(text) <= maxUnpackedRunFileBytes) return text;
  } catch (cause) {
    // The longest text that the runtime can hold is not much above the limit.
    if (!(cause instanceof RangeError)) throw cause;
  }
  throw tooLarge();
}

function tooLarge(): WirebenchError {
  return new WirebenchError('RUN_FILE_TOO_LARGE', 'The run has too many intervals for one file', {
    hint: 'Copy the database instead.',
  });
}
