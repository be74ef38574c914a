import { type Product, productSchema } from '../../contracts/workloads/product.ts';

export function encodeJson(product: Product): Buffer {
  return Buffer.from(JSON.stringify(product), 'utf8');
}

/** @throws when the bytes are not a product in JSON. */
export function decodeJson(body: Buffer): Product {
  return productSchema.parse(JSON.parse(body.toString('utf8')));
}
