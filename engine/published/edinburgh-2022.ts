import { z } from 'zod';
import type { PublishedMark, PublishedTable } from '../../contracts/published.ts';
import {
  dimension,
  doubtful,
  figure,
  misprint,
  protocolDimension,
  type StudyReader,
  table,
} from './source.ts';

const protocols = ['rest', 'grpc', 'soap'] as const;
const languages = ['java', 'go'] as const;
const sizes = ['short', 'medium', 'large'] as const;
const byLanguage = z.strictObject({ java: z.number(), go: z.number() });
const ofSize = z.strictObject({
  requests: z.number(),
  rest: byLanguage,
  grpc: byLanguage,
  soap: byLanguage,
});
const bySize = z.strictObject({ short: z.number(), medium: z.number(), large: z.number() });
const rates = z.strictObject({ java: bySize, go: bySize });
const byDatabase = z.strictObject({ with: z.number(), without: z.number() });
const databases = z.strictObject({ java: byDatabase, go: byDatabase });
const range = z.tuple([z.number(), z.number()]);
const heap = z.strictObject({ allocated: range, inUse: range, idle: range });
const schema = z.object({
  machine: z.string(),
  sizeVariationSeconds: z.strictObject({ short: ofSize, medium: ofSize, large: ofSize }),
  requestRateRps: z.strictObject({ rest: rates, soap: rates, grpc: rates }),
  databaseSeconds: z.strictObject({
    requests: z.number(),
    rest: databases,
    grpc: databases,
    soap: databases,
  }),
  concurrencySeconds: z.strictObject({
    requests: z.number(),
    javaNoDatabase: z.strictObject({ grpc: range, rest: range, soap: range }),
    levels: z.array(z.number()),
  }),
  wireBytes: z.strictObject({
    total: z.strictObject({ soap: z.number(), rest: z.number(), grpc: z.number() }),
    tcpPayload: z.strictObject({ soap: z.number(), rest: z.number(), grpc: z.number() }),
    request: z.strictObject({ soap: z.number(), rest: z.number() }),
    response: z.strictObject({ soap: z.number(), rest: z.number() }),
  }),
  heapMb: z.strictObject({ go: heap, java: heap }),
});
type Numbers = z.infer<typeof schema>;

const study = 'edinburgh-2022' as const;
const language = dimension('language', 'Language', { java: 'Java', go: 'Go' });
const protocol = protocolDimension('rest', 'grpc', 'soap');
const seconds = { key: 'seconds', name: 'Test duration', unit: 's', better: 'lower' } as const;
const size = dimension('size', 'Size', {
  short: 'short, about 200 B',
  medium: 'medium, 1 MB',
  large: 'large, 25 MB',
});
const once = 'Measured once; warm-up, concurrency and repetitions are not spoken of.';

const sizeMarks: Readonly<Record<string, PublishedMark>> = {
  'medium grpc java': doubtful(
    'Less than for the short message, though the message is 5,000 times as large; the study does not say why.',
  ),
  'medium grpc go': doubtful('About 2.1 GB/s; the study does not say how.'),
  'large grpc java': doubtful(
    'Streamed from the client in parts, while REST and SOAP sent one message in base64.',
  ),
  'large grpc go': doubtful(
    'Streamed from the client in parts, while REST and SOAP sent one message in base64.',
  ),
};

function sizeTable({ machine, sizeVariationSeconds }: Numbers): PublishedTable {
  const values = sizes.flatMap((as) =>
    protocols.flatMap((by) =>
      languages.map((of) =>
        figure(
          { size: as, protocol: by, language: of },
          'seconds',
          sizeVariationSeconds[as][by][of],
          `/sizeVariationSeconds/${as}/${by}/${of}`,
          { marks: [sizeMarks[`${as} ${by} ${of}`] ?? null] },
        ),
      ),
    ),
  );
  return table(
    {
      study,
      id: 'sizes',
      title: 'Test duration by message size',
      source: 'Tables 4.2 to 4.4',
      machine,
      metrics: [seconds],
      dimensions: [size, protocol, language],
      across: ['language'],
      settings: sizes.map((as) => ({
        name: `Requests, ${as}`,
        value: sizeVariationSeconds[as].requests.toLocaleString('en-GB'),
        from: [`/sizeVariationSeconds/${as}/requests`],
      })),
      notes: [
        once,
        'The load generators differed by protocol: ApacheBench for REST and SOAP, ghz for gRPC.',
      ],
    },
    values,
  );
}

function rateTable({ machine, requestRateRps }: Numbers): PublishedTable {
  const values = protocols.flatMap((by) =>
    languages.flatMap((of) =>
      sizes.map((as) => {
        const marks =
          by === 'soap' && of === 'go' && as === 'short'
            ? [misprint('1,000 requests in 0.357 s are 2,801 a second.')]
            : [];
        const at = { protocol: by, language: of, size: as };
        const from = `/requestRateRps/${by}/${of}/${as}`;
        return figure(at, 'rps', requestRateRps[by][of][as], from, { marks });
      }),
    ),
  );
  return table(
    {
      study,
      id: 'request-rates',
      title: 'Request rate by message size',
      source: 'Figure 4.4',
      machine,
      metrics: [{ key: 'rps', name: 'Request rate', unit: 'requests/s', better: 'higher' }],
      dimensions: [protocol, language, size],
      across: ['language', 'size'],
      notes: [
        once,
        'The number of requests divided by the test duration. The study speaks of a positive correlation of the two; it is the inverse.',
      ],
    },
    values,
  );
}

