import type { Protocol } from '../../../contracts/words.ts';
import {
  frame,
  http2FrameTypes,
  preface,
  settingsFrame,
  uint32Frame,
} from '../../../protocols/http2/frames.ts';
import { encodeUnindexed } from '../../../protocols/http2/hpack.ts';
import { rsocketFlags, rsocketFrameTypes } from '../../../protocols/rsocket/frames.ts';
import { makeRsocketFrame } from '../../../protocols/rsocket/write.ts';
import { below } from '../bytes/mutate.ts';

/** Bytes that a hostile client sends over one connection. */
export type Words = (random: () => number) => Buffer;

const overHttp1: readonly Protocol[] = ['rest', 'rest-protobuf', 'soap', 'graphql'];
const overHttp2: readonly Protocol[] = ['rest-h2', 'grpc'];

const noise = (random: () => number, length: number) =>
  Buffer.from(Array.from({ length }, () => below(random, 256)));

function post(path: string, type: string, body: string, ...more: string[]): Buffer {
  const lines = [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Content-Type: ${type}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...more,
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

const head = (...lines: string[]) =>
  Buffer.from(`POST / HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
const host = 'Host: 127.0.0.1';
const query = (text: string) =>
  post('/graphql', 'application/json', JSON.stringify({ query: text }));
const envelope = (text: string, before = '') =>
  post(
    '/soap/product',
    'text/xml',
    `${before}<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${text}</e:Body></e:Envelope>`,
    'SOAPAction: "x"',
  );
const json = (text: string) => post('/products/echo', 'application/json', text);

const http1: readonly Words[] = [
  () => head(host, `X: ${'a'.repeat(400_000)}`),
  () => head(host, ...Array.from({ length: 5000 }, (_, index) => `X${index}: 1`)),
  () => head(host, 'Content-Length: 99999999999'),
  () => head(host, 'Content-Length: -1'),
  () => head(host, 'Content-Length: 5', 'Transfer-Encoding: chunked'),
  () => head(host, 'Transfer-Encoding: chunked', 'Transfer-Encoding: identity'),
  () => head(host, 'Host: elsewhere'),
  () => head('X: 1'),
  () => Buffer.concat([head(host, 'Transfer-Encoding: chunked'), Buffer.from('fffffffff\r\n')]),
  () =>
    Buffer.concat([
      head(host, 'Transfer-Encoding: chunked'),
      Buffer.from('5;'.padEnd(70_000, 'x')),
    ]),
  () =>
    Buffer.concat(
      Array.from({ length: 200 }, () => Buffer.from(`GET / HTTP/1.1\r\n${host}\r\n\r\n`)),
    ),
  () => Buffer.from(`GET ${'/a'.repeat(40_000)} HTTP/1.1\r\n${host}\r\n\r\n`),
  () => Buffer.from(`G\0T / HTTP/1.1\r\n${host}\r\n\r\n`),
  () => Buffer.from(`GET /%00%ff%c0%ae HTTP/9.9\r\n${host}\r\n\r\n`),
  () => head(host, 'Expect: 100-continue', 'Content-Length: 10'),
  () => head(host, 'Upgrade: h2c', 'Connection: Upgrade, HTTP2-Settings', 'HTTP2-Settings: AAA'),
  () => Buffer.concat([preface, settingsFrame([])]),
  (random) => Buffer.concat([Buffer.from([0x16, 3, 1]), noise(random, 300)]),
  (random) => noise(random, 1 + below(random, 3000)),
];

const ofRest: readonly Words[] = [
  () => json('['.repeat(200_000)),
  () => json(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`),
  () => json(`{"id":"${'x'.repeat(3_000_000)}"}`),
  () => json('{"__proto__":{"id":"x"},"constructor":{"prototype":{"a":1}}}'),
  () => json(`{"id":1e${'9'.repeat(1000)}}`),
  () => post('/products/echo', 'application/json', '{}', 'Content-Encoding: gzip'),
];

const entities = Array.from({ length: 20 }, (_, n) => `<!ENTITY a${n + 1} "&a${n};&a${n};">`).join(
  '',
);
const ofSoap: readonly Words[] = [
  () => envelope('&a20;', `<!DOCTYPE x [<!ENTITY a0 "ha">${entities}]>`),
  () => envelope('&f;', '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>'),
  () => envelope('<a>'.repeat(200_000)),
  () => envelope(`<a ${Array.from({ length: 20_000 }, (_, n) => `b${n}="1"`).join(' ')}/>`),
  () => envelope(`<![CDATA[${'x'.repeat(1_000_000)}`),
];

const ofGraphql: readonly Words[] = [
  () => query(`{a${'{a'.repeat(20_000)}${'}'.repeat(20_000)}}`),
  () => query(`{${Array.from({ length: 20_000 }, (_, n) => `a${n}: __typename`).join(' ')}}`),
  () => query('query { ...a } fragment a on Query { ...b } fragment b on Query { ...a }'),
  () => query(`{${'['.repeat(100_000)}`),
  () =>
    query(
      `query(${Array.from({ length: 10_000 }, (_, n) => `$a${n}: Int`).join()}) { __typename }`,
    ),
  () =>
    query(`{ __schema { types { ${'fields { type { '.repeat(500)} name ${'} }'.repeat(500)} } } }`),
  () => query(`{ __typename ${'@skip(if: false) '.repeat(20_000)} }`),
  () => post('/graphql', 'application/json', `[${'{"query":"{__typename}"},'.repeat(5000)}null]`),
];

const { headers, data, rstStream, settings, ping, continuation, windowUpdate, priority } =
  http2FrameTypes;
const path = (name: string): readonly (readonly [string, string])[] => [
  [':method', 'POST'],
  [':scheme', 'http'],
  [':path', name],
  [':authority', '127.0.0.1'],
  ['content-type', 'application/grpc'],
];
const opened = (...frames: Buffer[]) => Buffer.concat([preface, settingsFrame([]), ...frames]);
const times = (count: number, make: (index: number) => Buffer) =>
  Array.from({ length: count }, (_, index) => make(index));
const request = (stream: number, flags = 4) =>
  frame(headers, flags, stream, encodeUnindexed(path('/a.B/C')));

const http2: readonly Words[] = [
  () => opened(...times(2000, () => settingsFrame([[4, 70_000]]))),
  () => opened(...times(2000, () => frame(ping, 0, 0, Buffer.alloc(8)))),
  () =>
    opened(
      ...times(1000, (n) =>
        Buffer.concat([request(2 * n + 1), uint32Frame(rstStream, 2 * n + 1, 8)]),
      ),
    ),
  () =>
    opened(
      request(1, 0),
      ...times(500, () => frame(continuation, 0, 1, encodeUnindexed([['x', 'y'.repeat(4000)]]))),
    ),
  () => opened(request(1, 0), ...times(5000, () => frame(continuation, 0, 1, Buffer.alloc(0)))),
  () => opened(request(1), ...times(2000, () => frame(data, 0, 1, Buffer.alloc(0)))),
  () =>
    opened(
      request(1),
      uint32Frame(windowUpdate, 1, 0x7fffffff),
      uint32Frame(windowUpdate, 1, 0x7fffffff),
    ),
  () => opened(uint32Frame(windowUpdate, 0, 0)),
  () =>
    opened(
      settingsFrame([
        [1, 0xffffffff],
        [3, 0],
        [4, 0x7fffffff],
        [5, 16_777_215],
        [6, 0],
      ]),
    ),
  () => opened(frame(settings, 0, 0, Buffer.alloc(5))),
  () => opened(frame(priority, 0, 3, Buffer.from([0, 0, 0, 3, 255]))),
  () => opened(request(2)),
  () => opened(request(5), request(3)),
  () => opened(frame(data, 1, 1, Buffer.from('early'))),
  () => opened(Buffer.from([0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 1])),
  () => opened(frame(headers, 5, 1, Buffer.alloc(2000, 0xff))),
  () =>
    opened(
      frame(
        headers,
        5,
        1,
        encodeUnindexed([
          [':path', '/'],
          [':path', '/'],
          ['Upper', 'x'],
        ]),
      ),
    ),
  () =>
    opened(
      ...times(200, (n) =>
        frame(
          headers,
          5,
          2 * n + 1,
          encodeUnindexed([...path('/a.B/C'), ['x', 'y'.repeat(9000)]]).subarray(0, 16_384),
        ),
      ),
    ),
  () => Buffer.from('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'),
  (random) => opened(noise(random, 1 + below(random, 3000))),
  (random) => noise(random, 1 + below(random, 3000)),
];

const rsocket: readonly Words[] = [
  () => Buffer.from([0xff, 0xff, 0xff, 0, 0, 0, 0]),
  () => Buffer.from([0, 0, 0]),
  () =>
    Buffer.concat(
      times(5000, () => makeRsocketFrame(rsocketFrameTypes.keepalive, 128, 0, Buffer.alloc(8))),
    ),
  () =>
    Buffer.concat(
      times(300, (n) =>
        makeRsocketFrame(
          rsocketFrameTypes.requestResponse,
          rsocketFlags.follows,
          2 * n + 1,
          Buffer.alloc(9000),
        ),
      ),
    ),
  (random) => noise(random, 1 + below(random, 3000)),
];

const groups: readonly {
  readonly protocols: readonly Protocol[];
  readonly words: readonly Words[];
}[] = [
  { protocols: overHttp1, words: http1 },
  { protocols: ['rest', 'rest-protobuf'], words: ofRest },
  { protocols: ['soap'], words: ofSoap },
  { protocols: ['graphql'], words: ofGraphql },
  { protocols: overHttp2, words: http2 },
  { protocols: ['rsocket'], words: rsocket },
];

/** All hostile requests for a service of a protocol. */
export const wordsTo = (protocol: Protocol): readonly Words[] =>
  groups.flatMap(({ protocols, words }) => (protocols.includes(protocol) ? words : []));
