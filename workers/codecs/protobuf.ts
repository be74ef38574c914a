import { fileURLToPath } from 'node:url';
import protobuf from 'protobufjs';
import type { Product } from '../../contracts/workloads/product.ts';

/** The interface file of the workload: the truth for services and workers alike. */
export const productProto = fileURLToPath(new URL('../../proto/product.proto', import.meta.url));

export interface ProtobufCodec {
  encode(product: Product): Buffer;
  /** @throws when the bytes are not a product. */
  decode(bytes: Buffer): Product;
}

/** Loads the message type from the interface file. */
export async function loadProtobuf(): Promise<ProtobufCodec> {
  const root = await protobuf.load(productProto);
  const type = root.lookupType('wirebench.product.v1.Product');
  return {
    encode: (product) => Buffer.from(type.encode(type.create(product)).finish()),
    decode: (bytes) => {
      const { id, name, description } = type.toObject(type.decode(bytes), { defaults: true });
      return { id, name, description };
    },
  };
}
