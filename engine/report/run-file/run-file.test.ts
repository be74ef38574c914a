import { hash, randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WirebenchError } from '../../../contracts/errors.ts';
import type { HistogramData } from '../../../contracts/measurement.ts';
import type { RunFileFile, RunFileRun } from '../../../contracts/run-file.ts';
import { makeInterval, makeRun } from '../../../tests/support/records.ts';
import {
  importRun,
  makeFileRun,
  makeFileTrial,
  opened,
  packRunFile,
  readWholeRun,
  storeRun,
  writtenRun,
} from '../../../tests/support/run-files.ts';
import { openedStore as emptyStore } from '../../../tests/support/stores.ts';
import type { KeptFile } from '../../store/handover.ts';
import type { Store } from '../../store/store.ts';
import { runFileLimits } from './unpack.ts';
import { writeRunFile } from './write.ts';

const code = (expected: string, message = /./) =>
  expect.objectContaining({ code: expected, message: expect.stringMatching(message) });

const kept = (path: string, content: Buffer | null): KeptFile => ({
  path,
  bytes: content?.length ?? 200_000_000,
  sha256: hash('sha256', content ?? ''),
  gzip: content && gzipSync(content),
});

const written = (run: RunFileRun = makeFileRun()) => writtenRun(opened(run));

describe('a run file', () => {
  it('is named after its run and restores it', async () => {
    const { name, chunks } = await writeRunFile(opened(makeFileRun()));
    expect(name).toBe('Example-aaaa1111.wbrun');
    expect(await readWholeRun(Buffer.concat(chunks))).toEqual(makeFileRun());
  });

  it('carries the files of its experiment from one history to another', async () => {
    const text = Buffer.from('id,name\n7,Åse\n');
    const bytes = randomBytes(300);
    const files = [kept('data/orders.csv', text), kept('large.csv', null), kept('shop.bin', bytes)];
    const [here, there] = [emptyStore(), emptyStore()];
    here.createRun(makeRun('aaaa1111', 1, { files }));
    here.finishRun('aaaa1111', 'completed', '2026-03-01T10:00:12.000Z');
    const file = await written(here.readRun('aaaa1111'));
    importRun(there, await readWholeRun(file));
    const content = (store: Store) =>
      store.keptFiles('aaaa1111').map(({ gzip, ...facts }) => ({
        ...facts,
        content: gzip && gunzipSync(gzip),
      }));
    expect(content(there)).toEqual(content(here));
    expect(content(there).map((one) => one.content)).toEqual([text, null, bytes]);
    expect(await written(there.readRun('aaaa1111'))).toEqual(file);
  });

  it.each<[string, Partial<RunFileFile>, RegExp]>([
    ['a path that leads out', { path: '../a.csv' }, /path: \.\.\/a\.csv is not a path below/],
    ['a path from the root', { path: '/etc/passwd' }, /is not a path below/],
    ['a path of a drive', { path: 'C:/orders.csv' }, /is not a path below/],
    ['another content', { content: 'id\n8\n' }, /sha256: it is not that of the content/],
    ['a length that is wrong', { bytes: 6 }, /bytes: expected 5/],
  ])('is refused with a file of %s', async (_name, part, message) => {
    const content = 'id\n7\n';
    const { gzip: _gzip, ...facts } = kept('orders.csv', Buffer.from(content));
    const files = [{ ...facts, encoding: 'utf8' as const, content, ...part }];
    await expect(readWholeRun(await written(makeFileRun({ files })))).rejects.toThrow(
      code('RUN_FILE_INVALID', message),
    );
  });

  it('may be reformatted', async () => {
    const text = gunzipSync(await written()).toString();
    const pretty = gzipSync(JSON.stringify(JSON.parse(text), null, 2));
    expect(await readWholeRun(pretty)).toEqual(makeFileRun());
  });

  it('is refused when a value was changed', async () => {
    const text = gunzipSync(await written()).toString();
    const better = text.replace('"throughputRps":4000', '"throughputRps":9000');
    expect(better).not.toBe(text);
    await expect(readWholeRun(gzipSync(better))).rejects.toThrow(
      code('RUN_FILE_DAMAGED', /checksum/),
    );
  });

  const packed = (part: Record<string, unknown>) => packRunFile(makeFileRun(), part);
  it.each<[string, Uint8Array, string]>([
    ['nothing', new Uint8Array(), 'UNREADABLE'],
    ['text', Buffer.from('wirebench: 1\n'), 'UNREADABLE'],
    ['gzip of text', gzipSync('wirebench: 1'), 'UNREADABLE'],
    ['gzip of bytes that are no text', gzipSync(Buffer.from([0x22, 0xff, 0x22])), 'UNREADABLE'],
    ['gzip of other JSON', gzipSync('{"format":"wirebench-result/1"}'), 'UNREADABLE'],
    ['gzip of null', gzipSync('null'), 'UNREADABLE'],
    ['a later version', packed({ version: 2 }), 'NEWER'],
    ['no version', packed({ version: undefined }), 'INVALID'],
    ['no checksum', packed({ checksum: undefined }), 'INVALID'],
    ['a wrong checksum', packed({ checksum: '0'.repeat(64) }), 'DAMAGED'],
    ['no run', packRunFile(null), 'INVALID'],
  ])('is not %s', async (_what, bytes, expected) => {
    await expect(readWholeRun(bytes)).rejects.toThrow(code(`RUN_FILE_${expected}`));
  });

  it('is refused when it is too large, packed or unpacked, or contains too much', async () => {
    const bytes = await written();
    const refused = code('RUN_FILE_TOO_LARGE');
    for (const limit of [{ bytes: 100 }, { unpackedBytes: 1000 }]) {
      await expect(readWholeRun(bytes, { ...runFileLimits, ...limit })).rejects.toThrow(refused);
    }
    const bomb = gzipSync(`{"run":{"x":[${'0,'.repeat(5_000_000)}0]}}`);
    expect(bomb.length).toBeLessThan(20_000);
    await expect(readWholeRun(bomb)).rejects.toThrow(code('RUN_FILE_TOO_LARGE', /run\.x/));
  });

  it('that is nested too deeply is refused without a crash', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const text = `{"format":"wirebench-run","version":1,"checksum":"","run":{"x":${deep}}}`;
    await expect(readWholeRun(gzipSync(text))).rejects.toBeInstanceOf(WirebenchError);
  });
});

