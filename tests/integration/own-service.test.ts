/* One file, because each way of measuring a service needs the same services and files around it. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ResultDocument } from '../../contracts/result.ts';
import { clientKinds } from '../../contracts/words.ts';
import { startWirebench, wirebench } from '../support/command-line.ts';
import { engineRuns } from '../support/engine-runs.ts';
import { inOneFile, money, orders } from '../support/own-orders.ts';
import {
  envelope,
  type OwnService,
  ownExperiment,
  ownGrpcService,
  ownHttpService,
} from '../support/own-services.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const runs = engineRuns();

const measured = (text: string, files: Readonly<Record<string, string>> = {}) =>
  runs.runToEnd(text, undefined, { folder: temporaryFolder(files) });
const factors = (protocols: string, shapes: string) =>
  `protocol: [${protocols}], shape: [${shapes}], users: [2], client: [raw, library]`;

const outcomes = ({ trials }: ResultDocument) =>
  trials.map(({ cell, status, requests, errors, failure }) => ({
    cell: `${cell.protocol} ${cell.shape} ${cell.client}`,
    ...{ status, ok: requests.ok, errors, failure },
  }));
const good = (...cells: string[]) =>
  cells.flatMap((cell) =>
    clientKinds.map((client) => ({
      cell: `${cell} ${client}`,
      ...{ status: 'completed', ok: 40, errors: [], failure: null },
    })),
  );

describe('an own service', () => {
  it.each([
    ['rest', 1],
    ['rest-h2', 2],
  ] as const)('is measured over %s, as its requests say', async (protocol, version) => {
    const service = await ownHttpService(({ method, path, body }) => {
      if (method === 'POST') return { status: 201, body: `{"got":${body}}` };
      return JSON.stringify({ id: Number(path.match(/orders\/(\d+)/)?.[1]) });
    }, version);
    process.env.OWN_SERVICE_TOKEN = 'a "secret"';
    // Nothing is read or asked of gRPC, which is not measured.
    const document = await measured(
      ownExperiment(
        `  ${protocol}: {address: "${service.address}/api", headers: {authorization: "Bearer \${OWN_SERVICE_TOKEN}"}}
  grpc: {address: "127.0.0.1:1"}
  requests:
    get:
      rest: {path: "/orders/{{int 1 9}}", query: {q: "a b&{{sequence}}", list: [1, 2]}, headers: {x-number: "{{sequence}}"}}
      grpc: {method: a.B/C}
      checks: [{rest: {path: $.id}, matches: "^[1-9]$"}, {rest: {header: Content-Type}, contains: json}]
    create:
      changes: true
      rest: {path: /orders, body: {reference: "{{uuid}}", lines: [{count: 2}]}}
      checks: [{status: 201}, {path: "$.got.lines[0].count", equals: 2}]`,
        factors(protocol, 'get, create'),
      ),
    );
    expect(outcomes(document)).toEqual(good(`${protocol} get`, `${protocol} create`));
    const gets = service.seen.filter(({ call }) => call.startsWith('GET'));
    const posts = service.seen.filter(({ call }) => call.startsWith('POST'));
    // More than the load: the checks before it, which change nothing.
    expect([gets.length, posts.length]).toEqual([82, 80]);
    for (const { call, headers } of gets) {
      expect(call).toMatch(/^GET \/api\/orders\/[1-9]\?q=a%20b%26\d+&list=1&list=2$/);
      expect(headers).toMatchObject({ authorization: 'Bearer a "secret"' });
      expect(call).toContain(`a%20b%26${String(headers['x-number'])}&`);
    }
    expect(new Set(posts.map(({ body }) => body)).size).toBe(40);
    expect(posts[0]?.headers).toMatchObject({ 'content-type': 'application/json' });
    expect(JSON.stringify(document)).not.toContain('secret');
  });

  it('is measured over gRPC, by proto files with imports', async () => {
    const service = await ownGrpcService(inOneFile, 'shop.v1.Orders', {
      GetOrder: ({ order_id }) => ({ order_id, price: { currency: 'EUR', units: 5 } }),
      ListOrders: ({ order_id }) => [{ order_id }, { order_id, price: { units: 7 } }],
    });
    const document = await measured(
      ownExperiment(
        `  grpc: {address: "${service.address}", description: orders.proto, imports: protos, headers: {x-key: k1}}
  requests:
    get:
      grpc: {method: shop.v1.Orders/GetOrder, message: {orderId: "{{int 5 6}}", since: "2026-01-02T03:04:05Z"}}
      checks: [{path: $.price.currency, equals: EUR}, {path: $.orderId, matches: "^[56]$"}]
    list:
      grpc: {method: /shop.v1.Orders/ListOrders, message: {order_id: 9}, metadata: {x-more: "{{sequence}}"}}
      checks: [{path: "$[1].price.units", equals: 7}]`,
        factors('grpc', 'get, list'),
      ),
      { 'orders.proto': orders, 'protos/common/money.proto': money },
    );
    expect(outcomes(document)).toEqual(good('grpc get', 'grpc list'));
    const [byHand, byLibrary] = clientKinds.map((client) =>
      document.trials.filter(({ cell }) => cell.client === client).map(({ encoded }) => encoded),
    );
    expect([byHand, byLibrary]).toEqual([byLibrary, [expect.anything(), expect.anything()]]);
    const [first] = service.seen;
    expect(JSON.parse(first?.body ?? '')).toMatchObject({ since: { seconds: '1767323045' } });
    expect(first?.headers).toMatchObject({ 'x-key': 'k1' });
    expect(service.seen.at(-1)?.headers).toHaveProperty('x-more');
  });

  /** One order over three protocols: its price as gRPC gives it, and its state as SOAP does. */
  async function ordered(units: number, state: string) {
    const rest = await ownHttpService(() => ({
      ...{ status: 201, body: '{"id":7,"price":{"units":5},"state":"paid","server":"a"}' },
    }));
    const soap = await ownHttpService(() =>
      envelope(`<id>7</id><units>5</units><state>${state}</state>`),
    );
    const answer = { order_id: 7, price: { currency: 'EUR', units } };
    const answers = { GetOrder: () => answer };
    const grpc = await ownGrpcService(inOneFile, 'shop.v1.Orders', answers, ['v1']);
    const { run, trials } = await measured(
      ownExperiment(
        `  rest: {address: "${rest.address}"}
  soap: {address: "${soap.address}"}
  grpc: {address: "${grpc.address}"}
  requests:
    get:
      rest: {path: /orders/7}
      soap: {body: "<Get/>"}
      grpc: {method: shop.v1.Orders/GetOrder, message: {order_id: 7}}
      checks:
        - {rest: {status: 201}, soap: {status: 200}}
        - {rest: {path: $.state}, soap: {xpath: //state}, equals: paid}
      agree:
        id: {path: $.id, grpc: {path: $.orderId}, soap: {matches: "<id>(.*?)</id>"}}
        units: {path: $.price.units, soap: {matches: "<units>(.*?)<"}}`,
        'protocol: [rest, soap, grpc], shape: [get], users: [1]',
        'model: closed, requests: 5, warmUp: 0s',
      ),
    );
    return { run, trials, ok: trials.map(({ requests }) => requests.ok), soap };
  }

  it('is measured when the named parts agree, however each protocol writes them', async () => {
    const { run, trials, ok } = await ordered(5, 'paid');
    expect([ok, trials.flatMap(({ errors }) => errors)]).toEqual([[5, 5, 5], []]);
    const [, ...others] = run.warnings.filter((one) => one.includes('compared'));
    // Only that every answer is compared with what the checks want.
    expect(others).toEqual([]);
  });

  it('is not measured when they differ, and says where', async () => {
    const { run, ok } = await ordered(6, 'paid');
    expect([run.status, ok.filter((one) => one > 0)]).toEqual(['failed', []]);
    expect(run.warnings.join(' ')).toContain(
      'REST and gRPC answer get differently: at units REST has "5" and gRPC "6".',
    );
  });

  it('fails the trial whose answers fail a check, and names it', async () => {
    const { trials, ok, soap } = await ordered(5, 'open');
    const message = expect.stringContaining('expected //state = "paid", got "open"');
    expect(trials[1]).toMatchObject({ failure: { code: 'TARGET_UNEXPECTED', message } });
    expect([ok[0], ok[1]]).toEqual([5, 0]);
    expect(soap.seen.length).toBeLessThan(5);
  });

  it('counts answers that cannot be read as wrong, and hides secrets that come back', async () => {
    let answered = 0;
    const service = await ownHttpService(({ path }) => {
      if (path.startsWith('/gone')) return { status: 404, body: `no ${path}` };
      answered++;
      if (answered % 4 === 0) return { status: 500, body: `{"why":"${path}"}` };
      return answered % 4 === 2 ? '<html>' : '{"id":1}';
    });
    process.env.OWN_SERVICE_KEY = 'hush hush';
    const document = await measured(
      ownExperiment(
        `  rest: {address: "${service.address}"}
  requests:
    some: {rest: {path: "/?key=\${OWN_SERVICE_KEY}"}, checks: [{path: $.id, exists: true}]}
    gone: {rest: {path: "/gone?key=\${OWN_SERVICE_KEY}"}}`,
        factors('rest', 'some, gone'),
      ),
    );
    const of = (shape: string) => document.trials.filter(({ cell }) => cell.shape === shape);
    const found = of('some').map(({ failure, errors }) => [
      failure?.code,
      ...errors.map(({ kind }) => kind).sort(),
    ]);
    expect(found).toEqual(Array(2).fill(['ANSWERS_WRONG', 'mismatch', 'status']));
    const message = expect.stringContaining('/gone?key=••• was answered with an error: HTTP 404');
    const hint = expect.stringContaining('wirebench try');
    expect(of('gone')).toMatchObject(Array(2).fill({ failure: { message, hint } }));
    expect(JSON.stringify(document)).not.toContain('hush');
  });

  it('is refused without a secret that it needs, before anything is sent', async () => {
    const request = `{path: /, headers: {a: "\${NEVER_SET_ANYWHERE}"}}`;
    const service = `  rest: {address: "http://127.0.0.1:1"}\n  requests: {one: {rest: ${request}}}`;
    await expect(measured(ownExperiment(service, factors('rest', 'one')))).rejects.toMatchObject({
      data: { code: 'SERVICE_INVALID' },
      message: expect.stringContaining('the environment variable NEVER_SET_ANYWHERE is not set'),
    });
  });

  it('says what is at an address that speaks another version of HTTP', async () => {
    const { address } = await ownHttpService();
    const service = `  rest-h2: {address: "${address}"}\n  requests: {one: {rest: {path: /}}}`;
    const { trials } = await measured(ownExperiment(service, factors('rest-h2', 'one')));
    const message = expect.stringMatching(/At this address: .*HTTP\/2/);
    expect(trials[0]).toMatchObject({ status: 'failed', failure: { message } });
  });
});

