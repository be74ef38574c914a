import { compareCosts } from './request-costs.ts';
import type { Section } from './section.ts';

const rows = 1_000_000;

const proto = `syntax = "proto3";
package bench;
message Order { int32 id = 1; string customer = 2; string reference = 3; string note = 4; }
service Orders { rpc Add(Order) returns (Order); }`;

/** Rows with a number, a name and a reference. */
function csv(): string {
  const lines = ['id,customer,reference'];
  for (let row = 1; row <= rows; row++) {
    lines.push(`${row},customer ${(row * 7919) % 99_991},R-${(row * 104_729) % 1_000_003}`);
  }
  return lines.join('\n');
}

/** The same request with values from a file and with those of one row. */
function service(): object {
  const form = (id: string, customer: string, reference: string) => ({
    rest: { path: `/orders/${id}`, body: { customer, reference, note: 'leave at the door' } },
    grpc: {
      method: 'bench.Orders/Add',
      message: { id, customer, reference, note: 'leave at the door' },
    },
  });
  return {
    rest: { address: 'http://127.0.0.1:1' },
    grpc: { address: '127.0.0.1:1', description: 'bench.proto' },
    data: { orders: { file: 'orders.csv' } },
    requests: {
      fixed: form('500000', 'customer 50000', 'R-500000'),
      values: form('{{orders.id}}', '{{orders.customer}}', '{{orders.reference}}'),
    },
  };
}

/** Cost of three values from a data file in each request. */
export const valuesSection: Section = {
  id: 'values',
  title:
    'Values: CPU of the worker for each request, with three values from 1,000,000 rows and without',
  run: (bench) =>
    compareCosts(bench, {
      what: 'values from a file',
      shapes: ['fixed', 'values'],
      requestsPer: 1,
      maxMore: 1.1,
      service: service(),
      files: { 'orders.csv': csv(), 'bench.proto': proto },
    }),
};
