import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { listen, OpenConnections, stopListening } from '../listening.ts';
import type { RunningService, ServiceOptions } from '../service.ts';
import { tlsServerOptions } from '../tls/server-options.ts';
import { readIntoSharedBuffer } from './own-buffer.ts';

/** Options of a null service: no handlers, no delays. */
export type NullServiceOptions = Pick<
  ServiceOptions,
  'host' | 'port' | 'tls' | 'countAnswer' | 'knowsHeads'
>;

/** Processes the octets of one read, which may be overwritten afterwards. */
export type Taker = (chunk: Buffer) => void;

/**
 * Listens for the connections of a null service.
 * @param protocol negotiated by ALPN, with TLS; null for none.
 * @param accept called for each connection (with TLS, after its handshake) with a function to send.
 */
export async function startListening(
  options: NullServiceOptions,
  protocol: 'h2' | 'http/1.1' | null,
  accept: (socket: Socket) => Taker,
): Promise<RunningService> {
  const connections = new OpenConnections();
  const keep = (socket: Socket) => {
    connections.add(socket);
    // A disconnecting client is not a failure of the service.
    socket.on('error', () => socket.destroy());
  };
  const listener = options.tls
    ? listenSecurely(options.tls, protocol, keep, accept)
    : listenPlainly(keep, accept);
  const port = await listen(listener, options);
  return { port, stop: () => stopListening(listener, connections) };
}

type Keep = (socket: Socket) => void;

function listenPlainly(keep: Keep, accept: (socket: Socket) => Taker): Server {
  return createServer({ noDelay: true, pauseOnConnect: true }, (accepted) => {
    let take: Taker = () => undefined;
    const socket = readIntoSharedBuffer(accepted, (chunk) => take(chunk));
    keep(socket);
    take = accept(socket);
  });
}

function listenSecurely(
  tls: NonNullable<NullServiceOptions['tls']>,
  protocol: string | null,
  keep: Keep,
  accept: (socket: Socket) => Taker,
): Server {
  const agreed = protocol === null ? {} : { ALPNProtocols: [protocol] };
  const options = { ...tlsServerOptions(tls), ...agreed, noDelay: true };
  const listener = createTlsServer(options, (socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('data', accept(socket));
  });
  // Including those in a handshake.
  return listener.on('connection', keep);
}
