import type { Protocol } from '../../../contracts/words.ts';
import {
  frame,
  http2FrameTypes,
  preface,
  settingsFrame,
  uint32Frame,
} from '../../../protocols/http2/frames.ts';
import { encodeUnindexed, type HeaderField } from '../../../protocols/http2/hpack.ts';
import { rsocketFlags, rsocketFrameTypes } from '../../../protocols/rsocket/frames.ts';
import { makeRsocketFrame } from '../../../protocols/rsocket/write.ts';
import { below, noise } from '../bytes/mutate.ts';

/** Bytes that a hostile client sends over one connection. */
export type Words = (random: () => number) => Buffer;

const lines = (...all: readonly string[]) => Buffer.from(`${all.join('\r\n')}\r\n\r\n`);
const host = 'Host: 127.0.0.1';
const head = (...fields: string[]) => lines('POST / HTTP/1.1', ...fields);
const get = (target: string, version = 'HTTP/1.1') => lines(`GET ${target} ${version}`, host);
const times = (count: number, make: (index: number) => Buffer) =>
  Buffer.concat(Array.from({ length: count }, (_, index) => make(index)));
const listed = (count: number, of: (index: number) => string, between = ' ') =>
  Array.from({ length: count }, (_, index) => of(index)).join(between);

function post(path: string, type: string, body: string, ...more: string[]): Buffer {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  const fields = [host, `Content-Type: ${type}`, length, ...more];
  return Buffer.concat([lines(`POST ${path} HTTP/1.1`, ...fields), Buffer.from(body)]);
}

const query = (text: string) =>
  post('/graphql', 'application/json', JSON.stringify({ query: text }));
const envelope = (text: string, before = '') => {
  const open = '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>';
  const body = `${before}${open}${text}</e:Body></e:Envelope>`;
  return post('/soap/product', 'text/xml', body, 'SOAPAction: "x"');
};
const json = (text: string) => post('/products/echo', 'application/json', text);
const chunked = (text: string) =>
  Buffer.concat([head(host, 'Transfer-Encoding: chunked'), Buffer.from(text)]);
/** Up to 3000 octets of no meaning. */
const anything: Words = (random) => noise(random, 1 + below(random, 3000));

const http1: readonly Words[] = [
  () => head(host, `X: ${'a'.repeat(400_000)}`),
  () =>
    head(
      host,
      listed(5000, (index) => `X${index}: 1`, '\r\n'),
    ),
  () => head(host, 'Content-Length: 99999999999'),
  () => head(host, 'Content-Length: -1'),
  () => head(host, 'Content-Length: 5', 'Transfer-Encoding: chunked'),
  () => head(host, 'Transfer-Encoding: chunked', 'Transfer-Encoding: identity'),
  () => head(host, 'Host: elsewhere'),
  () => head('X: 1'),
  () => chunked('fffffffff\r\n'),
  () => chunked('5;'.padEnd(70_000, 'x')),
  () => times(200, () => get('/')),
  () => get('/a'.repeat(40_000)),
  () => lines('G\0T / HTTP/1.1', host),
  () => get('/%00%ff%c0%ae', 'HTTP/9.9'),
  () => head(host, 'Expect: 100-continue', 'Content-Length: 10'),
  () => head(host, 'Upgrade: h2c', 'Connection: Upgrade, HTTP2-Settings', 'HTTP2-Settings: AAA'),
  () => Buffer.concat([preface, settingsFrame([])]),
  (random) => Buffer.concat([Buffer.from([0x16, 3, 1]), noise(random, 300)]),
  anything,
];

