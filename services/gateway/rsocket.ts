import net, { type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { GatewayStart } from '../../contracts/hop-messages.ts';
import { RequestCounter } from '../../protocols/rsocket/request-counter.ts';
import type { RunningService } from '../service.ts';
import { tlsServerOptions } from '../tls/server-options.ts';
import { type CountRequest, listening } from './listening.ts';

/** Forwards RSocket frames, each connection on its own one, because its streams belong together. */
export function startRSocketGateway(
  start: GatewayStart,
  countRequest: CountRequest,
): Promise<RunningService> {
  const accept = (client: Socket) => forward(client, start, countRequest);
  const options = { noDelay: true, allowHalfOpen: true };
  const server = start.tls
    ? createTlsServer({ ...tlsServerOptions(start.tls), ...options }, accept)
    : net.createServer(options, accept);
  return listening(server, start);
}

function forward(client: Socket, { upstream }: GatewayStart, countRequest: CountRequest): void {
  const service = net.connect({ ...upstream, noDelay: true, allowHalfOpen: true });
  const counter = new RequestCounter(countRequest);
  client.on('data', (chunk: Buffer) => counter.take(chunk));
  pass(client, service);
  pass(service, client);
}

function pass(from: Socket, to: Socket): void {
  from.pipe(to);
  from.on('error', () => to.destroy());
  from.once('close', () => to.destroySoon());
}
