import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { WirebenchError } from '../../../contracts/errors.ts';
import {
  maxRunFileBytes,
  maxRunFileRecords,
  maxRunFileValues,
  maxUnpackedRunFileBytes,
} from '../../../contracts/run-file.ts';

const gunzipAsync = promisify(gunzip);
const comma = 0x2c;
const bracket = 0x5b;
const brace = 0x7b;

/** How much a file may hold; smaller in tests. */
export interface RunFileLimits {
  readonly bytes: number;
  readonly unpackedBytes: number;
  readonly values: number;
  /** Lists and records. */
  readonly records: number;
}

export const runFileLimits: RunFileLimits = {
  bytes: maxRunFileBytes,
  unpackedBytes: maxUnpackedRunFileBytes,
  values: maxRunFileValues,
  records: maxRunFileRecords,
};

/** Refuses a file by its size alone. @throws WirebenchError RUN_FILE_TOO_LARGE */
export function refuseTooLarge(bytes: number, limits: RunFileLimits = runFileLimits): void {
  if (bytes > limits.bytes) throw tooLarge(`is larger than ${limits.bytes / 1e6} MB`);
}

/**
 * The JSON document in a packed file.
 * @throws WirebenchError RUN_FILE_UNREADABLE, RUN_FILE_DAMAGED, RUN_FILE_TOO_LARGE
 */
export async function unpack(bytes: Uint8Array, limits: RunFileLimits): Promise<unknown> {
  refuseTooLarge(bytes.length, limits);
  const unpacked = await inflate(bytes, limits);
  refuseTooMany(unpacked, limits);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(unpacked));
  } catch (cause) {
    throw new WirebenchError('RUN_FILE_UNREADABLE', 'The file does not contain JSON', { cause });
  }
}

async function inflate(bytes: Uint8Array, limits: RunFileLimits): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) {
    throw new WirebenchError('RUN_FILE_UNREADABLE', 'The file is not packed like a run file', {
      hint: 'Choose a .wbrun file that Wirebench exported.',
    });
  }
  try {
    return await gunzipAsync(bytes, { maxOutputLength: limits.unpackedBytes });
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE') {
      throw tooLarge(`unpacks to more than ${limits.unpackedBytes / 1e6} MB`);
    }
    throw new WirebenchError('RUN_FILE_DAMAGED', 'The file is incomplete or was changed', {
      cause,
      hint: 'Copy or export it again.',
    });
  }
}

/** Counts the signs that separate and open things; those within texts count too, which does no harm. */
function refuseTooMany(bytes: Uint8Array, limits: RunFileLimits): void {
  let values = 0;
  let records = 0;
  for (const byte of bytes) {
    if (byte === comma) values += 1;
    else if (byte === bracket || byte === brace) records += 1;
  }
  if (values > limits.values) throw tooLarge(`contains more than ${limits.values} values`);
  if (records > limits.records)
    throw tooLarge(`contains more than ${limits.records} lists and records`);
}

function tooLarge(what: string): WirebenchError {
  return new WirebenchError('RUN_FILE_TOO_LARGE', `The file ${what}`);
}
