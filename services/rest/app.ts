import Fastify, { type FastifyInstance } from 'fastify';
import { type OpenApiKind, openApiOf } from '../../contracts/workloads/openapi.ts';
import { healthPath } from '../../contracts/workloads/product.ts';
import { maxMessageBytes, type ServiceOptions } from '../service.ts';
import { tlsServerOptions } from '../tls/server-options.ts';

/** Idle connections are the users' thinking time: nothing may close them. */
export function neverTimeOut(app: FastifyInstance): void {
  // Set on the server, because Fastify takes a keepAliveTimeout of 0 for its default.
  Object.assign(app.server, { keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 });
  app.server.setTimeout(0);
}

/** What is true of every service on Fastify. */
export const appSettings = {
  bodyLimit: maxMessageBytes,
  exposeHeadRoutes: false,
  forceCloseConnections: true,
  // A number is no text: say so instead of turning it into one.
  ajv: { customOptions: { coerceTypes: false, removeAdditional: false, allErrors: true } },
} as const;

/** An application over HTTP/1.1. */
export function createApp(options: ServiceOptions): FastifyInstance {
  const app = options.tls
    ? Fastify({ ...appSettings, https: tlsServerOptions(options.tls) })
    : Fastify(appSettings);
  return app as unknown as FastifyInstance;
}

/** What is there besides the operations: a sign of life and the description of the routes. */
export function addProbes(
  app: FastifyInstance,
  { workload }: ServiceOptions,
  kind: OpenApiKind,
): void {
  const document = openApiOf(workload, kind);
  app.get(healthPath, async () => ({ status: 'ok' }));
  app.get('/openapi.json', async () => document);
}
