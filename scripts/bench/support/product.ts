import { endpointOf } from '../../../contracts/protocols.ts';
import { prefixMessage } from '../../../protocols/grpc/messages.ts';
import { protobufCodec } from '../../../workers/codecs/protobuf.ts';
import { soapCodec } from '../../../workers/codecs/soap.ts';
import { soapActionOf } from '../../../workers/drivers/soap-raw.ts';
import { grpcPathOf } from '../../../workloads/description.ts';
import { makeProduct, productWorkload } from '../../../workloads/product/product.ts';
import { parseShape } from '../../../workloads/product/shapes.ts';

const shape = parseShape('small');
if (!shape) throw new TypeError('there is no small shape');
const operation = productWorkload.operationOf('small');
if (!operation) throw new TypeError('there is no operation for the small shape');
const { request: message } = operation;
const product = makeProduct(shape, 'ascii', 1);

/** The small product with seed 1, which every generator sends and gets back. */
export const smallProduct = {
  json: JSON.stringify(product),
  restPath: operation.http.path,
  grpcPath: grpcPathOf(productWorkload.description, operation),
  soap: {
    path: endpointOf('soap', productWorkload.description.name),
    body: soapCodec(productWorkload.description, operation).encode(product).toString('utf8'),
    headers: {
      'Content-Type': 'text/xml; charset=utf-8',
      SOAPAction: soapActionOf(productWorkload.description, operation),
    },
  },
} as const;

/** The same as one gRPC message: a flag octet, four octets of length, the protobuf. */
export function grpcMessage(): Buffer {
  return prefixMessage(protobufCodec(message).encode(product));
}
