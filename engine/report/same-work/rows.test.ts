import { describe, expect, it } from 'vitest';
import type { AnswerOutline, Exchange, Opened } from '../../../contracts/exchange.ts';
import type { Cell } from '../../../contracts/experiment/cell.ts';
import type { FactorName } from '../../../contracts/experiment/factors.ts';
import { makeCell } from '../../../tests/support/records.ts';
import type { WorkDone } from './facts.ts';
import { rowsOf } from './rows.ts';

const exchange: Exchange = {
  ...{ methods: ['GET'], http: ['1.1'], codings: ['none'], tls: ['none'], cached: [], reads: true },
};
const answer: AnswerOutline = {
  ...{ fields: ['id', 'name'], values: 60, characters: 900, records: 20, digest: 'a' },
};
const opened = (connections: number, handshakes = 0, resumed = 0, before = 0) => {
  const measured: Opened = { connections, handshakes, resumed };
  return { measured, all: { ...measured, connections: connections + before } };
};
const work = (part: Partial<WorkDone> = {}): WorkDone => ({
  ...{ cell: makeCell(), requests: 1000, opened: opened(10, 0, 0, 3), firstConnections: 10 },
  ...{ exchange, payload: { request: 100, answer: 200 }, wireBytes: 1234.5 },
  ...{ checked: { answers: 400, wrong: 0 }, answer, counted: 1, failed: 0, handlerUs: 12.34 },
  verdicts: { ok: 2, suspect: 0, 'client-bound': 0 },
  ...part,
});

/** The row of an aspect, for side B with a change against A, or against A with another. */
function row(
  aspect: string,
  ofCell: Partial<WorkDone>,
  ofBaseline: Partial<WorkDone> = {},
  factor: FactorName | null = 'server',
) {
  const labels = { cell: 'B', baseline: 'A' };
  const sides = { cell: work(ofCell), baseline: work(ofBaseline), factor, labels };
  const found = rowsOf(sides).find((one) => one.aspect === aspect);
  if (!found) throw new Error(`no row ${aspect}`);
  return found;
}
const of = (cell: Partial<Cell>) => makeCell(cell);
const did = (part: Partial<Exchange>) => ({ exchange: { ...exchange, ...part } });

it('rows are in the order of tables, with the words of both sides', () => {
  const labels = { cell: 'B', baseline: 'A' };
  const rows = rowsOf({ cell: work({ counted: 0.5 }), baseline: work(), factor: null, labels });
  expect(rows.map((one) => [one.aspect, one.cell, one.baseline, one.standing])).toEqual([
    ['method', 'GET', 'GET', 'equal'],
    ['http', '1.1', '1.1', 'equal'],
    [
      'connections',
      ...Array(2).fill('10 opened (3 outside the window); reused for 990 of 1,000 requests'),
      'equal',
    ],
    ['tls', 'none', 'none', 'equal'],
    ['resumption', 'no handshake', 'no handshake', 'equal'],
    ['compression', 'none', 'none', 'equal'],
    ['payload', ...Array(2).fill('request 100 B, answer 200 B'), 'equal'],
    ['wire', ...Array(2).fill('1.23 kB per request'), 'shown'],
    ['answers', ...Array(2).fill('400 checked, none wrong; 2 fields, 60 values'), 'equal'],
    ['cache', '50.0 % of the answers came from the service', 'no sign of one', 'different'],
    ['errors', 'none failed', 'none failed', 'equal'],
    ['handler', ...Array(2).fill('12.3 µs of CPU per request'), 'shown'],
    ['generator', 'ok', 'ok', 'shown'],
  ]);
});

type Case = readonly [
  Partial<WorkDone>,
  Partial<WorkDone>,
  FactorName | null,
  string,
  string | null,
];
const grpc = { cell: of({ protocol: 'grpc' }) };
const graphql = { cell: of({ protocol: 'graphql' }) };
const rest = { cell: of({ protocol: 'rest' }) };
const post = did({ methods: ['POST'], reads: false });

