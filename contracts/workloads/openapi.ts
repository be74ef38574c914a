import { healthPath, productRoutes } from './product.ts';
import { errorJsonSchema, productJsonSchema } from './product-schema.ts';
import type { Operation } from './product-shapes.ts';

const summaries: Record<Operation, string> = {
  echo: 'Answers with the product as it came',
  modify: 'Answers with the characters (code points) of the description in reverse order',
};

const json = (name: string) => ({
  'application/json': { schema: { $ref: `#/components/schemas/${name}` } },
});

function operationPath(operation: Operation): [string, object] {
  const post = {
    operationId: operation,
    summary: summaries[operation],
    requestBody: { required: true, content: json('Product') },
    responses: {
      '200': { description: 'The answer', content: json('Product') },
      '400': { description: 'The request is no product', content: json('Error') },
    },
  };
  return [productRoutes[operation].rest.path, { post }];
}

const healthSchema = {
  type: 'object',
  required: ['status'],
  properties: { status: { const: 'ok' } },
};

/** The OpenAPI 3.1 document of the REST service. */
export const openApiDocument = {
  openapi: '3.1.0',
  info: { title: 'Wirebench product service', version: '1.0.0' },
  servers: [{ url: '/' }],
  paths: {
    ...Object.fromEntries([operationPath('echo'), operationPath('modify')]),
    [healthPath]: {
      get: {
        operationId: 'health',
        summary: 'Says that the service is up',
        responses: {
          '200': {
            description: 'It is up',
            content: { 'application/json': { schema: healthSchema } },
          },
        },
      },
    },
  },
  components: { schemas: { Product: productJsonSchema, Error: errorJsonSchema } },
};
