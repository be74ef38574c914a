import {
  type ClientHttp2Stream,
  constants,
  createSecureServer,
  createServer,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { GatewayStart } from '../../contracts/hop-messages.ts';
import type { RunningService } from '../service.ts';
import { tlsServerOptions } from '../tls/server-options.ts';
import { streamWindowBytes, Upstream } from './http2-upstream.ts';
import { type CountRequest, listening } from './listening.ts';

const via = '2.0 wirebench';
const { NGHTTP2_CANCEL, NGHTTP2_FLAG_END_STREAM, NGHTTP2_NO_ERROR } = constants;

/** A reverse proxy for HTTP/2: each stream is forwarded as one stream, bodies are streamed, trailers forwarded. */
export function startHttp2Gateway(
  start: GatewayStart,
  countRequest: CountRequest,
): Promise<RunningService> {
  const settings = { initialWindowSize: streamWindowBytes, maxConcurrentStreams: 4_294_967_295 };
  const server = start.tls
    ? createSecureServer({ ...tlsServerOptions(start.tls), settings })
    : createServer({ settings });
  const upstream = new Upstream(start.upstream);
  server.on('stream', (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, flags: number) => {
    countRequest();
    forward(stream, headers, flags, upstream);
  });
  server.on('session', (session: ServerHttp2Session) => {
    session.setLocalWindowSize(streamWindowBytes * 16);
    session.on('error', () => session.destroy());
  });
  return listening(server, start, () => upstream.close());
}

function forward(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  flags: number,
  upstream: Upstream,
): void {
  const { session, done } = upstream.take();
  const endStream = (flags & NGHTTP2_FLAG_END_STREAM) !== 0;
  const asked = session.request({ ...headers, via } as OutgoingHttpHeaders, { endStream });
  let refused: Error | null = null;
  asked.on('error', (error: NodeJS.ErrnoException) => {
    // A reset by the service is an answer of a kind; any other error means that the service is gone.
    if (error.code !== 'ERR_HTTP2_STREAM_ERROR') refused = error;
  });
  asked.once('response', (answer, answerFlags) => answerWith(stream, asked, answer, answerFlags));
  asked.once('close', () => {
    done();
    end(stream, asked, refused);
  });
  // A disconnected client is noticed by the end of its stream.
  stream.on('error', () => undefined);
  stream.once('close', () => {
    if (!asked.closed) asked.close(stream.rstCode || NGHTTP2_CANCEL);
  });
  if (!endStream) stream.pipe(asked);
}

function answerWith(
  stream: ServerHttp2Stream,
  asked: ClientHttp2Stream,
  headers: IncomingHttpHeaders,
  flags: number,
): void {
  if (stream.destroyed) return;
  const head = { ...headers, via } as OutgoingHttpHeaders;
  if ((flags & NGHTTP2_FLAG_END_STREAM) !== 0) {
    stream.respond(head, { endStream: true });
    return;
  }
  let trailers: OutgoingHttpHeaders | null = null;
  asked.once('trailers', (fields) => {
    trailers = fields as OutgoingHttpHeaders;
  });
  stream.respond(head, { waitForTrailers: true });
  stream.once('wantTrailers', () => stream.sendTrailers(trailers ?? {}));
  asked.pipe(stream);
}

/** An answer that the service did not finish stays unfinished for the client, too. */
function end(stream: ServerHttp2Stream, asked: ClientHttp2Stream, refused: Error | null): void {
  if (stream.destroyed || stream.closed) return;
  const wasReset = asked.rstCode !== NGHTTP2_NO_ERROR || refused !== null;
  if (!wasReset) return;
  if (stream.headersSent || (refused === null && asked.rstCode !== NGHTTP2_NO_ERROR)) {
    stream.close(asked.rstCode || NGHTTP2_CANCEL);
    return;
  }
  stream.respond({ ':status': 502, 'content-type': 'text/plain; charset=utf-8', via });
  stream.end(`The gateway got no answer from the service: ${refused?.message ?? 'reset'}\n`);
}