const judged: Readonly<Record<string, readonly Case[]>> = {
  method: [
    [post, {}, 'server', 'different', 'A only reads (GET) and B changes something (POST)'],
    [{}, post, 'protocol', 'different', 'A changes something (POST) and B only reads (GET)'],
    [did({ methods: ['HEAD'] }), {}, 'server', 'different', 'A sends GET and B HEAD'],
    [did({ methods: ['PUT', 'GET'] }), did({ methods: ['GET', 'PUT'] }), null, 'equal', null],
    [did({ methods: ['GET', 'PUT'] }), {}, null, 'different', 'A sends GET and B GET and PUT'],
    [{ ...grpc, ...did({ methods: ['POST'] }) }, rest, 'protocol', 'varied', null],
    [{ ...grpc, ...did({ methods: ['GET'] }) }, rest, 'protocol', 'equal', null],
    [{ ...grpc, ...did({ reads: null }) }, rest, 'protocol', 'unchecked', null],
    [{ exchange: null }, {}, 'server', 'unchecked', null],
    [did({ methods: [] }), {}, 'server', 'unchecked', null],
  ],
  http: [
    [did({ http: ['2'] }), {}, 'server', 'different', 'A answers over HTTP/1.1 and B over HTTP/2'],
    [
      did({ http: ['none'] }),
      {},
      'protocol',
      'different',
      'A answers over HTTP/1.1 and B over no HTTP',
    ],
    [{ ...grpc, ...did({ http: ['2'] }) }, rest, 'protocol', 'varied', null],
    [
      { ...grpc, ...did({ http: ['3'] }) },
      rest,
      'protocol',
      'different',
      'A answers over HTTP/1.1 and B over HTTP/3',
    ],
  ],
  connections: [
    [{ opened: opened(110) }, {}, 'server', 'equal', null],
    [
      { opened: opened(112) },
      {},
      'server',
      'different',
      'A kept its connections and B opened a connection for 10.2 % of its requests',
    ],
    [
      { opened: opened(909) },
      {},
      'server',
      'different',
      'A kept its connections and B opened a connection for 89.9 % of its requests',
    ],
    [
      {},
      { opened: opened(910) },
      'server',
      'different',
      'A opened a connection for each request and B kept its connections',
    ],
    [{ opened: opened(910) }, {}, 'connections', 'varied', null],
    [
      { opened: opened(910), cell: of({ connections: 'rest keep, grpc new' as never }) },
      {},
      'protocol',
      'varied',
      null,
    ],
    [
      { opened: opened(910), cell: of({ connections: 'keep' as never }) },
      {},
      'protocol',
      'different',
      'A kept its connections and B opened a connection for each request',
    ],
    [{ requests: 0 }, {}, 'server', 'unchecked', null],
    [{ opened: null }, {}, 'server', 'unchecked', null],
  ],
  tls: [
    [did({ tls: ['TLSv1.3'] }), {}, 'server', 'different', 'A used no TLS and B TLSv1.3'],
    [{}, did({ tls: ['TLSv1.3'] }), 'server', 'different', 'A used TLSv1.3 and B no TLS'],
    [did({ tls: ['TLSv1.3'] }), {}, 'tls', 'varied', null],
    [did({ tls: ['TLSv1.3'] }), {}, 'stack', 'varied', null],
  ],
  resumption: [
    [{ opened: opened(1, 100, 0) }, {}, 'server', 'equal', null],
    [{ opened: opened(1, 100, 50) }, {}, 'server', 'varied', null],
    [{ opened: opened(1, 100, 50) }, { opened: opened(1, 100, 40) }, 'server', 'equal', null],
    [{ opened: opened(1, 100, 50) }, { opened: opened(1, 100) }, 'resumption', 'varied', null],
    [
      { opened: opened(1, 100, 50) },
      { opened: opened(1, 100) },
      'server',
      'different',
      'A resumed 0 % of its TLS sessions and B resumed 50.0 % of its TLS sessions',
    ],
    [{ opened: opened(1, 9, 5) }, { opened: opened(1, 9) }, 'server', 'shown', null],
    [
      { opened: opened(1, 9, 9) },
      { opened: opened(1, 10) },
      'server',
      'different',
      'A resumed 0 % of its TLS sessions and B resumed 100 % of its TLS sessions',
    ],
  ],
  compression: [
    [
      did({ codings: ['none', 'gzip', 'br'] }),
      {},
      'protocol',
      'different',
      'A did not compress its answers and B compressed its answers (gzip and br)',
    ],
  ],
  payload: [
    [{ payload: { request: 144, answer: 264 } }, {}, 'server', 'equal', null],
    [
      { payload: { request: 145, answer: 300 } },
      {},
      'server',
      'different',
      'A has requests of 100 B and B of 145 B',
    ],
    [
      { payload: { request: 100, answer: 265 } },
      {},
      'server',
      'different',
      'A has answers of 200 B and B of 265 B',
    ],
    [{ payload: { request: 145, answer: 200 } }, {}, 'fields', 'varied', null],
    [{ payload: { request: 101, answer: 200 }, ...grpc }, rest, 'server', 'varied', null],
    [
      { payload: { request: 145, answer: 200 }, ...graphql },
      rest,
      'protocol',
      'different',
      'A has requests of 100 B and B of 145 B',
    ],
    [{ payload: null }, {}, 'server', 'unchecked', null],
  ],
  answers: [
    [
      { checked: { answers: 400, wrong: 100 } },
      {},
      'shape',
      'different',
      'of A 0 % of its checked answers were wrong, of B 25.0 % of its checked answers were wrong',
    ],
    [{ checked: { answers: 0, wrong: 0 } }, {}, 'server', 'equal', null],
    [{ answer: null }, {}, 'server', 'unchecked', null],
    [
      { answer: { ...answer, digest: 'b', records: 1 } },
      {},
      'server',
      'different',
      'A answers 20 records and B 1 record',
    ],
    [{ answer: { ...answer, digest: 'b', records: 1 } }, {}, 'dates', 'varied', null],
    [{ answer: { ...answer, records: 1 } }, {}, 'server', 'equal', null],
    [
      { answer: { ...answer, digest: 'b', records: null, values: 61 } },
      {},
      'server',
      'different',
      'A answers 60 values and B 61 values',
    ],
    [{ answer: { ...answer, digest: 'b', characters: 1104 } }, {}, 'server', 'unchecked', null],
    [{ answer: { ...answer, digest: 'b', characters: 1104 } }, {}, 'text', 'varied', null],
    [
      { answer: { ...answer, digest: 'b', characters: 1105 } },
      {},
      'server',
      'different',
      'A answers values of 900 characters and B of 1,105 characters',
    ],
    [
      { answer: { ...answer, digest: 'b', characters: 9000, fields: ['id', 'no'] } },
      {},
      'server',
      'unchecked',
      null,
    ],
  ],
  cache: [
    [
      {},
      { counted: 0.89 },
      'server',
      'different',
      'A was answered by a cache and B by the service',
    ],
    [{}, { counted: 0.9 }, 'server', 'equal', null],
    [did({ cached: ['age: 1'] }), { counted: 0.1 }, 'server', 'equal', null],
  ],
  errors: [
    [{ failed: 0.01 }, {}, 'server', 'equal', null],
    [
      { failed: 0.25 },
      {},
      'server',
      'different',
      'A failed 0 % of its requests and B failed 25.0 % of its requests',
    ],
  ],
};

