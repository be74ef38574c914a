import type { Protocol } from '../../../contracts/words.ts';
import { runOwn } from '../contest/own.ts';
import { fixed, markdownTable } from '../support/markdown.ts';
import { startNullService } from '../support/null-service.ts';
import { median } from '../support/statistics.ts';
import { type Bench, interleaved, type Section } from './section.ts';

const rows = 1_000_000;
const mostMore = 1.1;
const measured: readonly Protocol[] = ['rest', 'grpc'];
const requests = ['fixed', 'values'] as const;

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

/** The same request with values of a file and with those of one row. */
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

interface Row {
  readonly protocol: Protocol;
  /** CPU of the worker thread for each request, in µs: medians over the rounds. */
  readonly fixedUs: number;
  readonly valuesUs: number;
  /** Median of the ratios within each round. */
  readonly ratio: number;
}

async function measure(bench: Bench, protocol: Protocol, file: string): Promise<Row> {
  const { cores, files, seconds, warmUp, rounds } = bench;
  const target = await startNullService(protocol, {
    cores: cores.service,
    tls: false,
    home: files.home,
  });
  try {
    const costs = { fixed: [] as number[], values: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      for (const request of round % 2 === 0 ? requests : requests.toReversed()) {
        const own = { file, request };
        const load = {
          client: 'raw',
          connections: 50,
          streams: 1,
          workers: 1,
          warmUp,
          seconds,
        } as const;
        const { outcome } = await runOwn(
          target,
          { ...load, own },
          { cores: cores.generator, files },
        );
        const costUs = (outcome.workerCpuSeconds / outcome.ok) * 1e6;
        bench.say(`  round ${round + 1}/${rounds}: ${protocol} ${request} ${fixed(costUs, 2)} µs`);
        costs[request].push(costUs);
      }
    }
    return {
      protocol,
      fixedUs: median(costs.fixed),
      valuesUs: median(costs.values),
      ratio: median(costs.values.map((cost, round) => cost / (costs.fixed[round] ?? Number.NaN))),
    };
  } finally {
    await target.stop();
  }
}

/** What three values of a data file cost in each request. */
export const valuesSection: Section = {
  id: 'values',
  title:
    'Values: CPU of the worker for each request, with three values from 1,000,000 rows and without',
  run: async (bench) => {
    await bench.files.file('orders.csv', csv());
    await bench.files.file('bench.proto', proto);
    const file = await bench.files.file('service.json', JSON.stringify(service()));
    const found: Row[] = [];
    for (const protocol of measured) found.push(await measure(bench, protocol, file));
    return {
      method: interleaved(bench, bench.rounds),
      text: markdownTable(
        ['protocol', 'fixed (µs)', 'values (µs)', 'ratio'],
        found.map(({ protocol, fixedUs, valuesUs, ratio }) => [
          protocol,
          fixed(fixedUs, 2),
          fixed(valuesUs, 2),
          fixed(ratio, 3),
        ]),
      ),
      bars: found.map(({ protocol, ratio }) => ({
        what: `values from a file, ${protocol}`,
        wanted: `at most ${mostMore} times the CPU`,
        measured: fixed(ratio, 3),
        met: ratio <= mostMore,
      })),
      data: found,
    };
  },
};
