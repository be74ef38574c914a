import { openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WirebenchError } from '../../../contracts/errors.ts';
import type { SourceOrder } from '../../../contracts/found.ts';
import type { RunFileTrial } from '../../../contracts/run-file.ts';
import { jsonBounds } from '../../../engine/own-service/json-bounds.ts';
import { typesApart } from '../../../engine/own-service/proto/types-apart.ts';
import { readApart } from '../../../engine/own-service/read-apart.ts';
import { RunFileReader } from '../../../engine/report/run-file/in-process.ts';
import { openStore } from '../../../engine/store/store.ts';
import { makeFolder, removeFolder } from '../../support/folder.ts';
import { peakOfStarted } from '../../support/readers.ts';
import { makeInterval } from '../../support/records.ts';
import { makeFileRun, makeFileTrial, packRunFile } from '../../support/run-files.ts';

/** The memory limit for reading anything, including the process that reads it. */
const maxBytes = 200_000_000;
/** Less than any Node process uses: the check would fail without a measurement. */
const minBytes = 30_000_000;

let folder: string;
beforeAll(() => {
  folder = makeFolder();
});
afterAll(() => removeFolder(folder));

const times = <T>(count: number, item: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => item(index));
const many = (count: number, item: (index: number) => string, between = ',') =>
  times(count, item).join(between);

/** As long as a text may be. @param head is followed by signs, and they by `end`. */
const filled = (head: string, end: string, length: number) =>
  head + 'a'.repeat(Math.max(0, length - head.length - end.length)) + end;

const { entries, keys, ofOne, nodes, characters, wideCharacters } = jsonBounds;
const values = entries - 1000;
const openApi = (value: string, length: number = characters) =>
  filled(
    `{"openapi":"3.0.0","info":{"title":"a","version":"1"},"paths":{"/a":{"get":{"responses":{}}}},"x":${value},"p":"`,
    '"}',
    length,
  );
const mappings = Math.min(nodes, Math.floor(values / 3.1));
const xml = (inner: string) =>
  `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:x="http://www.w3.org/2001/XMLSchema" targetNamespace="u:a"><types><x:schema targetNamespace="u:a">${inner}</x:schema></types><!--`;
const yaml = (inner: string) =>
  `openapi: 3.0.0\ninfo: {title: a, version: "1"}\npaths: {/a: {get: {responses: {}}}}\n${inner}\n`;

/** Files at the limits of their kind, which take more than any others that are known. */
const descriptions: readonly (readonly [what: string, source: string, make: () => string])[] = [
  [
    'mappings of short texts',
    'openapi',
    () => openApi(`[${many(mappings, (at) => `{"a":"x${at}","b":"y${at}"}`)}]`),
  ],
  [
    'different keys',
    'openapi',
    () => openApi(`[${many(keys - 1000, (at) => `{"k${at}":{"a":[0]}}`)}]`),
  ],
  [
    'mappings with many keys',
    'openapi',
    () => {
      const mapping = `{${many(ofOne - 1000, (at) => `"k${at}":${at}.5`)}}`;
      return openApi(`[${many(Math.floor(values / ofOne), () => mapping)}]`);
    },
  ],
  ['one long text', 'openapi', () => openApi('0')],
  ['one text beyond Latin-1', 'openapi', () => openApi('"ā"', wideCharacters)],
  [
    'YAML of flow mappings',
    'openapi',
    () => yaml(many(5, (at) => `x${at}: [${many(9500, () => '{a: b}')}]`, '\n')),
  ],
  [
    'fields of one type of GraphQL',
    'graphql',
    () => filled(`type Query { ${many(61_000, (at) => `a${at}: Int`, ' ')} }\n#`, '', 19_999_000),
  ],
  [
    'elements of XML',
    'wsdl',
    () =>
      filled(
        xml(many(198_000, (at) => `<x:element name="e${at}"/>`, '')),
        '--></definitions>',
        15_900_000,
      ),
  ],
  [
    'requests of a HAR',
    'har',
    () =>
      `{"log":{"version":"1.2","entries":[${many(5000, (at) => `{"request":{"method":"POST","url":"http://a/b${at}","headers":[],"postData":{"mimeType":"text/plain","text":"${at}${'a'.repeat(10_000)}"}},"response":{"status":200}}`)}]}}`,
  ],
];

/** Read, or refused with a message: which of them does not matter here. */
async function readOrRefused(reading: Promise<unknown>): Promise<void> {
  await reading.catch((error: unknown) => {
    expect(error).toBeInstanceOf(WirebenchError);
    expect(error).not.toMatchObject({ code: 'INTERNAL' });
  });
}