it('wirebench try sends each request once, and shows the answer, what is wrong and no secret', async () => {
  const service = await ownHttpService(({ path }) =>
    path === '/a' ? '{"tenant":"hush-hush"}' : { status: 404, body: '{"why":"hush-hush"}' },
  );
  const text = ownExperiment(
    `  rest: {address: "${service.address}", headers: {x-tenant: "\${OWN_SERVICE_TENANT}"}}
  requests:
    good: {rest: {path: /a}, checks: [{path: $.tenant, exists: true}]}
    wrong: {rest: {path: /a}, checks: [{status: 200}, {path: $.gone, equals: 1}, {path: $.tenant, equals: a}]}
    missing: {rest: {path: /gone}}`,
    factors('rest', 'good'),
  );
  const folder = temporaryFolder({ 'a.bench.yaml': text });
  process.env.OWN_SERVICE_TENANT = 'hush-hush';
  const tried = (...more: string[]) =>
    startWirebench(folder, ['try', join(folder, 'a.bench.yaml'), ...more]).ended;
  const all = await tried();
  expect(all.code).toBe(1);
  expect(all.stdout).toContain('✓ $.tenant exists');
  expect(all.stdout).toContain('✗ $.gone = 1: expected $.gone = 1, nothing is there');
  expect(all.stdout).toContain('Failed (status): HTTP 404');
  expect(all.stdout).toContain('x-tenant: •••');
  expect(service.seen).toHaveLength(3);
  expect(service.seen[0]?.headers).toMatchObject({ 'x-tenant': 'hush-hush' });
  const one = await tried('--request', 'good', '--json');
  expect(one.code).toBe(0);
  expect(JSON.parse(one.stdout)).toMatchObject({
    format: 'wirebench-try/1',
    attempts: [{ request: 'good', answer: { status: 200 }, failure: null }],
  });
  const none = await tried('--request', 'gone');
  expect(none.code).toBe(2);
  expect(none.stderr).toContain('there is no request gone: expected one of good, wrong, missing');
  expect(`${all.stdout}${all.stderr}${one.stdout}`).not.toContain('hush');
  await service.close();
  const nobody = await tried('--request', 'good');
  expect(nobody).toMatchObject({ code: 1, stdout: expect.stringContaining('Failed (connect)') });
});

