import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectedProduct } from '../../workloads/product/product.ts';
import { productHandlers } from './product.ts';

const product = fc.record({
  id: fc.string(),
  name: fc.string(),
  description: fc.string({ unit: 'binary' }),
});

describe('product handlers', () => {
  it.each(['echo', 'modify'] as const)('%s returns the expected answer', (operation) => {
    fc.assert(
      fc.property(product, (request) => {
        expect(productHandlers[operation](request)).toEqual(expectedProduct(operation, request));
      }),
    );
  });
});
