import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { tellConnectionErrors } from '../connection-errors.ts';
import { listenBacklog, type RunningService, type ServiceOptions } from '../service.ts';
import { tlsServerOptions } from '../tls/server-options.ts';
import { RSocketServiceConnection } from './connection.ts';
import { routesOf } from './routes.ts';

/** Starts a workload as RSocket 1.0 over TCP, with JSON as data and routes in the metadata. */
export async function startRSocket(options: ServiceOptions): Promise<RunningService> {
  const routes = routesOf(options.workload, options.handlers);
  const open = new Set<Socket>();
  const accept = (socket: Socket): void => {
    const connection = new RSocketServiceConnection(socket, routes, options);
    socket.on('data', (chunk) => connection.take(chunk));
    // A client that hangs up is no failure of the service.
    socket.on('error', () => socket.destroy());
    socket.once('close', () => connection.closed());
  };
  const server = options.tls
    ? createTlsServer({ ...tlsServerOptions(options.tls), noDelay: true }, accept)
    : createServer({ noDelay: true }, accept);
  tellConnectionErrors(server, options.onClientError);
  // Of TLS, too: also those whose handshake is not over.
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return { port: await listen(server, options), stop: () => stop(server, open) };
}

function listen(server: Server, { host, port }: ServiceOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog: listenBacklog }, () => {
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function stop(server: Server, open: ReadonlySet<Socket>): Promise<void> {
  return new Promise((closed) => {
    server.close(() => closed());
    for (const socket of open) socket.destroy();
  });
}
