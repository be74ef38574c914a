import { compareCosts } from './request-costs.ts';
import type { Section } from './section.ts';

/** The null services’ answer: the small product. */
const proto = `syntax = "proto3";
package bench;
message Product { string id = 1; string name = 2; string description = 3; }
service Products { rpc Get(Product) returns (Product); }`;

/** A request by itself, and twice in a flow: the second with a value taken from the answer to the first. */
function service(): object {
  const form = (description: string) => ({
    rest: { path: '/products', body: { name: 'Coffee', description } },
    grpc: { method: 'bench.Products/Get', message: { name: 'Coffee', description } },
  });
  return {
    rest: { address: 'http://127.0.0.1:1' },
    grpc: { address: '127.0.0.1:1', description: 'product.proto' },
    requests: { plain: form('ZjR9RWWCWXkU9IGY'), taken: form('{{description}}') },
    flows: {
      flow: {
        steps: [
          { request: 'plain', take: { description: { path: '$.description' } } },
          { request: 'taken' },
        ],
      },
    },
  };
}

/** Cost of a flow of two steps compared with two plain requests. */
export const flowsSection: Section = {
  id: 'flows',
  title:
    'Flows: CPU of the worker for each request, in a flow of two steps with one JSONPath and by itself',
  run: (bench) =>
    compareCosts(bench, {
      what: 'a flow of two steps with one JSONPath',
      shapes: ['plain', 'flow'],
      requestsPer: 2,
      maxMore: 1.35,
      service: service(),
      files: { 'product.proto': proto },
    }),
};
