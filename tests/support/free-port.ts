import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A port of this machine at which nobody listens. It is none of those that systems give to connections,
 * since a test that makes many of them may run at the same time.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000);
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
  });
  if (!isFree) return freePort();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
