import type {
  ServerReadableStream,
  ServerUnaryCall,
  ServerWritableStream,
  sendUnaryData,
  UntypedHandleCall,
} from '@grpc/grpc-js';
import { status } from '@grpc/grpc-js';
import { messageOf } from '../../contracts/errors.ts';
import type { Message, MessageType, OperationDescription } from '../../workloads/description.ts';
import {
  canonicalMessage,
  protobufReading,
  UnfitValue,
} from '../../workloads/messages/canonical.ts';
import { callHandler, callStreamHandler } from '../answer.ts';
import { type RefusalKind, refusalKindOf } from '../refusal-kind.ts';
import type { ServiceOptions } from '../service.ts';
import type {
  Handler,
  RequestStreamHandler,
  ResponseStreamHandler,
} from '../workloads/handlers.ts';
import { InvalidInput } from '../workloads/refusals.ts';
import { Undecodable } from './definition.ts';

/** @throws InvalidInput */
function readRequest(type: MessageType, request: unknown): Message {
  if (request instanceof Undecodable) {
    throw new InvalidInput(`The message is not a valid ${type.name}: ${request.reason}`);
  }
  try {
    return canonicalMessage(type, request, protobufReading);
  } catch (error) {
    if (!(error instanceof UnfitValue)) throw error;
    throw new InvalidInput(`The message is not a valid ${type.name}: ${error.message}`);
  }
}

/** Answers a call with an error, after the service's pause. */
function refuse(options: ServiceOptions, error: unknown, send: (error: object) => void): void {
  const reply = grpcError(error);
  options.onClientError(reply.details);
  options.pause(() => {
    options.countAnswer();
    send(reply);
  });
}

function answer(options: ServiceOptions, message: Message, respond: sendUnaryData<Message>): void {
  options.pause(() => {
    options.countAnswer();
    respond(null, message);
  });
}

function unary(type: MessageType, handle: Handler, options: ServiceOptions) {
  return ({ request }: ServerUnaryCall<unknown, Message>, respond: sendUnaryData<Message>): void =>
    callHandler(handle, () => readRequest(type, request), {
      answered: (message) => answer(options, message, respond),
      refused: (error) => refuse(options, error, respond),
    });
}

async function* readAll(type: MessageType, call: AsyncIterable<unknown>): AsyncIterable<Message> {
  for await (const request of call) yield readRequest(type, request);
}

function requestStream(type: MessageType, handle: RequestStreamHandler, options: ServiceOptions) {
  return (call: ServerReadableStream<unknown, Message>, respond: sendUnaryData<Message>): void => {
    callStreamHandler(handle, readAll(type, call), {
      answered: (message) => answer(options, message, respond),
      refused: (error) => refuse(options, error, respond),
    });
  };
}

/** Resolves when the client has taken the written messages, or has disconnected. */
function drained(call: ServerWritableStream<unknown, Message>): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      call.off('drain', done).off('cancelled', done).off('close', done);
      resolve();
    };
    call.on('drain', done).on('cancelled', done).on('close', done);
  });
}

async function writeAll(
  call: ServerWritableStream<unknown, Message>,
  messages: AsyncIterable<Message> | Iterable<Message>,
): Promise<void> {
  for await (const message of messages) {
    if (call.cancelled) return;
    if (!call.write(message)) await drained(call);
  }
}

function responseStream(type: MessageType, handle: ResponseStreamHandler, options: ServiceOptions) {
  return (call: ServerWritableStream<unknown, Message>): void => {
    const written = async () => writeAll(call, handle(readRequest(type, call.request)));
    written().then(
      () =>
        options.pause(() => {
          options.countAnswer();
          call.end();
        }),
      (error: unknown) => refuse(options, error, (reply) => call.emit('error', reply)),
    );
  };
}

/** An operation as a gRPC method. Its handler has the form given by the description. */
export function methodOf(
  { name, request, stream }: OperationDescription,
  options: ServiceOptions,
): UntypedHandleCall {
  const handle = options.handlers[name];
  if (!handle) throw new TypeError(`the workload has no handler for ${name}`);
  if (stream === 'request') {
    return requestStream(request, handle as RequestStreamHandler, options);
  }
  if (stream === 'response') {
    return responseStream(request, handle as ResponseStreamHandler, options);
  }
  return unary(request, handle as Handler, options);
}

const codes: Readonly<Record<RefusalKind, status>> = {
  invalid: status.INVALID_ARGUMENT,
  'not-found': status.NOT_FOUND,
  conflict: status.ALREADY_EXISTS,
  pool: status.RESOURCE_EXHAUSTED,
  internal: status.INTERNAL,
};

/** An error as a gRPC status. A driver recognises a pool refusal by the start of its text. */
function grpcError(error: unknown): { code: status; details: string } {
  const kind = refusalKindOf(error);
  const message = messageOf(error);
  return { code: codes[kind], details: kind === 'pool' ? `pool: ${message}` : message };
}
