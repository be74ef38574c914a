import { type TextKind, textKindSchema } from '../../contracts/words.ts';
import { expectedProduct, makeProduct, type Product } from '../../workloads/product/product.ts';
import type { Operation } from '../../workloads/product/shapes.ts';

/** A request with the answer that it must get. */
export interface Exchange {
  readonly title: string;
  readonly operation: Operation;
  readonly request: Product;
  readonly answer: Product;
}

const operations: readonly Operation[] = ['echo', 'modify'];

function exchange(operation: Operation, title: string, request: Product): Exchange {
  return { title, operation, request, answer: expectedProduct(operation, request) };
}

function generated(operation: Operation, kind: TextKind, length: number): Exchange {
  const request = makeProduct({ operation, length }, kind, 7);
  return exchange(operation, `${operation} ${length} ${kind} characters`, request);
}

const awkward: Product = {
  id: '',
  name: ' two  spaces at  each  end ',
  description: '<a b="c">&amp; \'&lt;\'\t\n]]> <![CDATA[x]]> 😀 e\u0301 \u00a0end ',
};

/** Texts that any correct service carries unchanged, in every kind and at the greatest lengths. */
export const exchanges: readonly Exchange[] = operations.flatMap((operation) => [
  ...textKindSchema.options.flatMap((kind) =>
    [16, 361, 2_000_000].map((length) => generated(operation, kind, length)),
  ),
  exchange(operation, `${operation} of markup and white space`, awkward),
]);

/** Fails with a short message: a difference of two million characters is no use to anybody. */
export function assertProduct(actual: Product, expected: Product): void {
  for (const field of ['id', 'name', 'description'] as const) {
    if (actual[field] === expected[field]) continue;
    const at = [...expected[field]].findIndex((_, i) => actual[field]?.[i] !== expected[field][i]);
    const shown = (text: string | undefined) =>
      JSON.stringify(text?.slice(Math.max(0, at - 5), at + 15));
    throw new Error(
      `${field} differs at ${at}: got ${shown(actual[field])}, expected ${shown(expected[field])}`,
    );
  }
}
