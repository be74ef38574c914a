import http2 from 'node:http2';
import { duplexPair } from 'node:stream';
import { prefixMessage } from '../../protocols/grpc/messages.ts';
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

/** What became of a call: its message where it was answered well, the failure's kind and code where not. */
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
/** What is asked in every call. */
export const exchange: Http2Request = {
  operation: echoOperation,
  newReply: newUnaryReply,
  call: new PreparedCall(new PreparedHead(headers), body),
  decode: (message: Buffer) => ({ id: '', name: '', description: message.toString('latin1') }),
};

/** A session that makes `count` calls as soon as it may, on a wire that a test speaks for. */
export class SessionUnderTest {
  /** One list per call: exactly one outcome is right. */
  readonly outcomes: CallOutcome[][];
  /** All that was written. */
  readonly written: Buffer[] = [];
  readonly session: Http2Session;
  /** Why the session was over; null while it is not. */
  end: string | null = null;
  /** How often the session said that it takes more calls, or none any more. */
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
    // In a buffer that is used again, as a socket's is.
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
  /** Whether the client ended the connection for what it heard. */
  readonly broken: boolean;
}

/** Replays what a server sent to a session, in the pieces given. */
export function replay(pieces: readonly Buffer[], count: number): Replay {
  const client = new SessionUnderTest(count);
  for (const piece of pieces) client.receive(piece);
  return { broken: client.end !== null, calls: client.finish() };
}

/**
 * Replays it to Node's own client, which takes it as HTTP/2 alone: of gRPC only the status counts.
 * Piece by piece, because an error ends even those of Node's streams that were complete when it came.
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

/** Long enough for what is in memory to be read, and for its events. */
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
