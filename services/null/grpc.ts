import type { RunningService } from '../service.ts';
import { NullGrpcConnection } from './grpc-connection.ts';
import { type NullServiceOptions, startListening } from './listener.ts';

/**
 * Starts a service that answers every unary gRPC call with its own message, as cheaply as can be:
 * what a generator reaches against it is the generator's own ceiling. HTTP/2 with prior knowledge,
 * or over TLS by ALPN.
 */
export function startNullGrpc(options: NullServiceOptions): Promise<RunningService> {
  return startListening(options, 'h2', (socket) => {
    const connection = new NullGrpcConnection(socket, options.countAnswer);
    return (chunk) => connection.take(chunk);
  });
}
