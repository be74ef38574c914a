import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { readRunFile } from '../../../engine/report/run-file/read.ts';
import { checksumOf, inParts, makeFileRun, packRunFile } from '../../support/run-files.ts';
import type { CaseOutcome, Prepared, Target } from './target.ts';

const fixture = join(import.meta.dirname, '../../../fixtures/runs/40-one-cell.wbrun');

/** All fields that are handed on, as text. */
async function readAll(bytes: Uint8Array): Promise<string> {
  const parts: unknown[] = [];
  const head = await readRunFile(inParts(bytes, 65_536), {
    interval: (trial, interval) => parts.push([trial, interval]),
    trial: (trial) => parts.push(trial),
    file: ({ gzip, ...file }) => parts.push([file, gzip?.length]),
  });
  return JSON.stringify([head, parts]);
}

async function prepare(): Promise<{ packed: Buffer[]; expected: string[] }> {
  const packed = [Buffer.from(packRunFile(makeFileRun())), readFileSync(fixture)];
  return { packed, expected: await Promise.all(packed.map(readAll)) };
}

/** As stored on disk: the checksum catches what the schema would accept. */
const packedTarget: Target = {
  what: 'run files',
  weight: 10,
  prepare: async (): Promise<Prepared> => {
    const { packed, expected } = await prepare();
    return {
      samples: packed,
      isText: false,
      read: async (bytes, sample) =>
        (await readAll(bytes)) === expected[sample] ? 'unharmed' : 'broken',
    };
  },
};

/** With a valid checksum, as an attacker would write it: accepted data only has to be bounded. */
const forgedTarget: Target = {
  what: 'run files with a right checksum',
  weight: 4,
  prepare: async (): Promise<Prepared> => {
    const { packed } = await prepare();
    const bodies = packed.map((one) => gunzipSync(one));
    return {
      samples: bodies,
      isText: true,
      read: async (bytes): Promise<CaseOutcome> => {
        await readAll(forged(bytes));
        return 'unharmed';
      },
    };
  },
};

function forged(bytes: Buffer): Uint8Array {
  try {
    const { run, ...rest } = JSON.parse(bytes.toString('utf8')) as Record<string, unknown>;
    return packRunFile(run, { ...rest, checksum: checksumOf(run) });
  } catch {
    return gzipSync(bytes); // No longer JSON: that has to be detected as well.
  }
}

export const runFileTargets: readonly Target[] = [packedTarget, forgedTarget];