describe('a service that is sent files', () => {
  const octets = Buffer.from([0xff, 0x00, 0x7b, 0x7b, 0x61, 0x7d, 0x7d, 0x0d, 0x0a, 0x80]);

  /** A multipart form as an independent reader parses it. */
  async function formIn({ headers, octets: body }: OwnService['seen'][number]) {
    const type = { 'content-type': String(headers['content-type']) };
    const form = await new Response(new Uint8Array(body ?? []), { headers: type }).formData();
    return Promise.all(
      [...form].map(async ([name, value]) =>
        typeof value === 'string'
          ? [name, value]
          : [name, value.name, value.type, Buffer.from(await value.arrayBuffer())],
      ),
    );
  }

  it.each([
    ['rest', 1],
    ['rest-h2', 2],
  ] as const)('gets them as bodies and in forms, over %s', async (protocol, version) => {
    const service = await ownHttpService(undefined, version);
    const text = ownExperiment(
      `  ${protocol}: {address: "${service.address}", headers: {content-type: text/plain}}
  data: {rows: {file: rows.csv}}
  requests:
    form:
      ${protocol}:
        path: /form
        multipart:
          - {name: title, value: "No. {{int 7 7}}"}
          - {name: order, value: {id: "{{rows.name}}"}}
          - {name: 'pic"ture', file: cat.png, type: image/png, filename: "{{rows.name}}.png"}
          - {name: raw, file: cat.png}
    file: {${protocol}: {path: /file, method: PUT, body-file: cat.png, headers: {content-type: image/png}}}`,
      factors(protocol, 'form, file'),
      'model: closed, requests: 5, warmUp: 0s',
    );
    const rows = 'name\n"a\n""b"\n';
    const home = temporaryFolder({ 'cat.png': octets, 'rows.csv': rows, 'own.bench.yaml': text });
    const file = join(home, 'own.bench.yaml');
    const stdout = expect.stringContaining('‹10 bytes›');
    expect(await wirebench(home, ['try', file])).toEqual({ code: 0, stdout, stderr: '' });
    const run = await wirebench(home, ['run', file, '--quiet', '--json']);
    const { trials }: ResultDocument = JSON.parse(run.stdout);
    expect(trials.map(({ requests }) => requests)).toMatchObject(Array(4).fill({ ok: 5 }));

    const forms = service.seen.filter(({ call }) => call === 'POST /form');
    expect(forms.length).toBeGreaterThan(10);
    for (const form of forms) {
      expect(await formIn(form)).toEqual([
        ['title', 'No. 7'],
        ['order', expect.anything()],
        ['pic"ture', 'a\n"b.png', 'image/png', octets],
        ['raw', 'cat.png', 'application/octet-stream', octets],
      ]);
      expect(form.body).toContain('\r\n\r\n{"id":"a\\n\\"b"}\r\n');
    }
    const files = service.seen.filter(({ call }) => call === 'PUT /file');
    expect(files.length).toBeGreaterThan(10);
    const sent = { octets, headers: { 'content-type': 'image/png' } };
    expect(files).toMatchObject(files.map(() => sent));

    rmSync(join(home, 'cat.png'));
    const missing = await wirebench(home, ['validate', file]);
    expect(missing.stdout + missing.stderr).toContain('cat.png was not found');
    const again = ['run', '--again', 'latest', '--quiet', '--json'];
    expect(await wirebench(home, again)).toMatchObject({ code: 0 });
  });
});

