import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Interval } from '../../contracts/measurement.ts';
import type {
  ImportedRun,
  RunFileFile,
  RunFileRun,
  RunFileTrial,
} from '../../contracts/run-file.ts';
import { ArrivingRun } from '../../engine/report/run-file/add.ts';
import { type RunParts, readRunFile } from '../../engine/report/run-file/read.ts';
import { type RunFileLimits, runFileLimits } from '../../engine/report/run-file/unpack.ts';
import { writeRunFile } from '../../engine/report/run-file/write.ts';
import type { OpenedRun } from '../../engine/store/run-records.ts';
import type { Store } from '../../engine/store/store.ts';
import {
  environment,
  makeCell,
  makeHistogram,
  makeInterval,
  makePlanned,
  makeResult,
} from './records.ts';

/** Whole runs with plain values, for tests of run files. */

export function makeFileTrial(index: number, part: Partial<RunFileTrial> = {}): RunFileTrial {
  const id = `trial-${index}`;
  const planned = makePlanned({ index, cell: makeCell({ users: index + 1 }) });
  return {
    id,
    planned,
    status: 'completed',
    startedAt: '2026-03-01T10:00:01.000Z',
    result: makeResult(id, planned),
    saturation: null,
    intervals: [
      makeInterval(0),
      makeInterval(1, { service: makeHistogram([5, 6]), lag: makeHistogram([0, 3_600_000_000]) }),
    ],
    ...part,
  };
}

/** Two trials, of which one was never started. */
export function makeFileRun(part: Partial<RunFileRun> = {}): RunFileRun {
  return {
    id: 'aaaa1111',
    name: 'Example',
    status: 'stopped',
    startedAt: '2026-03-01T10:00:00.000Z',
    endedAt: '2026-03-01T10:00:12.000Z',
    environment,
    experiment: 'wirebench: 1\nname: Example\nfactors: {users: 1}\n',
    warnings: ['Mind the fan'],
    tags: ['paper', 'lab'],
    note: 'The door was shut.\nÅ',
    annotations: [
      {
        id: 'mark-1',
        trialIndex: null,
        atSeconds: 3,
        madeAt: '2026-03-01T10:00:03.000Z',
        text: 'a',
      },
      {
        id: 'mark-2',
        trialIndex: 0,
        atSeconds: 1,
        madeAt: '2026-03-01T10:00:02.000Z',
        text: '<b>',
      },
    ],
    trials: [
      makeFileTrial(0, { saturation: 12.5 }),
      makeFileTrial(1, { status: 'waiting', startedAt: null, result: null, intervals: [] }),
    ],
    ...part,
  };
}

/** SHA-256, in hexadecimal, over a value written as JSON without spaces, as run files have it. */
export function checksumOf(run: unknown): string {
  return createHash('sha256').update(JSON.stringify(run)).digest('hex');
}

/** A run in parts, as a store exports it. */
export function opened({ trials, files = [], ...head }: RunFileRun): OpenedRun {
  return {
    head,
    trials: () => trials.map(({ intervals, ...trial }) => ({ head: trial, intervals })),
    files: () => files,
  };
}

/** The bytes of a run's file. */
export async function writtenRun(run: OpenedRun): Promise<Buffer> {
  return Buffer.concat((await writeRunFile(run)).chunks);
}

/** A document as a run file, with the right checksum unless `part` has another. */
export function packRunFile(run: unknown, part: Record<string, unknown> = {}): Uint8Array {
  const checksum = checksumOf(run);
  const document = { format: 'wirebench-run', version: 1, wirebench: '0.1.0', checksum, run };
  return gzipSync(JSON.stringify({ ...document, ...part }));
}

/** A run file in chunks, as read from a disk. */
export async function* inParts(bytes: Uint8Array, length = 1000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

/** The whole run of a run file. */
export async function readWholeRun(
  bytes: Uint8Array,
  limits: RunFileLimits = runFileLimits,
): Promise<RunFileRun> {
  const trials: RunFileTrial[] = [];
  const files: RunFileFile[] = [];
  let intervals: Interval[] = [];
  const head = await readRunFile(
    inParts(bytes),
    {
      interval: (_trial, interval) => intervals.push(interval),
      trial: (trial) => {
        trials.push({ ...trial, intervals });
        intervals = [];
      },
      file: ({ gzip, ...file }) => {
        const content = gzip && gunzipSync(gzip);
        const encoding = content && isUtf8(content) ? 'utf8' : 'base64';
        files.push({ ...file, encoding, content: content?.toString(encoding) ?? null });
      },
    },
    limits,
  );
  return { ...head, trials, ...(files.length > 0 ? { files } : {}) };
}

function handOn(run: RunFileRun, parts: RunParts): void {
  run.trials.forEach(({ intervals, ...trial }, position) => {
    for (const interval of intervals) parts.interval(position, interval);
    parts.trial(trial);
  });
  for (const { content, encoding, ...file } of run.files ?? []) {
    const gzip = content === null ? null : gzipSync(Buffer.from(content, encoding));
    parts.file({ ...file, gzip });
  }
}

/** Stores a run as it is. */
export function storeRun(store: Store, run: RunFileRun): void {
  const staged = store.stageRun();
  try {
    handOn(run, staged);
    staged.add(run, false);
  } finally {
    staged.discard();
  }
}

/** Stores a run as the import of its file would. */
export function importRun(store: Store, run: RunFileRun): ImportedRun {
  const arriving = new ArrivingRun(store);
  try {
    handOn(run, arriving);
    return arriving.add(run);
  } finally {
    arriving.discard();
  }
}
