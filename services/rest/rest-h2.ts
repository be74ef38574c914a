import {
  createSecureServer,
  createServer,
  type Http2SecureServer,
  type Http2Server,
  type SecureServerOptions,
  type ServerHttp2Session,
} from 'node:http2';
import Fastify, { type FastifyInstance } from 'fastify';
import { reportConnectionErrors } from '../connection-errors.ts';
import { boundBodies } from '../http-bodies.ts';
import type { RunningService, ServiceOptions } from '../service.ts';
import { tlsServerOptions } from '../tls/server-options.ts';
import { appSettings } from './app.ts';
import { addRest, listenOn } from './rest.ts';

export const windowBytes = 16 * 1024 * 1024;

/** No protocol limit should slow a client down: windows and stream counts are large. */
export const sessionOptions: SecureServerOptions = {
  settings: {
    initialWindowSize: windowBytes,
    maxConcurrentStreams: 100_000,
    maxFrameSize: 1024 * 1024,
  },
  // In megabytes; the default of 10 ends sessions with a few long messages in flight.
  maxSessionMemory: 4096,
  // Clients may cancel any number of requests: those are timeouts, not an attack.
  streamResetBurst: 1_000_000,
  streamResetRate: 1_000_000,
};

type Handler = Parameters<typeof createServer>[1];

function createHttp2(options: ServiceOptions, handler: Handler): Http2Server | Http2SecureServer {
  const server = options.tls
    ? createSecureServer({ ...sessionOptions, ...tlsServerOptions(options.tls) }, handler)
    : createServer(sessionOptions, handler);
  server.on('session', (session: ServerHttp2Session) => {
    session.setLocalWindowSize(windowBytes);
  });
  server.on('sessionError', (error: Error) =>
    options.onClientError(`Not understood as HTTP/2: ${error.message}`),
  );
  return server;
}

/** Starts a workload as JSON over HTTP/2 on Fastify: with prior knowledge, or by ALPN over TLS. */
export async function startRestHttp2(options: ServiceOptions): Promise<RunningService> {
  const app = Fastify({
    ...appSettings,
    http2: true,
    serverFactory: (handler) => createHttp2(options, handler as unknown as Handler) as Http2Server,
  }) as unknown as FastifyInstance;
  reportConnectionErrors(app.server, options.onClientError);
  boundBodies(app);
  addRest(app, options, { protocol: 'rest-h2', format: 'json' });
  return listenOn(app, options);
}