it('answers that are encoded are checked and taken from, over HTTP/1 and 2', async () => {
  const bodies = { '/gzip': gzipSync('{"id":7}'), '/br': brotliCompressSync('{"id":7}') };
  const bomb = gzipSync(Buffer.alloc(2 ** 27));
  const encoded = ({ path }: { path: string }) => ({
    coding: path === '/br' ? 'br' : 'gzip',
    body: bodies[path as '/br'] ?? bomb,
  });
  const [rest, h2] = await Promise.all([ownHttpService(encoded), ownHttpService(encoded, 2)]);
  const request = (name: string) =>
    `    ${name}: {rest: {path: /${name}}, checks: [{path: $.id, equals: 7}, {header: content-encoding, exists: true}]}`;
  const { trials } = await measured(
    ownExperiment(
      `  rest: {address: "${rest.address}", headers: {accept-encoding: "gzip, br"}}
  rest-h2: {address: "${h2.address}", headers: {accept-encoding: "gzip, br"}}
  requests:\n${['gzip', 'br', 'bomb'].map(request).join('\n')}`,
      'protocol: [rest, rest-h2], shape: [gzip, br, bomb], users: [1]',
      'model: closed, requests: 5, warmUp: 0s',
    ),
  );
  expect(trials.map(({ cell, requests }) => [cell.shape, requests.ok])).toEqual(
    [0, 0].flatMap(() => [
      ['gzip', 5],
      ['br', 5],
      ['bomb', 0],
    ]),
  );
  const message = expect.stringContaining('cannot be decoded');
  expect([trials[2]?.failure, trials[5]?.failure]).toMatchObject([{ message }, { message }]);
});

