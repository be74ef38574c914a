import { beforeAll, describe, expect, it } from 'vitest';
import type { FactorName } from '../../../contracts/experiment/factors.ts';
import { drawRun } from '../../../engine/cli/text/run-text.ts';
import { type NamedCell, sameWorkOf } from '../../../engine/report/same-work/same-work.ts';
import { engineRuns } from '../../support/engine-runs.ts';
import { ordersOf, type ServerHabits, startServer } from '../../support/habitual-servers.ts';
import { makeCertificates, type OwnCertificates } from '../../support/own-certificates.ts';
import { envelope, ownExperiment, ownGrpcService } from '../../support/own-services.ts';
import { problemsOf } from '../../support/sceptical-reader.ts';

const runs = engineRuns();
let certificates: OwnCertificates;
beforeAll(async () => {
  certificates = await makeCertificates();
});

/** A side of a pair: a server, and how it is measured. */
interface Side {
  readonly server?: () => ServerHabits;
  readonly protocol?: 'rest' | 'rest-h2' | 'soap' | 'graphql';
  readonly client?: 'raw' | 'library';
  /** The request, in the form of the protocol. */
  readonly request?: string;
  readonly checks?: string;
  readonly tls?: string;
  /** Keys of the experiment. */
  readonly more?: string;
}

const orders = { path: '{path: /orders}' };

async function measure(side: Side): Promise<NamedCell> {
  const { protocol = 'rest', client = 'raw', tls = 'off', request = orders.path } = side;
  const server = await startServer({
    ...(protocol === 'rest-h2' ? { version: '2' as const } : {}),
    ...side.server?.(),
  });
  try {
    const own = protocol === 'rest-h2' ? 'rest' : protocol;
    const trust = tls === 'off' ? '' : ', tls: {verify: false}';
    const { trials } = await runs.runToEnd(
      ownExperiment(
        `  ${protocol}: {address: "${server.address}"${trust}}
  requests:
    list:
      ${own}: ${request}
      checks: [${side.checks ?? ''}]`,
        `protocol: [${protocol}], users: [2], client: [${client}], tls: [${tls}]`,
        'model: closed, requests: 100, warmUp: 0s',
        `workers: 1\nverify: all\n${side.more ?? ''}`,
      ),
    );
    const [trial] = trials;
    if (!trial) throw new Error('a trial was measured');
    expect(trial.failure).toBeNull();
    return { cell: trial.cell, trials, label: '' };
  } finally {
    await server.close();
  }
}

async function pairOf(one: Side, two: Side, factor: FactorName = 'server') {
  const [first, second] = [await measure(one), await measure(two)];
  return sameWorkOf({ ...second, label: 'B' }, { ...first, label: 'A' }, factor);
}

const secure = (options: object = {}) => ({
  tls: 'on',
  server: (): ServerHabits => ({ tls: { ...certificates.server, ...options } }),
});
const fresh = 'connections: per-request\nresumption: on\n';
const unresumed = 'connections: per-request\nresumption: off\n';
const library = { client: 'library' } as const;
const post = '{method: POST, path: /orders, body: {all: true}}';
const serving = (habits: ServerHabits): Side => ({ server: () => habits });
const soapAnswer = envelope(
  `<Orders>${[1, 2, 3, 4, 5]
    .map(
      (id) =>
        `<Order><OrderId>${id}</OrderId><Note>xxxxxxxxxx</Note><Total>${11.5 + id}</Total></Order>`,
    )
    .join('')}</Orders>`,
);
const graphqlAnswer = () => JSON.stringify({ data: JSON.parse(ordersOf()) });
const ofGraphql = (request: string): Side => ({
  ...serving({ content: graphqlAnswer }),
  protocol: 'graphql',
  request,
});
const ofSoap: Side = {
  ...serving({ content: () => soapAnswer, type: 'text/xml' }),
  protocol: 'soap',
  request: '{path: /orders, body: "<List/>"}',
};

