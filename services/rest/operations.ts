import type { FastifyInstance } from 'fastify';
import type { Protocol } from '../../contracts/words.ts';
import type { OperationDescription } from '../../contracts/workloads/description.ts';
import { httpFieldsOf, httpOperationsOf } from '../../contracts/workloads/http-fields.ts';
import { messageSchema } from '../../contracts/workloads/json-schema.ts';
import { callHandler, unaryHandlerOf } from '../answer.ts';
import type { ServiceOptions } from '../service.ts';
import { jsonOf, serializerSchema } from './json.ts';
import { requestReader } from './requests.ts';

/** `/users/{id}` as Fastify has it: `/users/:id`. */
function routeOf(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** What is checked of a request and how its answer is written. */
function schemaOf(operation: OperationDescription): object {
  const { body } = httpFieldsOf(operation);
  const { response } = operation;
  return {
    ...(body.length > 0 ? { body: messageSchema({ fields: body }) } : {}),
    ...(response.fields.length > 0 ? { response: { 200: serializerSchema(response) } } : {}),
  };
}

function addOperation(
  app: FastifyInstance,
  options: ServiceOptions,
  operation: OperationDescription,
): void {
  const handle = unaryHandlerOf(options.handlers, operation.name);
  const read = requestReader(operation);
  const toJson = jsonOf(operation.response);
  const isEmpty = operation.response.fields.length === 0;
  app.route({
    method: operation.http.method,
    url: routeOf(operation.http.path),
    schema: schemaOf(operation),
    handler: (request, reply) => {
      callHandler(handle, () => read(request, request.body), {
        answered: (answer) =>
          options.pause(() => {
            options.countAnswer();
            if (isEmpty) reply.code(200).send();
            else reply.send(toJson(answer));
          }),
        refused: (error) => reply.send(error),
      });
    },
  });
}

/** Adds a route for every operation that a protocol has. */
export function addOperations(
  app: FastifyInstance,
  options: ServiceOptions,
  protocol: Protocol,
): void {
  for (const operation of httpOperationsOf(options.workload, protocol)) {
    addOperation(app, options, operation);
  }
}
