import { prefixMessage, splitMessages } from '../../protocols/grpc/messages.ts';
import {
  grpcPathOf,
  type Message,
  type OperationDescription,
} from '../../workloads/description.ts';
import { type ProtobufCodec, protobufCodec } from '../codecs/protobuf.ts';
import type { DriverFactory } from './driver.ts';
import { hostHeader } from './http1/request.ts';
import { Http2Connection } from './http2/connection.ts';
import { PreparedCall, PreparedHead } from './http2/prepared-call.ts';
import type { NewReply } from './http2/reply.ts';
import { newStreamedReply } from './http2/streamed-reply.ts';
import { newUnaryReply } from './http2/unary-reply.ts';
import { wireOpener } from './socket.ts';

/** Shared by all calls of an operation. */
interface Method {
  readonly head: PreparedHead;
  readonly request: ProtobufCodec;
  readonly newReply: NewReply;
  /** Decodes the content of such a reply. */
  decode(content: Buffer): Message;
}

/** The messages of a streamed answer form one list. */
function decoderOf({ response, stream }: OperationDescription): Method['decode'] {
  const { decode } = protobufCodec(response);
  if (stream !== 'response') return decode;
  return (content) => ({ items: splitMessages(content).map(decode) });
}

/** gRPC by our own HTTP/2 frames on a socket. */
export const openGrpcRaw: DriverFactory = async ({ address, workload, meter, resumption }) => {
  const methods = new Map<OperationDescription, Method>();
  const methodOf = (operation: OperationDescription): Method => {
    const known = methods.get(operation);
    if (known) return known;
    const head = new PreparedHead([
      [':method', 'POST'],
      [':scheme', address.tls ? 'https' : 'http'],
      [':path', grpcPathOf(workload, operation)],
      [':authority', hostHeader(address.host, address.port)],
      ['te', 'trailers'],
      ['content-type', 'application/grpc'],
    ]);
    const method = {
      head,
      request: protobufCodec(operation.request),
      newReply: operation.stream === 'response' ? newStreamedReply : newUnaryReply,
      decode: decoderOf(operation),
    };
    methods.set(operation, method);
    return method;
  };
  const open = wireOpener(address, meter, 'h2', resumption);
  return {
    prepare: (operation, message) => {
      const { head, request, newReply, decode } = methodOf(operation);
      const call = new PreparedCall(head, prefixMessage(request.encode(message)));
      return { operation, call, newReply, decode };
    },
    prepareStream: (operation, messages) => {
      const { head, request, newReply, decode } = methodOf(operation);
      function* parts() {
        for (const message of messages()) yield prefixMessage(request.encode(message));
      }
      return { operation, call: new PreparedCall(head, parts), newReply, decode };
    },
    open: () => new Http2Connection(open, meter.seen),
    close: () => undefined,
  };
};
