import type { FastifyInstance } from 'fastify';
import { messageOf, type RefusalKind, refusalKindOf } from '../refusal-kind.ts';
import type { ServiceOptions } from '../service.ts';
import { type Formats, sendProblem } from './formats.ts';

const statusCodes: Readonly<Record<RefusalKind, number>> = {
  invalid: 400,
  'not-found': 404,
  conflict: 409,
  pool: 503,
  internal: 500,
};

/** HTTP status of an error of the workload, or of one that Fastify found. */
export function statusOf(error: unknown): number {
  const kind = refusalKindOf(error);
  if (kind !== 'internal') return statusCodes[kind];
  const code = error instanceof Error ? Reflect.get(error, 'statusCode') : undefined;
  return typeof code === 'number' ? code : 500;
}

/** Tells what was wrong with a request, and counts it as answered. */
export function addErrors(app: FastifyInstance, options: ServiceOptions, formats: Formats): void {
  const { countAnswer, pause, onClientError } = options;
  app.setErrorHandler((error, request, reply) => {
    onClientError(`${request.method} ${request.url}: ${messageOf(error)}`);
    pause(() => {
      countAnswer();
      // A driver tells this refusal from other failures by the header.
      if (refusalKindOf(error) === 'pool') reply.header('x-wirebench-refusal', 'pool');
      // Fastify closes the connection after a broken body; HTTP/2 has no such header.
      if (request.raw.httpVersionMajor === 2) reply.removeHeader('connection');
      sendProblem(reply, formats.of(request), statusOf(error), messageOf(error));
    });
  });
  app.setNotFoundHandler((request, reply) => {
    const { method, url } = request;
    countAnswer();
    onClientError(`${method} ${url}: nothing is there`);
    sendProblem(reply, formats.of(request), 404, `There is nothing at ${method} ${url}`);
  });
}
