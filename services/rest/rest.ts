import { STATUS_CODES } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { openApiDocument } from '../../contracts/workloads/openapi.ts';
import { healthPath, type Product, productRoutes } from '../../contracts/workloads/product.ts';
import { productJsonSchema } from '../../contracts/workloads/product-schema.ts';
import type { Operation } from '../../contracts/workloads/product-shapes.ts';
import { tellConnectionErrors } from '../connection-errors.ts';
import {
  listenBacklog,
  maxMessageBytes,
  type RunningService,
  type ServiceOptions,
} from '../service.ts';
import { tlsServerOptions } from '../tls/server-options.ts';

/** Idle connections are the users' thinking time: nothing may close them. */
function neverTimeOut(app: FastifyInstance): void {
  // Set on the server, because Fastify takes a keepAliveTimeout of 0 for its default.
  Object.assign(app.server, { keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 });
  app.server.setTimeout(0);
}

function createApp(options: ServiceOptions): FastifyInstance {
  const settings = {
    bodyLimit: maxMessageBytes,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    // A number is no text: say so instead of turning it into one.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, allErrors: true } },
  } as const;
  const app = options.tls
    ? Fastify({ ...settings, https: tlsServerOptions(options.tls) })
    : Fastify(settings);
  return app as unknown as FastifyInstance;
}

function addOperation(app: FastifyInstance, options: ServiceOptions, operation: Operation): void {
  const { method, path } = productRoutes[operation].rest;
  const handle = options.handlers[operation];
  app.route<{ Body: Product }>({
    method,
    url: path,
    schema: { body: productJsonSchema, response: { 200: productJsonSchema } },
    handler: (request, reply) => {
      const answer = handle(request.body);
      options.pause(() => {
        options.countAnswer();
        reply.send(answer);
      });
    },
  });
}

function sendError(reply: FastifyReply, statusCode: number, message: string): void {
  reply.code(statusCode).send({ statusCode, error: STATUS_CODES[statusCode], message });
}

function addErrors(app: FastifyInstance, options: ServiceOptions): void {
  const { countAnswer, pause, onClientError } = options;
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    onClientError(`${request.method} ${request.url}: ${error.message}`);
    pause(() => {
      countAnswer();
      sendError(reply, error.statusCode ?? 500, error.message);
    });
  });
  app.setNotFoundHandler((request, reply) => {
    countAnswer();
    onClientError(`${request.method} ${request.url}: nothing is there`);
    sendError(reply, 404, `There is nothing at ${request.method} ${request.url}`);
  });
}

/** Starts the product workload as JSON over HTTP/1.1 on Fastify. */
export async function startRest(options: ServiceOptions): Promise<RunningService> {
  const app = createApp(options);
  neverTimeOut(app);
  tellConnectionErrors(app.server, options.onClientError);
  addErrors(app, options);
  addOperation(app, options, 'echo');
  addOperation(app, options, 'modify');
  app.get(healthPath, async () => ({ status: 'ok' }));
  app.get('/openapi.json', async () => openApiDocument);
  await app.listen({ host: options.host, port: options.port, backlog: listenBacklog });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was bound');
  return { port: address.port, stop: async () => app.close() };
}
