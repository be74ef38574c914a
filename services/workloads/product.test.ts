import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectedProduct, productSchema } from '../../contracts/workloads/product.ts';
import { InvalidInput } from './invalid-input.ts';
import { productHandlers, readProduct } from './product.ts';

const product = fc.record({
  id: fc.string(),
  name: fc.string(),
  description: fc.string({ unit: 'binary' }),
});

describe('product handlers', () => {
  it.each(['echo', 'modify'] as const)('%s answers as the contract expects', (operation) => {
    fc.assert(
      fc.property(product, (request) => {
        expect(productHandlers[operation](request)).toEqual(expectedProduct(operation, request));
      }),
    );
  });
});

describe('readProduct', () => {
  it('takes exactly what the contract takes, and nothing besides its fields', () => {
    const nearly = fc.oneof(
      fc.anything(),
      fc.record(
        { id: fc.anything(), name: fc.string(), description: fc.string(), other: fc.anything() },
        { requiredKeys: [] },
      ),
    );
    fc.assert(
      fc.property(nearly, (input) => {
        const wanted = productSchema.safeParse(input);
        if (wanted.success) expect(readProduct(input)).toEqual(wanted.data);
        else expect(() => readProduct(input)).toThrow(InvalidInput);
      }),
    );
  });

  it('names every field that is wrong', () => {
    expect(() => readProduct({ name: 5, description: 'x' })).toThrow('id, name');
  });
});
