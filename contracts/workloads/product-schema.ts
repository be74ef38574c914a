import { productSchema } from './product.ts';

/** JSON Schema of the product: the check of requests, the shape of answers, and the document. */
export const productJsonSchema = {
  type: 'object',
  required: Object.keys(productSchema.shape),
  properties: {
    id: { type: 'string' },
    name: { type: 'string' },
    description: { type: 'string' },
  },
};

/** JSON Schema of every answer that is not a success. */
export const errorJsonSchema = {
  type: 'object',
  required: ['statusCode', 'error', 'message'],
  properties: {
    statusCode: { type: 'integer' },
    error: { type: 'string' },
    message: { type: 'string' },
  },
};
