import { productRoutes } from '../../contracts/workloads/product.ts';
import { loadProtobuf } from '../codecs/protobuf.ts';
import type { DriverFactory } from './driver.ts';
import { hostHeader } from './http1/request.ts';
import { Http2Connection, prepareExchange, type UnaryExchange } from './http2/connection.ts';

/** A message behind gRPC's prefix: not compressed, four octets of length. */
export function prefixMessage(message: Buffer): Buffer {
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
}

/** Unary gRPC by our own HTTP/2 frames on a socket. */
export const openGrpcRaw: DriverFactory = async ({ address, operation, request, meter }) => {
  const codec = await loadProtobuf();
  const exchange: UnaryExchange = {
    headers: [
      [':method', 'POST'],
      [':scheme', address.tls ? 'https' : 'http'],
      [':path', productRoutes[operation].grpc.path],
      [':authority', hostHeader(address.host, address.port)],
      ['te', 'trailers'],
      ['content-type', 'application/grpc'],
    ],
    body: prefixMessage(codec.encode(request)),
    decode: (message) => codec.decode(message),
  };
  const prepared = prepareExchange(exchange);
  return {
    open: () => new Http2Connection(address, meter, exchange, prepared),
    close: () => undefined,
  };
};
