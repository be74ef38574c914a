import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Attempt, ShownRequest } from '../../contracts/attempt.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import { makeFolder, removeFolder } from '../../tests/support/folder.ts';
import { ownExperiment, ownGrpcService, ownHttpService } from '../../tests/support/own-services.ts';
import { experimentOf } from '../../tests/support/read-experiment.ts';
import { filesIn } from './files.ts';
import { showRequests, tryRequests, type Wanted } from './try-requests.ts';
import { withService } from './with-service.ts';

const secret = 'hunter-2-and-more';
const proto = `syntax = "proto3";
package shop.v1;
message Order { int64 id = 1; string note = 2; }
service Shop { rpc Get(Order) returns (Order); }`;

/** A shop with a request for each protocol, one that needs a value, a mix and a flow. */
const shop = `
  rest: {address: "http://127.0.0.1:1/base/", headers: {x-key: "\${TRY_SECRET}", cookie: "a=b", x-plain: "p {{sequence}}"}}
  grpc: {address: "127.0.0.1:2", description: shop.proto, headers: {x-more: "\${TRY_SECRET}"}}
  requests:
    list:
      rest: {path: "/list?key=\${TRY_SECRET}"}
      checks: [{status: 200}, {path: "$.ok", equals: true}]
    read:
      rest: {path: "/read/{{sequence}}", method: PUT, body: {n: "{{int 5 5}}"}}
      grpc: {method: shop.v1.Shop/Get, message: {id: "{{sequence}}", note: "\${TRY_SECRET}"}}
    login:
      rest: {path: /login, method: POST, body: "u{{user}}.{{iteration}}"}
    get:
      rest: {path: "/get/{{id}}", headers: {authorization: "Bearer {{token}}"}}
      checks: [{status: 404}, {path: "$.id", equals: "8"}]
  mixes: {browse: {list: 3, read: 1}}
  flows:
    buy:
      setup:
        - {request: login, take: {token: {path: $.token}}}
      steps:
        - {request: list, take: {id: {path: "$.ids[0]"}}}
        - {request: get}`;

const nowhere = 'http://127.0.0.1:1/base/';
let read: Experiment;
let folder: string;
beforeAll(async () => {
  folder = makeFolder();
  process.env.TRY_SECRET = secret;
  writeFileSync(join(folder, 'shop.proto'), proto);
  const file = ownExperiment(shop, 'protocol: [rest, grpc], shape: [read, browse], users: [2]');
  const place = { files: filesIn(folder), folder, home: folder };
  read = await withService(experimentOf(file), place);
});
afterAll(() => {
  delete process.env.TRY_SECRET;
  removeFolder(folder);
});

const mask = '•••';
const plain = 'p 1990000000';
const own = [
  ['x-key', mask],
  ['cookie', mask],
  ['x-plain', plain],
];

/** Method and target of what is shown, with headers besides those of all, and the body. */
const seenOf = ({ request, protocol, sent: { call, headers, body } }: ShownRequest) => {
  const others = headers.filter(([name]) => !own.some(([known]) => known === name));
  return [request, protocol, call.replace(/127\.0\.0\.1:\d+/, 'HERE'), others, body];
};

const readSeen = ['read', 'rest', 'PUT http://HERE/base/read/1990000000'];
const type = (value: string) => ['content-type', value];
const message = `{\n  "id": "1990000000",\n  "note": "${mask}"\n}`;

describe('requests as they would be sent', () => {
  it('are those that stand alone, and then the steps of flows, without secrets', () => {
    const shown = showRequests(read, {});
    expect(shown.map(seenOf)).toEqual([
      [...readSeen, [type('application/json')], '{"n":"5"}'],
      ['read', 'grpc', '/shop.v1.Shop/Get at HERE', [['x-more', mask]], message],
      ['login', 'rest', 'POST http://HERE/base/login', [type('text/plain')], 'u0.0'],
      ['list', 'rest', `GET http://HERE/base/list?key=${mask}`, [], null],
      // The names of values that nothing has given yet.
      [
        'get',
        'rest',
        'GET http://HERE/base/get/%E2%80%B9id%E2%80%BA',
        [['authorization', mask]],
        null,
      ],
    ]);
    expect(shown[0]?.sent.headers.slice(1)).toEqual(own);
    expect(JSON.stringify(shown)).not.toContain(secret);
  });

  it.each<[Wanted, string]>([
    [{ request: 'list' }, 'list rest'],
    [{ request: 'browse' }, 'list rest, read rest, read grpc'],
    [{ request: 'browse', protocol: 'grpc' }, 'read grpc'],
    [{ request: 'buy' }, 'login rest, list rest, get rest'],
    [{ protocol: 'grpc' }, 'read grpc'],
  ])('of %j are %s', (wanted, expected) => {
    const names = showRequests(read, wanted).map(
      ({ request, protocol }) => `${request} ${protocol}`,
    );
    expect(names.join(', ')).toBe(expected);
  });

  it.each<[Wanted, string]>([
    [{ request: 'get' }, 'get needs values from a flow: try buy'],
    [
      { request: 'none' },
      'there is no request none: expected one of list, read, login, browse, buy',
    ],
    [{ protocol: 'soap' }, 'no request can be sent over soap'],
    [{ request: 'buy', protocol: 'grpc' }, 'no request can be sent over grpc'],
  ])('of %j are none', (wanted, message) => {
    expect(() => showRequests(read, wanted)).toThrow(
      expect.objectContaining({ code: 'ARGUMENT_INVALID', message }),
    );
  });

  it('need a service, and name the protocols of the experiment', () => {
    const without = { ...read, custom: undefined } as unknown as Experiment;
    expect(() => showRequests(without, {})).toThrow(/the file has no service$/);
    const { factors } = read;
    const grpcOnly = { ...read, factors: { ...factors, protocol: ['grpc'] } } as Experiment;
    expect(showRequests(grpcOnly, {}).map(({ request }) => request)).toEqual(['read']);
    expect(() => showRequests(grpcOnly, { request: 'list' })).toThrow('over grpc');
  });
});

