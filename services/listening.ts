import type { Server, Socket } from 'node:net';
import { listenBacklog } from './service.ts';

/** Listens at an address. @returns the port, even if the system chose it for port 0. */
export function listen(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog: listenBacklog }, () => {
      const address = server.address();
      if (address && typeof address === 'object') resolve(address.port);
      else reject(new Error('No port was bound'));
    });
  });
}

/**
 * Open connections, so that a server can be stopped immediately. They are tracked from their acceptance:
 * Node's own servers do not know connections in a TLS handshake, and would wait for them forever.
 */
export class OpenConnections {
  readonly #open = new Set<Socket>();
  #ended = false;

  /** Tracks every connection that a server accepts. */
  watch(server: Server): this {
    server.on('connection', (socket: Socket) => this.add(socket));
    return this;
  }

  add(socket: Socket): void {
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    if (this.#ended) socket.destroy();
  }

  /** Closes all of them, including those still to be accepted. */
  end(): void {
    this.#ended = true;
    for (const socket of this.#open) socket.destroy();
  }
}

/** Closes a server with its connections. */
export function stopListening(server: Server, connections: OpenConnections): Promise<void> {
  return new Promise((closed) => {
    server.close(() => closed());
    connections.end();
  });
}
