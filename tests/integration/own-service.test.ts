import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ResultDocument } from '../../contracts/result.ts';
import { clientKinds } from '../../contracts/words.ts';
import { startWirebench } from '../support/command-line.ts';
import { engineRuns } from '../support/engine-runs.ts';
import { inOneFile, money, orders } from '../support/own-orders.ts';
import { type OwnService, ownGrpcService, ownHttpService } from '../support/own-services.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const runs = engineRuns();
const services: OwnService[] = [];
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()));
});

async function started(service: Promise<OwnService>): Promise<OwnService> {
  services.push(await service);
  return await service;
}

interface File {
  readonly service: string;
  readonly protocols: string;
  readonly shapes: string;
  readonly more?: string;
}

const file = ({ service, protocols, shapes, more = '' }: File) => `wirebench: 1
name: Own
service:
${service}
factors:
  protocol: [${protocols}]
  shape: [${shapes}]
  users: [2]
  client: [raw, library]
load: {model: closed, requests: 40, warmUp: 0s}
workers: 1
verify: all
timeout: 60s
${more}`;

async function run(text: string, folder?: string): Promise<ResultDocument> {
  const { runId } = await runs.engine.client.runs.start({ text, ...(folder ? { folder } : {}) });
  await runs.follow(runId);
  return await runs.engine.client.runs.get({ runId });
}

const outcomes = ({ trials }: ResultDocument) =>
  trials.map(({ cell, status, requests, errors, failure }) => ({
    cell: `${cell.protocol} ${cell.shape} ${cell.client}`,
    status,
    ok: requests.ok,
    errors: errors.map(({ kind, message }) => `${kind}: ${message}`),
    why: failure?.code ?? null,
  }));

const both = (cell: string, what: object) =>
  clientKinds.map((client) => ({ cell: `${cell} ${client}`, ...what }));
const good = (of: string) => both(of, { status: 'completed', ok: 40, errors: [], why: null });

function protoFolder(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'protos/common'), { recursive: true });
  writeFileSync(join(folder, 'orders.proto'), orders);
  writeFileSync(join(folder, 'protos/common/money.proto'), money);
  return folder;
}

