import { createServer, type Server as NetServer, type Socket } from 'node:net';
import { Server } from '@grpc/grpc-js';
import { ReflectionService } from '@grpc/reflection';
import { HealthImplementation } from 'grpc-health-check';
import { grpcService } from '../../contracts/workloads/product.ts';
import {
  listenBacklog,
  maxMessageBytes,
  type RunningService,
  type ServiceOptions,
} from '../service.ts';
import { serverCredentials } from './credentials.ts';
import { describedPackages, loadProductPackage, productService, unary } from './product.ts';

function createGrpcServer(options: ServiceOptions): Server {
  const server = new Server({
    'grpc.max_receive_message_length': maxMessageBytes,
    'grpc.max_send_message_length': maxMessageBytes,
    'grpc.enable_channelz': 0,
  });
  const definitions = loadProductPackage();
  server.addService(productService(definitions), {
    Echo: unary(options.handlers.echo, options),
    Modify: unary(options.handlers.modify, options),
  });
  new ReflectionService(describedPackages(definitions)).addToServer(server);
  new HealthImplementation({ '': 'SERVING', [grpcService]: 'SERVING' }).addToServer(server);
  return server;
}

function listen(listener: NetServer, options: ServiceOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    listener.once('error', reject);
    listener.listen({ host: options.host, port: options.port, backlog: listenBacklog }, () => {
      const address = listener.address();
      if (address && typeof address === 'object') resolve(address.port);
      else reject(new Error('No port was bound'));
    });
  });
}

/**
 * Starts the product workload on @grpc/grpc-js, with reflection and health. The listening socket
 * is ours and hands its connections on, because the library's own has a backlog of 511.
 */
export async function startGrpc(options: ServiceOptions): Promise<RunningService> {
  const server = createGrpcServer(options);
  const injector = server.createConnectionInjector(serverCredentials(options.tls));
  const open = new Set<Socket>();
  const listener = createServer({ noDelay: true }, (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    injector.injectConnection(socket);
  });
  const port = await listen(listener, options);
  const stop = (): Promise<void> =>
    new Promise((closed) => {
      listener.close(() => closed());
      server.forceShutdown();
      for (const socket of open) socket.destroy();
    });
  return { port, stop };
}
