import { createServer } from 'node:net';
import { Server, type UntypedServiceImplementation } from '@grpc/grpc-js';
import { ReflectionService } from '@grpc/reflection';
import { HealthImplementation } from 'grpc-health-check';
import { maxMessageBytes } from '../../contracts/service-messages.ts';
import { isOffered } from '../../workloads/description.ts';
import { listen, OpenConnections, stopListening } from '../listening.ts';
import type { RunningService, ServiceOptions } from '../service.ts';
import { boundCalls } from './bodies.ts';
import { serverCredentials } from './credentials.ts';
import { describedPackages, loadPackage, serviceDefinition } from './definition.ts';
import { methodOf } from './methods.ts';

function methodsOf(options: ServiceOptions): UntypedServiceImplementation {
  const offered = Object.values(options.workload.operations).filter((operation) =>
    isOffered(operation, 'grpc'),
  );
  return Object.fromEntries(
    offered.map((operation) => [operation.method, methodOf(operation, options)]),
  );
}

function createGrpcServer(options: ServiceOptions): Server {
  const server = new Server({
    'grpc.max_receive_message_length': maxMessageBytes,
    'grpc.max_send_message_length': maxMessageBytes,
    'grpc.enable_channelz': 0,
    interceptors: [boundCalls(options)],
  });
  const name = `${options.workload.package}.${options.workload.service}`;
  const definitions = loadPackage(options.workload);
  server.addService(serviceDefinition(definitions, options.workload), methodsOf(options));
  new ReflectionService(describedPackages(definitions)).addToServer(server);
  new HealthImplementation({ '': 'SERVING', [name]: 'SERVING' }).addToServer(server);
  return server;
}

/**
 * Starts a workload on @grpc/grpc-js, with reflection and health. The listening socket is our own and hands
 * over its connections, because the library's has a backlog of 511.
 */
export async function startGrpc(options: ServiceOptions): Promise<RunningService> {
  const server = createGrpcServer(options);
  const injector = server.createConnectionInjector(serverCredentials(options.tls));
  const connections = new OpenConnections();
  const listener = createServer({ noDelay: true }, (socket) => {
    connections.add(socket);
    injector.injectConnection(socket);
  });
  const port = await listen(listener, options);
  const stop = (): Promise<void> => {
    server.forceShutdown();
    return stopListening(listener, connections);
  };
  return { port, stop };
}
