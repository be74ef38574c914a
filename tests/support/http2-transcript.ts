import http2 from 'node:http2';
import { duplexPair } from 'node:stream';
import { prefixMessage } from '../../protocols/grpc/messages.ts';
import { frameHeaderBytes, readUint31 } from '../../protocols/http2/frames.ts';
import type { HeaderField } from '../../protocols/http2/hpack.ts';
import type { ReplySource } from '../../workers/drivers/driver.ts';
import { closedByPeer } from '../../workers/drivers/failures.ts';
import { PreparedCall, PreparedHead } from '../../workers/drivers/http2/prepared-call.ts';
import type { Http2Request } from '../../workers/drivers/http2/request.ts';
import { Http2Session } from '../../workers/drivers/http2/session.ts';
import { newUnaryReply } from '../../workers/drivers/http2/unary-reply.ts';
import type { Wire } from '../../workers/drivers/socket.ts';
import { answerUnary } from './grpc-server.ts';
import { echoOperation } from './product.ts';

/** Outcome of a call: its message if it was answered successfully, otherwise the failure's kind and code. */
export type CallOutcome = { readonly message: string } | { readonly failure: string };

const neverSent: CallOutcome = { failure: 'never sent' };
const headers: HeaderField[] = [
  [':method', 'POST'],
  [':scheme', 'http'],
  [':path', '/package.Service/Method'],
  [':authority', 'here:1'],
  ['te', 'trailers'],
  ['content-type', 'application/grpc'],
];
const body = prefixMessage(Buffer.from('question'));
/** The request of every call. */
export const exchange: Http2Request = {
  operation: echoOperation,
  newReply: newUnaryReply,
  call: new PreparedCall(new PreparedHead(headers), body),
  decode: (message: Buffer) => ({ id: '', name: '', description: message.toString('latin1') }),
};

/** The frames in some octets, of which the last may be incomplete; `whole` with their heads. */
export function framesOf(bytes: Buffer) {
  const frames: { type: number; flags: number; stream: number; payload: Buffer; whole: Buffer }[] =
    [];
  for (let at = 0; at < bytes.length; ) {
    const isHeaded = at + frameHeaderBytes <= bytes.length;
    const from = at + frameHeaderBytes;
    const end = isHeaded ? from + bytes.readUIntBE(at, 3) : bytes.length;
    const stream = isHeaded ? readUint31(bytes, at + 5) : 0;
    const [payload, whole] = [bytes.subarray(from, end), bytes.subarray(at, end)];
    frames.push({ type: bytes[at + 3] ?? 0, flags: bytes[at + 4] ?? 0, stream, payload, whole });
    at = end;
  }
  return frames;
}

/** A session that makes `count` calls as soon as it may, on a wire that a test controls. */
export class SessionUnderTest {
  /** One list per call: exactly one outcome is right. */
  readonly outcomes: CallOutcome[][];
  /** All written bytes. */
  readonly written: Buffer[] = [];
  readonly session: Http2Session;
  /** Why the session ended; null while it is open. */
  end: string | null = null;
  /** How often the session reported that it accepts more calls, or none any more. */
  changes = 0;
  #sent = false;

  constructor(count: number, onWrite: (bytes: Buffer) => void = () => undefined, firstStream = 1) {
    this.outcomes = Array.from({ length: count }, () => []);
    this.session = new Http2Session(
      {
        ready: () => {
          this.#sent = true;
          for (const outcomes of this.outcomes)
            this.session.send(exchange, recorder(outcomes), true);
        },
        changed: () => {
          this.changes++;
        },
        ended: ({ kind, code }) => {
          this.end ??= `${kind} ${code}`;
        },
      },
      firstStream,
    );
    const wire: Wire = {
      write: (bytes) => {
        const copy = Buffer.from(bytes);
        this.written.push(copy);
        onWrite(copy);
      },
      writableLength: 0,
      once: () => undefined,
      destroy: () => undefined,
    };
    this.session.begin(wire);
  }

  receive(bytes: Buffer): void {
    // In a reused buffer, like a socket's.
    const shared = Buffer.concat([Buffer.alloc(3, 0x5a), bytes, Buffer.alloc(9, 0x5a)]);
    this.session.receive(shared, 3, 3 + bytes.length);
    shared.fill(0);
  }

