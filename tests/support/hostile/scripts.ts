import type { Socket } from 'node:net';
import type { TLSSocketOptions } from 'node:tls';
import { gzipSync } from 'node:zlib';
import type { TargetFaultName } from '../../../contracts/error-kinds.ts';
import type { Protocol } from '../../../contracts/words.ts';
import {
  frame,
  goawayFrame,
  http2FrameTypes,
  uint32Frame,
} from '../../../protocols/http2/frames.ts';
import { rsocketErrorCodes, rsocketFrameTypes } from '../../../protocols/rsocket/frames.ts';
import { errorFrame, makeRsocketFrame } from '../../../protocols/rsocket/write.ts';
import type { Message } from '../../../workloads/description.ts';
import { type AnswerParts, dialects, grpcRefusal, transportOf } from './dialects.ts';
import type { SeenRequest } from './wires.ts';

/** What a server does with a connection, and with each request on it. */
export interface Script {
  /** How its TLS differs from the default. */
  readonly tls?: TLSSocketOptions;
  readonly connected?: (socket: Socket) => void;
  /** @param nth from 0, over all connections. */
  readonly asked?: (socket: Socket, request: SeenRequest, nth: number) => void;
}

type ScriptOf = (protocol: Protocol) => Script | null;

const product = (description: string): Message => ({ id: '1', name: 'Tea', description });
const wholeOf = ({ head, content, end }: AnswerParts) => Buffer.concat([head, content, end]);

/** Acts once the client has sent something, and ignores what it was. */
const spokenTo = (act: (socket: Socket) => void): Script => ({
  connected: (socket) =>
    socket.removeAllListeners('data').once('data', () => {
      socket.resume();
      act(socket);
    }),
});

/** Answers each request with some bytes. */
const saying = (bytes: (stream: number, nth: number) => Buffer): Script => ({
  asked: (socket, { stream }, nth) => socket.write(bytes(stream, nth)),
});

/** Answers successfully, with a new content for each request. */
const content =
  (contentOf: (protocol: Protocol, nth: number) => Buffer): ScriptOf =>
  (protocol) =>
    saying((stream, nth) => wholeOf(dialects[protocol].good(stream, contentOf(protocol, nth))));

/** Writes the first part of an answer, then acts. */
const partThen =
  (then: (socket: Socket) => void): ScriptOf =>
  (protocol) => ({
    asked: (socket, { stream }) => {
      const { head, content: body } = dialects[protocol].good(
        stream,
        dialects[protocol].encode(product('cut')),
      );
      socket.write(Buffer.concat([head, body.subarray(0, body.length - 2)]), () => then(socket));
    },
  });

/** An HTTP status and its gRPC equivalent; other protocols have none. */
const status =
  (http: number, grpc: number, reason: string): ScriptOf =>
  (protocol) => {
    if (protocol === 'grpc') return saying((stream) => grpcRefusal(stream, grpc, reason));
    const say = dialects[protocol].status;
    return say && saying((stream) => say(stream, http, reason));
  };

