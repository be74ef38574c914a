import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Attempt } from '../../contracts/attempt.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import { engineRuns } from '../support/engine-runs.ts';
import { type OwnService, ownGrpcService, ownHttpService } from '../support/own-services.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const runs = engineRuns();
const services: OwnService[] = [];
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()));
});

async function run(text: string, files: Readonly<Record<string, string>> = {}) {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const { runId } = await runs.engine.client.runs.start({ text, folder });
  await runs.follow(runId);
  const { trials } = await runs.engine.client.runs.get({ runId });
  return trials;
}

const partsOf = ({ parts = [] }: Pick<TrialResult, 'parts'>) =>
  parts.map(({ name, requests }) => [name, requests.ok, requests.failed]);

/** Odds of one in a billion that a correct share differs more from its expectation (normal approximation). */
const deviations = 6.2;

describe('a mix', () => {
  it('sends its requests by their weights, and counts each', async () => {
    const http = await ownHttpService(({ path }) => ({
      status: path === '/c' ? 500 : 200,
      body: '{}',
    }));
    services.push(http);
    const [trial] = await run(`wirebench: 1
name: Mix
service:
  rest: {address: "${http.address}"}
  requests:
    a: {rest: {path: /a}}
    b: {rest: {path: "/b/{{sequence}}"}}
    c: {changes: true, rest: {path: /c}}
  mixes: {browse: {a: 6, b: 3, c: 1}}
factors: {protocol: [rest], shape: [browse], users: [4]}
load: {model: closed, requests: 3000, warmUp: 0s}
workers: 2
`);
    expect(trial?.requests).toMatchObject({ ok: expect.any(Number), failed: expect.any(Number) });
    const seen = (path: string) => http.seen.filter(({ call }) => call.startsWith(path)).length;
    const counts = [seen('GET /a'), seen('GET /b'), seen('GET /c')];
    expect(counts.reduce((sum, count) => sum + count)).toBe(3000);
    for (const [index, share] of [0.6, 0.3, 0.1].entries()) {
      const spread = deviations * Math.sqrt(3000 * share * (1 - share));
      expect(Math.abs((counts[index] ?? 0) - 3000 * share)).toBeLessThan(spread);
    }
    expect(trial && partsOf(trial)).toEqual([
      ['a', counts[0], 0],
      ['b', counts[1], 0],
      ['c', 0, counts[2]],
    ]);
    expect(trial?.requests).toMatchObject({
      ok: (counts[0] ?? 0) + (counts[1] ?? 0),
      failed: counts[2],
    });
    expect(trial?.counts).toBeUndefined();
    expect(trial?.parts?.[2]?.errors).toMatchObject([{ kind: 'status', code: '500' }]);
    expect(trial?.parts?.[0]?.latencyMs.p50).toBeGreaterThan(0);
  });
});

/** Answers over HTTP as REST, GraphQL and SOAP have them: a token at log-in, orders that are listed and read. */
function shop({ path, body }: { path: string; body: string }) {
  const json = (value: unknown) => ({ status: 200, body: JSON.stringify(value) });
  const xml = (content: string) => ({
    status: 200,
    body: `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${content}</e:Body></e:Envelope>`,
    type: 'text/xml',
  });
  if (path === '/login') return json({ token: `T"<${body}>é` });
  if (path === '/list') return json({ orders: [{ id: 9007199254740993n.toString() }] });
  if (path === '/graphql') {
    if (body.includes('login')) return json({ data: { token: 'T"<gq>é' } });
    return json({ data: { orders: [{ id: 42 }] } });
  }
  if (path === '/soap') {
    if (body.includes('<Login')) return xml('<Token>T"&lt;soap></Token>');
    return xml('<Order id="43"/>');
  }
  return json({ ok: true });
}

const proto = `syntax = "proto3";
package shop.v1;
message User { string name = 1; }
message Session { string token = 1; }
message Order { int64 id = 1; string token = 2; }
message Orders { repeated Order orders = 1; }
service Shop {
  rpc Login(User) returns (Session);
  rpc List(Session) returns (Orders);
  rpc Get(Order) returns (Order);
}`;

