/* One file, because all flows ask the same shop. */
import { describe, expect, it } from 'vitest';
import type { Attempt } from '../../contracts/attempt.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import { engineRuns } from '../support/engine-runs.ts';
import {
  envelope,
  type OwnService,
  ownExperiment,
  ownGrpcService,
  ownHttpService,
} from '../support/own-services.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const runs = engineRuns();

async function run(text: string): Promise<readonly TrialResult[]> {
  const folder = temporaryFolder({ 'shop.proto': proto });
  return (await runs.runToEnd(text, undefined, { folder })).trials;
}

async function attempts(text: string, request?: string): Promise<Attempt[]> {
  const input = { text, folder: temporaryFolder(), ...(request ? { request } : {}) };
  const all: Attempt[] = [];
  for await (const one of await runs.engine.client.ownService.try(input)) all.push(one);
  return all;
}

const partsOf = (trial: TrialResult | undefined) =>
  trial?.parts?.map(({ name, requests }) => [name, requests.ok, requests.failed]);
/** Requests of an own service, by a part of their call. */
const named = ({ seen }: OwnService, name: string) =>
  seen.filter(({ call }) => call.includes(name));
const closed = (requests: number) => `model: closed, requests: ${requests}, warmUp: 0s`;
const two = 'workers: 2\nverify: all';

/** Odds of one in a billion that a correct share differs more from its expectation (normal approximation). */
const deviations = 6.2;

it('a mix sends its requests by their weights, and counts each', async () => {
  const http = await ownHttpService(({ path }) => ({
    status: path === '/c' ? 500 : 200,
    body: '{}',
  }));
  const [trial] = await run(
    ownExperiment(
      `  rest: {address: "${http.address}"}
  requests:
    a: {rest: {path: /a}}
    b: {rest: {path: "/b/{{sequence}}"}}
    c: {changes: true, rest: {path: /c}}
  mixes: {browse: {a: 6, b: 3, c: 1}}`,
      'protocol: [rest], shape: [browse], users: [4]',
      closed(3000),
      'workers: 2',
    ),
  );
  const [a = 0, b = 0, c = 0] = ['/a', '/b', '/c'].map((path) => named(http, path).length);
  expect(a + b + c).toBe(3000);
  for (const [count, share] of [
    [a, 0.6],
    [b, 0.3],
    [c, 0.1],
  ] as const) {
    const spread = deviations * Math.sqrt(3000 * share * (1 - share));
    expect(Math.abs(count - 3000 * share)).toBeLessThan(spread);
  }
  expect(partsOf(trial)).toEqual([
    ['a', a, 0],
    ['b', b, 0],
    ['c', 0, c],
  ]);
  expect(trial?.requests).toMatchObject({ ok: a + b, failed: c });
  expect(trial?.counts).toBeUndefined();
  expect(trial?.parts?.[2]?.errors).toMatchObject([{ kind: 'status', code: '500' }]);
  expect(trial?.parts?.[0]?.latencyMs.p50).toBeGreaterThan(0);
});

/** Answers over HTTP as REST, GraphQL and SOAP have them: a token at log-in, orders that are listed and read. */
function shop({ path, body }: { path: string; body: string }): string {
  if (path === '/login') return JSON.stringify({ token: `T"<${body}>é` });
  if (path === '/list') return JSON.stringify({ orders: [{ id: '9007199254740993' }] });
  if (path === '/graphql') {
    const data = body.includes('login') ? { token: 'T"<gq>é' } : { orders: [{ id: 42 }] };
    return JSON.stringify({ data });
  }
  if (path !== '/soap') return '{"ok":true}';
  return envelope(body.includes('<Login') ? '<Token>T"&lt;soap></Token>' : '<Order id="43"/><Ok/>');
}

const proto = `syntax = "proto3";
package shop.v1;
message User { string name = 1; }
message Session { string token = 1; }
message Order { int64 id = 1; string token = 2; }
message Orders { repeated Order orders = 1; }
message Number { int64 number = 1; }
service Shop {
  rpc Login(User) returns (Session);
  rpc List(Session) returns (Orders);
  rpc Get(Order) returns (Order);
  rpc Count(Number) returns (Session);
}`;
const grpcShop = () =>
  ownGrpcService(proto, 'shop.v1.Shop', {
    Login: ({ name }) => ({ token: `T"<${String(name)}>é` }),
    List: () => ({ orders: [{ id: 44 }] }),
    Get: (order) => order,
    Count: () => ({ token: '' }),
  });

