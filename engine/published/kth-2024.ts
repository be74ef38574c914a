import { z } from 'zod';
import type { PublishedMark, PublishedTable } from '../../contracts/published.ts';
import {
  dimension,
  doubtful,
  figure,
  protocolDimension,
  protocolNames,
  type StudyReader,
  table,
} from './source.ts';

const others = ['soap', 'rest'] as const;
const shapes = ['small', 'typical', 'large', 'stress'] as const;
const percents = z.strictObject({ soap: z.number(), rest: z.number() });
const byShape = {
  small: percents,
  typical: percents,
  large: percents,
  stress: percents,
};
const schema = z.object({
  machine: z.string(),
  saturation: z.array(
    z.strictObject({
      protocol: z.enum(['soap', 'rest', 'grpc']),
      throughputRps: z.number(),
      users: z.number(),
    }),
  ),
  grpcThroughputPercent: z.strictObject({ note: z.string(), ...byShape }),
  grpcAverageLatencyPercentOf: z.strictObject(byShape),
  p95: z.strictObject({ small: z.strictObject({ soapOverGrpc: z.number() }) }),
  tls: z.strictObject({
    users: z.number(),
    shape: z.string(),
    throughputChangePercent: z.strictObject({
      soap: z.number(),
      rest: z.number(),
      grpc: z.number(),
    }),
    p95ChangePercent: z.strictObject({ rest: z.number() }),
  }),
});
type Numbers = z.infer<typeof schema>;

const study = 'kth-2024' as const;
const shape = dimension('shape', 'Request', shapes);
const against = dimension(
  'against',
  'Against',
  Object.fromEntries(others.map((one) => [one, protocolNames[one]])),
);

const wording: Readonly<Record<string, string>> = {
  rps: 'The conclusion calls it “348% more” than REST; the figures are 348 % of REST, which is 248 % more.',
  users:
    'The conclusion calls it “166% more” than REST; 600 users are 167 % of 360, which is 67 % more.',
};

function saturation({ machine, saturation: rows }: Numbers): PublishedTable {
  const values = rows.flatMap(({ protocol, throughputRps, users }, index) => {
    const marksOf = (metric: string) =>
      protocol === 'grpc' ? [doubtful(wording[metric] ?? '')] : [];
    const from = `/saturation/${index}`;
    return [
      figure({ protocol }, 'rps', throughputRps, `${from}/throughputRps`, {
        printed: throughputRps.toLocaleString('en-GB'),
        marks: marksOf('rps'),
      }),
      figure({ protocol }, 'users', users, `${from}/users`, { marks: marksOf('users') }),
    ];
  });
  return table(
    {
      study,
      id: 'saturation',
      title: 'Saturation',
      source: 'Table 5.1',
      machine,
      metrics: [
        { key: 'rps', name: 'Throughput', unit: 'requests/s', better: 'higher' },
        { key: 'users', name: 'Users', unit: 'users', better: 'higher' },
      ],
      dimensions: [protocolDimension('soap', 'rest', 'grpc')],
      across: ['metric'],
      notes: [
        'Which of the four requests was sent is not said.',
        'Read off a ramp of 15 users a second by eye: no level was held.',
      ],
    },
    values,
  );
}

const increase = (percent: number): PublishedMark =>
  doubtful(
    `Printed as an “increase of” ${percent} %, which would be ${percent + 100} % of the other; the study mixes the two wordings, and its latencies fit ${percent} % of the other better, which is how it is read here.`,
  );

function throughput({ machine, grpcThroughputPercent }: Numbers): PublishedTable {
  const values = shapes.flatMap((one) =>
    others.map((other) => {
      const percent = grpcThroughputPercent[one][other];
      const mixed = one === 'small' || one === 'typical';
      const from = `/grpcThroughputPercent/${one}/${other}`;
      const marks = mixed ? [increase(percent)] : [];
      const printed = mixed ? `increase of ${percent} %` : `${percent} % of its throughput`;
      return figure({ shape: one, against: other }, 'percent', percent, from, { marks, printed });
    }),
  );
  return table(
    {
      study,
      id: 'throughput',
      title: 'Throughput of gRPC, in percent of the other protocol',
      source: 'Section 5.1',
      machine,
      metrics: [
        { key: 'percent', name: 'Throughput of gRPC', unit: '% of the other', better: 'higher' },
      ],
      dimensions: [shape, against],
      across: ['against'],
      notes: [
        'Averages over 50, 100 and 200 users; how they were averaged is not said. Here it is the geometric mean of the ratios.',
      ],
    },
    values,
  );
}