describe.each(Object.entries(judged))('%s', (aspect, cases) => {
  it.each(cases)('%#: %j against %j by %s is %s', (cell, baseline, factor, standing, why) => {
    expect(row(aspect, cell, baseline, factor)).toMatchObject({ standing, why });
  });
});

it.each<readonly [string, Partial<WorkDone>, string]>([
  ['resumption', { opened: opened(1, 3, 2) }, '2 of 3 handshakes'],
  ['answers', { checked: { answers: 1400, wrong: 7 }, answer: null }, '1,400 checked, 7 wrong'],
  ['answers', { checked: null, answer: { ...answer, values: 1 } }, '2 fields, 1 value'],
  ['answers', { checked: null, answer: null }, 'not known'],
  ['cache', did({ cached: ['age: 1', 'via: x'] }), 'from a cache (age: 1 and via: x)'],
  ['cache', { exchange: null }, 'all from the service'],
  ['cache', { exchange: null, counted: null }, 'not known'],
  ['errors', { failed: 0.125 }, '12.5 % failed'],
  ['wire', { wireBytes: null }, 'not known'],
  ['handler', { handlerUs: null }, 'not known'],
  [
    'generator',
    { verdicts: { ok: 1, suspect: 2, 'client-bound': 3 } },
    'suspect in 2 of 6 trials and client-bound in 3 of 6 trials',
  ],
])('%s of %j is said as %s', (aspect, part, words) => {
  expect(row(aspect, part).cell).toEqual(words);
  expect(row(aspect, {}, part).baseline).toEqual(words);
});
