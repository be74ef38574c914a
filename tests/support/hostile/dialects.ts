import { protocolFacts } from '../../../contracts/protocols.ts';
import type { Protocol } from '../../../contracts/words.ts';
import { prefixMessage } from '../../../protocols/grpc/messages.ts';
import { frame, http2Flags, http2FrameTypes } from '../../../protocols/http2/frames.ts';
import { encodeUnindexed, type HeaderField } from '../../../protocols/http2/hpack.ts';
import { rsocketFlags, rsocketFrameTypes } from '../../../protocols/rsocket/frames.ts';
import { makeRsocketFrame } from '../../../protocols/rsocket/write.ts';
import { encodeJson } from '../../../workers/codecs/json.ts';
import { protobufCodec } from '../../../workers/codecs/protobuf.ts';
import { envelopeAround, xmlOf } from '../../../workers/codecs/soap.ts';
import type { Message } from '../../../workloads/description.ts';
import { echoOperation, productType } from '../product.ts';
import { type ReadRequests, readHttp1, readHttp2, readRSocket } from './wires.ts';

/** An answer in parts, so that a test can omit some. */
export interface AnswerParts {
  /** Everything before the content. */
  readonly head: Buffer;
  readonly content: Buffer;
  /** Everything after it. */
  readonly end: Buffer;
}

/** How a server expresses things in a protocol. */
export interface Dialect {
  readonly reads: ReadRequests;
  /** Mark of success and content. @param fields added to the head, with names in lower case. */
  good(stream: number, content: Buffer, fields?: readonly HeaderField[]): AnswerParts;
  /** An HTTP status with a reason; null for protocols without. */
  readonly status:
    | ((stream: number, code: number, reason: string, fields?: readonly HeaderField[]) => Buffer)
    | null;
  /** The content of an answer with this message. */
  encode(message: Message): Buffer;
}

const none = Buffer.alloc(0);
const { data, headers } = http2FrameTypes;
const { endHeaders, endStream } = http2Flags;

function http1Head(code: number, fields: readonly HeaderField[], length: number): Buffer {
  const all = [...fields, ['content-length', String(length)] as const];
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.from(`HTTP/1.1 ${code} Said\r\n${lines}\r\n`, 'latin1');
}

const http2Head = (stream: number, flags: number, fields: readonly HeaderField[]) =>
  frame(headers, endHeaders | flags, stream, encodeUnindexed(fields));

function http1(mediaType: string, encode: Dialect['encode']): Dialect {
  const type = ['content-type', mediaType] as const;
  return {
    reads: readHttp1,
    encode,
    good: (_stream, content, fields = []) => ({
      head: http1Head(200, [type, ...fields], content.length),
      content,
      end: none,
    }),
    status: (_stream, code, reason, fields = []) =>
      Buffer.concat([http1Head(code, fields, reason.length), Buffer.from(reason)]),
  };
}

function http2(mediaType: string, part: Pick<Dialect, 'encode'> & Http2Answer): Dialect {
  const opening = [[':status', '200'] as const, ['content-type', mediaType] as const];
  return {
    reads: readHttp2,
    encode: part.encode,
    good: (stream, content, fields = []) => ({
      head: http2Head(stream, 0, [...opening, ...fields]),
      content: frame(data, 0, stream, part.framed(content)),
      end: part.end(stream),
    }),
    status: (stream, code, reason, fields = []) =>
      Buffer.concat([
        http2Head(stream, 0, [[':status', String(code)], ...fields]),
        frame(data, endStream, stream, Buffer.from(reason)),
      ]),
  };
}

interface Http2Answer {
  framed(content: Buffer): Buffer;
  end(stream: number): Buffer;
}

const restHttp2 = http2('application/json', {
  encode: (message) => encodeJson(productType, message),
  framed: (content) => content,
  end: (stream) => frame(data, endStream, stream, none),
});

const grpc = http2('application/grpc', {
  encode: (message) => protobufCodec(productType).encode(message),
  framed: prefixMessage,
  end: (stream) => http2Head(stream, endStream, [['grpc-status', '0']]),
});

const rsocket: Dialect = {
  reads: readRSocket,
  encode: restHttp2.encode,
  good: (stream, content) => {
    const { payload } = rsocketFrameTypes;
    const flags = rsocketFlags.next | rsocketFlags.complete;
    const whole = makeRsocketFrame(payload, flags, stream, content);
    const start = whole.length - content.length;
    return { head: whole.subarray(0, start), content, end: none };
  },
  status: null,
};

const [soapStart, soapEnd] = envelopeAround(
  `${echoOperation.method}Response`,
  'urn:wirebench:product:v1',
);

export const dialects: Readonly<Record<Protocol, Dialect>> = {
  rest: http1('application/json', restHttp2.encode),
  'rest-h2': restHttp2,
  'rest-protobuf': http1('application/x-protobuf', grpc.encode),
  soap: http1('text/xml; charset=utf-8', (message) =>
    Buffer.from(`${soapStart}${xmlOf(productType, message)}${soapEnd}`),
  ),
  grpc,
  graphql: http1('application/json', (message) =>
    Buffer.from(JSON.stringify({ data: { [echoOperation.field]: message } })),
  ),
  rsocket,
};

/** The trailers of a gRPC call alone. */
export const grpcRefusal = (stream: number, status: number, message: string): Buffer =>
  http2Head(stream, endStream, [
    [':status', '200'],
    ['content-type', 'application/grpc'],
    ['grpc-status', String(status)],
    ['grpc-message', message],
  ]);

export const transportOf = (protocol: Protocol) => protocolFacts[protocol].transport;
