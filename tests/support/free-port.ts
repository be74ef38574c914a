import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { createServer } from 'node:net';

/** Ports that one process holds for itself, the newest: a long torture asks for more than there are. */
const heldAtMost = 500;
const held: Socket[] = [];

/**
 * A port of this machine at which nobody listens, and which no other test is given while this process needs it. It is
 * none of those that systems give to connections, since a test that makes many of them may run at the same time.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000);
  return (await claims(port)) && (await isFree(port)) ? port : freePort();
}

/**
 * Whether the port is now this process's. Its server is still to listen at it, so what is held is the UDP port of the
 * same number: no program here speaks at it, and the system gives it back however a process ends.
 * @throws Error of the system, other than that the port is taken.
 */
function claims(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref();
  return new Promise((resolve, reject) => {
    socket.once('error', (error: NodeJS.ErrnoException) => {
      socket.close();
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    });
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => {
      held.push(socket);
      if (held.length > heldAtMost) held.shift()?.close();
      resolve(true);
    });
  });
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const listens = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
  });
  if (listens) await new Promise((resolve) => server.close(resolve));
  return listens;
}
