import { grpcPathOf, type OperationDescription } from '../../contracts/workloads/description.ts';
import { type ProtobufCodec, protobufCodec } from '../codecs/protobuf.ts';
import type { DriverFactory } from './driver.ts';
import { hostHeader } from './http1/request.ts';
import { Http2Connection } from './http2/connection.ts';
import { type PreparedHead, prepareCall, prepareHead } from './http2/prepared-call.ts';
import { wireOpener } from './socket.ts';

/** A message behind gRPC's prefix: not compressed, four octets of length. */
export function prefixMessage(message: Buffer): Buffer {
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
}

/** What all calls of an operation share. */
interface Method {
  readonly head: PreparedHead;
  readonly request: ProtobufCodec;
  readonly response: ProtobufCodec;
}

/** Unary gRPC by our own HTTP/2 frames on a socket. */
export const openGrpcRaw: DriverFactory = async ({ address, workload, meter, resumption }) => {
  const methods = new Map<OperationDescription, Method>();
  const methodOf = (operation: OperationDescription): Method => {
    const known = methods.get(operation);
    if (known) return known;
    const head = prepareHead([
      [':method', 'POST'],
      [':scheme', address.tls ? 'https' : 'http'],
      [':path', grpcPathOf(workload, operation)],
      [':authority', hostHeader(address.host, address.port)],
      ['te', 'trailers'],
      ['content-type', 'application/grpc'],
    ]);
    const { request, response } = operation;
    const method = { head, request: protobufCodec(request), response: protobufCodec(response) };
    methods.set(operation, method);
    return method;
  };
  const open = wireOpener(address, meter, 'h2', resumption);
  return {
    prepare: (operation, message) => {
      const { head, request, response } = methodOf(operation);
      return {
        operation,
        call: prepareCall(head, prefixMessage(request.encode(message))),
        decode: response.decode,
      };
    },
    open: () => new Http2Connection(open),
    close: () => undefined,
  };
};