const ofRest: readonly Words[] = [
  () => json('['.repeat(200_000)),
  () => json(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`),
  () => json(`{"id":"${'x'.repeat(3_000_000)}"}`),
  () => json('{"__proto__":{"id":"x"},"constructor":{"prototype":{"a":1}}}'),
  () => json(`{"id":1e${'9'.repeat(1000)}}`),
  () => post('/products/echo', 'application/json', '{}', 'Content-Encoding: gzip'),
];

const entities = listed(20, (n) => `<!ENTITY a${n + 1} "&a${n};&a${n};">`, '');
const ofSoap: readonly Words[] = [
  () => envelope('&a20;', `<!DOCTYPE x [<!ENTITY a0 "ha">${entities}]>`),
  () => envelope('&f;', '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>'),
  () => envelope('<a>'.repeat(200_000)),
  () => envelope(`<a ${listed(20_000, (n) => `b${n}="1"`)}/>`),
  () => envelope(`<![CDATA[${'x'.repeat(1_000_000)}`),
];

const ofGraphql: readonly Words[] = [
  () => query(`{a${'{a'.repeat(20_000)}${'}'.repeat(20_000)}}`),
  () => query(`{${listed(20_000, (n) => `a${n}: __typename`)}}`),
  () => query('query { ...a } fragment a on Query { ...b } fragment b on Query { ...a }'),
  () => query(`{${'['.repeat(100_000)}`),
  () => query(`query(${listed(10_000, (n) => `$a${n}: Int`, ',')}) { __typename }`),
  () =>
    query(`{ __schema { types { ${'fields { type { '.repeat(500)} name ${'} }'.repeat(500)} } } }`),
  () => query(`{ __typename ${'@skip(if: false) '.repeat(20_000)} }`),
  () => post('/graphql', 'application/json', `[${'{"query":"{__typename}"},'.repeat(5000)}null]`),
];

const { headers, data, rstStream, settings, ping, continuation, windowUpdate, priority } =
  http2FrameTypes;
const none = Buffer.alloc(0);
const path: readonly HeaderField[] = [
  [':method', 'POST'],
  [':scheme', 'http'],
  [':path', '/a.B/C'],
  [':authority', '127.0.0.1'],
  ['content-type', 'application/grpc'],
];
const twice: readonly HeaderField[] = [
  [':path', '/'],
  [':path', '/'],
  ['Upper', 'x'],
];
/** The largest that each may be, or the smallest. */
const extremes = new Map([
  [1, 0xffffffff],
  [3, 0],
  [4, 0x7fffffff],
  [5, 16_777_215],
  [6, 0],
]);
const opened = (...frames: Buffer[]) => Buffer.concat([preface, settingsFrame([]), ...frames]);
const request = (stream: number, flags = 4, block = encodeUnindexed(path)) =>
  frame(headers, flags, stream, block);
const longField = (length: number) => ['x', 'y'.repeat(length)] as const;
const longBlock = encodeUnindexed([...path, longField(9000)]).subarray(0, 16_384);
const more = (block: Buffer) => frame(continuation, 0, 1, block);
const enlarged = uint32Frame(windowUpdate, 1, 0x7fffffff);

const http2: readonly Words[] = [
  () => opened(times(2000, () => settingsFrame([[4, 70_000]]))),
  () => opened(times(2000, () => frame(ping, 0, 0, Buffer.alloc(8)))),
  () => opened(times(2000, (n) => (n % 2 === 0 ? request(n + 1) : uint32Frame(rstStream, n, 8)))),
  () =>
    opened(
      request(1, 0),
      times(500, () => more(encodeUnindexed([longField(4000)]))),
    ),
  () =>
    opened(
      request(1, 0),
      times(5000, () => more(none)),
    ),
  () =>
    opened(
      request(1),
      times(2000, () => frame(data, 0, 1, none)),
    ),
  () => opened(request(1), enlarged, enlarged),
  () => opened(uint32Frame(windowUpdate, 0, 0)),
  () => opened(settingsFrame([...extremes])),
  () => opened(frame(settings, 0, 0, Buffer.alloc(5))),
  () => opened(frame(priority, 0, 3, Buffer.from([0, 0, 0, 3, 255]))),
  () => opened(request(2)),
  () => opened(request(5), request(3)),
  () => opened(frame(data, 1, 1, Buffer.from('early'))),
  () => opened(Buffer.from([0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 1])),
  () => opened(request(1, 5, Buffer.alloc(2000, 0xff))),
  () => opened(request(1, 5, encodeUnindexed(twice))),
  () => opened(times(200, (n) => request(2 * n + 1, 5, longBlock))),
  () => get('/'),
  (random) => opened(anything(random)),
  anything,
];

const { keepalive, requestResponse } = rsocketFrameTypes;
const fragment = (n: number) =>
  makeRsocketFrame(requestResponse, rsocketFlags.follows, 2 * n + 1, Buffer.alloc(9000));
const rsocket: readonly Words[] = [
  () => Buffer.from([0xff, 0xff, 0xff, 0, 0, 0, 0]),
  () => Buffer.from([0, 0, 0]),
  () => times(5000, () => makeRsocketFrame(keepalive, 128, 0, Buffer.alloc(8))),
  () => times(300, fragment),
  anything,
];

const groups: readonly (readonly [readonly Protocol[], readonly Words[]])[] = [
  [['rest', 'rest-protobuf', 'soap', 'graphql'], http1],
  [['rest', 'rest-protobuf'], ofRest],
  [['soap'], ofSoap],
  [['graphql'], ofGraphql],
  [['rest-h2', 'grpc'], http2],
  [['rsocket'], rsocket],
];

/** All hostile requests for a service of a protocol. */
export const wordsTo = (protocol: Protocol): readonly Words[] =>
  groups.flatMap(([protocols, words]) => (protocols.includes(protocol) ? words : []));