  /** The server hangs up. @returns one outcome per call. @throws where a call has none, or several. */
  finish(): CallOutcome[] {
    this.session.end(closedByPeer);
    return this.outcomes.map((outcomes) => {
      const [one] = this.#sent ? outcomes : [neverSent];
      if (!one || outcomes.length > 1) throw new Error(`${outcomes.length} outcomes for one call`);
      return one;
    });
  }
}

const recorder = (outcomes: CallOutcome[]) => ({
  succeeded: (_size: number, reply: ReplySource | null) => {
    outcomes.push({ message: String(reply?.().description ?? '') });
  },
  failed: ({ kind, code }: { kind: string; code: string }) => {
    outcomes.push({ failure: `${kind} ${code}` });
  },
});

/** Answers `count` calls with Node's own server, in memory. @returns every octet that it sent. */
export async function recordNodeServer(count: number, message: Buffer): Promise<Buffer> {
  const server = http2.createServer();
  server.on('stream', (stream) => {
    stream.on('end', () => answerUnary(stream, prefixMessage(message), { pieces: 2 }));
    stream.resume();
  });
  const [ours, theirs] = duplexPair();
  server.emit('connection', theirs);
  const sent: Buffer[] = [];
  const client = new SessionUnderTest(count, (bytes) => ours.write(bytes));
  await new Promise<void>((resolve) => {
    ours.on('data', (chunk: Buffer) => {
      sent.push(chunk);
      client.receive(chunk);
      if (client.outcomes.every((outcomes) => outcomes.length > 0)) resolve();
    });
  });
  ours.destroy();
  return Buffer.concat(sent);
}

export interface Replay {
  readonly calls: readonly CallOutcome[];
  /** Whether the client ended the connection because of what it received. */
  readonly broken: boolean;
}

/** Replays a server's bytes to a session, in the given pieces. */
export function replay(pieces: readonly Buffer[], count: number): Replay {
  const client = new SessionUnderTest(count);
  for (const piece of pieces) client.receive(piece);
  return { broken: client.end !== null, calls: client.finish() };
}

/**
 * Replays it to Node's own client, which treats it as plain HTTP/2: of gRPC only the status counts.
 * Piece by piece, because an error ends even those of Node's streams that were already complete.
 */
export async function replayToNode(pieces: readonly Buffer[], count: number): Promise<Replay> {
  const [ours, theirs] = duplexPair();
  theirs.resume();
  const client = http2.connect('http://here:1', { createConnection: () => ours });
  let broken = false;
  client.on('error', () => {
    broken = true;
  });
  const calls = Array.from({ length: count }, () => nodeCall(client));
  for (const piece of pieces) {
    await fewTurns();
    theirs.write(piece);
  }
  await fewTurns();
  theirs.end();
  client.destroy();
  return { broken, calls: await Promise.all(calls) };
}

/** Long enough to read what is in memory, and for its events. */
async function fewTurns(): Promise<void> {
  for (let turn = 0; turn < 4; turn++)
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
}

function nodeCall(client: http2.ClientHttp2Session): Promise<CallOutcome> {
  const stream = client.request(Object.fromEntries(headers));
  let content = Buffer.alloc(0);
  let status = 0;
  let grpcStatus: unknown;
  let whole = false;
  stream.on('response', (fields) => {
    status = Number(fields[':status']);
    grpcStatus = fields['grpc-status'];
  });
  stream.on('trailers', (fields) => {
    grpcStatus = fields['grpc-status'];
  });
  stream.on('data', (part: Buffer) => {
    content = Buffer.concat([content, part]);
  });
  stream.on('end', () => {
    whole = !stream.aborted;
  });
  stream.on('error', () => undefined);
  stream.end(body);
  return new Promise((resolve) => {
    stream.on('close', () => {
      const good = whole && stream.rstCode === 0 && status === 200 && grpcStatus === '0';
      resolve(good ? { message: content.toString('latin1', 5) } : { failure: 'not whole' });
    });
  });
}
