import type grpc from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import type { Message } from '../../../workloads/description.ts';
import { canonicalMessage } from '../../../workloads/messages/canonical.ts';
import { protobufBytesReading } from '../../codecs/reading.ts';
import type { PreparedRequest, Sink } from '../driver.ts';
import { sizeOfTexts } from './texts.ts';

export type Method = MethodDefinition<object, object>;

/** A call as the library makes it, again and again. */
export interface GrpcRequest extends PreparedRequest {
  readonly method: Method;
  /** What is sent: one message but in a stream of requests. */
  messages(): Iterable<Message>;
}

export type GrpcCall =
  | grpc.ClientUnaryCall
  | grpc.ClientReadableStream<object>
  | grpc.ClientWritableStream<object>;

/** Called once with what came: the answer or the messages of one, or the error. */
type Ended = (error: grpc.ServiceError | null, answer: object | object[]) => void;

/** Begins a call in the manner of its method. */
export function beginCall(client: grpc.Client, request: GrpcRequest, ended: Ended): GrpcCall {
  const { operation, messages } = request;
  if (operation.stream === 'request') return sendStream(client, request, ended);
  const [message = {}] = messages();
  if (operation.stream === 'response') return readStream(client, request.method, message, ended);
  return unaryCall(client, request.method, message, ended);
}

export function unaryCall(
  client: grpc.Client,
  { path, requestSerialize, responseDeserialize }: Method,
  message: Message,
  ended: Ended,
): grpc.ClientUnaryCall {
  return client.makeUnaryRequest(
    path,
    requestSerialize,
    responseDeserialize,
    message,
    (error: grpc.ServiceError | null, answer: object = {}) => ended(error, answer),
  );
}

function readStream(
  client: grpc.Client,
  { path, requestSerialize, responseDeserialize }: Method,
  message: Message,
  ended: Ended,
): GrpcCall {
  const call = client.makeServerStreamRequest(path, requestSerialize, responseDeserialize, message);
  const items: object[] = [];
  call.on('data', (item: object) => items.push(item));
  call.on('error', (error: grpc.ServiceError) => ended(error, []));
  call.on('end', () => ended(null, items));
  return call;
}

/** Writes one message after the other, as fast as the service takes them. */
function sendStream(client: grpc.Client, request: GrpcRequest, ended: Ended): GrpcCall {
  const { path, requestSerialize, responseDeserialize } = request.method;
  const call = client.makeClientStreamRequest(
    path,
    requestSerialize,
    responseDeserialize,
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

/** Tells the sink what a call was answered with. */
export function answered(
  sink: Sink,
  { operation }: PreparedRequest,
  answer: object | object[],
  wantReply: boolean,
): void {
  const { response } = operation;
  const read = (one: object) => canonicalMessage(response, one, protobufBytesReading);
  if (!Array.isArray(answer)) {
    sink.succeeded(sizeOfTexts(answer as Message), wantReply ? () => read(answer) : null);
    return;
  }
  const size = sizeOfTexts({ items: answer as Message[] });
  sink.succeeded(size, wantReply ? () => ({ items: answer.map(read) }) : null);
}
