import { z } from 'zod';
import type {
  PublishedHead,
  PublishedMark,
  PublishedTable,
  PublishedValue,
} from '../../contracts/published.ts';
import { type IsepOperation, isepOperations } from '../../contracts/studies.ts';
import { dimension, doubtful, figure, misprint, type StudyReader, table } from './source.ts';

const formats = ['json', 'protobuf'] as const;
const operation = z.enum(isepOperations);
const row = {
  operation,
  format: z.enum(formats),
  gateway: z.boolean(),
  requests: z.number(),
};
const bytes = z.record(operation, z.strictObject({ request: z.number(), response: z.number() }));
const schema = z.object({
  machine: z.string(),
  payloadBytes: z.strictObject({ json: bytes, protobuf: bytes }),
  misprints: z.array(z.string()),
  performance: z.array(
    z.strictObject({
      ...row,
      averageMs: z.number(),
      throughputRps: z.number(),
      medianMs: z.number(),
      maxMs: z.number(),
      minMs: z.number(),
    }),
  ),
  energy: z.array(
    z.strictObject({
      ...row,
      averageJ: z.number(),
      medianJ: z.number(),
      maxJ: z.number(),
      minJ: z.number(),
      joulesPerRequestAsPrinted: z.string(),
    }),
  ),
});
type Numbers = z.infer<typeof schema>;
type Row = z.infer<z.ZodObject<typeof row>>;

const study = 'isep-2025' as const;
const titles: Readonly<Record<IsepOperation, string>> = {
  'create-user': 'Creating users',
  'list-users': 'Retrieving all users',
  'get-user': 'Retrieving a user by id',
  'list-product-entities': 'Retrieving all product entities',
  'update-user': 'Updating a user',
  'delete-user': 'Deleting a user',
};
const dimensions = [
  dimension('gateway', 'Gateway', { off: 'without', on: 'with' }),
  dimension('requests', 'Requests', { '1000': '1,000', '10000': '10,000' }),
  dimension('format', 'Format', { json: 'JSON', protobuf: 'Protobuf' }),
];
const time = (key: string, name: string) => ({ key, name, unit: 'ms', better: 'lower' }) as const;
const performanceMetrics: PublishedHead['metrics'] = [
  time('averageMs', 'Average'),
  { key: 'throughputRps', name: 'Throughput', unit: 'requests/s', better: 'higher' },
  time('medianMs', 'Median'),
  time('maxMs', 'Maximum'),
  time('minMs', 'Minimum'),
];
const energy = (key: string, name: string) => ({ key, name, unit: 'J', better: 'lower' }) as const;
const energyMetrics: PublishedHead['metrics'] = [
  energy('averageJ', 'Average'),
  energy('medianJ', 'Median'),
  energy('maxJ', 'Maximum'),
  energy('minJ', 'Minimum'),
  energy('joulesPerRequest', 'Per request'),
];

/** By `table operation format gateway requests metric`. */
const marks: Readonly<Record<string, readonly PublishedMark[]>> = {
  'performance list-users json on 1000 medianMs': [
    misprint(
      'By this median Protobuf would be 94 % slower, but the text says it is 5.18 % faster, as it would be with 3.87; the row’s maximum and minimum are odd as well.',
    ),
  ],
  'performance delete-user json on 10000 throughputRps': [
    doubtful('The text says that Protobuf has 1.71 % more; by the table it has 1.75 % less.'),
  ],
  'performance get-user protobuf off 1000 throughputRps': [
    doubtful('The text calls it a reduction of 5.41 %; by the table it is an increase.'),
  ],
  'performance create-user protobuf off 1000 medianMs': [
    doubtful('The text says 2.88 % less than JSON; by the table it is 2.60 %.'),
  ],
  'performance list-users protobuf off 10000 medianMs': [
    doubtful('The text says 10 % less than JSON; by the table it is 3.23 %.'),
  ],
  'performance delete-user protobuf off 1000 medianMs': [
    doubtful('The text says 2.49 % more than JSON; by the table it is 3.49 %.'),
  ],
  'performance delete-user protobuf off 10000 medianMs': [
    doubtful(
      'The study calls Protobuf significantly faster here; by the table its median is higher.',
    ),
  ],
  'energy get-user json on 1000 minJ': [misprint('This minimum exceeds the maximum, 34.00.')],
  'energy list-product-entities protobuf on 10000 minJ': [
    misprint('This minimum equals the maximum and exceeds the average.'),
  ],
  'energy delete-user json off 1000 minJ': [
    misprint('This minimum exceeds the average, 66.71, and the median.'),
  ],
  'energy update-user protobuf off 10000 averageJ': [
    doubtful('The text calls it reduced by 6.39 %; by the table it is 6.39 % higher.'),
  ],
};

function placeOf({ format, gateway, requests }: Row) {
  return { gateway: gateway ? 'on' : 'off', requests: String(requests), format };
}