const grpcAnswers = {
  Login: ({ name }: Record<string, unknown>) => ({ token: `T"<${String(name)}>é` }),
  List: () => ({ orders: [{ id: 44 }] }),
  Get: (order: Record<string, unknown>) => order,
};

const requests = `
    login:
      rest: {method: POST, path: /login, headers: {content-type: text/plain}, body: "u{{user}}"}
      graphql: {query: "{login}", variables: {name: "u{{user}}"}, path: /graphql}
      soap: {body: "<Login>u{{user}}</Login>", path: /soap}
      grpc: {method: shop.v1.Shop/Login, message: {name: "u{{user}}"}}
    list:
      rest: {path: /list, headers: {x-iteration: "{{user}}.{{iteration}}"}}
      graphql: {query: "{orders {id}}", path: /graphql}
      soap: {body: "<List/>", path: /soap}
      grpc: {method: shop.v1.Shop/List, message: {}}
    get:
      changes: true
      rest: {path: "/get/{{id}}", query: {token: "{{token}}"}, headers: {x-iteration: "{{user}}.{{iteration}}", authorization: "Bearer {{token}}"}, body: {token: "{{token}}"}}
      graphql: {query: "{get}", variables: {id: "{{id}}", token: "{{token}}"}, path: /graphql}
      soap: {body: "<Get token='{{token}}'>{{id}}</Get>", path: /soap}
      grpc: {method: shop.v1.Shop/Get, message: {id: "{{id}}", token: "{{token}}"}, metadata: {x-token: "{{token}}"}}
  flows:
    checkout:
      setup:
        - {request: login, take: {token: {path: $..token, soap: {matches: "<Token>(.*)</Token>"}}}}
      steps:
        - {request: list, take: {id: {path: "$..orders[0].id", soap: {matches: 'id="(\\d+)"'}}}}
        - {request: get}
`;

/** Requests of an own service, by the last word of their call. */
const named = ({ seen }: OwnService, name: string) =>
  seen.filter(({ call }) => call.includes(name));

