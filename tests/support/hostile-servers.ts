import { createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A TCP server that calls `behave` with each connection. @returns its port. */
export async function listenBadly(behave: (socket: Socket) => void): Promise<number> {
  const open = new Set<Socket>();
  const server: Server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
    behave(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was bound');
  return address.port;
}

/** Writes a piece for as long as the client reads. */
export function writeForever(socket: Socket, piece: string | Buffer): void {
  const go = (): void => {
    while (!socket.destroyed && socket.write(piece));
    if (!socket.destroyed) socket.once('drain', go);
  };
  go();
}

/** Writes one piece again and again, slowly. */
export function drip(socket: Socket, piece: string, everyMs: number): void {
  const timer = setInterval(() => socket.write(piece), everyMs);
  socket.on('close', () => clearInterval(timer));
}
