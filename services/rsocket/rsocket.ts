import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { reportConnectionErrors } from '../connection-errors.ts';
import { listen, OpenConnections, stopListening } from '../listening.ts';
import type { RunningService, ServiceOptions } from '../service.ts';
import { tlsServerOptions } from '../tls/server-options.ts';
import { RSocketServiceConnection } from './connection.ts';
import { routesOf } from './routes.ts';

/** Starts a workload on RSocket 1.0 over TCP, with JSON as data and routes in the metadata. */
export async function startRSocket(options: ServiceOptions): Promise<RunningService> {
  const routes = routesOf(options.workload, options.handlers);
  const accept = (socket: Socket): void => {
    const connection = new RSocketServiceConnection(socket, routes, options);
    socket.on('data', (chunk) => connection.take(chunk));
    // A disconnecting client is not a failure of the service.
    socket.on('error', () => socket.destroy());
    socket.once('close', () => connection.closed());
  };
  const server = options.tls
    ? createTlsServer({ ...tlsServerOptions(options.tls), noDelay: true }, accept)
    : createServer({ noDelay: true }, accept);
  reportConnectionErrors(server, options.onClientError);
  const connections = new OpenConnections().watch(server);
  const port = await listen(server, options);
  return { port, stop: () => stopListening(server, connections) };
}
