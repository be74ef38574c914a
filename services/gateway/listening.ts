import type { Server, Socket } from 'node:net';
import type { GatewayStart } from '../../contracts/hop-messages.ts';
import { listenBacklog, type RunningService } from '../service.ts';

/** What passes a gateway is counted, well answered or not. */
export type CountRequest = () => void;

/** Listens, and knows its connections, so that it can be stopped at once. */
export async function listening(
  server: Server,
  { host, port }: Pick<GatewayStart, 'host' | 'port'>,
  onStop: () => void = () => undefined,
): Promise<RunningService> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    // A client that hangs up is no failure of the gateway.
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog: listenBacklog }, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    stop: () =>
      new Promise((closed) => {
        server.close(() => closed());
        for (const socket of open) socket.destroy();
        onStop();
      }),
  };
}
