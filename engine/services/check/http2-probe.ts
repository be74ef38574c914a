import type { ClientHttp2Session } from 'node:http2';
import { healthPath } from '../../../workloads/product/product.ts';
import { boundedStream } from './bounded-stream.ts';
import type { ProbedPlace, StepFinding } from './finding.ts';
import { isAlive } from './rest-probe.ts';
import { quoted } from './words.ts';

/** Maximum bytes over the connection, and of the answer's body. */
const maxBytes = 65_536;
const maxBodyBytes = 1024;

/** Why there is no answer, not even its status. */
export const noAnswer = 'The connection was closed without an answer.';

/**
 * An HTTP/2 session over an open connection with bounded reads. What the other side may
 * send unasked is kept small.
 */
export function boundedSession({ socket, authority, secure }: ProbedPlace) {
  // Loaded when needed: few starts of the engine make such a request.
  const { connect } = process.getBuiltinModule('node:http2');
  return connect(`${secure ? 'https' : 'http'}://${authority}`, {
    createConnection: () => boundedStream(socket, maxBytes),
    maxSessionMemory: 1,
    maxHeaderListPairs: 64,
    settings: { enablePush: false, maxHeaderListSize: 16_384 },
  });
}

/** Health check of a REST service over HTTP/2. */
export async function probeRestHttp2(place: ProbedPlace): Promise<StepFinding> {
  const path = place.basePath + healthPath;
  const session = boundedSession(place);
  try {
    const answer = await get(session, path);
    if (typeof answer === 'string') return { outcome: 'failed', words: answer };
    if (isAlive(answer.status, answer.body)) {
      const words = `GET ${path} is answered over HTTP/2 like a Wirebench service.`;
      return { outcome: 'ok', words };
    }
    return {
      outcome: 'doubtful',
      words: `The service uses HTTP/2 (status ${answer.status}), but GET ${path} is not answered like a Wirebench REST service. Requests may come back as errors.`,
    };
  } finally {
    session.destroy();
  }
}

interface Answer {
  readonly status: number;
  /** The beginning of the body. */
  readonly body: string;
}

function get(session: ClientHttp2Session, path: string): Promise<Answer | string> {
  return new Promise((resolve) => {
    const broken = (error: Error) =>
      resolve(`This port does not use HTTP/2: ${quoted(error.message)}.`);
    session.on('error', broken);
    session.on('close', () => resolve(noAnswer));
    const stream = session.request({ ':path': path });
    let status = 0;
    let body = '';
    stream.setEncoding('utf8');
    stream.on('response', (headers) => {
      status = Number(headers[':status']);
    });
    const done = () => resolve(status === 0 ? noAnswer : { status, body });
    stream.on('data', (piece: string) => {
      body += piece;
      // The headers that came with it are reported after it.
      if (body.length > maxBodyBytes) setImmediate(done);
    });
    stream.on('error', broken);
    stream.on('end', done);
    stream.end();
  });
}
