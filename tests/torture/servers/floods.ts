import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Protocol } from '../../../contracts/words.ts';
import { frame, http2FrameTypes, settingsFrame } from '../../../protocols/http2/frames.ts';
import { encodeUnindexed } from '../../../protocols/http2/hpack.ts';
import { rsocketFlags, rsocketFrameTypes } from '../../../protocols/rsocket/frames.ts';
import { makeRsocketFrame } from '../../../protocols/rsocket/write.ts';

/** A server that sends too much: `first` once, then `again` for as long as the client reads. */
export interface Flood {
  readonly what: string;
  readonly protocols: readonly Protocol[];
  readonly first: Buffer;
  readonly again: Buffer;
}

const many = Buffer.alloc(65_536, 'a');
const http = (...lines: string[]) => Buffer.from(`${lines.join('\r\n')}\r\n`);
const good = 'HTTP/1.1 200 OK';
const overHttp1: readonly Protocol[] = ['rest', 'rest-protobuf', 'soap', 'graphql'];
const overHttp2: readonly Protocol[] = ['rest-h2', 'grpc'];
const none = Buffer.alloc(0);

const chunk = (content: Buffer) =>
  Buffer.concat([Buffer.from(`${content.length.toString(16)}\r\n`), content, Buffer.from('\r\n')]);

function answered(type: string, content: Buffer, ...more: string[]): Buffer {
  const head = http(
    good,
    `Content-Type: ${type}`,
    `Content-Length: ${content.length}`,
    ...more,
    '',
  );
  return Buffer.concat([head, content]);
}

/** Two hundred million zeros, in two hundred kilobytes. */
const bomb = gzipSync(Buffer.alloc(200_000_000));
const deepXml = `<a>${'<b>'.repeat(500_000)}`;

/** Many pieces of one octet: a reader that keeps them has an object for each. */
const crumbs = 5000;
const repeated = (piece: Buffer) => Buffer.concat(Array.from({ length: crumbs }, () => piece));

const headersOf = (type: string, flags: number) => {
  const block = encodeUnindexed([
    [':status', '200'],
    ['content-type', type],
  ]);
  return frame(http2FrameTypes.headers, flags, 1, block);
};
const headersStart = headersOf('application/json', 0);
const headers = headersOf('application/json', 4);
const grpcHeaders = headersOf('application/grpc', 4);

export const floods: readonly Flood[] = [
  {
    what: 'a body without end',
    protocols: overHttp1,
    first: http(good, 'Content-Type: application/json', 'Transfer-Encoding: chunked', ''),
    again: chunk(many),
  },
  {
    what: 'crumbs without end',
    protocols: overHttp1,
    first: http(good, 'Content-Type: application/json', 'Transfer-Encoding: chunked', ''),
    again: repeated(chunk(Buffer.from(' '))),
  },
  {
    what: 'a head without end',
    protocols: overHttp1,
    first: http(good),
    again: http(`X: ${'y'.repeat(8000)}`),
  },
  {
    what: 'interim answers without end',
    protocols: overHttp1,
    first: none,
    again: Buffer.from('HTTP/1.1 102 Processing\r\n\r\n'.repeat(500)),
  },
  {
    what: 'a gzip bomb',
    protocols: ['rest', 'graphql'],
    first: answered('application/json', bomb, 'Content-Encoding: gzip'),
    again: none,
  },
  {
    what: 'a gzip bomb',
    protocols: ['soap'],
    first: answered('text/xml', bomb, 'Content-Encoding: gzip'),
    again: none,
  },
  {
    what: 'nested tags',
    protocols: ['soap'],
    first: answered('text/xml', Buffer.from(deepXml)),
    again: none,
  },
  {
    what: 'nested arrays',
    protocols: ['rest', 'graphql'],
    first: answered('application/json', Buffer.alloc(3_000_000, '[')),
    again: none,
  },
  {
    what: 'DATA without end',
    protocols: overHttp2,
    first: Buffer.concat([settingsFrame([]), headers]),
    again: frame(http2FrameTypes.data, 0, 1, many.subarray(0, 16_384)),
  },
  {
    what: 'crumbs of DATA without end',
    protocols: overHttp2,
    first: Buffer.concat([settingsFrame([]), headers]),
    again: repeated(frame(http2FrameTypes.data, 0, 1, Buffer.from(' '))),
  },
  {
    what: 'a message of gRPC without end',
    protocols: ['grpc'],
    first: Buffer.concat([
      settingsFrame([]),
      grpcHeaders,
      frame(http2FrameTypes.data, 0, 1, Buffer.from([0, 3, 255, 255, 255])),
    ]),
    again: frame(http2FrameTypes.data, 0, 1, many.subarray(0, 16_384)),
  },
  {
    what: 'CONTINUATION without end',
    protocols: overHttp2,
    first: Buffer.concat([settingsFrame([]), headersStart]),
    again: frame(http2FrameTypes.continuation, 0, 1, encodeUnindexed([['x', 'y'.repeat(8000)]])),
  },
  {
    what: 'SETTINGS without end',
    protocols: overHttp2,
    first: settingsFrame([]),
    again: Buffer.concat(Array.from({ length: 500 }, () => settingsFrame([[4, 65_535]]))),
  },
  {
    what: 'PING without end',
    protocols: overHttp2,
    first: settingsFrame([]),
    again: Buffer.concat(
      Array.from({ length: 500 }, () => frame(http2FrameTypes.ping, 0, 0, Buffer.alloc(8))),
    ),
  },
  {
    what: 'fragments without end',
    protocols: ['rsocket'],
    first: none,
    again: makeRsocketFrame(
      rsocketFrameTypes.payload,
      rsocketFlags.next | rsocketFlags.follows,
      1,
      many,
    ),
  },
  {
    what: 'crumbs of fragments without end',
    protocols: ['rsocket'],
    first: none,
    again: repeated(
      makeRsocketFrame(
        rsocketFrameTypes.payload,
        rsocketFlags.next | rsocketFlags.follows,
        1,
        Buffer.from(' '),
      ),
    ),
  },
  {
    what: 'a frame of sixteen megabytes',
    protocols: ['rsocket'],
    first: Buffer.from([0xff, 0xff, 0xff, 0, 0, 0, 1, 0x28, 0x60]),
    again: many,
  },
];

export interface FloodServer {
  readonly port: number;
  readonly connections: number;
  close(): Promise<void>;
}

/** Answers every request with a flood. */
export async function startFlood({ first, again }: Flood): Promise<FloodServer> {
  const open = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
    socket.once('data', () => {
      socket.resume();
      socket.write(first);
      if (again.length > 0) pour(socket, again);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return connections;
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Writes for as long as the client reads, and yields to other work. */
function pour(socket: Socket, piece: Buffer): void {
  if (socket.destroyed) return;
  if (socket.write(piece)) setImmediate(() => pour(socket, piece));
  else socket.once('drain', () => pour(socket, piece));
}
