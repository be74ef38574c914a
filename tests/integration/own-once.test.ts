import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { engineRuns } from '../support/engine-runs.ts';
import { type OwnService, ownGrpcService, ownHttpService } from '../support/own-services.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Requests that a flow sends once for all users of a trial. */

const runs = engineRuns();
const services: OwnService[] = [];
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()));
});

const folderWith = (files: Readonly<Record<string, string>>) => {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
};

async function run(text: string, files: Readonly<Record<string, string>> = {}) {
  const { runId } = await runs.engine.client.runs.start({ text, folder: folderWith(files) });
  await runs.follow(runId);
  const { trials } = await runs.engine.client.runs.get({ runId });
  return trials;
}

const named = ({ seen }: OwnService, name: string) =>
  seen.filter(({ call }) => call.includes(name));

/** Issues a different token for each log-in, and accepts only the last one. */
async function shop(version: 1 | 2 = 1) {
  let given = 0;
  const token = () => `token-number-${given}`;
  const http = await ownHttpService(({ path, headers, body }) => {
    const json = (value: unknown) => ({ status: 200, body: JSON.stringify(value) });
    if (path === '/key') return json({ key: 'k7' });
    if (path === '/login') {
      given += 1;
      return json({ token: token(), for: body });
    }
    if (path === '/cart') return json({ cart: 'c1' });
    const knows = headers.authorization === `Bearer ${token()}`;
    return knows ? json({ ok: true }) : { status: 403, body: 'no' };
  }, version);
  services.push(http);
  return http;
}

const requests = `
    key: {rest: {path: /key}}
    login: {rest: {method: POST, path: /login, body: "{{key}}"}, checks: [{status: 200}]}
    cart: {rest: {path: /cart}}
    list: {changes: true, rest: {path: "/list/{{cart}}", headers: {authorization: "Bearer {{token}}"}}}
    get: {rest: {path: /get, headers: {authorization: "Bearer {{token}}"}}}
  flows:
    look:
      once:
        - {request: key, take: {key: {path: $.key}}}
        - {request: login, take: {token: {path: $.token}}}
      setup: [{request: cart, take: {cart: {path: $.cart}}}]
      steps: [{request: list}, {request: get}]
`;

it('logs in once for each trial, whose users all send its token', async () => {
  const http = await shop();
  const trials = await run(`wirebench: 1
name: Once
service:
  rest: {address: "${http.address}"}
  requests:${requests}
factors: {protocol: [rest], shape: [look], users: [8], client: [raw, library]}
load: {model: closed, requests: 80, warmUp: 0s}
workers: 2
verify: all
`);
  expect(trials).toHaveLength(2);
  for (const trial of trials) {
    expect(trial).toMatchObject({ failure: null, requests: { ok: 80, failed: 0 } });
    expect(trial.parts?.map(({ name, requests: { ok } }) => [name, ok])).toEqual([
      ['list', 80],
      ['get', 80],
    ]);
  }
  expect(named(http, '/key')).toHaveLength(2);
  expect(named(http, '/login').map(({ body }) => body)).toEqual(['k7', 'k7']);
  // Set-up is still that of each user.
  expect(named(http, '/cart')).toHaveLength(16);
  for (const name of ['/list/c1', '/get']) {
    const tokens = named(http, name).map(({ headers }) => headers.authorization);
    expect(tokens.sort()).toEqual([
      ...Array<string>(80).fill('Bearer token-number-1'),
      ...Array<string>(80).fill('Bearer token-number-2'),
    ]);
  }
  expect(JSON.stringify(trials)).not.toContain('token-number');
});

it('shares what it took in plans and over the levels of a trial, and in the check of the target', async () => {
  const http = await shop(2);
  const text = (load: string, factors: string) => `wirebench: 1
name: Once
service:
  rest-h2: {address: "${http.address}"}
  requests:${requests.replaceAll('rest:', 'rest-h2:').replace('changes: true, ', '')}
factors: {protocol: [rest-h2], shape: [look]${factors}}
load: ${load}
`;
  const [plan] = await run(text('{model: plan, iterations: 5, warmUpIterations: 0}', ''));
  expect(plan).toMatchObject({ failure: null, requests: { ok: 5, failed: 0 } });
  expect(named(http, '/login')).toHaveLength(1);
  // Those of the check, and of the load.
  expect(named(http, '/get')).toHaveLength(1 + 5);
  const [steps] = await run(text('{model: steps, levels: [1, 2], hold: 1s}', ''));
  expect(steps).toMatchObject({ failure: null, requests: { failed: 0 } });
  expect(named(http, '/login')).toHaveLength(2);
});

const proto = `syntax = "proto3";
package shop.v1;
message User { string name = 1; }
message Session { string token = 1; }
message Number { int64 number = 1; }
service Shop {
  rpc Login(User) returns (Session);
  rpc Get(Session) returns (Session);
  rpc Count(Number) returns (Session);
}`;

