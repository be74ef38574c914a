import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RouteHandlerMethod,
} from 'fastify';
import { interfacePathOf } from '../../contracts/protocols.ts';
import { maxMessageBytes } from '../../contracts/service-messages.ts';
import { type OpenApiKind, openApiOf } from '../../workloads/interfaces/openapi.ts';
import { healthPath } from '../../workloads/product/product.ts';
import { namesTwoHosts, twoHosts } from '../hosts.ts';
import { boundBodies } from '../http-bodies.ts';
import type { ServiceOptions } from '../service.ts';
import { tlsServerOptions } from '../tls/server-options.ts';

/** Idle connections are the users' think time: nothing may close them. */
export function neverTimeOut(app: FastifyInstance): void {
  // Set on the server, because Fastify replaces a keepAliveTimeout of 0 by its default.
  Object.assign(app.server, { keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 });
  app.server.setTimeout(0);
}

/** Options common to all Fastify services. */
export const appSettings = {
  bodyLimit: maxMessageBytes,
  exposeHeadRoutes: false,
  forceCloseConnections: true,
  // Refuse a number instead of converting it to text.
  ajv: { customOptions: { coerceTypes: false, removeAdditional: false, allErrors: true } },
  // A path that leads to no route, because it is malformed or too long, is refused like any other request.
  frameworkErrors: (error: Error, request: object, reply: object): void => {
    // Of either version of HTTP.
    const asked = request as FastifyRequest;
    asked.server.errorHandler(error, asked, reply as FastifyReply);
  },
} as const;

/** An application over HTTP/1.1. */
export function createApp(options: ServiceOptions): FastifyInstance {
  const made = options.tls
    ? Fastify({ ...appSettings, https: tlsServerOptions(options.tls) })
    : Fastify(appSettings);
  const app = made as unknown as FastifyInstance;
  app.addHook('onRequest', (request, _reply, done) => {
    done(namesTwoHosts(request.raw) ? new TwoHosts() : undefined);
  });
  boundBodies(app);
  return app;
}

class TwoHosts extends Error {
  readonly statusCode = 400;

  constructor() {
    super(twoHosts);
  }
}

const probeMethods = ['GET', 'HEAD'];

/** Adds a read-only route. */
export function addProbe(app: FastifyInstance, url: string, handler: RouteHandlerMethod): void {
  app.route({ method: probeMethods, url, handler });
}

/** Adds the routes besides the operations: the liveness probe and the description. @returns their routes. */
export function addProbes(
  app: FastifyInstance,
  { workload }: ServiceOptions,
  kind: OpenApiKind,
): readonly { readonly method: string; readonly url: string }[] {
  const contents = {
    [healthPath]: { status: 'ok' },
    [interfacePathOf(kind.protocol, workload.name)]: openApiOf(workload, kind),
  };
  for (const [url, content] of Object.entries(contents)) addProbe(app, url, async () => content);
  return Object.keys(contents).flatMap((url) => probeMethods.map((method) => ({ method, url })));
}
