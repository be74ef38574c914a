import { z } from 'zod';
import type { PublishedMark, PublishedTable, PublishedValue } from '../../contracts/published.ts';
import {
  capped,
  dimension,
  doubtful,
  figure,
  misprint,
  protocolDimension,
  type StudyReader,
  table,
} from './source.ts';

const round = z.strictObject({
  clients: z.number(),
  averageRps: z.number(),
  perSecond: z.array(z.number()),
});
const sizes = ['XS', 'S', 'M', 'L'] as const;
const schema = z.object({
  machine: z.string(),
  payloadBytes: z.record(z.enum(sizes), z.strictObject({ json: z.number(), protobuf: z.number() })),
  method: z.strictObject({
    warmUpSeconds: z.number(),
    discoverySeconds: z.number(),
    finalSeconds: z.number(),
    firstClients: z.number(),
    factor: z.number(),
  }),
  tests: z.array(
    z.strictObject({
      appendix: z.string(),
      language: z.enum(['java', 'python', 'rust']),
      protocol: z.enum(['rest', 'grpc']),
      size: z.enum(sizes),
      cappedByLink: z.boolean(),
      discovery: z.array(round),
      final: round,
    }),
  ),
});
type Numbers = z.infer<typeof schema>;
type Test = Numbers['tests'][number];
type Round = z.infer<typeof round>;

const study = 'kth-2023' as const;
const rps = { key: 'rps', name: 'Throughput', unit: 'requests/s', better: 'higher' } as const;
const language = dimension('language', 'Language', {
  java: 'Java',
  python: 'Python',
  rust: 'Rust',
});
const protocol = protocolDimension('rest', 'grpc');
const size = dimension('size', 'Size', sizes);

const drifts: Readonly<Record<string, string>> = {
  'A.5': 'is 14.4 % below the discovery round with as many clients',
  'A.7': 'is 26.0 % below the discovery round with as many clients',
  'A.9': 'is 8.7 % above the discovery round with as many clients',
  'A.10': 'is 10.3 % below the discovery round with as many clients',
  'A.11': 'is 22.7 % below the discovery round with as many clients',
  'A.12': 'is 48.5 % below the discovery round with as many clients',
};
const lost: Readonly<Record<string, string>> = {
  'A.12/2': 'The printed seconds are 19 instead of 20, so their mean is not this average.',
  'A.12/final': 'The printed seconds are 99 instead of 100, so their mean is not this average.',
  'A.19/final': 'The printed seconds are 101 instead of 100, so their mean is not this average.',
};

function cap({ appendix, cappedByLink }: Test): PublishedMark | null {
  if (!cappedByLink) return null;
  const mean = appendix === 'A.8' ? ', though its payload took 876 Mbit/s on average' : '';
  return capped(`The study marks it as capped by the link of 1 Gbit/s${mean}.`);
}

function place({ language: of, protocol: by, size: as }: Test) {
  return { language: of, protocol: by, size: as };
}

function throughput({ machine, tests, method }: Numbers): PublishedTable {
  const values = tests.flatMap((test, index) => {
    const { appendix, final } = test;
    const drift = drifts[appendix];
    const without = lost[`${appendix}/final`];
    const marks = [
      cap(test),
      drift ? doubtful(`The final round of 100 s ${drift}; the study does not say why.`) : null,
      without ? misprint(without) : null,
    ];
    const from = `/tests/${index}/final`;
    return [
      figure(place(test), 'rps', final.averageRps, `${from}/averageRps`, { marks }),
      figure(place(test), 'clients', final.clients, `${from}/clients`),
    ];
  });
  const settings = [
    ['Warm-up', `${method.warmUpSeconds} s`, 'warmUpSeconds'],
    ['Rounds of discovery', `${method.discoverySeconds} s`, 'discoverySeconds'],
    ['Final round', `${method.finalSeconds} s`, 'finalSeconds'],
    ['First number of clients', String(method.firstClients), 'firstClients'],
    ['Factor from round to round', String(method.factor), 'factor'],
  ].map(([name = '', value = '', key]) => ({ name, value, from: [`/method/${key}`] }));
  return table(
    {
      study,
      id: 'throughput',
      title: 'Highest throughput',
      source: 'Figures 5.1 to 5.3, with the averages of Appendix A',
      machine,
      metrics: [rps, { key: 'clients', name: 'Clients', unit: 'clients', better: 'neither' }],
      dimensions: [language, size, protocol],
      across: ['metric', 'protocol'],
      settings,
      notes: [
        'Each was measured once, at the number of clients that its own discovery found: the two protocols of a row rarely had the same number.',
        'The study says that gRPC in Java managed “52% more throughput” for L; by its own figures it is 110 % more, and REST 52 % less.',
      ],
    },
    values,
  );
}

