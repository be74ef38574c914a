import type { FastifyInstance } from 'fastify';
import { protobufMediaType } from '../../workloads/interfaces/problem.ts';
import { reportConnectionErrors } from '../connection-errors.ts';
import { OpenConnections } from '../listening.ts';
import { listenBacklog, type RunningService, type ServiceOptions } from '../service.ts';
import { addProbes, createApp, neverTimeOut } from './app.ts';
import { addErrors, refuseOtherMethods } from './errors.ts';
import { addParsers, formatsOf } from './formats.ts';
import type { FormatName } from './negotiation.ts';
import { addOperations } from './operations.ts';

/** Differences between the resource protocols on Fastify. */
interface RestKind {
  readonly protocol: 'rest' | 'rest-h2' | 'rest-protobuf';
  readonly format: FormatName;
}

const mediaTypesOf: Readonly<Record<FormatName, string>> = {
  json: 'application/json',
  protobuf: protobufMediaType,
};

/** Adds a workload's routes, errors and probes. */
export function addRest(app: FastifyInstance, options: ServiceOptions, kind: RestKind): void {
  const formats = formatsOf(kind.format, options);
  addParsers(app, formats);
  addErrors(app, options, formats);
  const routes = addOperations(app, options, { protocol: kind.protocol, formats });
  const mediaTypes = formats.offered.map((format) => mediaTypesOf[format]);
  const probes = addProbes(app, options, { protocol: kind.protocol, mediaTypes });
  refuseOtherMethods(app, [...routes, ...probes], options, formats);
}

/** Listens, and returns the port. */
export async function listenOn(
  app: FastifyInstance,
  { host, port }: ServiceOptions,
): Promise<RunningService> {
  const connections = new OpenConnections().watch(app.server);
  await app.listen({ host, port, backlog: listenBacklog });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was bound');
  const stop = async (): Promise<void> => {
    const closed = app.close();
    connections.end();
    await closed;
  };
  return { port: address.port, stop };
}

async function startOverHttp1(options: ServiceOptions, kind: RestKind): Promise<RunningService> {
  const app = createApp(options);
  neverTimeOut(app);
  reportConnectionErrors(app.server, options.onClientError);
  addRest(app, options, kind);
  return listenOn(app, options);
}

/** Starts a workload as JSON over HTTP/1.1 on Fastify. */
export function startRest(options: ServiceOptions): Promise<RunningService> {
  return startOverHttp1(options, { protocol: 'rest', format: 'json' });
}

/** Starts a workload with the same routes and Protobuf bodies. */
export function startRestProtobuf(options: ServiceOptions): Promise<RunningService> {
  return startOverHttp1(options, { protocol: 'rest-protobuf', format: 'protobuf' });
}
