import type { FastifyInstance } from 'fastify';
import type { Protocol } from '../../contracts/words.ts';
import type { MessageType, OperationDescription } from '../../contracts/workloads/description.ts';
import { httpFieldsOf, httpOperationsOf, partOf } from '../../contracts/workloads/http-fields.ts';
import { protobufMediaType } from '../../contracts/workloads/interfaces/problem.ts';
import { messageSchema } from '../../contracts/workloads/json-schema.ts';
import { callHandler, unaryHandlerOf } from '../answer.ts';
import { type MessageCodec, protobufCodecs } from '../protobuf/codecs.ts';
import type { ServiceOptions } from '../service.ts';
import type { Formats } from './formats.ts';
import { jsonOf, serializerSchema } from './json.ts';
import { requestReader } from './requests.ts';

/** What all operations of a service have in common. */
export interface OperationContext {
  readonly options: ServiceOptions;
  readonly formats: Formats;
  /** Null where Protobuf is not offered. */
  readonly codecs: ((type: MessageType) => MessageCodec) | null;
}

/** `/users/{id}` as Fastify has it: `/users/:id`. */
function routeOf(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

function bodySchema(operation: OperationDescription, { offered }: Formats): object {
  const { body } = httpFieldsOf(operation);
  if (body.length === 0 || !offered.includes('json')) return {};
  const schema = messageSchema({ fields: body });
  // Where there is another format, only bodies of this one are checked by the schema.
  const ofJson = { content: { 'application/json': { schema } } };
  return { body: offered.length === 1 ? schema : ofJson };
}

/** What is checked of a request and how its answer is written. */
function schemaOf(operation: OperationDescription, formats: Formats): object {
  const { response } = operation;
  const written = response.fields.length > 0 && formats.offered.includes('json');
  return {
    ...bodySchema(operation, formats),
    ...(written ? { response: { 200: serializerSchema(response) } } : {}),
  };
}

/** What reads a body that the parser of its format left: octets of Protobuf, or what JSON said. */
function bodyReader(operation: OperationDescription, { codecs }: OperationContext) {
  const { body } = httpFieldsOf(operation);
  if (codecs === null || body.length === 0) return (given: unknown) => given;
  const codec = codecs(partOf(operation.request, body));
  return (given: unknown) => (given instanceof Uint8Array ? codec.decode(given) : given);
}

function addOperation(
  app: FastifyInstance,
  operation: OperationDescription,
  context: OperationContext,
): void {
  const { options, formats, codecs } = context;
  const handle = unaryHandlerOf(options.handlers, operation.name);
  const read = requestReader(operation);
  const readBody = bodyReader(operation, context);
  const toJson = jsonOf(operation.response);
  const codec = codecs?.(operation.response);
  const isEmpty = operation.response.fields.length === 0;
  app.route({
    method: operation.http.method,
    url: routeOf(operation.http.path),
    schema: schemaOf(operation, formats),
    handler: (request, reply) => {
      callHandler(handle, () => read(request, readBody(request.body)), {
        answered: (answer) =>
          options.pause(() => {
            options.countAnswer();
            if (isEmpty) reply.code(200).send();
            else if (codec && formats.of(request) === 'protobuf') {
              reply.type(protobufMediaType).send(codec.encode(answer));
            } else reply.send(toJson(answer));
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
  { protocol, formats }: { protocol: Protocol; formats: Formats },
): void {
  const codecs = formats.offered.includes('protobuf') ? protobufCodecs(options.workload) : null;
  for (const operation of httpOperationsOf(options.workload, protocol)) {
    addOperation(app, operation, { options, formats, codecs });
  }
}
