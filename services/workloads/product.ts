import type { Product } from '../../contracts/workloads/product.ts';
import type { Operation } from '../../contracts/workloads/product-shapes.ts';
import { InvalidInput } from './invalid-input.ts';
import { reverseCharacters } from './reverse.ts';

/** What an operation does; the same function stands behind every protocol. */
export type ProductHandler = (request: Product) => Product;
export type ProductHandlers = Readonly<Record<Operation, ProductHandler>>;

export const productFields = ['id', 'name', 'description'] as const;

export const productHandlers: ProductHandlers = {
  echo: (request) => request,
  modify: ({ id, name, description }) => ({
    id,
    name,
    description: reverseCharacters(description),
  }),
};

/**
 * Reads a product from what a protocol without a checking parser delivered. Fields that the
 * product does not have are ignored, as the parsers of the other protocols do.
 * @throws InvalidInput naming every field that is missing or no text.
 */
export function readProduct(input: unknown): Product {
  const fields = typeof input === 'object' && input !== null ? { ...input } : {};
  const wrong = productFields.filter((field) => typeof Reflect.get(fields, field) !== 'string');
  if (wrong.length > 0) {
    throw new InvalidInput(`A product needs ${wrong.join(', ')} as text`);
  }
  const text = (field: (typeof productFields)[number]) => String(Reflect.get(fields, field));
  return { id: text('id'), name: text('name'), description: text('description') };
}