describe('requests with values of a data file', () => {
  const names = Array.from({ length: 40 }, (_, row) => (row === 7 ? 'O"Neil, é' : `name ${row}`));
  // Protobuf omits zeros, so they begin with 1.
  const lines = names.map((name, row) => `${row + 1},"${name.replaceAll('"', '""')}"`);
  const proto = `syntax = "proto3";
package shop.v1;
message Line { string name = 1; int64 id = 2; }
message Order { int32 id = 1; Line line = 2; string note = 3; }
service Orders { rpc Add(Order) returns (Order); }`;

  /** Rows that services over HTTP/1, HTTP/2 and gRPC saw; every place of a request has the same one. */
  async function rowsSeen(more: string): Promise<number[][]> {
    const [http, http2] = [await ownHttpService(), await ownHttpService(undefined, 2)];
    const grpc = await ownGrpcService(proto, 'shop.v1.Orders', { Add: (order) => order });
    const { trials } = await measured(
      ownExperiment(
        `  rest: {address: "${http.address}"}
  rest-h2: {address: "${http2.address}"}
  grpc: {address: "${grpc.address}", description: orders.proto}
  data: {orders: {file: orders.csv${more}}}
  requests:
    add:
      rest: {path: "/{{orders.id}}/{{orders.name}}", headers: {x-id: "{{orders.id}}"}, body: {id: "{{orders.id}}", name: "{{orders.name}}"}}
      grpc: {method: shop.v1.Orders/Add, message: {id: "{{orders.id}}", line: {id: "{{orders.id}}", name: "{{orders.name}}"}, note: same}}`,
        'protocol: [rest, rest-h2, grpc], shape: [add], users: [2]',
        'model: closed, requests: 40, warmUp: 0s',
        'workers: 2\nverify: all\ntimeout: 60s',
      ),
      { 'orders.csv': ['id,name', ...lines].join('\n'), 'orders.proto': proto },
    );
    expect(trials.map(({ requests }) => requests.ok)).toEqual([40, 40, 40]);
    const overHttp = ({ seen }: OwnService) =>
      seen.map(({ call, headers, body }) => {
        const { id, name } = JSON.parse(body) as { id: string; name: string };
        expect(name).toBe(names[Number(id) - 1]);
        expect(call).toBe(`POST /${id}/${encodeURIComponent(name)}`);
        expect(headers).toMatchObject({ 'x-id': id });
        return Number(id);
      });
    const messages = grpc.seen.map(({ body }) => {
      const { id, ...rest } = JSON.parse(body) as { id: number };
      expect(rest).toEqual({ line: { id: String(id), name: names[id - 1] }, note: 'same' });
      return id;
    });
    return [overHttp(http), overHttp(http2), messages].map((rows) => rows.sort((a, b) => a - b));
  }
  const all = names.map((_, row) => row + 1);

  it('take one row each, and between all workers every row', async () => {
    for (const rows of await rowsSeen('')) {
      // One request before the load checks the service.
      expect(rows).toHaveLength(41);
      expect([...new Set(rows)]).toEqual(all);
    }
  });

  it('take the same rows at random in every protocol', async () => {
    const [first = [], ...others] = await rowsSeen(', pick: random');
    expect(others).toEqual([first, first]);
    expect(new Set(first).size).toBeLessThan(all.length);
  });

  async function picked(pick: string, path: string, ids: readonly number[], load: string) {
    const http = await ownHttpService();
    const { trials } = await measured(
      ownExperiment(
        `  rest: {address: "${http.address}"}
  data: {users: {file: users.csv, pick: ${pick}}}
  requests: {add: {changes: true, rest: {path: "${path}"}}}`,
        'protocol: [rest], shape: [add], users: [5]',
        `model: closed, ${load}, warmUp: 0s`,
        'workers: 2\nrepetitions: 2',
      ),
      { 'users.csv': ['id', ...ids].join('\n') },
    );
    return { trials, calls: http.seen.map(({ call }) => call.replace('GET /', '')) };
  }

  it('send unique ones once over all workers, which ends the trial', async () => {
    const ids = Array.from({ length: 500 }, (_, row) => row);
    const { trials, calls } = await picked('unique', '/{{users.id}}', ids, 'duration: 60s');
    for (const trial of trials) {
      expect(trial.requests).toMatchObject({ ok: 500, failed: 0 });
      expect(trial.notes.join()).toContain('The 500 rows of users are used up');
      expect(trial.window.seconds).toBeLessThan(60);
    }
    expect(calls.map(Number).sort((a, b) => a - b)).toEqual(ids.flatMap((id) => [id, id]));
  });

  it('can stay with a user', async () => {
    const ids = [10, 11, 12, 13, 14];
    const { calls } = await picked('per-user', '/{{users.id}}/{{user}}', ids, 'requests: 50');
    expect([...new Set(calls)].sort()).toEqual(ids.map((id) => `${id}/${id - 10}`));
  });
});
