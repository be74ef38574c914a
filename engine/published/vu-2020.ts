import { z } from 'zod';
import type { PublishedTable } from '../../contracts/published.ts';
import {
  borrowed,
  dimension,
  figure,
  protocolDimension,
  type StudyReader,
  table,
} from './source.ts';

const cases = ['1', '2.A', '2.B', '3.A', '3.B'] as const;
const protocols = ['graphql', 'grpc', 'rest', 'rsocket'] as const;
const medians = z.strictObject({
  graphql: z.number(),
  grpc: z.number(),
  rest: z.number(),
  rsocket: z.number(),
});
const schema = z.object({
  machine: z.string(),
  medianResponseMs: z.strictObject({
    '1': medians,
    '2.A': medians,
    '2.B': medians,
    '3.A': medians,
    '3.B': medians,
  }),
  borrowed: z.array(
    z.strictObject({ case: z.enum(cases), protocol: z.enum(protocols), from: z.enum(cases) }),
  ),
});
type Numbers = z.infer<typeof schema>;

const doc: Readonly<Record<(typeof cases)[number], string>> = {
  '1': '1: one resource',
  '2.A': '2.A: related resources in one request',
  '2.B': '2.B: related resources in 30 requests',
  '3.A': '3.A: unrelated resources in parallel',
  '3.B': '3.B: unrelated resources one after the other',
};

function responseTimes({ machine, medianResponseMs, borrowed: cells }: Numbers): PublishedTable {
  const values = cases.flatMap((one) =>
    protocols.map((protocol) => {
      const value = medianResponseMs[one][protocol];
      const lent = cells.find((cell) => cell.case === one && cell.protocol === protocol);
      const marks = lent
        ? [borrowed(`Not measured: it is the figure of case ${lent.from}, shown again.`)]
        : [];
      const from = `/medianResponseMs/${one}/${protocol}`;
      const printed = value.toFixed(2);
      return figure({ case: one, protocol }, 'median', value, from, { printed, marks });
    }),
  );
  return table(
    {
      study: 'vu-2020',
      id: 'response-times',
      title: 'Median response time of the test cases',
      source: 'Table 8.1',
      machine,
      metrics: [{ key: 'median', name: 'Median response time', unit: 'ms', better: 'lower' }],
      dimensions: [dimension('case', 'Test case', doc), protocolDimension(...protocols)],
      across: ['protocol'],
      notes: [
        'Of a whole test case with all its requests, and with making the connection. Over a network that is not described: about 120 ms for one small request.',
        'Case 1 is a user in one chapter and a delivery in another.',
        'GraphQL and gRPC returned 4 fields of a user, REST and RSocket all 24: the protocol is not the only difference.',
        '30 requests take about four times as long as one: by kind one after the other, and within a kind at once.',
      ],
    },
    values,
  );
}

/** S. H. Bjarnadóttir, VU Amsterdam 2020. */
export const vu2020: StudyReader = {
  about:
    'What a client needs for a page of deliveries: one resource, related ones in one request or in thirty, unrelated ones in parallel or one after the other, over REST, GraphQL, gRPC and RSocket. For one resource all were alike; GraphQL won where it saved requests, RSocket and gRPC where connections were reused.',
  tables: (data) => [responseTimes(schema.parse(data))],
};
