import type { Server, Socket } from 'node:net';
import type { GatewayStart } from '../../contracts/hop-messages.ts';
import { listen, OpenConnections, stopListening } from '../listening.ts';
import type { RunningService } from '../service.ts';

/** Called for each request through the gateway, whatever its answer. */
export type CountRequest = () => void;

/** Starts the gateway for some protocols. */
export type StartGateway = (
  start: GatewayStart,
  countRequest: CountRequest,
) => Promise<RunningService>;

/** Listens, and tracks its connections, so that it can be stopped immediately. */
export async function listening(
  server: Server,
  address: Pick<GatewayStart, 'host' | 'port'>,
  onStop: () => void = () => undefined,
): Promise<RunningService> {
  const connections = new OpenConnections().watch(server);
  server.on('connection', (socket: Socket) => {
    // A disconnecting client is not a failure of the gateway.
    socket.on('error', () => socket.destroy());
  });
  const stop = (): Promise<void> => {
    const stopped = stopListening(server, connections);
    onStop();
    return stopped;
  };
  return { port: await listen(server, address), stop };
}
