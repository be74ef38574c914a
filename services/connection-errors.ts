import type { Server, Socket } from 'node:net';

/** Reports connections that failed before a request: invalid HTTP, a failed handshake. */
export function reportConnectionErrors(server: Server, report: (message: string) => void): void {
  const onError = (what: string) => (error: NodeJS.ErrnoException, socket?: Socket) => {
    // A client that disconnects has done nothing wrong.
    if (error.code === 'ECONNRESET' || error.code === 'EPIPE') return;
    report(`${what}${from(socket)}: ${error.code ?? ''} ${error.message}`);
  };
  server.on('clientError', onError('Not understood as HTTP'));
  server.on('tlsClientError', onError('TLS handshake failed'));
}

function from(socket: Socket | undefined): string {
  return socket?.remotePort === undefined ? '' : `, from port ${socket.remotePort}`;
}
