import {
  makeProduct,
  productRoutes,
  productWorkload,
} from '../../../contracts/workloads/product.ts';
import { parseShape } from '../../../contracts/workloads/product-shapes.ts';
import { protobufCodec } from '../../../workers/codecs/protobuf.ts';

const shape = parseShape('small');
if (!shape) throw new TypeError('there is no small shape');
const operation = productWorkload.operationOf('small');
if (!operation) throw new TypeError('there is no operation for the small shape');
const { request: message } = operation;
const product = makeProduct(shape, 'ascii', 1);

/** The small product with seed 1, which every generator sends and gets back. */
export const smallProduct = {
  json: JSON.stringify(product),
  restPath: productRoutes.echo.rest.path,
  grpcPath: productRoutes.echo.grpc.path,
} as const;

/** The same as one gRPC message: a flag octet, four octets of length, the protobuf. */
export function grpcMessage(): Buffer {
  const bytes = protobufCodec(message).encode(product);
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([prefix, bytes]);
}
