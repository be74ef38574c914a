import { productRoutes } from '../../contracts/workloads/product.ts';
import { loadProtobuf } from '../codecs/protobuf.ts';
import type { DriverFactory } from './driver.ts';
import { hostHeader } from './http1/request.ts';
import { Http2Connection } from './http2/connection.ts';
import type { HeaderField } from './http2/hpack.ts';
import { prepareCall } from './http2/prepared-call.ts';
import type { UnaryExchange } from './http2/session.ts';
import { wireOpener } from './socket.ts';

/** A message behind gRPC's prefix: not compressed, four octets of length. */
export function prefixMessage(message: Buffer): Buffer {
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
}

/** Unary gRPC by our own HTTP/2 frames on a socket. */
export const openGrpcRaw: DriverFactory = async ({
  address,
  operation,
  request,
  meter,
  resumption,
}) => {
  const codec = await loadProtobuf();
  const headers: HeaderField[] = [
    [':method', 'POST'],
    [':scheme', address.tls ? 'https' : 'http'],
    [':path', productRoutes[operation].grpc.path],
    [':authority', hostHeader(address.host, address.port)],
    ['te', 'trailers'],
    ['content-type', 'application/grpc'],
  ];
  const exchange: UnaryExchange = {
    call: prepareCall(headers, prefixMessage(codec.encode(request))),
    decode: (message) => codec.decode(message),
  };
  const open = wireOpener(address, meter, 'h2', resumption);
  return {
    open: () => new Http2Connection(open, exchange),
    close: () => undefined,
  };
};