const soapFault = (code: string) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:${code}</faultcode><faultstring>no</faultstring></s:Fault></s:Body></s:Envelope>`;

/** Failures as each protocol expresses them apart from statuses. */
const failing =
  (code: Readonly<Partial<Record<Protocol, string>>>, text: string): ScriptOf =>
  (protocol) => {
    const own = code[protocol];
    if (own === undefined) return null;
    if (protocol === 'rsocket')
      return saying((stream) => errorFrame(stream, rsocketErrorCodes.applicationError, text));
    if (protocol === 'grpc') return saying((stream) => grpcRefusal(stream, 8, text));
    if (protocol === 'graphql') {
      const errors = [{ message: text, extensions: { code: own } }];
      const body = Buffer.from(JSON.stringify({ errors }));
      return saying((stream) => wholeOf(dialects[protocol].good(stream, body)));
    }
    const say = dialects[protocol].status;
    if (protocol === 'soap') return say && saying((stream) => say(stream, 500, soapFault(own)));
    return say && saying((stream) => say(stream, 503, text, [['x-wirebench-refusal', own]]));
  };

const brokenFraming: ScriptOf = (protocol) =>
  saying((stream) => {
    if (transportOf(protocol) === 'h2')
      return frame(http2FrameTypes.data, 0, stream + 200, Buffer.alloc(1));
    if (transportOf(protocol) === 'tcp')
      return makeRsocketFrame(rsocketFrameTypes.lease, 0, stream, Buffer.alloc(8));
    return Buffer.from('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5 5\r\nhello\r\n');
  });

const otherLanguage: ScriptOf = (protocol) => {
  const words =
    transportOf(protocol) === 'tcp'
      ? Buffer.from([0, 0, 3, 1, 2, 3])
      : Buffer.from('SSH-2.0-OpenSSH_9.6\r\n\r\n');
  return spokenTo((socket) => socket.write(words));
};

/** Content that is shorter than a length within the answer; over HTTP/1.1 such an answer continues. */
const wrongLength: ScriptOf = (protocol) => {
  if (transportOf(protocol) !== 'h2') return null;
  const { good, encode } = dialects[protocol];
  const body = encode(product('length'));
  if (protocol !== 'grpc')
    return saying((stream) =>
      wholeOf(good(stream, body, [['content-length', String(body.length + 5)]])),
    );
  return saying((stream) => {
    const answer = good(stream, body);
    const [prefixAt, last] = [9, answer.content.length];
    const short = answer.content.subarray(prefixAt, last - 3);
    return wholeOf({ ...answer, content: frame(http2FrameTypes.data, 0, stream, short) });
  });
};

/** @param name the coding; gRPC has a separate field for it, and a flag before the message. */
const encoding =
  (name: string, encode: (body: Buffer) => Buffer): ScriptOf =>
  (protocol) => {
    if (transportOf(protocol) === 'tcp') return null;
    const { good, encode: plain } = dialects[protocol];
    const body = encode(plain(product('encoded')));
    if (protocol !== 'grpc')
      return saying((stream) => wholeOf(good(stream, body, [['content-encoding', name]])));
    return saying((stream) => {
      const answer = good(stream, body, [['grpc-encoding', name]]);
      answer.content[9] = 1;
      return wholeOf(answer);
    });
  };

const goingAway: ScriptOf = (protocol) => {
  const transport = transportOf(protocol);
  if (transport === 'h1') return null;
  const words =
    transport === 'h2'
      ? goawayFrame(0, 0)
      : errorFrame(0, rsocketErrorCodes.connectionClose, 'going away');
  return { asked: (socket) => socket.end(words) };
};

const json = { rest: true, 'rest-h2': true, graphql: true, rsocket: true } as Readonly<
  Partial<Record<Protocol, true>>
>;
const nonsense = (protocol: Protocol) =>
  json[protocol] || protocol === 'soap'
    ? Buffer.from('All is well, thank you <')
    : // An unterminated number; protobufjs accepts most other damage.
      Buffer.alloc(11, 0xff);

/** A message without any of the expected fields. */
function ofOtherInterface(protocol: Protocol): Buffer {
  if (protocol === 'graphql') return Buffer.from('{"data":{"orders":[]}}');
  if (json[protocol]) return Buffer.from('{"orders":[]}');
  const { encode } = dialects[protocol];
  const whole = encode(product('other'));
  if (protocol === 'soap')
    return Buffer.from(whole.toString().replace(/<id>.*<\/description>/, '<orders/>'));
  // Field 1 of Protobuf, a number.
  return Buffer.from([0x08, 0x05]);
}

/** How to show a fault to a client; null for a protocol without it. */
export const scripts: Readonly<Record<TargetFaultName, ScriptOf>> = {
  refuses: () => ({}),
  refusesSetup: (protocol) => {
    if (transportOf(protocol) !== 'tcp') return null;
    const words = errorFrame(0, rsocketErrorCodes.rejectedSetup, 'not you');
    return spokenTo((socket) => socket.write(words));
  },
  plainText: () => spokenTo((socket) => socket.write('HTTP/1.1 400 No\r\n\r\n')),
  endsHandshake: () => spokenTo((socket) => socket.end()),
  unknownAuthority: () => ({}),
  otherName: () => ({}),
  otherProtocol: (protocol) =>
    transportOf(protocol) === 'h2' ? { tls: { ALPNProtocols: undefined } } : null,
  wantsCertificate: () => ({ tls: { requestCert: true, rejectUnauthorized: true } }),
  silent: () => ({ connected: (socket) => socket.removeAllListeners('data').resume() }),
  stalls: (protocol) =>
    transportOf(protocol) === 'h2'
      ? saying((stream) => dialects[protocol].good(stream, Buffer.alloc(0)).head)
      : partThen(() => undefined)(protocol),
  hangsUp: () => ({ connected: (socket) => socket.end() }),
  cutsShort: partThen((socket) => socket.end()),
  breaksOff: partThen((socket) => socket.resetAndDestroy()),
  resetsStream: (protocol) =>
    transportOf(protocol) === 'h2'
      ? saying((stream) => uint32Frame(http2FrameTypes.rstStream, stream, 2))
      : null,
  goesAway: goingAway,
  otherLanguage,
  breaksFraming: brokenFraming,
  wrongLength,
  encodes: encoding('exi', (body) => body),
  compresses: encoding('gzip', gzipSync),
  refusesRequests: status(503, 14, 'busy'),
  knowsNothing: status(404, 12, 'no such thing'),
  leadsElsewhere: (protocol) => {
    const say = dialects[protocol].status;
    return say && saying((stream) => say(stream, 302, '', [['location', '/elsewhere']]));
  },
  quotesReset: status(500, 13, 'upstream connection closed: read ECONNRESET'),
  fails: failing({ soap: 'Server', graphql: 'INTERNAL', rsocket: 'own' }, 'no such product'),
  lacksConnections: failing(
    {
      rest: 'pool',
      'rest-h2': 'pool',
      'rest-protobuf': 'pool',
      soap: 'Server.Pool',
      grpc: 'pool',
      graphql: 'POOL',
      rsocket: 'pool',
    },
    'pool: none was free in time',
  ),
  undecodable: content(nonsense),
  answersNothing: content(() => Buffer.alloc(0)),
  otherInterface: content(ofOtherInterface),
  otherContent: content((protocol) => dialects[protocol].encode(product('other'))),
  otherSize: content((protocol, nth) =>
    dialects[protocol].encode(product(nth === 0 ? 'short' : 'longer')),
  ),
};
