import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { WirebenchError } from '../../contracts/errors.ts';
import { formatBytes } from '../../metrics/format.ts';
import { pieceBytes } from './objects.ts';

/** Pieces fetched concurrently: with only one, a distant controller would mostly be waited for. */
const lanes = 4;
/** Pause before a piece is requested again. */
const retryMs = 300;
/** Without any piece for this long, the controller is considered gone. */
const timeoutMs = 30_000;

interface Wanted {
  readonly name: string;
  readonly bytes: number;
}

/** Requests the piece of an object that begins at an octet; rejects when it is unknown whether the request arrived. */
export type GetPiece = (name: string, from: number) => Promise<Uint8Array>;

/** @param free memory that this machine can spare, in bytes. @throws WirebenchError WORKER_FAILED */
function roomFor({ bytes }: Wanted, free: number): SharedArrayBuffer {
  if (bytes > free) {
    throw new WirebenchError(
      'WORKER_FAILED',
      `the rows of a data file take ${formatBytes(bytes)}, and this machine has ${formatBytes(free)} of memory left`,
      { hint: 'Leave out rows and columns that no request uses, or use a larger machine.' },
    );
  }
  return new SharedArrayBuffer(bytes);
}

/**
 * Fetches an object of known length into memory that workers share, a few pieces concurrently, and verifies its
 * content.
 * @throws WirebenchError WORKER_FAILED; the reason of the signal when that is aborted.
 */
export async function fetchShared(
  wanted: Wanted,
  get: GetPiece,
  signal: AbortSignal,
  free = process.availableMemory(),
): Promise<SharedArrayBuffer> {
  const memory = roomFor(wanted, free);
  const octets = new Uint8Array(memory);
  const hash = createHash('sha256');
  const there = new Set<number>();
  let next = 0;
  let hashed = 0;
  let heardAt = performance.now();
  const piece = async (from: number) => {
    const length = Math.min(pieceBytes, wanted.bytes - from);
    for (;;) {
      signal.throwIfAborted();
      try {
        const content = await get(wanted.name, from);
        if (content.length !== length) throw incomplete();
        heardAt = performance.now();
        return content;
      } catch (error) {
        const isFinal = error instanceof WirebenchError;
        if (isFinal || performance.now() - heardAt > timeoutMs) throw error;
        await pause(retryMs, undefined, { signal });
      }
    }
  };
  const lane = async () => {
    while (next < wanted.bytes) {
      const from = next;
      next += pieceBytes;
      octets.set(await piece(from), from);
      there.add(from);
      // In order, and piece by piece: hashing all in one step would block everything else for a second.
      for (; there.delete(hashed); hashed += pieceBytes)
        hash.update(octets.slice(hashed, hashed + pieceBytes));
    }
  };
  try {
    await Promise.all(Array.from({ length: lanes }, lane));
  } finally {
    // When one has failed, the others need not continue.
    next = wanted.bytes;
  }
  signal.throwIfAborted();
  if (hash.digest('hex') !== wanted.name) throw incomplete();
  return memory;
}

function incomplete(): WirebenchError {
  return new WirebenchError(
    'WORKER_FAILED',
    'what the controller sent of a data file is not what it had named: a piece is missing or changed',
  );
}

/** SHA-256 of a large content in hexadecimal; yields to other work meanwhile. */
export async function nameOfLarge(content: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  for (let from = 0; from < content.length; from += pieceBytes) {
    hash.update(content.slice(from, from + pieceBytes));
    await new Promise((resolve) => setImmediate(resolve));
  }
  return hash.digest('hex');
}
