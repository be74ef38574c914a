import { hash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RunFileFile, RunFileRun } from '../../../contracts/run-file.ts';
import { makeInterval } from '../../../tests/support/records.ts';
import {
  checksumOf,
  makeFileRun,
  opened,
  storeRun,
  writtenRun,
} from '../../../tests/support/run-files.ts';
import { openedStore } from '../../../tests/support/stores.ts';
import { version } from '../../platform/version.ts';

const carried = (path: string, content: string): RunFileFile => {
  const sha256 = hash('sha256', content);
  return { path, bytes: Buffer.byteLength(content), sha256, encoding: 'utf8', content };
};

describe('writing a run file', () => {
  it.each([
    ['intervals', makeFileRun()],
    ['no trials', makeFileRun({ trials: [] })],
    ['files', makeFileRun({ files: [carried('a.csv', 'a,b'), carried('b.csv', 'c')] })],
  ])('is the JSON of a run with %s, byte for byte', async (_what, run) => {
    const head = { format: 'wirebench-run', version: 1, wirebench: version() };
    const textOf = (one: RunFileRun) =>
      JSON.stringify({ ...head, checksum: checksumOf(one), run: one });
    expect(gunzipSync(await writtenRun(opened(run))).toString()).toBe(textOf(run));
    const store = openedStore();
    storeRun(store, run);
    const packed = await writtenRun(store.openRun(run.id));
    expect(gunzipSync(packed).toString()).toBe(textOf(store.readRun(run.id)));
  });

  it('is written part by part, so that other work can run in between', async () => {
    const { trials, ...rest } = opened(makeFileRun());
    const [trial] = trials();
    const seconds = 20_000;
    let [reading, turns] = [false, 0];
    const intervals = function* () {
      reading = true;
      for (let at = 0; at < seconds; at++) yield makeInterval(at);
      reading = false;
    };
    const run = {
      ...rest,
      trials: () => (trial ? [{ head: trial.head, intervals: intervals() }] : []),
    };
    const look = () => {
      if (reading) turns += 1;
    };
    const timer = setInterval(look, 0);
    onTestFinished(() => clearInterval(timer));
    await writtenRun(run);
    expect(turns).toBeGreaterThan(2);
  });
});
