import http2 from 'node:http2';
import type net from 'node:net';

/** A unary call as a server saw it: its headers, and its body as received. */
export interface SeenCall {
  readonly headers: http2.IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface UnaryServer {
  readonly port: number;
  readonly calls: readonly SeenCall[];
  readonly sessions: readonly http2.ServerHttp2Session[];
  close(): Promise<void>;
}

/** The answer to each call; default the request's own body and a grpc-status of 0. */
export type Answer = (
  stream: http2.ServerHttp2Stream,
  call: SeenCall,
  session: http2.ServerHttp2Session,
) => void;

/** Answers a call as gRPC does: headers, one message, trailers. */
export function answerUnary(
  stream: http2.ServerHttp2Stream,
  message: Buffer,
  extra: {
    headers?: http2.OutgoingHttpHeaders;
    trailers?: http2.OutgoingHttpHeaders;
    pieces?: number;
  } = {},
): void {
  if (stream.destroyed) return;
  stream.respond(
    { ':status': 200, 'content-type': 'application/grpc', ...extra.headers },
    { waitForTrailers: true },
  );
  stream.once('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0', ...extra.trailers }));
  const step = Math.ceil(message.length / (extra.pieces ?? 1)) || 1;
  for (let at = 0; at < message.length; at += step) stream.write(message.subarray(at, at + step));
  stream.end();
}

/** Node's own HTTP/2 server on 127.0.0.1, speaking unary gRPC. */
export async function startUnaryServer(
  options: http2.ServerOptions = {},
  answer: Answer = (stream, { body }) => answerUnary(stream, body),
): Promise<UnaryServer> {
  const calls: SeenCall[] = [];
  const sessions: http2.ServerHttp2Session[] = [];
  const server = http2.createServer(options);
  server.on('session', (session) => {
    sessions.push(session);
    session.on('error', () => session.destroy());
  });
  server.on('stream', (stream, headers) => {
    const parts: Buffer[] = [];
    // A stream that the client cancels is no failure of the server.
    stream.on('error', () => undefined);
    stream.on('data', (part: Buffer) => parts.push(part));
    stream.on('end', () => {
      const call = { headers, body: Buffer.concat(parts) };
      calls.push(call);
      if (stream.session) answer(stream, call, stream.session as http2.ServerHttp2Session);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  return {
    port: (server.address() as net.AddressInfo).port,
    calls,
    sessions,
    close: () =>
      new Promise((resolve) => {
        for (const session of sessions) session.destroy();
        server.close(() => resolve());
      }),
  };
}
