import { expect, it } from 'vitest';
import { experimentOf } from '../../tests/support/read-experiment.ts';
import { requestLines } from './request-lines.ts';

const linesOf = (file: object) =>
  requestLines(
    experimentOf({
      wirebench: 1,
      name: 'Lines',
      load: { model: 'closed', duration: '1s' },
      ...file,
    }),
  ).map(({ protocol, request, method, path }) => [protocol, request, method, path].join(' '));

it('names method and path of the shapes of a workload in each protocol', () => {
  const protocol = ['rest', 'soap', 'grpc', 'graphql', 'rsocket'];
  expect(
    linesOf({
      workload: 'product',
      target: 'bundled',
      factors: { protocol, shape: ['small'], users: [1] },
    }),
  ).toMatchInlineSnapshot(`
    [
      "rest small POST /products/echo",
      "soap small POST /soap/product",
      "grpc small POST /wirebench.product.v1.ProductService/Echo",
      "graphql small POST /graphql",
      "rsocket small request echo",
    ]
  `);
});

it('names those of the requests of an own service as the file has them', () => {
  const service = {
    rest: { address: 'http://127.0.0.1:1' },
    soap: { address: 'http://127.0.0.1:1/ws' },
    grpc: { address: '127.0.0.1:1' },
    requests: {
      get: {
        rest: { path: '/orders/{{int 1 9}}' },
        soap: { body: '<a/>' },
        grpc: { method: 'shop.v1.Orders/Get' },
      },
      make: { rest: { path: '/orders', body: { id: 1 } } },
      drop: { rest: { method: 'DELETE', path: '/orders/1' } },
    },
    mixes: { browse: { get: 9, make: 1 } },
  };
  expect(
    linesOf({ service, factors: { protocol: ['rest'], shape: ['browse'], users: [1] } }),
  ).toEqual([
    'rest get GET /orders/{{int 1 9}}',
    'rest make POST /orders',
    'rest drop DELETE /orders/1',
  ]);
  expect(
    linesOf({ service, factors: { protocol: ['soap', 'grpc'], shape: ['get'], users: [1] } }),
  ).toEqual(['soap get POST /ws', 'grpc get POST /shop.v1.Orders/Get']);
});
