import { STATUS_CODES } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { messageOf, type RefusalKind, refusalKindOf } from '../refusal-kind.ts';
import type { ServiceOptions } from '../service.ts';

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

function sendError(reply: FastifyReply, statusCode: number, message: string): void {
  reply.code(statusCode).send({ statusCode, error: STATUS_CODES[statusCode], message });
}

/** Tells what was wrong with a request, and counts it as answered. */
export function addErrors(app: FastifyInstance, options: ServiceOptions): void {
  const { countAnswer, pause, onClientError } = options;
  app.setErrorHandler((error, request, reply) => {
    onClientError(`${request.method} ${request.url}: ${messageOf(error)}`);
    pause(() => {
      countAnswer();
      // A driver tells this refusal from other failures by the header.
      if (refusalKindOf(error) === 'pool') reply.header('x-wirebench-refusal', 'pool');
      sendError(reply, statusOf(error), messageOf(error));
    });
  });
  app.setNotFoundHandler((request, reply) => {
    countAnswer();
    onClientError(`${request.method} ${request.url}: nothing is there`);
    sendError(reply, 404, `There is nothing at ${request.method} ${request.url}`);
  });
}
