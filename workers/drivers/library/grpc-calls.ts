import grpc from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import type { Message, OperationDescription } from '../../../workloads/description.ts';
import { canonicalMessage } from '../../../workloads/messages/canonical.ts';
import { protobufBytesReading } from '../../codecs/reading.ts';
import type { Failure, PreparedRequest, Sink } from '../driver.ts';
import { sizeOfTexts } from './texts.ts';

/** A procedure, with the encoding of its messages. */
export type Method = Pick<
  MethodDefinition<object, object>,
  'path' | 'requestSerialize' | 'responseDeserialize'
>;

/** A repeatable call of the library. */
export interface GrpcRequest extends PreparedRequest {
  readonly method: Method;
  readonly stream: OperationDescription['stream'];
  /** Metadata, created for each call; none if omitted. */
  metadata?(): grpc.Metadata;
  /** Messages: one, except in a request stream. */
  messages(): Iterable<Message>;
  /** Overrides the outcome reported by the library. @param failure null for a call answered with OK. */
  judged?(failure: Failure | null): Failure | null;
  /** Reports an answer to the sink: one message, or several in a stream. */
  answered(sink: Sink, answer: object | object[], wantReply: boolean): void;
}

export type GrpcCall =
  | grpc.ClientUnaryCall
  | grpc.ClientReadableStream<object>
  | grpc.ClientWritableStream<object>;

/** Called once with the outcome: the answer or its messages, or the error. */
type Ended = (error: grpc.ServiceError | null, answer: object | object[]) => void;

/** Starts a call in the style of its method. */
export function beginCall(client: grpc.Client, request: GrpcRequest, ended: Ended): GrpcCall {
  const { stream, method, messages } = request;
  const metadata = request.metadata?.() ?? new grpc.Metadata();
  if (stream === 'request') return sendStream(client, request, metadata, ended);
  const [message = {}] = messages();
  if (stream === 'response') return readStream(client, method, { message, metadata }, ended);
  return unaryCall(client, method, { message, metadata }, ended);
}

/** Messages sent immediately. */
interface Sent {
  readonly message: Message;
  readonly metadata: grpc.Metadata;
}

export function unaryCall(
  client: grpc.Client,
  { path, requestSerialize, responseDeserialize }: Method,
  { message, metadata }: Sent,
  ended: Ended,
): grpc.ClientUnaryCall {
  return client.makeUnaryRequest(
    path,
    requestSerialize,
    responseDeserialize,
    message,
    metadata,
    (error: grpc.ServiceError | null, answer: object = {}) => ended(error, answer),
  );
}

function readStream(
  client: grpc.Client,
  { path, requestSerialize, responseDeserialize }: Method,
  { message, metadata }: Sent,
  ended: Ended,
): GrpcCall {
  const call = client.makeServerStreamRequest(
    path,
    requestSerialize,
    responseDeserialize,
    message,
    metadata,
  );
  const items: object[] = [];
  call.on('data', (item: object) => items.push(item));
  call.on('error', (error: grpc.ServiceError) => ended(error, []));
  call.on('end', () => ended(null, items));
  return call;
}

/** Writes messages in sequence, as fast as the service accepts them. */
function sendStream(
  client: grpc.Client,
  request: GrpcRequest,
  metadata: grpc.Metadata,
  ended: Ended,
): GrpcCall {
  const { path, requestSerialize, responseDeserialize } = request.method;
  const call = client.makeClientStreamRequest(
    path,
    requestSerialize,
    responseDeserialize,
    metadata,
    (error: grpc.ServiceError | null, answer: object = {}) => ended(error, answer),
  );
  const messages = request.messages()[Symbol.iterator]();
  const pump = (): void => {
    for (let next = messages.next(); !next.done; next = messages.next()) {
      if (!call.write(next.value)) {
        call.once('drain', pump);
        return;
      }
    }
    call.end();
  };
  pump();
  return call;
}

/** Reports answers to a workload's operation to sinks. */
export function answersOf({ response }: OperationDescription): GrpcRequest['answered'] {
  const read = (one: object) => canonicalMessage(response, one, protobufBytesReading);
  return (sink, answer, wantReply) => {
    if (!Array.isArray(answer)) {
      sink.succeeded(sizeOfTexts(answer as Message), wantReply ? () => read(answer) : null);
      return;
    }
    const size = sizeOfTexts({ items: answer as Message[] });
    sink.succeeded(size, wantReply ? () => ({ items: answer.map(read) }) : null);
  };
}