const requests = `  requests:
    login:
      rest: {method: POST, path: /login, headers: {content-type: text/plain}, body: "u{{user}}"}
      graphql: {query: "{login}", variables: {name: "u{{user}}"}, path: /graphql}
      soap: {body: "<Login>u{{user}}</Login>", path: /soap, action: in}
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
        - {request: get}`;
const checkout = (endpoints: string, factors: string, load: string, more?: string) =>
  ownExperiment(`${endpoints}\n${requests}`, `${factors}, shape: [checkout]`, load, more);

describe('a flow', () => {
  it.each([
    ['rest', 'raw'],
    ['rest-h2', 'library'],
  ])('sends its steps in order, with what each took, over %s, %s', async (protocol, client) => {
    const http = await ownHttpService(shop, protocol === 'rest' ? 1 : 2);
    const endpoint = `  ${protocol}: {address: "${http.address}"}`;
    const factors = `protocol: [${protocol}], users: [3], client: [${client}]`;
    const [trial] = await run(checkout(endpoint, factors, closed(60), two));
    const right = { failure: null, counts: 'iterations', requests: { ok: 60, failed: 0 } };
    expect(trial).toMatchObject(right);
    expect(partsOf(trial)).toEqual([
      ['list', 60, 0],
      ['get', 60, 0],
    ]);
    // Once for each user.
    const logins = named(http, '/login').map(({ body }) => body);
    expect(logins.sort()).toEqual(['u0', 'u1', 'u2']);
    const [lists, gets] = [named(http, '/list'), named(http, '/get/')];
    const iterations = (all: OwnService['seen']) =>
      all.map(({ headers }) => String(headers['x-iteration']));
    expect([lists.length, gets.length, new Set(iterations(gets)).size]).toEqual([60, 60, 60]);
    expect(iterations(gets).sort()).toEqual(iterations(lists).sort());
    for (const get of gets) {
      const iteration = String(get.headers['x-iteration']);
      const token = `T"<u${iteration.split('.')[0]}>é`;
      expect(get.call).toBe(`POST /get/9007199254740993?token=${encodeURIComponent(token)}`);
      expect(get.headers.authorization).toBe(`Bearer ${token}`);
      expect(JSON.parse(get.body)).toEqual({ token });
      // Within its iteration the list comes first.
      const list = lists.find(({ headers }) => headers['x-iteration'] === iteration);
      expect(list && http.seen.indexOf(list)).toBeLessThan(http.seen.indexOf(get));
    }
    const [list = 0, get = 0] = trial?.parts?.map(({ latencyMs }) => latencyMs.mean) ?? [];
    expect(trial?.latencyMs.mean).toBeGreaterThanOrEqual(list + get);
  });

  it('takes values in GraphQL, SOAP and gRPC', async () => {
    const [http, grpc] = [await ownHttpService(shop), await grpcShop()];
    const trials = await run(
      checkout(
        `  graphql: {address: "${http.address}"}
  soap: {address: "${http.address}"}
  grpc: {address: "${grpc.address}", description: shop.proto}`,
        'protocol: [graphql, soap, grpc], users: [2], client: [raw, library]',
        closed(10),
      ),
    );
    const right = { failure: null, requests: { ok: 10, failed: 0 } };
    expect(trials).toMatchObject(Array(6).fill(right));
    const queries = named(http, '/graphql').filter(({ body }) => /{[\sn\\]*get/.test(body));
    const variables = { id: '42', token: 'T"<gq>é' };
    expect(queries.map(({ body }) => JSON.parse(body).variables)).toEqual(
      Array(20).fill(variables),
    );
    const envelopes = named(http, '/soap').filter(({ body }) => body.includes('<Get'));
    // A value taken by a pattern is taken verbatim, and escaped again.
    const body = expect.stringMatching(
      /Body><Get token='T&#34;&#38;lt;soap&#62;'>43<\/Get><\/[\w-]*:Body>/,
    );
    expect(envelopes).toMatchObject(Array(20).fill({ body }));
    const [logIn] = named(http, '/soap').filter((one) => one.body.includes('<Login'));
    expect(logIn?.headers).toMatchObject({ soapaction: '"in"' });
    const calls = named(grpc, '/Get');
    expect(calls).toHaveLength(20);
    for (const { body: sent, headers } of calls) {
      const token = expect.stringMatching(/^T"<u[01]>é$/);
      expect(JSON.parse(sent)).toEqual({ id: '44', token });
      expect(headers['x-token']).toMatch(/^T"<u[01]>\?$/);
    }
    expect(named(grpc, '/Login')).toHaveLength(4);
  });

  it('is an arrival of open load, by users who log in before their first', async () => {
    const http = await ownHttpService(shop);
    const load = 'model: open, duration: 1s, warmUp: 0s';
    const endpoint = `  rest: {address: "${http.address}"}`;
    const [trial] = await run(checkout(endpoint, 'protocol: [rest], rate: [100]', load, ''));
    const { issued = 0, abandoned } = trial?.accounting ?? {};
    expect(abandoned).toBe(0);
    expect(issued).toBeGreaterThan(0);
    const users = named(http, '/login').map(({ body }) => body);
    expect(new Set(users).size).toBe(users.length);
    expect([named(http, '/list').length, named(http, '/get/').length]).toEqual([issued, issued]);
    expect(trial?.parts?.[0]?.requests.ok).toBeGreaterThanOrEqual(trial?.requests.ok ?? issued);
  });

  it('ends an iteration whose value cannot be taken, and says which', async () => {
    const http = await ownHttpService();
    const [trial] = await run(
      ownExperiment(
        `  rest: {address: "${http.address}"}
  requests:
    login: {changes: true, rest: {path: /login}}
    get: {rest: {path: "/get/{{id}}"}}
  flows: {broken: {steps: [{request: login, take: {id: {path: $.id}}}, {request: get}]}}`,
        'protocol: [rest], shape: [broken], users: [1]',
        closed(5),
        '',
      ),
    );
    expect(http.seen.map(({ call }) => call)).toEqual(Array(5).fill('GET /login'));
    const message = 'login: There is nothing at $.id to take as {{id}}';
    expect(trial).toMatchObject({
      requests: { ok: 0, failed: 5 },
      errors: [{ kind: 'mismatch', code: 'NOT_TAKEN', count: 5, message }],
    });
    expect(partsOf(trial)).toEqual([
      ['login', 0, 5],
      ['get', 0, 0],
    ]);
  });

  it.each([
    ['check', 0],
    ['load', 1],
  ])('reveals no token that a service repeats in a failure of the %s', async (_of, good) => {
    const token = 'ey-4d4d-4d4d-4d4d';
    let asked = 0;
    const http = await ownHttpService(({ path }) =>
      path === '/login' || asked++ < good
        ? JSON.stringify({ token })
        : { status: 403, body: `${'x'.repeat(290)} ${token} is not enough` },
    );
    const [trial] = await run(
      ownExperiment(
        `  rest: {address: "${http.address}"}
  requests:
    login: {rest: {path: /login}}
    get: {rest: {path: /get, headers: {authorization: "{{token}}"}}}
  flows: {look: {steps: [{request: login, take: {token: {path: $.token}}}, {request: get}]}}`,
        'protocol: [rest], shape: [look], users: [1]',
        closed(5),
        '',
      ),
    );
    expect(trial?.failure?.message).toMatch(/HTTP 403: x+ •••/);
    expect(trial?.errors.map(({ message }) => message)).toEqual(
      Array(good).fill(expect.stringMatching(/^get: HTTP 403: x+ •••$/)),
    );
    expect(JSON.stringify(trial)).not.toContain(token.slice(0, 6));
  });

  it('is tried step by step, with what was taken and without tokens', async () => {
    const http = await ownHttpService(shop);
    const endpoint = `  rest: {address: "${http.address}"}`;
    const text = checkout(endpoint, 'protocol: [rest], users: [1]', 'model: closed, requests: 1');
    const all = await attempts(text);
    expect(all.map(({ request, flow, taken }) => [request, flow, taken])).toEqual([
      ['login', { name: 'checkout', step: 1, of: 3 }, [{ name: 'token', value: '•••' }]],
      ['list', { name: 'checkout', step: 2, of: 3 }, [{ name: 'id', value: '9007199254740993' }]],
      ['get', { name: 'checkout', step: 3, of: 3 }, undefined],
    ]);
    expect(JSON.stringify(all)).not.toContain('<u0>');
    expect(JSON.parse(named(http, '/get/')[0]?.body ?? '')).toEqual({ token: 'T"<u0>é' });
    await expect(attempts(text, 'get')).rejects.toThrow('needs values from a flow: try checkout');
    // It ends where nothing can be taken.
    const { address } = await ownHttpService();
    expect(await attempts(text.replace(http.address, address), 'checkout')).toMatchObject([
      { request: 'login', untaken: 'There is nothing at $..token to take as {{token}}' },
    ]);
  });

  it('is refused with its place where it cannot be made', async () => {
    const text = ownExperiment(
      `  grpc: {address: "127.0.0.1:1", description: shop.proto}
  requests:
    login: {grpc: {method: shop.v1.Shop/Login, message: {name: a}}}
    list: {grpc: {method: shop.v1.Shop/List, metadata: {x-token: "{{token}}"}}}
  flows: {look: {steps: [{request: login, take: {token: {header: x-token}}}, {request: list}]}}`,
      'protocol: [grpc], shape: [look]',
    );
    await expect(run(text)).rejects.toThrow(
      'service.flows.look.steps[0].take.token: expected a path, as in {grpc: {path: $.id}}, since answers over gRPC have no headers',
    );
  });
});

describe('requests that a flow sends once for all users of a trial', () => {
  /** Issues a different token for each log-in, and accepts only the last one. */
  function issuing(version: 1 | 2) {
    let given = 0;
    return ownHttpService(({ path, headers, body }) => {
      if (path === '/key') return '{"key":"k7"}';
      if (path === '/login') return JSON.stringify({ token: `token-number-${++given}`, for: body });
      if (path === '/cart') return '{"cart":"c1"}';
      const knows = headers.authorization === `Bearer token-number-${given}`;
      return knows ? '{"ok":true}' : { status: 403, body: 'no' };
    }, version);
  }

  const look = ({ address }: OwnService, factors: string, load: string, protocol = 'rest') =>
    ownExperiment(
      `  ${protocol}: {address: "${address}"}
  requests:
    key: {rest: {path: /key}}
    login: {rest: {method: POST, path: /login, body: "{{key}}"}, checks: [{status: 200}]}
    cart: {rest: {path: /cart}}
    list: {${protocol === 'rest' ? 'changes: true, ' : ''}rest: {path: "/list/{{cart}}", headers: {authorization: "Bearer {{token}}"}}}
    get: {rest: {path: /get, headers: {authorization: "Bearer {{token}}"}}}
  flows:
    look:
      once:
        - {request: key, take: {key: {path: $.key}}}
        - {request: login, take: {token: {path: $.token}}}
      setup: [{request: cart, take: {cart: {path: $.cart}}}]
      steps: [{request: list}, {request: get}]`,
      `protocol: [${protocol}], shape: [look]${factors}`,
      load,
      protocol === 'rest' ? two : '',
    );

  it('log in once for each trial, whose users all send its token', async () => {
    const http = await issuing(1);
    const trials = await run(look(http, ', users: [8], client: [raw, library]', closed(80)));
    const right = { failure: null, requests: { ok: 80, failed: 0 } };
    expect(trials).toMatchObject([right, right]);
    const parts = [
      ['list', 80, 0],
      ['get', 80, 0],
    ];
    expect(trials.map(partsOf)).toEqual([parts, parts]);
    expect(named(http, '/key')).toHaveLength(2);
    expect(named(http, '/login').map(({ body }) => body)).toEqual(['k7', 'k7']);
    // Set-up is still that of each user.
    expect(named(http, '/cart')).toHaveLength(16);
    for (const name of ['/list/c1', '/get']) {
      const tokens = named(http, name).map(({ headers }) => headers.authorization);
      const expected = [1, 2].flatMap((n) => Array<string>(80).fill(`Bearer token-number-${n}`));
      expect(tokens.sort()).toEqual(expected);
    }
    expect(JSON.stringify(trials)).not.toContain('token-number');
  });

  it('share what they took in plans, over the levels of a trial, and in the check of the target', async () => {
    const http = await issuing(2);
    const load = 'model: plan, iterations: 5, warmUpIterations: 0';
    const [plan] = await run(look(http, '', load, 'rest-h2'));
    expect(plan).toMatchObject({ failure: null, requests: { ok: 5, failed: 0 } });
    expect(named(http, '/login')).toHaveLength(1);
    // Those of the check, and of the load.
    expect(named(http, '/get')).toHaveLength(1 + 5);
    const steps = 'model: steps, levels: [1, 2], hold: 1s';
    const [levels] = await run(look(http, '', steps, 'rest-h2'));
    expect(levels).toMatchObject({ failure: null, requests: { failed: 0 } });
    expect(named(http, '/login')).toHaveLength(2);
  });

  it('take a separate token in gRPC, GraphQL and SOAP', async () => {
    const [http, grpc] = [await ownHttpService(shop), await grpcShop()];
    const trials = await run(
      ownExperiment(
        `  graphql: {address: "${http.address}/graphql"}
  soap: {address: "${http.address}/soap"}
  grpc: {address: "${grpc.address}", description: shop.proto}
  requests:
    login:
      graphql: {query: "{login}"}
      soap: {body: "<Login/>"}
      grpc: {method: shop.v1.Shop/Login, message: {name: a}}
    get:
      changes: true
      graphql: {query: "{get}", variables: {token: "{{token}}"}}
      soap: {body: "<Get>{{token}}</Get>"}
      grpc: {method: shop.v1.Shop/Get, message: {token: "{{token}}"}}
  flows:
    look:
      once: [{request: login, take: {token: {path: $..token, soap: {xpath: //Token}}}}]
      steps: [{request: get}]`,
        'protocol: [graphql, soap, grpc], shape: [look], users: [2], client: [raw, library]',
        closed(10),
        two,
      ),
    );
    const right = { failure: null, requests: { ok: 10, failed: 0 } };
    expect(trials).toMatchObject(Array(6).fill(right));
    const bodies = [...http.seen, ...named(grpc, '/Get')].map(({ body }) => body);
    for (const token of ['<gq>é', '&#60;soap', '<a>é']) {
      expect(bodies.filter((body) => body.includes(token))).toHaveLength(20);
    }
    expect(http.seen).toHaveLength(2 * 2 + 40);
    expect(named(grpc, '/Login')).toHaveLength(2);
  });

  it.each([
    [401, '{"error": "unknown user"}', /was answered with an error: .*401.*unknown user/],
    [200, '{}', /There is nothing at \$\.token to take as \{\{token\}\} \(status 200\)/],
    [200, '{"token": "a", "state": "locked"}', /expected .*state.* \(status 200\)/],
  ])(
    'fail the trial when they fail, and nothing else is sent: %i %s',
    async (status, body, words) => {
      const http = await ownHttpService(() => ({ status, body }));
      const [trial] = await run(
        ownExperiment(
          `  rest: {address: "${http.address}"}
  requests:
    login: {rest: {method: POST, path: /login}, checks: [{path: $.state, exists: false}]}
    get: {rest: {path: /get, headers: {authorization: "Bearer {{token}}"}}}
  flows: {look: {once: [{request: login, take: {token: {path: $.token}}}], steps: [{request: get}]}}`,
          'protocol: [rest], shape: [look], users: [8]',
          closed(80),
          'workers: 2',
        ),
      );
      expect(http.seen.map(({ call }) => call)).toEqual(['POST /login']);
      expect(trial).toMatchObject({ status: 'failed', requests: { ok: 0, failed: 0 } });
      const { code, message = '' } = trial?.failure ?? {};
      expect(code).toBe('TARGET_UNEXPECTED');
      expect(message).toContain(`service.flows.look.once[0] (login): POST ${http.address}/login `);
      expect(message).toMatch(words);
      expect(message).toContain('No load was sent.');
    },
  );

  it('are tried before the steps of their flow', async () => {
    const text = look(await issuing(1), ', users: [1]', 'model: closed, requests: 1');
    const seen = (await attempts(text)).map(({ request, flow, answer, taken }) => {
      return [request, flow?.step, answer?.status, taken];
    });
    expect(seen).toEqual([
      ['key', 1, 200, [{ name: 'key', value: 'k7' }]],
      ['login', 2, 200, [{ name: 'token', value: '•••' }]],
      ['cart', 3, 200, [{ name: 'cart', value: 'c1' }]],
      ['list', 4, 200, undefined],
      ['get', 5, 200, undefined],
    ]);
  });

  it.each(['', 'changes: true, '])(
    'fail the trial when no step can be made of what they took, and reveal no token: %s',
    async (changes) => {
      const grpc = await grpcShop();
      const [trial] = await run(
        ownExperiment(
          `  grpc: {address: "${grpc.address}", description: shop.proto}
  requests:
    login: {grpc: {method: shop.v1.Shop/Login, message: {name: a}}}
    count: {${changes}grpc: {method: shop.v1.Shop/Count, message: {number: "{{token}}"}}}
  flows: {look: {once: [{request: login, take: {token: {path: $.token}}}], steps: [{request: count}]}}`,
          'protocol: [grpc], shape: [look], users: [2]',
          'model: closed, requests: 10',
          '',
        ),
      );
      expect(trial?.failure?.message).toContain('shop.v1.Number.number: invalid integer: "•••"');
      expect(grpc.seen).toHaveLength(1);
    },
  );
});
