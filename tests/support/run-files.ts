import { gzipSync } from 'node:zlib';
import type { RunFileRun, RunFileTrial } from '../../contracts/run-file.ts';
import { checksumOf } from '../../engine/report/run-file/checksum.ts';
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

/** A document as a run file, with the right checksum unless `part` has another. */
export function packRunFile(run: unknown, part: Record<string, unknown> = {}): Uint8Array {
  const checksum = checksumOf(run);
  const document = { format: 'wirebench-run', version: 1, wirebench: '0.1.0', checksum, run };
  return gzipSync(JSON.stringify({ ...document, ...part }));
}
