import { z } from 'zod';
import type { TextKind } from '../../contracts/words.ts';
import { formatCount } from '../../metrics/format.ts';
import type { MessageType, WorkloadDescription } from '../description.ts';
import { makeText } from '../messages/text.ts';
import type { WorkloadContract } from '../workload.ts';
import {
  customProductShape,
  type Operation,
  parseShape,
  type Shape,
  shapeHelp,
  shapeNames,
} from './shapes.ts';

/** The one message of the workload, for both requests and answers. */
const productSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
});
export type Product = z.infer<typeof productSchema>;

/** Path of the liveness probe of REST and SOAP services; not counted as a request. */
export const healthPath = '/health';
/** The request of a shape; the same for one seed in every protocol. */
export function makeProduct(shape: Shape, text: TextKind, seed: number): Product {
  return { id: '0', name: 'Coffee', description: makeText(text, shape.length, seed) };
}

/**
 * The answer that a service must give. Deliberately written separately from the services' handlers, so that
 * verification is an independent check, not the same code run twice.
 */
export function expectedProduct(operation: Operation, request: Product): Product {
  if (operation === 'echo') return request;
  return { ...request, description: Array.from(request.description).reverse().join('') };
}

const product: MessageType = {
  kind: 'message',
  name: 'Product',
  fields: [
    { name: 'id', number: 1, type: 'string' },
    { name: 'name', number: 2, type: 'string' },
    { name: 'description', number: 3, type: 'string' },
  ],
};

const one = { request: product, response: product, stream: 'none', changes: false } as const;

const description = {
  name: 'product',
  doc: 'One message with an id, a name and a description of any length, for both requests and answers.',
  package: 'wirebench.product.v1',
  service: 'ProductService',
  operations: {
    echo: {
      ...one,
      name: 'echo',
      method: 'Echo',
      field: 'echo',
      doc: 'Answers with the product as it came.',
      http: { method: 'POST', path: '/products/echo', query: [] },
    },
    modify: {
      ...one,
      name: 'modify',
      method: 'Modify',
      field: 'modify',
      doc: 'Answers with the characters (code points) of the description in reverse order.',
      http: { method: 'POST', path: '/products/modify', query: [] },
    },
  },
} as const satisfies WorkloadDescription;

function shapeDoc(name: string): string | null {
  const shape = parseShape(name);
  if (!shape) return null;
  return `${shape.operation}, ${formatCount(shape.length)} characters`;
}

/** The product workload. */
export const productWorkload: WorkloadContract = {
  description,
  data: z.strictObject({}),
  shapes: shapeNames.map((name) => ({ name, doc: shapeDoc(name) ?? name })),
  shapeHelp,
  shapePattern: customProductShape.source,
  shapeExample: 'echo:5000',
  shapeDoc,
  // A character takes one byte or more.
  minBytes: (name) => {
    const length = parseShape(name)?.length ?? 0;
    return { request: length, answer: length };
  },
  operationOf: (name) => {
    const shape = parseShape(name);
    return shape ? description.operations[shape.operation] : null;
  },
  requestsOf: (name, { text, seed }) => {
    const shape = parseShape(name);
    if (!shape) throw new TypeError(`no such shape: ${name}`);
    const { operation } = shape;
    const request = makeProduct(shape, text, seed);
    const expected = expectedProduct(operation, request);
    return {
      operation: description.operations[operation],
      varies: false,
      request: () => request,
      sameLength: true,
      judge: (_request, answer) => differingField(expected, answer),
    };
  },
};

function differingField(
  expected: Product,
  answer: Readonly<Record<string, unknown>>,
): string | null {
  const field = (['id', 'name', 'description'] as const).find(
    (name) => answer[name] !== expected[name],
  );
  return field ? `The answer has another ${field} than the operation must return` : null;
}
