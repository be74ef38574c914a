import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { messageOf } from '../../contracts/errors.ts';
import { poolRefusal, refusalHeader, refusalStatuses } from '../../workloads/interfaces/problem.ts';
import { type RefusalKind, refusalKindOf } from '../refusal-kind.ts';
import type { ServiceOptions } from '../service.ts';
import { type OfferedFormats, sendProblem } from './formats.ts';

const statusCodes: Readonly<Record<RefusalKind, number>> = { ...refusalStatuses, internal: 500 };

/** HTTP status of an error of the workload, or of Fastify. */
export function statusOf(error: unknown): number {
  const kind = refusalKindOf(error);
  if (kind !== 'internal') return statusCodes[kind];
  const code = error instanceof Error ? Reflect.get(error, 'statusCode') : undefined;
  return typeof code === 'number' ? code : 500;
}

/** Answers with the error of a request, and counts it. */
export function addErrors(
  app: FastifyInstance,
  options: ServiceOptions,
  formats: OfferedFormats,
): void {
  const { countAnswer, pause, onClientError } = options;
  app.setErrorHandler((error, request, reply) => {
    onClientError(`${request.method} ${request.url}: ${messageOf(error)}`);
    pause(() => {
      countAnswer();
      // A driver distinguishes this refusal from other failures by the header.
      if (refusalKindOf(error) === poolRefusal) reply.header(refusalHeader, poolRefusal);
      // Fastify closes the connection after a broken body; HTTP/2 has no such header.
      if (request.raw.httpVersionMajor === 2) reply.removeHeader('connection');
      sendProblem(reply, formats.of(request), statusOf(error), messageOf(error));
    });
  });
  app.setNotFoundHandler((request, reply) => refuseRoute(request, reply, options, formats));
}

/** @param allowed the methods of the path; null for an unknown path. */
function refuseRoute(
  request: FastifyRequest,
  reply: FastifyReply,
  { countAnswer, onClientError }: ServiceOptions,
  formats: OfferedFormats,
  allowed: string | null = null,
): void {
  const { method, url } = request;
  countAnswer();
  onClientError(`${method} ${url}: nothing is there`);
  if (allowed !== null) reply.header('allow', allowed);
  const status = allowed === null ? 404 : 405;
  sendProblem(reply, formats.of(request), status, `There is nothing at ${method} ${url}`);
}

/** Answers every other method on the paths of some routes with 405 and the allowed ones, before the body is read. */
export function refuseOtherMethods(
  app: FastifyInstance,
  routes: readonly { readonly method: string; readonly url: string }[],
  options: ServiceOptions,
  formats: OfferedFormats,
): void {
  for (const [url, own] of Map.groupBy(routes, (route) => route.url)) {
    const allowed = own.map(({ method }) => method).join(', ');
    const onRequest = (request: FastifyRequest, reply: FastifyReply) =>
      refuseRoute(request, reply, options, formats, allowed);
    const method = app.supportedMethods.filter((one) => !own.some((route) => route.method === one));
    app.route({ method, url, onRequest, handler: onRequest });
  }
}
