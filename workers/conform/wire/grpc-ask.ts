import { once } from 'node:events';
import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from 'node:http2';
import { connect as connectTls } from 'node:tls';
import { authorityOf } from '../../../contracts/worker-messages.ts';
import { splitMessages } from '../../../protocols/grpc/messages.ts';
import { grpcStatusNames } from '../../../protocols/grpc/status.ts';
import { tlsOptions } from '../../drivers/tls-client.ts';
import type { CheckedService } from '../check.ts';

/** A call to send. */
export interface GrpcAsked {
  /** `/package.Service/Method`. */
  readonly path: string;
  /** Messages with their prefixes, in the parts to send; the stream is left open first. */
  readonly content: readonly Buffer[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the stream is left open after the content, until the answer arrives. */
  readonly open?: boolean;
}

export interface GrpcAnswered {
  readonly httpStatus: number;
  readonly contentType: string;
  /** Name of the status, such as `INVALID_ARGUMENT`; null if there was none. */
  readonly status: string | null;
  readonly message: string;
  /** Without their prefixes. */
  readonly messages: readonly Buffer[];
}

const windowBytes = 16 * 1024 * 1024;

/** Opens an HTTP/2 connection, and waits for the service's settings. */
export async function openGrpc({
  address,
}: Pick<CheckedService, 'address'>): Promise<ClientHttp2Session> {
  const { tls } = address;
  const origin = `${tls ? 'https' : 'http'}://${authorityOf(address)}`;
  const session = connect(origin, {
    settings: { initialWindowSize: windowBytes, enablePush: false },
    ...(tls
      ? {
          createConnection: () =>
            connectTls({ ...tlsOptions(address, 'h2'), host: address.host, port: address.port }),
        }
      : {}),
  });
  try {
    await Promise.race([once(session, 'remoteSettings'), closed(session)]);
  } catch (error) {
    session.destroy();
    throw error;
  }
  // Errors are reported by the stream.
  session.on('error', () => undefined);
  return session;
}

async function closed(session: ClientHttp2Session): Promise<never> {
  await once(session, 'close');
  throw new Error('the connection was closed before its settings came');
}

/** Makes one call over an open connection. */
export function askGrpc(
  session: ClientHttp2Session,
  { path, content, headers = {}, open = false }: GrpcAsked,
): Promise<GrpcAnswered> {
  return new Promise((resolve, reject) => {
    const stream = session.request({
      ':method': 'POST',
      ':path': path,
      'content-type': 'application/grpc',
      te: 'trailers',
      ...headers,
    });
    let head: IncomingHttpHeaders = {};
    let trailers: IncomingHttpHeaders = {};
    const parts: Buffer[] = [];
    const done = () => resolve(answeredOf(head, trailers, Buffer.concat(parts)));
    stream.on('response', (received) => {
      head = received;
    });
    stream.on('trailers', (received) => {
      trailers = received;
    });
    stream.on('data', (part: Buffer) => parts.push(part));
    stream.on('end', () => {
      done();
      stream.close();
    });
    // An early answer may be followed by a reset; then the promise has resolved.
    stream.on('error', reject);
    stream.on('close', () => reject(new Error('the stream was closed without an answer')));
    for (const part of content) stream.write(part);
    if (!open) stream.end();
  });
}

function answeredOf(
  head: IncomingHttpHeaders,
  trailers: IncomingHttpHeaders,
  content: Buffer,
): GrpcAnswered {
  const all = { ...head, ...trailers };
  const code = all['grpc-status'];
  return {
    httpStatus: Number(head[':status'] ?? 0),
    contentType: String(head['content-type'] ?? ''),
    status: code === undefined ? null : (grpcStatusNames[Number(code)] ?? `STATUS_${String(code)}`),
    message: decoded(String(all['grpc-message'] ?? '')),
    messages: splitMessages(content),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Invalid percent-encoding is shown as received.
    return text;
  }
}

/** Description of the outcome. */
export function grpcWords({ httpStatus, status, message }: GrpcAnswered): string {
  if (status === null) return `HTTP status ${httpStatus} without a grpc-status`;
  return message === '' ? status : `${status}: ${message.slice(0, 200)}`;
}