describe('an own service', () => {
  it.each([1, 2] as const)('is measured over HTTP/%i, as its requests say', async (version) => {
    const protocol = version === 1 ? 'rest' : 'rest-h2';
    const service = await started(
      ownHttpService(({ method, path, body }) => {
        if (method === 'POST') return { status: 201, body: `{"got":${body}}` };
        return {
          status: 200,
          body: JSON.stringify({ id: Number(path.match(/orders\/(\d+)/)?.[1]) }),
        };
      }, version),
    );
    process.env.OWN_SERVICE_TOKEN = 'a "secret"';
    const document = await run(
      file({
        service: `  ${protocol}: {address: "${service.address}/api", headers: {authorization: "Bearer \${OWN_SERVICE_TOKEN}"}}
  requests:
    get:
      rest: {path: "/orders/{{int 1 9}}", query: {q: "a b&{{sequence}}", list: [1, 2]}, headers: {x-number: "{{sequence}}"}}
      checks: [{path: $.id, matches: "^[1-9]$"}, {header: Content-Type, contains: json}]
    create:
      changes: true
      rest: {path: /orders, body: {reference: "{{uuid}}", lines: [{count: 2}]}}
      checks: [{status: 201}, {path: "$.got.lines[0].count", equals: 2}]`,
        protocols: protocol,
        shapes: 'get, create',
      }),
    );
    expect(outcomes(document)).toEqual([...good(`${protocol} get`), ...good(`${protocol} create`)]);
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
    const service = await started(
      ownGrpcService(inOneFile, 'shop.v1.Orders', {
        GetOrder: ({ order_id }) => ({ order_id, price: { currency: 'EUR', units: 5 } }),
        ListOrders: ({ order_id }) => [{ order_id }, { order_id, price: { units: 7 } }],
      }),
    );
    const document = await run(
      file({
        service: `  grpc: {address: "${service.address}", description: orders.proto, imports: protos, headers: {x-key: k1}}
  requests:
    get:
      grpc: {method: shop.v1.Orders/GetOrder, message: {orderId: "{{int 5 6}}", since: "2026-01-02T03:04:05Z"}}
      checks: [{path: $.price.currency, equals: EUR}, {path: $.orderId, matches: "^[56]$"}]
    list:
      grpc: {method: /shop.v1.Orders/ListOrders, message: {order_id: 9}, metadata: {x-more: "{{sequence}}"}}
      checks: [{path: "$[1].price.units", equals: 7}]`,
        protocols: 'grpc',
        shapes: 'get, list',
      }),
      protoFolder(),
    );
    expect(outcomes(document)).toEqual([...good('grpc get'), ...good('grpc list')]);
    const [byHand, byLibrary] = clientKinds.map((client) =>
      document.trials.filter(({ cell }) => cell.client === client).map(({ encoded }) => encoded),
    );
    expect([byHand, byLibrary]).toEqual([byLibrary, [expect.anything(), expect.anything()]]);
    const [first] = service.seen;
    expect(JSON.parse(first?.body ?? '')).toMatchObject({ since: { seconds: '1767323045' } });
    expect(first?.headers).toMatchObject({ 'x-key': 'k1' });
    expect(service.seen.at(-1)?.headers).toHaveProperty('x-more');
  });

  it('is measured over SOAP and GraphQL, whose errors come with any status', async () => {
    const soap = await started(
      ownHttpService(({ body }) =>
        body.includes('<Bad')
          ? {
              status: 500,
              type: 'text/xml',
              body: '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Client</faultcode><faultstring>no</faultstring></s:Fault></s:Body></s:Envelope>',
            }
          : { status: 200, type: 'text/xml', body: '<ok/>' },
      ),
    );
    const graphql = await started(
      ownHttpService(({ body }) => {
        const { variables } = JSON.parse(body) as { variables: { id: number } };
        return {
          status: 200,
          body: JSON.stringify(
            variables.id > 0 ? { data: { order: variables } } : { errors: [{ message: 'no' }] },
          ),
        };
      }),
    );
    const requests = (body: string, id: number) => `
      soap: {action: get, body: "${body}"}
      graphql: {query: "query ($id: Int!) { order(id: $id) { id } }", variables: {id: ${id}}}`;
    const text = file({
      service: `  soap: {address: "${soap.address}/ws"}
  graphql: {address: "${graphql.address}/graphql"}
  requests:
    good:${requests('<Get><note>{{now}} &amp;</note></Get>', 1)}
    bad:${requests('<Bad/>', 0)}`,
      protocols: 'soap, graphql',
      shapes: 'good, bad',
    });
    const refused = { status: 'failed', ok: 0, errors: [], why: 'TARGET_UNEXPECTED' };
    expect(outcomes(await run(text))).toEqual([
      ...good('soap good'),
      ...both('soap bad', refused),
      ...good('graphql good'),
      ...both('graphql bad', refused),
    ]);
    const [first] = soap.seen;
    expect(first).toMatchObject({ call: 'POST /ws', headers: { soapaction: '"get"' } });
    expect(first?.body).toMatch(
      /<soap:Body><Get><note>\d{4}-.*Z &amp;<\/note><\/Get><\/soap:Body>/,
    );
  });

  it('fails a trial whose answers fail a check, and names it', async () => {
    const service = await started(ownHttpService(() => ({ status: 200, body: '{"orders":[]}' })));
    const document = await run(
      file({
        service: `  rest: {address: "${service.address}"}
  requests:
    list: {rest: {path: /}, checks: [{path: "$.orders[0]", exists: true}]}`,
        protocols: 'rest',
        shapes: 'list',
      }),
    );
    expect(document.trials).toHaveLength(2);
    for (const { failure } of document.trials) {
      const message = expect.stringContaining('expected $.orders[0] exists');
      expect(failure).toMatchObject({ code: 'TARGET_UNEXPECTED', message });
    }
    expect(service.seen).toHaveLength(6);
  });

  it('counts answers that cannot be read as wrong, and hides secrets that come back', async () => {
    let answered = 0;
    const service = await started(
      ownHttpService(({ path }) => {
        if (path.startsWith('/gone')) return { status: 404, body: `no ${path}` };
        answered++;
        return answered % 4 === 0
          ? { status: 500, body: `{"why":"${path}"}` }
          : { status: 200, body: answered % 4 === 2 ? '<html>' : '{"id":1}' };
      }),
    );
    process.env.OWN_SERVICE_KEY = 'hush hush';
    const document = await run(
      file({
        service: `  rest: {address: "${service.address}"}
  requests:
    some: {rest: {path: "/?key=\${OWN_SERVICE_KEY}"}, checks: [{path: $.id, exists: true}]}
    gone: {rest: {path: "/gone?key=\${OWN_SERVICE_KEY}"}}`,
        protocols: 'rest',
        shapes: 'some, gone',
      }),
    );
    const [some, gone] = ['some', 'gone'].map((shape) =>
      document.trials.filter(({ cell }) => cell.shape === shape),
    );
    for (const { failure, errors } of some ?? []) {
      const found = [failure?.code, ...errors.map(({ kind }) => kind).sort()];
      expect(found).toEqual(['ANSWERS_WRONG', 'mismatch', 'status']);
    }
    const message = expect.stringContaining('/gone?key=••• was answered with an error: HTTP 404');
    const hint = expect.stringContaining('wirebench try');
    expect(gone).toMatchObject(Array(2).fill({ failure: { message, hint } }));
    expect(JSON.stringify(document)).not.toContain('hush');
  });

  it.each<[string, string, RegExp]>([
    [
      'a header that ends before its time',
      'rest: {path: /, headers: {x-note: "a\\r\\nb: c"}}',
      /requests\.one\.rest: the header x-note holds a line break/,
    ],
    [
      'an unknown method',
      'grpc: {method: shop.v1.Orders/GetOrders}',
      /did you mean shop\.v1\.Orders\/GetOrder\?/,
    ],
    [
      'a message that is not one',
      'grpc: {method: shop.v1.Orders/GetOrder, message: {orderID: 7}}',
      /requests\.one\.grpc: the message is no shop\.v1\.GetOrderRequest/,
    ],
    [
      'a value that there is not',
      'rest: {path: "/{{colour}}"}',
      /requests\.one\.rest: no value is called "colour"/,
    ],
    [
      'a secret that is not set',
      `rest: {path: /, headers: {a: "\${NEVER_SET_ANYWHERE}"}}`,
      /the environment has no NEVER_SET_ANYWHERE/,
    ],
    [
      'a path that is no JSONPath',
      'rest: {path: /}\n      checks: [{path: "$[", exists: true}]',
      /requests\.one\.checks\[0\]: /,
    ],
  ])('is refused with %s, before anything is sent', async (_what, request, message) => {
    const text = file({
      service: `  rest: {address: "http://127.0.0.1:1"}
  grpc: {address: "127.0.0.1:1", description: orders.proto, imports: [protos]}
  requests:
    one:
      ${request}`,
      protocols: request.slice(0, 4),
      shapes: 'one',
    });
    const starting = runs.engine.client.runs.start({ text, folder: protoFolder() });
    await expect(starting).rejects.toMatchObject({
      data: { code: 'SERVICE_INVALID' },
      message: expect.stringMatching(message),
    });
  });

  it('reads and asks nothing of a protocol that is not measured', async () => {
    const service = await started(ownHttpService(() => ({ status: 200, body: '{}' })));
    const text = file({
      service: `  rest: {address: "${service.address}"}
  grpc: {address: "127.0.0.1:1"}
  requests:
    one:
      rest: {path: /}
      grpc: {method: a.B/C}`,
      protocols: 'rest',
      shapes: 'one',
    });
    expect(outcomes(await run(text))).toEqual(good('rest one'));
  });

  it('says what is at an address that speaks another version of HTTP', async () => {
    const service = await started(ownHttpService(() => ({ status: 200, body: '{}' })));
    const document = await run(
      file({
        service: `  rest-h2: {address: "${service.address}"}
  requests:
    one: {rest: {path: /}}`,
        protocols: 'rest-h2',
        shapes: 'one',
      }),
    );
    const [trial] = document.trials;
    expect(trial?.status).toBe('failed');
    expect(trial?.failure?.message).toMatch(/At this address: .*HTTP\/2/);
  });

  it('does not read files outside of its folder', async () => {
    const text = file({
      service: `  grpc: {address: "127.0.0.1:1", description: ../../etc/passwd}
  requests:
    one: {grpc: {method: a.B/C}}`,
      protocols: 'grpc',
      shapes: 'one',
    });
    const starting = runs.engine.client.runs.start({ text, folder: protoFolder() });
    await expect(starting).rejects.toMatchObject({
      message: expect.stringContaining('outside of'),
    });
  });
});