function discovery({ machine, tests }: Numbers): PublishedTable {
  const values = tests.flatMap((test, index) =>
    test.discovery.map(({ clients, averageRps }, place_) => {
      const without = lost[`${test.appendix}/${clients}`];
      const at = { ...place(test), clients: String(clients) };
      const from = `/tests/${index}/discovery/${place_}/averageRps`;
      const marks = [cap(test), without ? misprint(without) : null];
      return figure(at, 'rps', averageRps, from, { marks });
    }),
  );
  const levels = tests.flatMap((test) => test.discovery.map(({ clients }) => clients));
  return table(
    {
      study,
      id: 'discovery',
      title: 'Throughput of the rounds of discovery',
      source: 'Appendix A',
      machine,
      metrics: [rps],
      dimensions: [language, size, protocol, clientsOf(levels)],
      across: ['clients'],
      notes: ['The rule by which the rounds ended is unwritten; 2 % agrees with all 24 logs.'],
    },
    values,
  );
}

function clientsOf(levels: readonly number[]) {
  const sorted = [...new Set(levels)].sort((a, b) => a - b).map(String);
  return dimension('clients', 'Clients', sorted);
}

function secondsOf(test: Test, round_: Round, name: string, from: string): PublishedValue[] {
  return round_.perSecond.map((count, second) => {
    const at = { ...place(test), round: name, second: String(second + 1) };
    return figure(at, 'count', count, `${from}/perSecond/${second}`);
  });
}

function perSecond({ machine, tests }: Numbers): PublishedTable {
  const values = tests.flatMap((test, index) => [
    ...test.discovery.flatMap((one, place_) =>
      secondsOf(test, one, String(one.clients), `/tests/${index}/discovery/${place_}`),
    ),
    ...secondsOf(test, test.final, 'final', `/tests/${index}/final`),
  ]);
  const rounds = clientsOf(tests.flatMap((test) => test.discovery.map(({ clients }) => clients)));
  const longest = Math.max(...tests.map(({ final }) => final.perSecond.length));
  return table(
    {
      study,
      id: 'per-second',
      title: 'Requests of every second',
      source: 'Appendix A',
      machine,
      metrics: [{ key: 'count', name: 'Requests', unit: 'requests', better: 'higher' }],
      dimensions: [
        language,
        size,
        protocol,
        {
          key: 'round',
          name: 'Clients',
          levels: [...rounds.levels, { key: 'final', name: 'final' }],
        },
        dimension(
          'second',
          'Second',
          Array.from({ length: longest }, (_, second) => String(second + 1)),
        ),
      ],
      across: ['second'],
      notes: [
        'Three of the 152 series are not as long as their round (A.12 with 2 clients: 19; A.12, final: 99; A.19, final: 101): a number was lost or doubled.',
        'Responses were counted in the second in which they arrived, successful ones only.',
      ],
    },
    values,
  );
}

function payload({ machine, payloadBytes }: Numbers): PublishedTable {
  const marks: Readonly<Record<string, PublishedMark>> = {
    'XS/protobuf': doubtful(
      'An empty message has no bytes; 5 is the length prefix of gRPC. Whether the others include it is not said.',
    ),
    'S/json': doubtful('The study speaks of approximately 1 kB.'),
  };
  const values = sizes.flatMap((one) =>
    (['json', 'protobuf'] as const).map((format) =>
      figure(
        { size: one, format },
        'bytes',
        payloadBytes[one][format],
        `/payloadBytes/${one}/${format}`,
        { marks: [marks[`${one}/${format}`] ?? null] },
      ),
    ),
  );
  return table(
    {
      study,
      id: 'payload',
      title: 'Size of the payload',
      source: 'Table 4.2',
      machine,
      metrics: [{ key: 'bytes', name: 'Size', unit: 'bytes', better: 'lower' }],
      dimensions: [size, dimension('format', 'Format', { json: 'JSON', protobuf: 'Protobuf' })],
      across: ['format'],
      notes: ['Of the message alone, without headers and framing.'],
    },
    values,
  );
}

/** J. Berg and D. Mebrahtu Redi, KTH 2023. */
export const kth2023: StudyReader = {
  about:
    'Four operations of an inventory service, from an empty answer to 500 kB, over REST and gRPC in Java, Python and Rust. A client raised the number of its users while throughput rose, then measured 100 seconds at the best. gRPC won with large answers, REST with small ones in Python and Rust.',
  tables: (data) => {
    const numbers = schema.parse(data);
    return [throughput, discovery, perSecond, payload].map((make) => make(numbers));
  },
};
