import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { ResultDocument } from '../../contracts/result.ts';
import { engineRuns } from '../support/engine-runs.ts';
import { type OwnService, ownHttpService } from '../support/own-services.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const runs = engineRuns();
const services: OwnService[] = [];
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()));
});

process.env.OWN_CLIENT_SECRET = 'open&sesame=+';

/** Issues tokens and checks them; they are valid three times as long as stated, since a busy machine may be late. */
async function tokenServer(livesMs: number) {
  const given = new Map<string, number>();
  const server = await ownHttpService(() => {
    const token = randomBytes(30).toString('base64url');
    given.set(token, performance.now() + 3 * livesMs);
    const body = { access_token: token, token_type: 'Bearer', expires_in: livesMs / 1000 };
    return { status: 200, body: JSON.stringify(body) };
  });
  services.push(server);
  const isGood = (header: unknown) =>
    (given.get(String(header).replace('Bearer ', '')) ?? 0) > performance.now();
  return { server, given, isGood };
}

const file = (
  address: string,
  auth: string,
  { protocol = 'rest', client = 'raw, library', load = 'requests: 40' } = {},
) =>
  `wirebench: 1
name: Who asks
service:
  ${protocol}: {address: "${address}", auth: ${auth}}
  requests:
    get: {rest: {path: /x}}
factors: {protocol: [${protocol}], users: [2], client: [${client}]}
load: {model: closed, warmUp: 0s, ${load}}
workers: 2
`;

const oauth = (address: string) =>
  `{oauth: {token-url: "${address}/token", client-id: me, client-secret: "\${OWN_CLIENT_SECRET}", scope: "a b"}}`;

async function run(text: string): Promise<ResultDocument> {
  const folder = temporaryFolder();
  const { runId } = await runs.engine.client.runs.start({ text, folder });
  await runs.follow(runId);
  return runs.engine.client.runs.get({ runId });
}

describe('authentication of an own service', () => {
  it.each([
    ['rest', 'raw', 1],
    ['rest-h2', 'library', 2],
  ] as const)('uses a token that is renewed, over %s, %s', async (protocol, client, version) => {
    const { server, given, isGood } = await tokenServer(1000);
    const service = await ownHttpService(
      ({ headers }) => ({ status: isGood(headers.authorization) ? 200 : 401, body: '{}' }),
      version,
    );
    services.push(service);
    const load = { protocol, client, load: 'duration: 4s, thinkTime: 2ms' };
    const document = await run(file(service.address, oauth(server.address), load));
    const [trial] = document.trials;
    expect(trial).toMatchObject({ status: 'completed', errors: [], requests: { failed: 0 } });
    expect(given.size).toBeGreaterThanOrEqual(3);
    const sent = new Set(service.seen.map(({ headers }) => headers.authorization));
    expect(sent.size).toBeGreaterThanOrEqual(2);
    const [asked] = server.seen;
    const pair = `me:${encodeURIComponent('open&sesame=+')}`;
    expect(asked).toMatchObject({
      call: 'POST /token',
      body: 'grant_type=client_credentials&scope=a+b',
      headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
    });
    // No request follows the end of a run, whose last token would be renewed within a second.
    const asks = server.seen.length;
    await expect.poll(() => performance.now() > (Math.max(...given.values()) || 0)).toBe(true);
    expect(server.seen).toHaveLength(asks);
  });

  it('keeps a run from beginning without a token, and reveals no secret', async () => {
    const server = await ownHttpService(() => ({
      status: 401,
      body: '{"error":"invalid_client","error_description":"open&sesame=+"}',
    }));
    services.push(server);
    const started = run(file(server.address, oauth(server.address)));
    await expect(started).rejects.toMatchObject({
      data: {
        code: 'TOKEN_REFUSED',
        message: `No access token came from ${server.address}/token: status 401 (invalid_client)`,
      },
    });
  });

  it('needs consent to the host that gets the secret', async () => {
    const text = file('http://127.0.0.1:1', oauth('https://login.example'));
    const { plan } = await runs.engine.client.experiments.check({ text });
    expect(plan?.unconfirmedHosts).toEqual(['login.example']);
    const refused = { data: { code: 'HOST_NOT_CONFIRMED' } };
    await expect(run(text)).rejects.toMatchObject(refused);
    await expect(runs.engine.client.wire.captureOwn({ text })).rejects.toMatchObject(refused);
  });

  it.each([
    [
      `{basic: {user: me, password: "\${OWN_CLIENT_SECRET}"}}`,
      { headers: { authorization: `Basic ${btoa('me:open&sesame=+')}` } },
    ],
    [`{bearer: "\${OWN_CLIENT_SECRET}"}`, { headers: { authorization: 'Bearer open&sesame=+' } }],
    [
      `{api-key: {header: X-Key, value: "\${OWN_CLIENT_SECRET}"}}`,
      { headers: { 'x-key': 'open&sesame=+' } },
    ],
    [
      `{api-key: {query: "a key", value: "\${OWN_CLIENT_SECRET}"}}`,
      { call: 'GET /x?a%20key=open%26sesame%3D%2B' },
    ],
  ])('uses %s', async (auth, expected) => {
    const service = await ownHttpService(() => ({ status: 200, body: '{}' }));
    services.push(service);
    const { trials } = await run(file(service.address, auth));
    expect(trials.map(({ status }) => status)).toEqual(['completed', 'completed']);
    for (const one of service.seen) expect(one).toMatchObject(expected);
  });
});