/** The attempts at a service, with what they send changed as told. */
async function attempts(
  target: Readonly<Record<string, string>>,
  wanted: Wanted,
  { signal, change = {} }: { signal?: AbortSignal; change?: object } = {},
): Promise<Attempt[]> {
  const placed = { ...read, ...change, target } as Experiment;
  const all: Attempt[] = [];
  for await (const one of tryRequests(placed, wanted, { home: folder, folder }, signal))
    all.push(one);
  return all;
}

/** Answers of the shop; the token may be too short to be found. */
const answering = (list: object) =>
  ownHttpService(({ path, headers }) => {
    if (path.includes('/login')) return '{"token":"tok-secret-value"}';
    if (path.includes('/list')) return JSON.stringify({ ...list, key: headers['x-key'] });
    const status = path.includes('/get') ? 404 : 200;
    return { status, body: JSON.stringify({ id: '9', auth: headers.authorization }) };
  });

describe('requests that are tried', () => {
  it('are sent once, with what earlier steps took, and shown without secrets', async () => {
    const http = await answering({ ok: true, ids: ['9'] });
    const grpc = await ownGrpcService(proto, 'shop.v1.Shop', { Get: (order) => order });
    const all = await attempts({ rest: `${http.address}/base/`, grpc: grpc.address }, {});
    expect(JSON.stringify(all)).not.toMatch(/hunter-2|tok-secret/);
    expect(http.seen.map(({ call, headers, body }) => [call, headers.authorization, body])).toEqual(
      [
        ['PUT /base/read/1990000000', undefined, '{"n":"5"}'],
        ['POST /base/login', undefined, 'u0.0'],
        [`GET /base/list?key=${secret}`, undefined, ''],
        ['GET /base/get/9', 'Bearer tok-secret-value', ''],
      ],
    );
    expect(grpc.seen.map(({ body }) => JSON.parse(body))).toEqual([
      { id: '1990000000', note: secret },
    ]);
    const flow = (step: number) => ({ name: 'buy', step, of: 3 });
    const right = (body: string, status = 200) => ({
      failure: null,
      error: null,
      answer: expect.objectContaining({ status, body }),
    });
    expect(all).toEqual([
      expect.objectContaining({ ...right('{"id":"9"}'), checks: [] }),
      expect.objectContaining(right(`{"id":"1990000000","note":"${mask}"}`, 0)),
      expect.objectContaining({
        ...right(`{"token":"${mask}"}`),
        flow: flow(1),
        taken: [{ name: 'token', value: mask }],
      }),
      expect.objectContaining({
        ...right(`{"ok":true,"ids":["9"],"key":"${mask}"}`),
        flow: flow(2),
        taken: [{ name: 'id', value: '9' }],
        checks: [
          { check: 'status 200', wrong: null },
          { check: '$.ok = true', wrong: null },
        ],
      }),
      expect.objectContaining({
        ...right(`{"id":"9","auth":"Bearer ${mask}"}`, 404),
        flow: flow(3),
        checks: [
          { check: 'status 404', wrong: null },
          { check: '$.id = "8"', wrong: 'expected $.id = "8", got "9"' },
        ],
      }),
    ]);
    const [, , , , last] = all;
    if (!last) throw new Error('there is no last step');
    expect(seenOf(last)).toEqual([
      ...['get', 'rest', 'GET http://HERE/base/get/9', [['authorization', mask]], null],
    ]);
    for (const { answer } of all) {
      expect(answer?.connectMs).toBeGreaterThan(0);
      expect(answer?.answerMs).toBeGreaterThan(0);
      expect(answer?.bytes.sent).toBeGreaterThan(100);
      expect(answer?.bytes.received).toBeGreaterThan(100);
    }
  });

  it('end a flow where a value is missing or a check fails', async () => {
    const missing = await answering({ ok: true });
    const [, list, ...none] = await attempts({ rest: missing.address }, { request: 'buy' });
    expect([list?.request, list?.untaken, list?.taken, none]).toEqual([
      ...['list', expect.stringContaining('$.ids[0]'), undefined, []],
    ]);
    const wrong = await answering({ ok: false, ids: ['9'] });
    const all = await attempts({ rest: wrong.address }, { request: 'buy' });
    expect(all.map(({ request }) => request)).toEqual(['login', 'list']);
    expect(all[1]?.checks[1]?.wrong).toBe('expected $.ok = true, got false');
  });

  it('say why nothing came, and end when nobody waits any more', async () => {
    const [refused] = await attempts({ rest: nowhere }, { request: 'list' });
    expect(refused).toMatchObject({
      answer: null,
      error: null,
      failure: { kind: 'connect', code: 'ECONNREFUSED' },
    });
    expect(refused?.remarks).toBeUndefined();
    const ended = AbortSignal.abort();
    expect(await attempts({ rest: nowhere }, {}, { signal: ended })).toEqual([]);
  });

  it('remark on certificates that are not checked', async () => {
    const { factors } = read;
    const change = {
      ownTls: { rest: { ca: [], identity: null, serverName: null, verify: false } },
      factors: { ...factors, tls: ['tls1.3'] },
    };
    const [one] = await attempts({ rest: 'https://127.0.0.1:1' }, { request: 'list' }, { change });
    expect(one?.remarks?.[0]).toContain('verify');
    expect(one?.failure?.code).toBe('ECONNREFUSED');
  });
});