describe.runIf(process.platform === 'linux')('the process that reads', () => {
  it.each(descriptions)('%s takes less than 200 MB', async (_what, source, make) => {
    const file = join(folder, 'description');
    writeFileSync(file, make());
    const order: SourceOrder = { source, input: 'file', given: [file], folder, imports: [] };
    const peak = await peakOfStarted(() => readOrRefused(readApart(order)));
    expect(peak).toBeGreaterThan(minBytes);
    expect(peak).toBeLessThan(maxBytes);
  });

  const proto = (inner: string) => Buffer.from(`syntax = "proto3"; ${inner}`);
  const fields = (count: number) => many(count, (at) => `int32 f${at} = ${at + 1};`, '');
  const byte = (...bytes: number[]) => Buffer.from(bytes);
  /** A field of bytes by its number, as it is encoded. */
  const encoded = (number: number, content: Buffer): Buffer => {
    const { length } = content;
    const size = [length & 127, (length >> 7) & 127, (length >> 14) & 127, (length >> 21) & 127];
    const long = byte(...size.slice(0, 3).map((part) => part | 128), size[3] ?? 0);
    return Buffer.concat([byte((number << 3) | 2), long, content]);
  };
  it.each([
    [
      'messages with fields',
      'a.proto',
      () => proto(many(24_000, (at) => `message M${at} {${fields(3)}}`, '')),
    ],
    [
      'messages in messages',
      'a.proto',
      () => {
        const inner = (at: number) =>
          many(19, (below) => `message N${below} {int32 a = 1; M${at} b = 2;`, '');
        return proto(many(1300, (at) => `message M${at} {${inner(at)}${'}'.repeat(20)}`, ''));
      },
    ],
    [
      'messages of a descriptor set',
      'a.pb',
      () => {
        const names = Array.from({ length: 90_000 }, (_, at) => Buffer.from(`M${at}`));
        return encoded(1, Buffer.concat(names.map((name) => encoded(4, encoded(1, name)))));
      },
    ],
  ])('the types of %s take less than 200 MB', async (_what, name, make) => {
    const bytes = make();
    const reading = () => readOrRefused(typesApart({ read: async () => bytes }, [name], []));
    const peak = await peakOfStarted(reading);
    expect(peak).toBeGreaterThan(minBytes);
    expect(peak).toBeLessThan(maxBytes);
  });

  const lists = `[${many(49_000, (at) => `["x${at}","y${at}"]`)}]`;
  it.each([
    ['lists of texts', many(20, (at) => `"k${at}":${lists}`)],
    ['different keys', many(16, (at) => `"k${at}":{${many(99_000, (key) => `"k${at}${key}":0`)}}`)],
  ])('a run file with %s takes less than 200 MB', async (what, inner) => {
    const database = join(folder, `${what}.db`);
    const store = openStore(database);
    const file = join(folder, 'run.wbrun');
    const text = `{"format":"wirebench-run","version":1,"run":{${inner}}}`;
    writeFileSync(file, gzipSync(text, { level: 1 }));
    const reader = new RunFileReader(database);
    const peak = await peakOfStarted(() => readOrRefused(reader.take(openSync(file, 'r'))));
    store.close();
    expect(peak).toBeGreaterThan(minBytes);
    expect(peak).toBeLessThan(maxBytes);
  });

  const [trial, second] = [makeFileTrial(0, { intervals: [] }), makeInterval(0)];
  const { planned, result } = trial;
  const ran = (at: number): RunFileTrial => {
    const id = `trial-${at}`;
    const own = { id, planned: { ...planned, index: at } };
    return { ...trial, ...own, result: result && { ...result, id, index: at } };
  };
  const seconds = () => times(60_000, (index) => ({ ...second, index }));
  it.each<[string, () => RunFileTrial[]]>([
    ['trials', () => times(20_000, ran)],
    ['seconds', () => [{ ...trial, intervals: seconds() }]],
  ])('a good run of many %s takes less than 200 MB', async (what, trials) => {
    const database = join(folder, `${what}.db`);
    const store = openStore(database);
    const file = join(folder, 'run.wbrun');
    writeFileSync(file, packRunFile(makeFileRun({ annotations: [], trials: trials() })));
    const reader = new RunFileReader(database);
    let outcome = '';
    const peak = await peakOfStarted(async () => {
      ({ outcome } = await reader.take(openSync(file, 'r')));
    });
    store.close();
    expect(outcome).toBe('imported');
    expect(peak).toBeGreaterThan(minBytes);
    expect(peak).toBeLessThan(maxBytes);
  });
});
