import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Protocol } from '../../contracts/words.ts';
import type { Message, MessageType, OperationDescription } from '../../workloads/description.ts';
import { fileFieldOf, fileMediaType, fileOperationsOf } from '../../workloads/files.ts';
import { httpFieldsOf, httpOperationsOf, partOf } from '../../workloads/http-fields.ts';
import { messageSchema } from '../../workloads/interfaces/json-schema.ts';
import { protobufMediaType } from '../../workloads/interfaces/problem.ts';
import { callHandler, callStreamHandler, streamHandlerOf, unaryHandlerOf } from '../answer.ts';
import { readsInParts } from '../http-bodies.ts';
import { fileMessages, partsOf } from '../parts.ts';
import { type MessageCodec, protobufCodecs } from '../protobuf/codecs.ts';
import type { ServiceOptions } from '../service.ts';
import { InvalidInput } from '../workloads/refusals.ts';
import type { OfferedFormats } from './formats.ts';
import { jsonOf, serializerSchema } from './json.ts';
import { requestReader } from './requests.ts';

/** Common options of a service's operations. */
interface OperationContext {
  readonly options: ServiceOptions;
  readonly formats: OfferedFormats;
  /** Null if Protobuf is not offered. */
  readonly codecs: ((type: MessageType) => MessageCodec) | null;
}

/** `/users/{id}` in Fastify's syntax: `/users/:id`. */
function routeOf(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

function bodySchema(operation: OperationDescription, { offered }: OfferedFormats): object {
  const { body } = httpFieldsOf(operation);
  if (body.length === 0 || !offered.includes('json')) return {};
  const schema = messageSchema({ fields: body });
  // If there is another format, the schema applies to bodies of this one only.
  const ofJson = { content: { 'application/json': { schema } } };
  return { body: offered.length === 1 ? schema : ofJson };
}

/** Validation of a request and serialisation of its answer. */
function schemaOf(operation: OperationDescription, formats: OfferedFormats): object {
  return { ...bodySchema(operation, formats), ...answerSchema(operation, formats) };
}

function answerSchema({ response }: OperationDescription, { offered }: OfferedFormats): object {
  const written = response.fields.length > 0 && offered.includes('json');
  return written ? { response: { 200: serializerSchema(response) } } : {};
}

/** Reads a parsed body: Protobuf octets, or JSON values. */
function bodyReader(operation: OperationDescription, { codecs }: OperationContext) {
  const { body } = httpFieldsOf(operation);
  if (codecs === null || body.length === 0) return (given: unknown) => given;
  const codec = codecs(partOf(operation.request, body));
  return (given: unknown) => (given instanceof Uint8Array ? codec.decode(given) : given);
}

/** Sends an operation's answer in the requested format. */
function answerOf(
  { response }: OperationDescription,
  { options, formats, codecs }: OperationContext,
) {
  const toJson = jsonOf(response);
  const codec = codecs?.(response);
  const isEmpty = response.fields.length === 0;
  return (request: FastifyRequest, reply: FastifyReply, answer: Message): void =>
    options.pause(() => {
      options.countAnswer();
      if (isEmpty) reply.code(200).send();
      else if (codec && formats.of(request) === 'protobuf') {
        reply.type(protobufMediaType).send(codec.encode(answer));
      } else reply.send(toJson(answer));
    });
}

function addOperation(
  app: FastifyInstance,
  operation: OperationDescription,
  context: OperationContext,
): void {
  const handle = unaryHandlerOf(context.options.handlers, operation.name);
  const read = requestReader(operation);
  const readBody = bodyReader(operation, context);
  const answer = answerOf(operation, context);
  app.route({
    method: operation.http.method,
    url: routeOf(operation.http.path),
    schema: schemaOf(operation, context.formats),
    handler: (request, reply) => {
      callHandler(handle, () => read(request, readBody(request.body)), {
        answered: (message) => answer(request, reply, message),
        refused: (error) => reply.send(error),
      });
    },
  });
}

/**
 * Adds a route whose body is a file in parts. It has its own scope, in which bodies are passed on without
 * being read.
 */
function addUpload(
  app: FastifyInstance,
  operation: OperationDescription,
  context: OperationContext,
): void {
  const handle = streamHandlerOf(context.options.handlers, operation.name);
  const field = fileFieldOf(operation.request) ?? '';
  const answer = answerOf(operation, context);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(fileMediaType, (_request, body, done) => done(null, body));
    scope.route({
      ...readsInParts,
      method: operation.http.method,
      url: routeOf(operation.http.path),
      schema: answerSchema(operation, context.formats),
      handler: (request, reply) =>
        callStreamHandler(handle, fileMessages(field, bodyParts(request.body)), {
          answered: (message) => answer(request, reply, message),
          refused: (error) => reply.send(error),
        }),
    });
  });
}

/** @throws InvalidInput without a body. */
async function* bodyParts(body: unknown): AsyncGenerator<Uint8Array> {
  if (!(body instanceof Readable)) {
    throw new InvalidInput(`There is no body: send the file as ${fileMediaType}`);
  }
  yield* partsOf(body);
}

/** Adds a route for every operation of a protocol. @returns those routes. */
export function addOperations(
  app: FastifyInstance,
  options: ServiceOptions,
  { protocol, formats }: { protocol: Protocol; formats: OfferedFormats },
): readonly { readonly method: string; readonly url: string }[] {
  const codecs = formats.offered.includes('protobuf') ? protobufCodecs(options.workload) : null;
  const context = { options, formats, codecs };
  const operations = httpOperationsOf(options.workload, protocol);
  const uploads = fileOperationsOf(options.workload, protocol);
  for (const operation of operations) addOperation(app, operation, context);
  for (const operation of uploads) addUpload(app, operation, context);
  return [...operations, ...uploads].map(({ http: { method, path } }) => ({
    method,
    url: routeOf(path),
  }));
}