function latency({ machine, grpcAverageLatencyPercentOf }: Numbers): PublishedTable {
  const values = shapes.flatMap((one) =>
    others.map((other) => {
      const percent = grpcAverageLatencyPercentOf[one][other];
      const from = `/grpcAverageLatencyPercentOf/${one}/${other}`;
      return figure({ shape: one, against: other }, 'percent', percent, from, {
        printed: `${percent} %`,
      });
    }),
  );
  return table(
    {
      study,
      id: 'latency',
      title: 'Mean latency of gRPC, in percent of the other protocol',
      source: 'Section 5.2',
      machine,
      metrics: [
        { key: 'percent', name: 'Mean latency of gRPC', unit: '% of the other', better: 'lower' },
      ],
      dimensions: [shape, against],
      across: ['against'],
      notes: ['The study refers to the figure of the 95th percentile here; it means the mean.'],
    },
    values,
  );
}

function p95({ machine, p95: numbers }: Numbers): PublishedTable {
  const value = numbers.small.soapOverGrpc;
  return table(
    {
      study,
      id: 'p95',
      title: 'p95 latency of SOAP, in times that of gRPC',
      source: 'Section 5.2',
      machine,
      metrics: [
        { key: 'times', name: 'p95 latency of SOAP', unit: 'times gRPC', better: 'neither' },
      ],
      dimensions: [dimension('shape', 'Request', ['small'])],
      across: ['metric'],
      notes: ['The study calls the 95th percentile the worst case. It prints no other but this.'],
    },
    [
      figure({ shape: 'small' }, 'times', value, '/p95/small/soapOverGrpc', {
        printed: `${value} times`,
      }),
    ],
  );
}

function tls({ machine, tls: numbers }: Numbers): PublishedTable {
  const ofThroughput = Object.entries(numbers.throughputChangePercent).map(([protocol, change]) =>
    figure({ protocol }, 'throughput', change, `/tls/throughputChangePercent/${protocol}`, {
      printed: `${change} %`.replace('-', '−'),
    }),
  );
  const { rest } = numbers.p95ChangePercent;
  const ofP95 = figure({ protocol: 'rest' }, 'p95', rest, '/tls/p95ChangePercent/rest', {
    printed: `${rest} % higher`,
    marks: [
      doubtful(
        `Read as printed it is ${(1 + rest / 100).toFixed(2)} times; by the slips elsewhere in the study it may be ${(rest / 100).toFixed(2)} times.`,
      ),
    ],
  });
  return table(
    {
      study,
      id: 'tls',
      title: 'What TLS changes',
      source: 'Section 5.4',
      machine,
      metrics: [
        { key: 'throughput', name: 'Throughput', unit: '% change', better: 'higher' },
        { key: 'p95', name: 'p95 latency', unit: '% change', better: 'lower' },
      ],
      dimensions: [protocolDimension('soap', 'rest', 'grpc')],
      across: ['metric'],
      settings: [
        { name: 'Users', value: String(numbers.users), from: ['/tls/users'] },
        { name: 'Request', value: numbers.shape, from: [] },
      ],
      notes: [
        'The figures without TLS are those of an earlier experiment, not measured anew beside the others.',
      ],
    },
    [...ofThroughput, ofP95],
  );
}

/** M. Newton Hedelin, KTH 2024. */
export const kth2024: StudyReader = {
  about:
    'A product that is echoed or changed, from 16 characters to two million, over SOAP, REST and gRPC in Java under 50 to 200 users of Locust; then a ramp towards 10,000 users, and TLS. gRPC was ahead throughout, by far with small requests and barely with large ones. It prints ratios only: no throughput but at saturation, and no latency at all.',
  tables: (data) => {
    const numbers = schema.parse(data);
    return [saturation, throughput, latency, p95, tls].map((make) => make(numbers));
  },
};