function databaseTable({ machine, databaseSeconds }: Numbers): PublishedTable {
  const values = protocols.flatMap((by) =>
    languages.flatMap((of) =>
      (['with', 'without'] as const).map((database) =>
        figure(
          { protocol: by, language: of, database },
          'seconds',
          databaseSeconds[by][of][database],
          `/databaseSeconds/${by}/${of}/${database}`,
        ),
      ),
    ),
  );
  return table(
    {
      study,
      id: 'database',
      title: 'Test duration with and without a database',
      source: 'Table 4.5',
      machine,
      metrics: [seconds],
      dimensions: [
        protocol,
        language,
        dimension('database', 'Database', { with: 'with', without: 'without' }),
      ],
      across: ['language', 'database'],
      settings: [
        {
          name: 'Requests',
          value: databaseSeconds.requests.toLocaleString('en-GB'),
          from: ['/databaseSeconds/requests'],
        },
      ],
      notes: [
        once,
        'Without a database the same kind of message took other times than in Tables 4.2 (Java SOAP 2.456 s against 4.139 s): so much do single runs vary.',
      ],
    },
    values,
  );
}

function concurrencyTable({ machine, concurrencySeconds }: Numbers): PublishedTable {
  const { levels, requests, javaNoDatabase } = concurrencySeconds;
  const values = protocols.flatMap((by) =>
    (['least', 'most'] as const).map((end, index) =>
      figure(
        { protocol: by, end },
        'seconds',
        javaNoDatabase[by][index === 0 ? 0 : 1],
        `/concurrencySeconds/javaNoDatabase/${by}/${index}`,
      ),
    ),
  );
  return table(
    {
      study,
      id: 'concurrency',
      title: 'Test duration over all levels of concurrency, Java without a database',
      source: 'Section 4.3',
      machine,
      metrics: [seconds],
      dimensions: [protocol, dimension('end', 'Over the levels', { least: 'least', most: 'most' })],
      across: ['end'],
      settings: [
        {
          name: 'Requests of a level',
          value: requests.toLocaleString('en-GB'),
          from: ['/concurrencySeconds/requests'],
        },
        {
          name: 'Levels',
          value: levels.map((level) => level.toLocaleString('en-GB')).join(', '),
          from: levels.map((_, index) => `/concurrencySeconds/levels/${index}`),
        },
      ],
      notes: [
        'Only these ranges are printed; the figures of the levels are pictures.',
        'Another section of the study says 0 to 10,000 in steps of 500.',
        'gRPC’s 10,000 requests take as long here as its 1,000 in Table 4.2: the two are not comparable.',
      ],
    },
    values,
  );
}

function wireTable({ machine, wireBytes }: Numbers): PublishedTable {
  const notes: Readonly<Record<string, string>> = {
    'total grpc':
      'Includes the preface, settings and pings of a new connection, which a connection in use does not pay again.',
  };
  const metrics = [
    ['total', 'All layers'],
    ['tcpPayload', 'TCP payload'],
    ['request', 'Request'],
    ['response', 'Response'],
  ] as const;
  const values = metrics.flatMap(([metric]) =>
    Object.entries(wireBytes[metric]).map(([by, value]) => {
      const note = notes[`${metric} ${by}`];
      return figure({ protocol: by }, metric, value, `/wireBytes/${metric}/${by}`, {
        marks: note ? [doubtful(note)] : [],
      });
    }),
  );
  return table(
    {
      study,
      id: 'wire',
      title: 'Bytes of one short call',
      source: 'Section 4.4 and Figure 4.14, Java',
      machine,
      metrics: metrics.map(([key, name]) => ({ key, name, unit: 'bytes', better: 'lower' })),
      dimensions: [protocolDimension('soap', 'rest', 'grpc')],
      across: ['metric'],
      notes: [
        'The study counts Ethernet in, but 40 bytes for each packet leave no room for its header; loopback has none.',
        'The text ranks SOAP, REST, gRPC by size in one place; by the totals it is SOAP, gRPC, REST.',
      ],
    },
    values,
  );
}

function heapTable({ machine, heapMb }: Numbers): PublishedTable {
  const metrics = [
    ['allocated', 'Allocated'],
    ['inUse', 'In use'],
    ['idle', 'Idle'],
  ] as const;
  const values = (['go', 'java'] as const).flatMap((of) =>
    metrics.flatMap(([metric]) =>
      (['least', 'most'] as const).map((end, index) =>
        figure(
          { language: of, end },
          metric,
          heapMb[of][metric][index === 0 ? 0 : 1],
          `/heapMb/${of}/${metric}/${index}`,
        ),
      ),
    ),
  );
  return table(
    {
      study,
      id: 'heap',
      title: 'Heap of the services',
      source: 'Section 4.5',
      machine,
      metrics: metrics.map(([key, name]) => ({ key, name, unit: 'MB', better: 'lower' })),
      dimensions: [language, dimension('end', 'Range', { least: 'least', most: 'most' })],
      across: ['metric', 'end'],
      notes: [
        'The study says that Java used “only 11%” of its heap at least; by its own figures it is 17.5 %.',
        'Taken as a matter of the language, not of the protocol.',
      ],
    },
    values,
  );
}

/** A. Jagannathan, Edinburgh 2022. */
export const edinburgh2022: StudyReader = {
  about:
    'A service that allocates students to teams, over REST, gRPC and SOAP in Java and Go: messages from 200 bytes to a file of 25 MB, with and without a database, 10 to 10,000 requests at once, the bytes of one call, and the heap. REST was ahead with short messages, gRPC with large ones and with many at once.',
  tables: (data) => {
    const numbers = schema.parse(data);
    return [sizeTable, rateTable, databaseTable, concurrencyTable, wireTable, heapTable].map(
      (make) => make(numbers),
    );
  },
};