describe('wirebench try', () => {
  const requests = (address: string) =>
    file({
      service: `  rest: {address: "${address}", headers: {x-tenant: "\${OWN_SERVICE_TENANT}"}}
  requests:
    good: {rest: {path: /a}, checks: [{path: $.tenant, exists: true}]}
    wrong: {rest: {path: /a}, checks: [{status: 200}, {path: $.gone, equals: 1}, {path: $.tenant, equals: a}]}
    missing: {rest: {path: /gone}}`,
      protocols: 'rest',
      shapes: 'good',
    });

  it('sends each request once, and shows the answer, what is wrong and no secret', async () => {
    const service = await started(
      ownHttpService(({ path }) =>
        path === '/a'
          ? { status: 200, body: '{"tenant":"hush-hush"}' }
          : { status: 404, body: '{"why":"hush-hush"}' },
      ),
    );
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.bench.yaml'), requests(service.address));
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
  });

  it('says that nothing listens', async () => {
    const folder = temporaryFolder();
    const text = requests('http://127.0.0.1:1').replace(/\$\{\w+\}/, 'a');
    writeFileSync(join(folder, 'a.bench.yaml'), text);
    const { code, stdout } = await startWirebench(folder, ['try', join(folder, 'a.bench.yaml')])
      .ended;
    expect(code).toBe(1);
    expect(stdout).toContain('Failed (connect)');
  });
});
