import { gzipSync } from 'node:zlib';
import type { Protocol } from '../../../contracts/words.ts';
import { frame, http2FrameTypes, settingsFrame } from '../../../protocols/http2/frames.ts';
import { encodeUnindexed } from '../../../protocols/http2/hpack.ts';
import { rsocketFlags, rsocketFrameTypes } from '../../../protocols/rsocket/frames.ts';
import { makeRsocketFrame } from '../../../protocols/rsocket/write.ts';
import { type Loopback, listen, writeForever } from '../../support/loopback.ts';

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
  const length = `Content-Length: ${content.length}`;
  return Buffer.concat([http(good, `Content-Type: ${type}`, length, ...more, ''), content]);
}

/** Two hundred million zeros, in two hundred kilobytes. */
const bomb = gzipSync(Buffer.alloc(200_000_000));
const deepXml = `<a>${'<b>'.repeat(500_000)}`;

/** Many pieces of one octet: a reader that keeps them has an object for each. */
const crumbs = 5000;
const repeated = (piece: Buffer, times = crumbs) =>
  Buffer.concat(Array.from({ length: times }, () => piece));

const { data, ping, continuation } = http2FrameTypes;
/** An answer of HTTP/2 up to its content; without flags its head goes on. */
const openedBy = (type: string, flags: number, ...frames: readonly Buffer[]) => {
  const block = encodeUnindexed([
    [':status', '200'],
    ['content-type', type],
  ]);
  const headers = frame(http2FrameTypes.headers, flags, 1, block);
  return Buffer.concat([settingsFrame([]), headers, ...frames]);
};
const json = openedBy('application/json', 4);
const dataFrame = (content: Buffer) => frame(data, 0, 1, content);
const longFrame = dataFrame(many.subarray(0, 16_384));
const fragment = (content: Buffer) =>
  makeRsocketFrame(rsocketFrameTypes.payload, rsocketFlags.next | rsocketFlags.follows, 1, content);
const space = Buffer.from(' ');
const chunked = http(good, 'Content-Type: application/json', 'Transfer-Encoding: chunked', '');
const zipped = (type: string) => answered(type, bomb, 'Content-Encoding: gzip');
const brackets = Buffer.alloc(3_000_000, '[');
const grpcStart = openedBy('application/grpc', 4, dataFrame(Buffer.from([0, 3, 255, 255, 255])));
const headStart = openedBy('application/json', 0);
const longField = encodeUnindexed([['x', 'y'.repeat(8000)]]);
const hugeFrame = Buffer.from([0xff, 0xff, 0xff, 0, 0, 0, 1, 0x28, 0x60]);
const interim = Buffer.from('HTTP/1.1 102 Processing\r\n\r\n');

const flood = (
  what: string,
  protocols: readonly Protocol[],
  first: Buffer,
  again: Buffer = none,
): Flood => ({ what, protocols, first, again });

export const floods: readonly Flood[] = [
  flood('a body without end', overHttp1, chunked, chunk(many)),
  flood('crumbs without end', overHttp1, chunked, repeated(chunk(space))),
  flood('a head without end', overHttp1, http(good), http(`X: ${'y'.repeat(8000)}`)),
  flood('interim answers without end', overHttp1, none, repeated(interim, 500)),
  flood('a gzip bomb', ['rest', 'graphql'], zipped('application/json')),
  flood('a gzip bomb', ['soap'], zipped('text/xml')),
  flood('nested tags', ['soap'], answered('text/xml', Buffer.from(deepXml))),
  flood('nested arrays', ['rest', 'graphql'], answered('application/json', brackets)),
  flood('DATA without end', overHttp2, json, longFrame),
  flood('crumbs of DATA without end', overHttp2, json, repeated(dataFrame(space))),
  flood('a message of gRPC without end', ['grpc'], grpcStart, longFrame),
  flood('CONTINUATION without end', overHttp2, headStart, frame(continuation, 0, 1, longField)),
  flood(
    'SETTINGS without end',
    overHttp2,
    settingsFrame([]),
    repeated(settingsFrame([[4, 65_535]]), 500),
  ),
  flood(
    'PING without end',
    overHttp2,
    settingsFrame([]),
    repeated(frame(ping, 0, 0, Buffer.alloc(8)), 500),
  ),
  flood('fragments without end', ['rsocket'], none, fragment(many)),
  flood('crumbs of fragments without end', ['rsocket'], none, repeated(fragment(space))),
  flood('a frame of sixteen megabytes', ['rsocket'], hugeFrame, many),
];

/** Answers every request with a flood. */
export const startFlood = ({ first, again }: Flood): Promise<Loopback> =>
  listen((socket) => {
    socket.once('data', () => {
      socket.resume();
      socket.write(first);
      if (again.length > 0) writeForever(socket, again);
    });
  });