it('does so in gRPC, GraphQL and SOAP, each with a token of its own', async () => {
  const http = await ownHttpService(({ path, body }) => {
    if (path === '/graphql') {
      return { status: 200, body: '{"data": {"token": "of-graphql"}}' };
    }
    const content = body.includes('<Login') ? '<Token>of-soap</Token>' : '<Ok/>';
    const envelope = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${content}</e:Body></e:Envelope>`;
    return { status: 200, body: envelope, type: 'text/xml' };
  });
  const grpc = await ownGrpcService(proto, 'shop.v1.Shop', {
    Login: () => ({ token: 'of-grpc' }),
    Get: (session: Record<string, unknown>) => session,
  });
  services.push(http, grpc);
  const trials = await run(
    `wirebench: 1
name: Once
service:
  graphql: {address: "${http.address}"}
  soap: {address: "${http.address}"}
  grpc: {address: "${grpc.address}", description: shop.proto}
  requests:
    login:
      graphql: {query: "{login}", path: /graphql}
      soap: {body: "<Login/>", path: /soap}
      grpc: {method: shop.v1.Shop/Login, message: {name: a}}
    get:
      changes: true
      graphql: {query: "{get}", variables: {token: "{{token}}"}, path: /graphql}
      soap: {body: "<Get>{{token}}</Get>", path: /soap}
      grpc: {method: shop.v1.Shop/Get, message: {token: "{{token}}"}}
  flows:
    look:
      once: [{request: login, take: {token: {path: $..token, soap: {xpath: //Token}}}}]
      steps: [{request: get}]
factors: {protocol: [graphql, soap, grpc], shape: [look], users: [2], client: [raw, library]}
load: {model: closed, requests: 10, warmUp: 0s}
workers: 2
verify: all
`,
    { 'shop.proto': proto },
  );
  expect(trials).toHaveLength(6);
  for (const trial of trials) {
    expect(trial).toMatchObject({ failure: null, requests: { ok: 10, failed: 0 } });
  }
  const bodies = [...http.seen, ...named(grpc, '/Get')].map(({ body }) => body);
  for (const protocol of ['graphql', 'soap', 'grpc']) {
    expect(bodies.filter((body) => body.includes(`of-${protocol}`))).toHaveLength(20);
  }
  expect(http.seen).toHaveLength(2 * 2 + 40);
  expect(named(grpc, '/Login')).toHaveLength(2);
});

it.each([
  [401, '{"error": "unknown user"}', /was answered with an error: .*401.*unknown user/],
  [200, '{}', /There is nothing at \$\.token to take as \{\{token\}\} \(status 200\)/],
  [200, '{"token": "a", "state": "locked"}', /expected .*state.* \(status 200\)/],
])('fails the trial when it fails, and sends nothing else: %i %s', async (status, body, words) => {
  const http = await ownHttpService(() => ({ status, body }));
  services.push(http);
  const [trial] = await run(`wirebench: 1
name: Once
service:
  rest: {address: "${http.address}"}
  requests:
    login: {rest: {method: POST, path: /login}, checks: [{path: $.state, exists: false}]}
    get: {rest: {path: /get, headers: {authorization: "Bearer {{token}}"}}}
  flows: {look: {once: [{request: login, take: {token: {path: $.token}}}], steps: [{request: get}]}}
factors: {protocol: [rest], shape: [look], users: [8]}
load: {model: closed, requests: 80, warmUp: 0s}
workers: 2
`);
  expect(http.seen.map(({ call }) => call)).toEqual(['POST /login']);
  expect(trial).toMatchObject({ status: 'failed', requests: { ok: 0, failed: 0 } });
  const { code, message = '' } = trial?.failure ?? {};
  expect(code).toBe('TARGET_UNEXPECTED');
  expect(message).toContain(`service.flows.look.once[0] (login): POST ${http.address}/login `);
  expect(message).toMatch(words);
  expect(message).toContain('No load was sent.');
});

it('is tried before the steps of its flow', async () => {
  const http = await shop();
  const text = `wirebench: 1
name: Once
service:
  rest: {address: "${http.address}"}
  requests:${requests}
factors: {protocol: [rest], shape: [look], users: [1]}
load: {model: closed, requests: 1}
`;
  const seen: unknown[] = [];
  for await (const one of await runs.engine.client.ownService.try({
    text,
    folder: temporaryFolder(),
  }))
    seen.push([one.request, one.flow?.step, one.answer?.status, one.taken]);
  expect(seen).toEqual([
    ['key', 1, 200, [{ name: 'key', value: 'k7' }]],
    ['login', 2, 200, [{ name: 'token', value: '•••' }]],
    ['cart', 3, 200, [{ name: 'cart', value: 'c1' }]],
    ['list', 4, 200, undefined],
    ['get', 5, 200, undefined],
  ]);
});

it.each(['', 'changes: true, '])(
  'fails the trial when a step cannot be made of what was shared, and reveals no token: %s',
  async (changes) => {
    const grpc = await ownGrpcService(proto, 'shop.v1.Shop', {
      Login: () => ({ token: 'token-word' }),
      Count: () => ({ token: '' }),
    });
    services.push(grpc);
    const [trial] = await run(
      `wirebench: 1
name: Once
service:
  grpc: {address: "${grpc.address}", description: shop.proto}
  requests:
    login: {grpc: {method: shop.v1.Shop/Login, message: {name: a}}}
    count: {${changes}grpc: {method: shop.v1.Shop/Count, message: {number: "{{token}}"}}}
  flows: {look: {once: [{request: login, take: {token: {path: $.token}}}], steps: [{request: count}]}}
factors: {protocol: [grpc], shape: [look], users: [2]}
load: {model: closed, requests: 10}
`,
      { 'shop.proto': proto },
    );
    expect(trial?.failure?.message).toContain('shop.v1.Number.number: invalid integer: "•••"');
    expect(grpc.seen).toHaveLength(1);
  },
);