function marksOf(kind: string, one: Row, metric: string): readonly PublishedMark[] {
  const { gateway, requests, format } = placeOf(one);
  return marks[`${kind} ${one.operation} ${format} ${gateway} ${requests} ${metric}`] ?? [];
}

const performanceKeys = [
  'averageMs',
  'throughputRps',
  'medianMs',
  'maxMs',
  'minMs',
] as const satisfies readonly (keyof Numbers['performance'][number])[];
const energyKeys = [
  'averageJ',
  'medianJ',
  'maxJ',
  'minJ',
] as const satisfies readonly (keyof Numbers['energy'][number])[];

function performance({ machine, performance: rows }: Numbers, of: IsepOperation): PublishedTable {
  const values = rows.flatMap((one, index) =>
    one.operation !== of
      ? []
      : performanceKeys.map((key) =>
          figure(placeOf(one), key, one[key], `/performance/${index}/${key}`, {
            printed: one[key].toFixed(2),
            marks: marksOf('performance', one, key),
          }),
        ),
  );
  return table(
    {
      study,
      id: `performance-${of}`,
      title: titles[of],
      source: `Table ${12 + tableOrder.indexOf(of)}`,
      machine,
      metrics: performanceMetrics,
      dimensions,
      across: ['metric'],
      settings: [{ name: 'Users', value: '1', from: [] }],
      notes: performanceNotes,
    },
    values,
  );
}

function energyTable({ machine, energy: rows }: Numbers, of: IsepOperation): PublishedTable {
  const values = rows.flatMap((one, index): PublishedValue[] => {
    if (one.operation !== of) return [];
    const text = one.joulesPerRequestAsPrinted;
    const perRequest: PublishedValue = {
      ...figure(placeOf(one), 'joulesPerRequest', 0, `/energy/${index}/joulesPerRequestAsPrinted`),
      value: text.startsWith('<') ? null : Number(text),
      printed: text,
    };
    return [
      ...energyKeys.map((key) =>
        figure(placeOf(one), key, one[key], `/energy/${index}/${key}`, {
          printed: one[key].toFixed(2),
          marks: marksOf('energy', one, key),
        }),
      ),
      perRequest,
    ];
  });
  return table(
    {
      study,
      id: `energy-${of}`,
      title: `${titles[of]}: energy`,
      source: `Table ${19 + tableOrder.indexOf(of)}`,
      machine,
      metrics: energyMetrics,
      dimensions,
      across: ['metric'],
      settings: [
        { name: 'Users', value: '1', from: [] },
        { name: 'Repetitions', value: '10', from: [] },
      ],
      notes: energyNotes,
    },
    values,
  );
}

/** The order in which the study prints its tables. */
const tableOrder: readonly IsepOperation[] = isepOperations;

const performanceNotes = [
  'From the first of ten repetitions only, without a warm-up: 1,000 requests are largely a cold start.',
  'Protobuf’s dates have no time of day and JSON’s have one, so Protobuf carried less.',
];
const energyNotes = [
  'Of the service’s pod (and probably the gateway’s) by Kepler, sampled once a second: runs of 1,000 requests last a few seconds only.',
  'Protobuf’s dates have no time of day and JSON’s have one, so Protobuf carried less.',
];

function payload({ machine, payloadBytes }: Numbers): PublishedTable {
  const values = formats.flatMap((format) =>
    isepOperations.flatMap((one) =>
      (['request', 'response'] as const).map((direction) => {
        const value = payloadBytes[format][one][direction];
        const from = `/payloadBytes/${format}/${one}/${direction}`;
        return figure({ format, operation: one, direction }, 'bytes', value, from);
      }),
    ),
  );
  return table(
    {
      study,
      id: 'payload',
      title: 'Size of the payload',
      source: 'Table 28',
      machine,
      metrics: [{ key: 'bytes', name: 'Size', unit: 'bytes', better: 'lower' }],
      dimensions: [
        dimension('operation', 'Operation', titles),
        dimension('format', 'Format', { json: 'JSON', protobuf: 'Protobuf' }),
        dimension('direction', 'Direction', { request: 'request', response: 'response' }),
      ],
      across: ['format', 'direction'],
      notes: [
        'Averages, measured before the experiments. How many users and products there were is not said.',
        'Part of the saving is less data: Protobuf’s dates have no time of day, JSON’s have one.',
        'The study calls deleting the endpoint with the least to serialise; its answer is longer than that of retrieving by id.',
      ],
    },
    values,
  );
}

/** M. A. Ferreira, ISEP 2025. */
export const isep2025: StudyReader = {
  about:
    'Six operations of a convenience store over the same REST routes, once with JSON and once with Protobuf bodies, with and without an API gateway, 1,000 and 10,000 requests of one user, for time and for energy. Protobuf was faster and took less energy where lists are retrieved; where hashing or storing dominates there was little to gain. The gateway cost little time and much energy.',
  tables: (data) => {
    const numbers = schema.parse(data);
    return [
      payload(numbers),
      ...isepOperations.map((one) => performance(numbers, one)),
      ...isepOperations.map((one) => energyTable(numbers, one)),
    ];
  },
};
