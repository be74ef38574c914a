import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { constants, createGzip } from 'node:zlib';
import { WirebenchError } from '../../../contracts/errors.ts';
import {
  maxRunFileBytes,
  maxUnpackedRunFileBytes,
  type RunFile,
  type RunFileTrialHead,
  runFileExtension,
  runFileFormat,
  runFileVersion,
} from '../../../contracts/run-file.ts';
import { version } from '../../platform/version.ts';
import type { OpenedRun } from '../../store/run-records.ts';
import { exportName } from '../file-name.ts';

/** A run file ready to be saved. */
export interface WrittenRunFile {
  readonly name: string;
  /** Its parts in order. */
  readonly chunks: readonly Uint8Array[];
}

/** Characters after which other work of the engine may run, and bytes of a part. */
const turn = 1_000_000;

/**
 * Packs a run; the same run always gives the same bytes. Memory never contains more of the run than the packed bytes and
 * one stored trial.
 * @throws WirebenchError RUN_FILE_TOO_LARGE when the file would be too large to import.
 */
export async function writeRunFile(run: OpenedRun): Promise<WrittenRunFile> {
  const head = JSON.stringify(fileHead(await checksumOfParts(run))).slice(0, -1);
  const gzip = createGzip({ level: constants.Z_DEFAULT_COMPRESSION, chunkSize: turn });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  gzip.on('data', (chunk: Uint8Array) => {
    chunks.push(chunk);
    bytes += chunk.length;
  });
  const ended = once(gzip, 'end');
  // Errors while parts are written are thrown there.
  ended.catch(() => undefined);
  try {
    for await (const text of inTurns([`${head},"run":`], textOf(run), ['}'])) {
      if (!gzip.write(text)) await once(gzip, 'drain');
      if (bytes > maxRunFileBytes) throw tooLarge();
    }
    gzip.end();
    await ended;
  } finally {
    gzip.destroy();
  }
  if (bytes > maxRunFileBytes) throw tooLarge();
  return { name: exportName(run.head, runFileExtension), chunks };
}

function fileHead(checksum: string): Omit<RunFile, 'run'> {
  return { format: runFileFormat, version: runFileVersion, wirebench: version(), checksum };
}

/** As of the whole run in one text. @throws WirebenchError RUN_FILE_TOO_LARGE */
async function checksumOfParts(run: OpenedRun): Promise<string> {
  const hash = createHash('sha256');
  let bytes = Buffer.byteLength(JSON.stringify(fileHead(''.padEnd(64)))) + '"run":,'.length;
  for await (const text of inTurns(textOf(run))) {
    hash.update(text);
    bytes += Buffer.byteLength(text);
    if (bytes > maxUnpackedRunFileBytes) throw tooLarge();
  }
  return hash.digest('hex');
}

/** A run as `JSON.stringify` writes it. */
function* textOf({ head, trials, files }: OpenedRun): Generator<string> {
  yield `${opened(head)},"trials":`;
  yield* listOf(trials(), textOfTrial);
  let isFirst = true;
  for (const file of files()) {
    yield `${isFirst ? ',"files":[' : ','}${JSON.stringify(file)}`;
    isFirst = false;
  }
  yield isFirst ? '}' : ']}';
}

function* textOfTrial(trial: {
  readonly head: RunFileTrialHead;
  readonly intervals: Iterable<unknown>;
}): Generator<string> {
  yield `${opened(trial.head)},"intervals":`;
  yield* listOf(trial.intervals, function* (interval) {
    yield JSON.stringify(interval);
  });
  yield '}';
}

function* listOf<T>(items: Iterable<T>, write: (item: T) => Iterable<string>): Generator<string> {
  let before = '[';
  for (const item of items) {
    yield before;
    yield* write(item);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

/** A record without its last brace. */
const opened = (record: object) => JSON.stringify(record).slice(0, -1);

/** Joins texts to longer ones, between which the engine can do other work. */
async function* inTurns(...texts: readonly Iterable<string>[]): AsyncGenerator<string> {
  let joined = '';
  for (const some of texts) {
    for (const text of some) {
      joined += text;
      if (joined.length < turn) continue;
      yield joined;
      joined = '';
      await setImmediate();
    }
  }
  if (joined !== '') yield joined;
}

function tooLarge(): WirebenchError {
  return new WirebenchError('RUN_FILE_TOO_LARGE', 'The run has too many intervals for one file', {
    hint: 'Copy the database instead.',
  });
}