const histogram = (part: Partial<HistogramData>) => ({ ...makeInterval(0).latency, ...part });
const withInterval = (part: Parameters<typeof makeInterval>[1]) =>
  makeFileRun({ trials: [makeFileTrial(0, { intervals: [makeInterval(0, part)] })] });
const withLatency = (part: Partial<HistogramData>) => withInterval({ latency: histogram(part) });

const withTrials = (...trials: RunFileRun['trials']) => makeFileRun({ trials });
const smtp = { index: 0, repetition: 1, cell: { protocol: 'smtp' } };
const ofSmtp = { ...makeFileRun(), trials: [{ ...makeFileTrial(0), planned: smtp }] };
const twice = withTrials(makeFileTrial(0), makeFileTrial(1, { id: 'trial-0' }));
const intervals = [makeInterval(1), makeInterval(1)];
const unordered = withTrials(makeFileTrial(0, { intervals }));
const late = histogram({ buckets: [900_000, 3] });
const negative = histogram({ buckets: [1, -3], count: -3 });

describe('an inconsistent run', () => {
  it.each<[string, unknown, RegExp]>([
    ['an unknown key', { ...makeFileRun(), extra: 1 }, /run: .*extra/],
    ['an id with a path', makeFileRun({ id: '../x' }), /^run\.id: /],
    ['a run in progress', { ...makeFileRun(), status: 'running' }, /^run\.status: /],
    ['a time that is none', makeFileRun({ startedAt: 'now' }), /^run\.startedAt: /],
    ['a protocol of its own', ofSmtp, /^run\.trials\[0\]\.planned\.cell/],
    ['a trial out of order', withTrials(makeFileTrial(1)), /trials\[0\]\.planned\.index/],
    ['a trial twice', twice, /trials\[1\]\.id: trial-0 occurs twice/],
    ['the result of another trial', withTrials(makeFileTrial(0, { id: 'other' })), /result\.id/],
    ['another status', withTrials(makeFileTrial(0, { status: 'failed' })), /result\.status/],
    ['a mark of no trial', withTrials(), /annotations\[1\]\.trialIndex/],
    ['intervals out of order', unordered, /intervals\[1\]\.index/],
    ['a wrong sum of buckets', withLatency({ count: 99 }), /latency\.buckets/],
    ['buckets that fall', withLatency({ buckets: [9, 1, 3, 2] }), /latency\.buckets\[2\]/],
    ['a bucket twice', withLatency({ buckets: [3, 1, 3, 2] }), /latency\.buckets\[2\]/],
    ['half a bucket', withLatency({ buckets: [9] }), /latency\.buckets/],
    ['a bucket beyond an hour', withInterval({ lag: late }), /lag\.buckets/],
    ['a negative count', withInterval({ service: negative }), /service\.buckets/],
    ['more than an hour', withLatency({ max: 4e9 }), /1 h/],
  ])('is refused: %s', async (_what, run, message) => {
    await expect(readWholeRun(packRunFile(run))).rejects.toThrow(code('RUN_FILE_INVALID', message));
  });
});

