import { createServer, type Server } from 'node:http';

/** A service that works on so many requests at a time, each for so long; the others wait for their turn. */
export interface Capacity {
  readonly atOnce: number;
  readonly milliseconds: number;
}

export const perSecond = ({ atOnce, milliseconds }: Capacity) => (1000 * atOnce) / milliseconds;

/**
 * Starts a REST service of known capacity, which it keeps on busy machines too: work that is finished late began in time.
 * @returns its address, and how to end it.
 */
export async function serviceOfCapacity({
  atOnce,
  milliseconds,
}: Capacity): Promise<{ address: string; close(): void }> {
  const freeAt: number[] = Array.from({ length: atOnce }, () => 0);
  const server: Server = createServer((_request, response) => {
    const now = performance.now();
    const soonest = Math.min(...freeAt);
    const place = freeAt.indexOf(soonest);
    const due = Math.max(now, soonest) + milliseconds;
    freeAt[place] = due;
    setTimeout(() => {
      response.setHeader('content-type', 'application/json');
      response.end('{"ok":true}');
    }, due - now);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    address: `http://127.0.0.1:${address.port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
