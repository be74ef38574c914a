import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { WirebenchError } from '../../../contracts/errors.ts';
import { maxRunFileBytes, maxUnpackedRunFileBytes } from '../../../contracts/run-file.ts';
import { tooLarge } from './json-stream.ts';

const chunkBytes = 256 * 1024;

/** Size limits of a file; smaller in tests. */
export interface RunFileLimits {
  readonly bytes: number;
  readonly unpackedBytes: number;
}

export const runFileLimits: RunFileLimits = {
  bytes: maxRunFileBytes,
  unpackedBytes: maxUnpackedRunFileBytes,
};

/** Refuses a file by its size alone. @throws WirebenchError RUN_FILE_TOO_LARGE */
export function refuseTooLarge(bytes: number, limits: RunFileLimits = runFileLimits): void {
  if (bytes > limits.bytes) throw tooLarge(`is larger than ${limits.bytes / 1e6} MB`);
}

/**
 * Content of a packed file, part by part.
 * @throws WirebenchError RUN_FILE_UNREADABLE, RUN_FILE_DAMAGED, RUN_FILE_TOO_LARGE
 */
export async function* unpack(
  packed: AsyncIterable<Uint8Array>,
  limits: RunFileLimits,
): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: chunkBytes });
  const fed = pipeline(Readable.from(checked(packed, limits)), gunzip);
  // The reader of the output gets the error.
  fed.catch(() => undefined);
  let unpacked = 0;
  try {
    for await (const chunk of gunzip) {
      unpacked += chunk.length;
      if (unpacked > limits.unpackedBytes) {
        throw tooLarge(`unpacks to more than ${limits.unpackedBytes / 1e6} MB`);
      }
      yield chunk;
    }
  } catch (cause) {
    if (cause instanceof WirebenchError) throw cause;
    throw new WirebenchError('RUN_FILE_DAMAGED', 'The file is incomplete or was changed', {
      cause,
      hint: 'Copy or export it again.',
    });
  } finally {
    gunzip.destroy();
  }
}

async function* checked(
  packed: AsyncIterable<Uint8Array>,
  limits: RunFileLimits,
): AsyncGenerator<Uint8Array> {
  let start = Buffer.alloc(0);
  let bytes = 0;
  for await (const chunk of packed) {
    bytes += chunk.length;
    refuseTooLarge(bytes, limits);
    if (start.length < 2) {
      start = Buffer.concat([start, chunk.subarray(0, 2)]);
      if (start.length >= 2) refuseUnpacked(start);
    }
    yield chunk;
  }
  refuseUnpacked(start);
}

function refuseUnpacked(start: Uint8Array): void {
  if (start[0] === 0x1f && start[1] === 0x8b) return;
  throw new WirebenchError('RUN_FILE_UNREADABLE', 'The file is not packed like a run file', {
    hint: 'Choose a .wbrun file that Wirebench exported.',
  });
}