describe('a flow', () => {
  it.each([
    ['rest', 'raw'],
    ['rest-h2', 'library'],
  ])(
    'sends its steps in order, with what each took, over %s with the %s client',
    async (protocol, client) => {
      const http = await ownHttpService(shop, protocol === 'rest' ? 1 : 2);
      services.push(http);
      const [trial] = await run(`wirebench: 1
name: Flow
service:
  ${protocol}: {address: "${http.address}"}
  requests:${requests}
factors: {protocol: [${protocol}], shape: [checkout], users: [3], client: [${client}]}
load: {model: closed, requests: 60, warmUp: 0s}
workers: 2
verify: all
`);
      expect(trial).toMatchObject({
        failure: null,
        counts: 'iterations',
        requests: { ok: 60, failed: 0 },
      });
      expect(trial && partsOf(trial)).toEqual([
        ['list', 60, 0],
        ['get', 60, 0],
      ]);
      // Once for each user.
      expect(
        named(http, '/login')
          .map(({ body }) => body)
          .sort(),
      ).toEqual(['u0', 'u1', 'u2']);
      const [lists, gets] = [named(http, '/list'), named(http, '/get/')];
      expect([lists.length, gets.length]).toEqual([60, 60]);
      const iterations = (all: OwnService['seen']) =>
        all.map(({ headers }) => headers['x-iteration']);
      expect(new Set(iterations(gets)).size).toBe(60);
      expect(iterations(gets).sort()).toEqual(iterations(lists).sort());
      for (const get of gets) {
        const [user = ''] = String(get.headers['x-iteration']).split('.');
        const token = `T"<u${user}>é`;
        const query = encodeURIComponent(token);
        expect(get.call).toBe(`POST /get/9007199254740993?token=${query}`);
        expect(get.headers.authorization).toBe(`Bearer ${token}`);
        expect(JSON.parse(get.body)).toEqual({ token });
        // Within its iteration the list comes first.
        const list = lists.find(
          ({ headers }) => headers['x-iteration'] === get.headers['x-iteration'],
        );
        expect(list && http.seen.indexOf(list)).toBeLessThan(http.seen.indexOf(get));
      }
      const [list, get] = trial?.parts ?? [];
      const whole = trial?.latencyMs.mean ?? 0;
      expect(whole).toBeGreaterThanOrEqual(
        (list?.latencyMs.mean ?? 0) + (get?.latencyMs.mean ?? 0),
      );
    },
  );

  it('takes values in GraphQL, SOAP and gRPC', async () => {
    const http = await ownHttpService(shop);
    const grpc = await ownGrpcService(proto, 'shop.v1.Shop', grpcAnswers);
    services.push(http, grpc);
    const trials = await run(
      `wirebench: 1
name: Flow
service:
  graphql: {address: "${http.address}"}
  soap: {address: "${http.address}"}
  grpc: {address: "${grpc.address}", description: shop.proto}
  requests:${requests}
factors: {protocol: [graphql, soap, grpc], shape: [checkout], users: [2], client: [raw, library]}
load: {model: closed, requests: 10, warmUp: 0s}
verify: all
`,
      { 'shop.proto': proto },
    );
    expect(trials).toHaveLength(6);
    for (const trial of trials) {
      expect(trial).toMatchObject({ failure: null, requests: { ok: 10, failed: 0 } });
    }
    const queries = named(http, '/graphql').filter(({ body }) => /{[\sn\\]*get/.test(body));
    expect(queries).toHaveLength(20);
    for (const { body } of queries) {
      expect(JSON.parse(body).variables).toEqual({ id: '42', token: 'T"<gq>é' });
    }
    const envelopes = named(http, '/soap').filter(({ body }) => body.includes('<Get'));
    expect(envelopes).toHaveLength(20);
    // A value taken by a pattern is taken verbatim, and escaped again.
    for (const { body } of envelopes) {
      expect(body).toContain("<Get token='T&#34;&#38;lt;soap&#62;'>43</Get>");
    }
    const calls = named(grpc, '/Get').map(({ body, headers }) => [JSON.parse(body), headers]);
    expect(calls).toHaveLength(20);
    for (const [message, headers] of calls) {
      expect(message.token).toMatch(/^T"<u[01]>é$/);
      expect(message.id).toBe('44');
      expect(headers['x-token']).toMatch(/^T"<u[01]>\?$/);
    }
    expect(named(grpc, '/Login')).toHaveLength(4);
  });

  it('is an arrival of open load, by users who log in before their first', async () => {
    const http = await ownHttpService(shop);
    services.push(http);
    const [trial] = await run(`wirebench: 1
name: Flow
service:
  rest: {address: "${http.address}"}
  requests:${requests}
factors: {protocol: [rest], shape: [checkout], rate: [100]}
load: {model: open, duration: 1s, warmUp: 0s}
`);
    const { issued = 0, abandoned } = trial?.accounting ?? {};
    expect(abandoned).toBe(0);
    expect(issued).toBeGreaterThan(0);
    const users = named(http, '/login').map(({ body }) => body);
    expect(new Set(users).size).toBe(users.length);
    expect([named(http, '/list').length, named(http, '/get/').length]).toEqual([issued, issued]);
    expect(trial?.parts?.[0]?.requests.ok).toBeGreaterThanOrEqual(trial?.requests.ok ?? issued);
  });

  it('ends an iteration whose value cannot be taken, and says which', async () => {
    const http = await ownHttpService(({ path }) => ({
      status: path === '/get' ? 500 : 200,
      body: '{}',
    }));
    services.push(http);
    const [trial] = await run(`wirebench: 1
name: Flow
service:
  rest: {address: "${http.address}"}
  requests:
    login: {changes: true, rest: {path: /login}}
    get: {rest: {path: "/get/{{id}}"}}
  flows: {broken: {steps: [{request: login, take: {id: {path: $.id}}}, {request: get}]}}
factors: {protocol: [rest], shape: [broken], users: [1]}
load: {model: closed, requests: 5, warmUp: 0s}
`);
    expect(http.seen.map(({ call }) => call)).toEqual(Array(5).fill('GET /login'));
    expect(trial).toMatchObject({
      requests: { ok: 0, failed: 5 },
      errors: [
        {
          kind: 'mismatch',
          code: 'NOT_TAKEN',
          count: 5,
          message: 'login: There is nothing at $.id to take as {{id}}',
        },
      ],
    });
    expect(trial && partsOf(trial)).toEqual([
      ['login', 0, 5],
      ['get', 0, 0],
    ]);
  });
});

it.each([
  ['of the check', 0],
  ['of the load', 1],
])(
  'reveals no token that a step took, though the service repeats it in a failure %s',
  async (_of, good) => {
    const token = 'ey-4d4d-4d4d-4d4d';
    let asked = 0;
    const http = await ownHttpService(({ path }) =>
      path === '/login' || asked++ < good
        ? { status: 200, body: JSON.stringify({ token }) }
        : { status: 403, body: `${'x'.repeat(290)} ${token} is not enough` },
    );
    services.push(http);
    const [trial] = await run(`wirebench: 1
name: Flow
service:
  rest: {address: "${http.address}"}
  requests:
    login: {rest: {path: /login}}
    get: {rest: {path: /get, headers: {authorization: "{{token}}"}}}
  flows: {look: {steps: [{request: login, take: {token: {path: $.token}}}, {request: get}]}}
factors: {protocol: [rest], shape: [look], users: [1]}
load: {model: closed, requests: 5, warmUp: 0s}
`);
    expect(trial?.failure?.message).toMatch(/HTTP 403: x+ •••/);
    expect(trial?.errors.map(({ message }) => message)).toEqual(
      Array(good).fill(expect.stringMatching(/^get: HTTP 403: x+ •••$/)),
    );
    expect(JSON.stringify(trial)).not.toContain(token.slice(0, 6));
  },
);

describe('a flow that cannot be made', () => {
  it('is refused with its place', async () => {
    const text = `wirebench: 1
name: Flow
service:
  grpc: {address: "127.0.0.1:1", description: shop.proto}
  requests:
    login: {grpc: {method: shop.v1.Shop/Login, message: {name: a}}}
    list: {grpc: {method: shop.v1.Shop/List, metadata: {x-token: "{{token}}"}}}
  flows: {look: {steps: [{request: login, take: {token: {header: x-token}}}, {request: list}]}}
factors: {protocol: [grpc], shape: [look]}
load: {model: closed, requests: 1}
`;
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'shop.proto'), proto);
    await expect(runs.engine.client.runs.start({ text, folder })).rejects.toThrow(
      'service.flows.look.steps[0].take.token: expected a path, as in {grpc: {path: $.id}}, since answers over gRPC have no headers',
    );
  });
});

describe('trying a flow', () => {
  const text = (address: string) => `wirebench: 1
name: Flow
service:
  rest: {address: "${address}"}
  requests:${requests}
factors: {protocol: [rest], shape: [checkout], users: [1]}
load: {model: closed, requests: 1}
`;
  const tryAll = async (address: string, request?: string) => {
    const { client } = runs.engine;
    const input = { text: text(address), folder: temporaryFolder() };
    const attempts: Attempt[] = [];
    const made = await client.ownService.try({ ...input, ...(request ? { request } : {}) });
    for await (const one of made) attempts.push(one);
    return attempts;
  };

  it('sends its steps in order, shows what was taken and hides tokens', async () => {
    const http = await ownHttpService(shop);
    services.push(http);
    const attempts = await tryAll(http.address);
    expect(attempts.map(({ request, flow, taken }) => [request, flow, taken])).toEqual([
      ['login', { name: 'checkout', step: 1, of: 3 }, [{ name: 'token', value: '•••' }]],
      ['list', { name: 'checkout', step: 2, of: 3 }, [{ name: 'id', value: '9007199254740993' }]],
      ['get', { name: 'checkout', step: 3, of: 3 }, undefined],
    ]);
    expect(JSON.stringify(attempts)).not.toContain('<u0>');
    expect(JSON.parse(named(http, '/get/')[0]?.body ?? '')).toEqual({ token: 'T"<u0>é' });
    await expect(tryAll(http.address, 'get')).rejects.toThrow(
      'needs values from a flow: try checkout',
    );
  });

  it('ends where nothing can be taken', async () => {
    const http = await ownHttpService(() => ({ status: 200, body: '{}' }));
    services.push(http);
    const attempts = await tryAll(http.address, 'checkout');
    expect(attempts).toMatchObject([
      { request: 'login', untaken: 'There is nothing at $..token to take as {{token}}' },
    ]);
  });
});
