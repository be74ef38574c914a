import type { ClientHttp2Session } from 'node:http2';
import { prefixMessage } from '../../../protocols/grpc/messages.ts';
import type { ProbedPlace, StepFinding } from './finding.ts';
import { boundedSession, noAnswer } from './http2-probe.ts';
import { quoted } from './words.ts';

const healthMethod = '/grpc.health.v1.Health/Check';
/** An empty message asks for the health of the whole server. */
const emptyMessage = prefixMessage(Buffer.alloc(0));
const maxMessageBytes = 1024;
const unimplemented = 12;

/** Result of a health call, as far as it got. */
interface HealthAnswer {
  readonly status: number;
  readonly contentType: string;
  /** `grpc-status`, from the trailers or headers; null without one. */
  readonly grpcStatus: number | null;
  readonly message: Buffer;
}

/** Requests the health of a gRPC service over an open connection. */
export async function probeGrpc(place: ProbedPlace): Promise<StepFinding> {
  const session = boundedSession(place);
  try {
    const answer = await call(session);
    return typeof answer === 'string' ? { outcome: 'failed', words: answer } : judge(answer);
  } finally {
    session.destroy();
  }
}

function judge({ status, contentType, grpcStatus, message }: HealthAnswer): StepFinding {
  if (status !== 200 || !contentType.startsWith('application/grpc')) {
    return {
      outcome: 'doubtful',
      words: `The service uses HTTP/2 (status ${status}), but not gRPC. Requests may come back as errors.`,
    };
  }
  if (grpcStatus === unimplemented) {
    return {
      outcome: 'doubtful',
      words: 'The service uses gRPC, but does not report its health, so what it serves is unknown.',
    };
  }
  if (grpcStatus === 0 && isServing(message)) {
    return { outcome: 'ok', words: 'The service uses gRPC and reports that it is serving.' };
  }
  const what = grpcStatus === 0 ? 'not serving' : `status ${grpcStatus ?? 'unknown'}`;
  return {
    outcome: 'doubtful',
    words: `The service uses gRPC, but reports its health as ${what}.`,
  };
}

/** HealthCheckResponse{status: SERVING} */
const serving = prefixMessage(Buffer.from([0x08, 0x01]));

function isServing(message: Buffer): boolean {
  return message.equals(serving);
}

function call(session: ClientHttp2Session): Promise<HealthAnswer | string> {
  return new Promise((resolve) => {
    const broken = (error: Error) =>
      resolve(`This port does not use HTTP/2: ${quoted(error.message)}.`);
    session.on('error', broken);
    session.on('close', () => resolve(noAnswer));
    const stream = session.request({
      ':method': 'POST',
      ':path': healthMethod,
      'content-type': 'application/grpc',
      te: 'trailers',
    });
    let head = { status: 0, contentType: '', grpcStatus: null as number | null };
    let message = Buffer.alloc(0);
    stream.on('response', (headers) => {
      head = {
        status: Number(headers[':status']),
        contentType: String(headers['content-type'] ?? ''),
        grpcStatus: statusOf(headers['grpc-status']),
      };
    });
    stream.on('trailers', (trailers) => {
      head = { ...head, grpcStatus: statusOf(trailers['grpc-status']) ?? head.grpcStatus };
    });
    const done = () => resolve(head.status === 0 ? noAnswer : { ...head, message });
    stream.on('data', (piece: Buffer) => {
      message = Buffer.concat([message, piece]);
      // The headers that came with it are reported after it.
      if (message.length > maxMessageBytes) setImmediate(done);
    });
    stream.on('error', broken);
    stream.on('end', done);
    stream.end(emptyMessage);
  });
}

function statusOf(value: string | string[] | undefined): number | null {
  return typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : null;
}
