import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { messageOf } from '../../contracts/errors.ts';
import { endpointOf, interfacePathOf } from '../../contracts/protocols.ts';
import { graphqlText } from '../../workloads/interfaces/graphql.ts';
import { healthPath } from '../../workloads/product/product.ts';
import { reportConnectionErrors } from '../connection-errors.ts';
import { addProbe, createApp, neverTimeOut } from '../rest/app.ts';
import { statusOf } from '../rest/errors.ts';
import { listenOn } from '../rest/rest.ts';
import type { RunningService, ServiceOptions } from '../service.ts';
import { requestError } from './errors.ts';
import { executor, type GraphqlAnswer, readRequest } from './execution.ts';
import { workloadSchema } from './schema.ts';

const path = endpointOf('graphql', '');

function send(reply: FastifyReply, status: number, body: object): void {
  reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body));
}

function addEndpoint(app: FastifyInstance, options: ServiceOptions): void {
  const run = executor(workloadSchema(options));
  const { pause, countAnswer, onClientError } = options;
  app.post(path, (request, reply) => {
    const answer = ({ status, body, complaint }: GraphqlAnswer): void => {
      if (complaint !== null) onClientError(`GraphQL: ${complaint}`);
      pause(() => {
        countAnswer();
        send(reply, status, body);
      });
    };
    const read = readRequest(request.body);
    if (typeof read === 'string') {
      answer({ status: 400, body: requestError(read), complaint: read });
      return;
    }
    const result = run(read);
    if (result instanceof Promise) result.then(answer, (error: unknown) => reply.send(error));
    else answer(result);
  });
}

/** Other routes besides the operations: the liveness probe and the schema. */
function addProbes(app: FastifyInstance, { workload }: ServiceOptions): void {
  const schema = graphqlText(workload);
  const sendSchema = (reply: FastifyReply) =>
    reply.type('text/graphql; charset=utf-8').send(schema);
  addProbe(app, healthPath, async () => ({ status: 'ok' }));
  addProbe(app, interfacePathOf('graphql', workload.name), async (_request, reply) =>
    sendSchema(reply),
  );
  const method = app.supportedMethods.filter((one) => one !== 'POST');
  const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead && request.headers.accept?.includes('text/graphql')) return sendSchema(reply);
    const words = `POST documents to ${path}; GET with Accept: text/graphql is answered with the schema`;
    return reply.header('allow', 'POST').code(405).send(requestError(words));
  };
  // Before the body is read.
  app.route({ method, url: path, onRequest: refuse, handler: refuse });
}

function addErrors(app: FastifyInstance, options: ServiceOptions): void {
  const { pause, countAnswer, onClientError } = options;
  app.setErrorHandler((error, request, reply) => {
    onClientError(`${request.method} ${request.url}: ${messageOf(error)}`);
    pause(() => {
      countAnswer();
      send(reply, statusOf(error), requestError(messageOf(error)));
    });
  });
  app.setNotFoundHandler(({ method, url }, reply) => {
    countAnswer();
    onClientError(`${method} ${url}: nothing is there`);
    send(reply, 404, requestError(`There is nothing at ${method} ${url}`));
  });
}

/** Starts a workload as GraphQL over HTTP/1.1 on Fastify. */
export async function startGraphql(options: ServiceOptions): Promise<RunningService> {
  const app = createApp(options);
  neverTimeOut(app);
  reportConnectionErrors(app.server, options.onClientError);
  app.removeContentTypeParser('text/plain');
  addErrors(app, options);
  addEndpoint(app, options);
  addProbes(app, options);
  return listenOn(app, options);
}
