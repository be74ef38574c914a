import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { messageOf, WirebenchError } from '../../contracts/errors.ts';
import { type ImportedRun, runFilePartBytes } from '../../contracts/run-file.ts';
import type { Engine } from '../api/engine.ts';

type History = Engine['client']['history'];

/** A run as the bytes of a run file, with the name it should have. */
export async function fetchRunFile(
  history: History,
  runId: string,
): Promise<{ name: string; bytes: Uint8Array }> {
  const parts: Uint8Array[] = [];
  let name = '';
  for await (const part of await history.exportRunFile({ runId })) {
    if (part.type === 'head') name = part.name;
    else parts.push(Buffer.from(part.base64, 'base64'));
  }
  return { name, bytes: Buffer.concat(parts) };
}

/** Adds the run in a file to the history. @throws WirebenchError ARGUMENT_INVALID when it is unreadable. */
export async function sendRunFile(history: History, path: string): Promise<ImportedRun> {
  // The size alone may be a reason to refuse it.
  const { uploadId } = await history.beginImport({ bytes: await sizeOf(path) });
  for await (const part of partsOf(path)) {
    await history.importPart({ uploadId, base64: part.toString('base64') });
  }
  return history.finishImport({ uploadId });
}

async function* partsOf(path: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path, { highWaterMark: runFilePartBytes });
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch((cause: unknown) => {
    throw unreadable(path, cause);
  });
  if (!found.isFile()) throw unreadable(path, new Error('not a file'));
  return found.size;
}

function unreadable(path: string, cause: unknown): WirebenchError {
  const reason = messageOf(cause);
  return new WirebenchError('ARGUMENT_INVALID', `Cannot read ${path}: ${reason}`, { cause });
}