describe('the reader with hostile input', () => {
  it('answers any bytes with a code, never with a crash', async () => {
    const any = fc.uint8Array({ maxLength: 300 });
    const files = fc.oneof(
      any,
      any.map((bytes) => Uint8Array.from(gzipSync(bytes))),
    );
    const refused = code(expect.stringMatching(/^RUN_FILE_/));
    await fc.assert(
      fc.asyncProperty(files, async (file) => {
        await expect(readWholeRun(file)).rejects.toThrow(refused);
      }),
      { numRuns: 100 },
    );
  });

  it('detects every flipped byte and every truncation of a packed file', async () => {
    const bytes = await written();
    const changes = fc.record({
      at: fc.nat({ max: bytes.length - 1 }),
      flip: fc.integer({ min: 1, max: 255 }),
      cut: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(changes, async ({ at, flip, cut }) => {
        const changed = Uint8Array.from(cut ? bytes.subarray(0, at) : bytes);
        if (!cut) changed[at] = (changed[at] ?? 0) ^ flip;
        const read = await readWholeRun(changed).catch((error: unknown) => error);
        // Some bits of gzip's header mean nothing; then the run is the same.
        if (read instanceof WirebenchError) expect(read.code).toMatch(/^RUN_FILE_/);
        else expect(read).toEqual(makeFileRun());
      }),
      { numRuns: 300 },
    );
  });

  it('refuses every changed value that the store could not keep', async () => {
    const store = emptyStore();
    const values = fc.oneof(
      fc.constantFrom(null, -1, 0.5, 1e300, '', '\u0000', [], {}, [[]], true),
      fc.jsonValue({ maxDepth: 2 }),
    );
    const paths = leavesOf(makeFileRun());
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), values, async (path, value) => {
        const run = replaced(makeFileRun(), path, value);
        const read = await readWholeRun(packRunFile(run)).catch((error: unknown) => error);
        if (read instanceof Error) {
          expect(read).toBeInstanceOf(WirebenchError);
          return;
        }
        const { runId } = importRun(store, read as RunFileRun);
        store.runHead(runId);
        store.trialResults(runId);
        expect(store.readRun(runId).trials).toHaveLength(2);
      }),
      { numRuns: 400 },
    );
  });
});

type Path = readonly (string | number)[];

/** Paths of all values in a document, those of lists and records too. */
function leavesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, one]) => leavesOf(one, [...path, key]));
  return path.length > 0 ? [path, ...inner] : inner;
}

function replaced(document: object, path: Path, value: unknown): unknown {
  const copy: unknown = structuredClone(document);
  let place = copy as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) place = place[key] as typeof place;
  place[path.at(-1) ?? ''] = value;
  return copy;
}

describe('an import', () => {
  it('is marked, and can be written again with the same bytes', async () => {
    const store = emptyStore();
    const imported = { runId: 'aaaa1111', name: 'Example', outcome: 'imported' };
    expect(importRun(store, makeFileRun())).toEqual(imported);
    expect(store.listRuns(1)).toMatchObject([
      { imported: true, tags: ['paper', 'lab'], cells: 2, trialsDone: 1, trialsPlanned: 2 },
    ]);
    expect(store.claimInterrupted()).toEqual([]);
    const first = await written(store.readRun('aaaa1111'));
    const other = emptyStore();
    importRun(other, await readWholeRun(first));
    expect(Buffer.compare(await written(other.readRun('aaaa1111')), first)).toBe(0);
  });

  it('recognises an existing run, whatever the user has written on it since', () => {
    const store = emptyStore();
    importRun(store, makeFileRun());
    store.renameRun('aaaa1111', 'Mine');
    store.setTags('aaaa1111', []);
    store.setSaturation('trial-0', 3);
    const known = { runId: 'aaaa1111', name: 'Mine', outcome: 'known' };
    expect(importRun(store, makeFileRun())).toEqual(known);
    store.removeRun('aaaa1111');
    expect(importRun(store, makeFileRun())).toEqual(known);
    expect(store.listRuns(10)).toMatchObject([{ id: 'aaaa1111', name: 'Mine', tags: [] }]);
  });

  it('gives another run with the same id a new id, and its trials too', () => {
    const store = emptyStore();
    store.createRun(makeRun('aaaa1111'));
    store.finishRun('aaaa1111', 'completed', '2026-03-01T10:00:12.000Z');
    expect(importRun(store, makeFileRun()).outcome).toBe('renewed');
    const second = importRun(store, makeFileRun({ startedAt: '2026-03-02T10:00:00.000Z' }));
    expect(second.outcome).toBe('renewed');
    expect(store.listRuns(10)).toHaveLength(3);
    const [trial] = store.trialResults(second.runId);
    expect(trial?.id).not.toBe('trial-0');
    expect(store.intervals(trial?.id ?? '')).toEqual(makeFileRun().trials[0]?.intervals);
    expect(store.annotations(second.runId).map(({ text }) => text)).toEqual(['a', '<b>']);
  });

  it('leaves a deleted run with the same id deleted when it is a different one', () => {
    const store = emptyStore();
    importRun(store, makeFileRun());
    store.removeRun('aaaa1111');
    const other = makeFileRun({ startedAt: '2026-03-02T10:00:00.000Z' });
    expect(importRun(store, other).outcome).toBe('renewed');
    expect(store.runState('aaaa1111')).toBe('removed');
  });

  it('is all or nothing', () => {
    const store = emptyStore();
    const twice = makeFileRun({ trials: [makeFileTrial(0), makeFileTrial(0)] });
    expect(() => storeRun(store, twice)).toThrow();
    expect(store.listRuns(10)).toEqual([]);
    importRun(store, makeFileRun());
  });

  it('is not possible for a run in progress, nor is its export', () => {
    const store = emptyStore();
    store.createRun(makeRun('aaaa1111'));
    expect(() => store.readRun('aaaa1111')).toThrow(code('RUN_UNFINISHED'));
  });
});