type Unfair = readonly [name: string, one: Side, two: Side, reason: RegExp, factor?: FactorName];
type Fair = readonly [name: string, one: Side, two: Side, factor?: FactorName];

const unfair: readonly Unfair[] = [
  ['GET against POST', {}, { request: post }, /^method: A sends GET and B POST/],
  [
    'new against kept connections',
    {},
    serving({ closes: true }),
    /^connections: A kept its connections and B opened a connection for each request/,
  ],
  [
    'answers compressed on one side',
    library,
    { ...library, ...serving({ compresses: true }) },
    /^compression: A did not compress its answers and B compressed its answers \(gzip\)/,
  ],
  [
    'TLS sessions resumed on one side',
    { ...secure({ sessionTimeout: 300 }), more: fresh },
    { ...secure(), more: unresumed },
    /^resumption: A resumed 9\d.\d % of its TLS sessions and B resumed 0 %/,
  ],
  [
    'HTTP/2 against 1.1, where something else is compared',
    {},
    { protocol: 'rest-h2' },
    /^http: A answers over HTTP\/1.1 and B over HTTP\/2/,
  ],
  [
    'HTTP/1.0 against 1.1',
    {},
    serving({ version: '1.0' }),
    /^http: A answers over HTTP\/1.1 and B over HTTP\/1.0/,
  ],
  [
    'one side that answers errors',
    {},
    serving({ failsEach: 20 }),
    /^errors: A failed 0 % of its requests and B failed [56].\d+ % of its requests/,
  ],
  [
    'one side from a cache',
    {},
    serving({ headers: { age: '12' } }),
    /^cache: B was answered by a cache and A by the service/,
  ],
  [
    'other texts in the answer',
    {},
    serving({ content: () => ordersOf(5, 400) }),
    /^answers: A answers values of \d+ characters and B of [\d,]+ characters/,
  ],
  [
    'another number of fields',
    {},
    serving({ content: () => ordersOf(5, 10, { customer: 'a', city: 'b' }) }),
    /^answers: A answers with 3 fields and B with 5 fields/,
  ],
  [
    'another number of records',
    {},
    serving({ content: () => ordersOf(50) }),
    /^answers: A answers 5 records and B 50 records/,
  ],
  [
    'TLS 1.2 against 1.3',
    secure({ minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' }),
    secure(),
    /^tls: A used TLSv1.2 [\w-]+ and B TLSv1.3 \w+/,
  ],
  ['TLS against none', {}, secure(), /^tls: A used no TLS and B TLSv1.3/],
  [
    'reading against changing, in two protocols',
    {},
    ofGraphql('{query: "mutation { orders { orderId } }"}'),
    /^method: A only reads \(GET\) and B changes something \(POST\)/,
    'protocol',
  ],
  [
    'another number of records in another protocol',
    serving({ content: () => ordersOf(50) }),
    ofSoap,
    /^answers: A answers 50 records and B 5 records/,
    'protocol',
  ],
];

const fair: readonly Fair[] = [
  ['the same server twice', {}, {}],
  ['POST on both sides', { request: post }, { request: post }],
  ['connections that both close', serving({ closes: true }), serving({ closes: true })],
  [
    'answers that both compress',
    { ...library, ...serving({ compresses: true }) },
    { ...library, ...serving({ compresses: true }) },
  ],
  ['TLS on both sides', secure(), secure()],
  ['sessions that both resume', { ...secure(), more: fresh }, { ...secure(), more: fresh }],
  ['HTTP/2 on both sides', { protocol: 'rest-h2' }, { protocol: 'rest-h2' }],
  ['HTTP/1.1 and HTTP/2 as protocols', {}, { protocol: 'rest-h2' }, 'protocol'],
  ['REST and SOAP with the same content', {}, ofSoap, 'protocol'],
  ['REST and a query of GraphQL', {}, ofGraphql('{query: "{ orders { orderId } }"}'), 'protocol'],
  ['TLS as what is compared', {}, secure(), 'tls'],
  ['connections as what is compared', {}, { more: 'connections: per-request\n' }, 'connections'],
  [
    'resumption as what is compared',
    { ...secure(), more: unresumed },
    { ...secure(), more: fresh },
    'resumption',
  ],
  ['both clients', {}, library, 'client'],
  [
    'another order of fields, and other spelling',
    {},
    serving({
      content: () =>
        ordersOf()
          .replaceAll('orderId', 'order_id')
          .replaceAll(/"note":"(x+)","total":([\d.]+)/g, '"total":"$2", "note":"$1"'),
    }),
  ],
  ['a few errors on one side', {}, serving({ failsEach: 101 })],
];

describe('pairs that did not do the same work', () => {
  it.each(unfair.map((pair) => ({ name: pair[0], pair })))('$name', async ({ pair }) => {
    const [, one, two, reason, factor] = pair;
    const { verdict, reasons } = await pairOf(one, two, factor);
    expect(reasons.map(({ code, sentence }) => `${code}: ${sentence}`)).toContainEqual(
      expect.stringMatching(reason),
    );
    expect(verdict).toBe('not-comparable');
  });
});

describe('pairs that did', () => {
  it.each(fair.map((pair) => ({ name: pair[0], pair })))('$name', async ({ pair }) => {
    const [, one, two, factor] = pair;
    const { verdict, reasons } = await pairOf(one, two, factor);
    expect(reasons).toEqual([]);
    expect(verdict).toBe('comparable');
  });
});

describe('a run', () => {
  const proto = `syntax = "proto3"; package shop; service Orders { rpc List (Q) returns (All); } message Q {}
    message Order { int32 order_id = 1; string note = 2; double total = 3; } message All { repeated Order orders = 1; }`;
  const experiment = (rest: string, grpc: string) =>
    ownExperiment(
      `  rest: {address: "${rest}"}
  grpc: {address: "${grpc}"}
  requests:
    list: {rest: {path: /orders}, grpc: {method: shop.Orders/List}}`,
      'protocol: [rest, grpc], users: [2]',
      'model: closed, requests: 60, warmUp: 0s',
      'workers: 1\nverify: all\nrepetitions: 4\norder: interleaved',
    );
  const list = { List: () => JSON.parse(ordersOf().replaceAll('orderId', 'order_id')) };

  it.each([
    ['names no winner where connections are closed on one side', true],
    ['names one where both keep them', undefined],
  ] as const)('%s', async (_name, closes) => {
    const slow = { ...(closes ? { closes } : {}) };
    const server = await startServer(slow);
    const grpc = await ownGrpcService(proto, 'shop.Orders', list, ['v1']);
    const document = await runs.runToEnd(experiment(server.address, grpc.address));
    await server.close();
    expect(document.trials.map(({ status }) => status)).not.toContain('failed');
    const { finding, sameWork = [] } = document.analysis;
    const text = finding?.sentences.join(' ') ?? '';
    expect(problemsOf(document)).toEqual([]);
    const [pair] = sameWork;
    // What gRPC's method does is not known.
    expect(pair?.rows.find(({ aspect }) => aspect === 'method')?.standing).toBe('unchecked');
    expect(pair?.rows.find(({ aspect }) => aspect === 'answers')?.standing).toBe('equal');
    if (closes) {
      expect(text).toBe(
        'REST and gRPC are not comparable: REST opened a connection for each request and gRPC kept its connections.',
      );
      expect(finding).toMatchObject({ unlike: true, evidence: [] });
      expect(drawRun(document)).toContain('REST and gRPC: not comparable. REST opened');
    } else {
      expect(finding?.unlike).toBeUndefined();
      expect(text).not.toContain('not comparable');
      expect(drawRun(document)).toContain(
        'REST and gRPC: comparable as far as checked; not checked: HTTP method',
      );
    }
  });
});
