import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import grpc from '@grpc/grpc-js';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Attempt } from '../../contracts/attempt.ts';
import { runFileSchema } from '../../contracts/run-file.ts';
import { openEngine } from '../../engine/api/engine.ts';
import { fetchRunFile } from '../../engine/cli/run-files.ts';
import { wirebench } from '../support/command-line.ts';
import { engineRuns } from '../support/engine-runs.ts';
import {
  makeCertificates,
  type OwnCertificates,
  passphrase,
  writeCertificates,
} from '../support/own-certificates.ts';
import { ownExperiment, ownGrpcService, ownHttpService } from '../support/own-services.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const runs = engineRuns();
process.env.OWN_CLIENT_SECRET = 'open&sesame=+';
process.env.OWN_PASSPHRASE = passphrase;

describe('authentication of an own service', () => {
  const file = (
    address: string,
    auth: string,
    { protocol = 'rest', client = 'raw, library', load = 'requests: 40' } = {},
  ) =>
    ownExperiment(
      `  ${protocol}: {address: "${address}", auth: ${auth}}\n  requests: {get: {rest: {path: /x}}}`,
      `protocol: [${protocol}], users: [2], client: [${client}]`,
      `model: closed, warmUp: 0s, ${load}`,
      'workers: 2',
    );
  const oauth = (address: string) =>
    `{oauth: {token-url: "${address}/token", client-id: me, client-secret: "\${OWN_CLIENT_SECRET}", scope: "a b"}}`;

  it.each([
    ['rest', 'raw', 1],
    ['rest-h2', 'library', 2],
  ] as const)('uses a token that is renewed, over %s, %s', async (protocol, client, version) => {
    // Tokens are valid three times as long as stated, since a busy machine may be late.
    const given = new Map<string, number>();
    const server = await ownHttpService(() => {
      const token = randomBytes(30).toString('base64url');
      given.set(`Bearer ${token}`, performance.now() + 3000);
      return JSON.stringify({ access_token: token, token_type: 'Bearer', expires_in: 1 });
    });
    const service = await ownHttpService(({ headers }) => {
      const isGood = (given.get(String(headers.authorization)) ?? 0) > performance.now();
      return { status: isGood ? 200 : 401, body: '{}' };
    }, version);
    const load = { protocol, client, load: 'duration: 4s, thinkTime: 2ms' };
    const { trials } = await runs.runToEnd(file(service.address, oauth(server.address), load));
    expect(trials[0]).toMatchObject({ status: 'completed', errors: [], requests: { failed: 0 } });
    expect(given.size).toBeGreaterThanOrEqual(3);
    const used = new Set(service.seen.map(({ headers }) => headers.authorization));
    expect(used.size).toBeGreaterThanOrEqual(2);
    const pair = `me:${encodeURIComponent('open&sesame=+')}`;
    expect(server.seen[0]).toMatchObject({
      call: 'POST /token',
      body: 'grant_type=client_credentials&scope=a+b',
      headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
    });
    // No request follows the end of a run, whose last token would be renewed within a second.
    const asks = server.seen.length;
    await expect.poll(() => performance.now() > Math.max(...given.values())).toBe(true);
    expect(server.seen).toHaveLength(asks);
  });

  it('keeps a run from beginning without a token, and reveals no secret', async () => {
    const body = '{"error":"invalid_client","error_description":"open&sesame=+"}';
    const { address } = await ownHttpService(() => ({ status: 401, body }));
    const message = `No access token came from ${address}/token: status 401 (invalid_client)`;
    await expect(runs.runToEnd(file(address, oauth(address)))).rejects.toMatchObject({
      data: { code: 'TOKEN_REFUSED', message },
    });
  });

  it('needs consent to the host that gets the secret', async () => {
    const text = file('http://127.0.0.1:1', oauth('https://login.example'));
    const { plan } = await runs.engine.client.experiments.check({ text });
    expect(plan?.unconfirmedHosts).toEqual(['login.example']);
    const refused = { data: { code: 'HOST_NOT_CONFIRMED' } };
    await expect(runs.runToEnd(text)).rejects.toMatchObject(refused);
    await expect(runs.engine.client.wire.captureOwn({ text })).rejects.toMatchObject(refused);
  });

  const [secret, header] = [`"\${OWN_CLIENT_SECRET}"`, 'open&sesame=+'];
  it.each<[string, object]>([
    [
      `{basic: {user: me, password: ${secret}}}`,
      { headers: { authorization: `Basic ${btoa(`me:${header}`)}` } },
    ],
    [`{bearer: ${secret}}`, { headers: { authorization: `Bearer ${header}` } }],
    [`{api-key: {header: X-Key, value: ${secret}}}`, { headers: { 'x-key': header } }],
    [
      `{api-key: {query: "a key", value: ${secret}}}`,
      { call: 'GET /x?a%20key=open%26sesame%3D%2B' },
    ],
  ])('uses %s', async (auth, expected) => {
    const service = await ownHttpService();
    const { trials } = await runs.runToEnd(file(service.address, auth));
    expect(trials.map(({ status }) => status)).toEqual(['completed', 'completed']);
    for (const one of service.seen) expect(one).toMatchObject(expected);
  });
});

describe('a service that trusts its own authority alone', () => {
  let made: OwnCertificates;
  beforeAll(async () => {
    made = await makeCertificates();
  });
  const wanting = () => {
    const { authority, server } = made;
    return { ...server, ca: authority.cert, requestCert: true, rejectUnauthorized: true };
  };

  /** Node's own servers, which want a certificate of the authority from everybody, and no gRPC but by reflection. */
  async function startServices(): Promise<Record<'rest' | 'rest-h2' | 'grpc', string>> {
    const { authority, server } = made;
    const answer = () => '{"id":"7"}';
    const pair = { private_key: Buffer.from(server.key), cert_chain: Buffer.from(server.cert) };
    const proto =
      'syntax = "proto3"; package s; service S { rpc Get (M) returns (M); } message M { string id = 1; }';
    const secured = grpc.ServerCredentials.createSsl(Buffer.from(authority.cert), [pair], true);
    const rest = await ownHttpService(answer, 1, wanting());
    const h2 = await ownHttpService(answer, 2, wanting());
    const rpc = await ownGrpcService(proto, 's.S', { Get: () => ({ id: '7' }) }, ['v1'], secured);
    return { rest: rest.address, 'rest-h2': h2.address, grpc: rpc.address };
  }

  const experiment = (
    addresses: Readonly<Record<string, string>>,
    tls: Record<string, string>,
    { level = 'on', clients = 'raw, library', more = '' } = {},
  ) => {
    const endpoints = Object.entries(addresses).map(
      ([protocol, at]) => `  ${protocol}: {address: "${at}", tls: ${tls[protocol] ?? tls.all}}`,
    );
    return ownExperiment(
      `${endpoints.join('\n')}
  requests:
    get:
      rest: {path: /x}
      grpc: {method: s.S/Get, message: {id: a}}
      agree: {id: {path: $.id}}`,
      `protocol: [${Object.keys(addresses)}], users: [2], tls: [${level}], client: [${clients}]`,
      'model: closed, warmUp: 0s, requests: 10',
      `workers: 1\n${more}`,
    );
  };

  const unlocked = `passphrase: "\${OWN_PASSPHRASE}", server-name: orders.internal`;
  const pem = `{ca: ca.pem, certificate: client.pem, key: locked.key, ${unlocked}}`;
  const packed = `{ca: ca.pem, pkcs12: client.p12, ${unlocked}}`;
  const good = { status: 'completed', requests: { ok: 10, failed: 0 }, notes: [] };

  const run = (text: string, place: { readonly folder: string; readonly filesOf?: string }) =>
    runs.runToEnd(text, undefined, place);
  async function attempts(text: string, folder: string): Promise<Attempt[]> {
    const all: Attempt[] = [];
    for await (const one of await runs.engine.client.ownService.try({ text, folder }))
      all.push(one);
    return all;
  }

  function folderWithCertificates(files: Readonly<Record<string, string>> = {}): string {
    const folder = temporaryFolder(files);
    writeCertificates(folder, made);
    return folder;
  }

  /** Secrets as they could be in a file: lines of PEM, the bytes of a key, those of PKCS#12, the passphrase. */
  function secretsIn(folder: string): Buffer[] {
    const read = (name: string) => readFileSync(join(folder, name));
    const lines = ['client.key', 'locked.key'].flatMap((name) =>
      // All keys begin with the same bytes.
      read(name).toString().split('\n').slice(2),
    );
    const long = lines.filter((line) => line.length > 40 && !line.startsWith('-'));
    const key = Buffer.from(made.client.key.replace(/-----[^-]+-----|\s/g, ''), 'base64');
    const binary = [key, read('client.p12')].map((bytes) => bytes.subarray(40, 80));
    return [...[...long, passphrase].map((line) => Buffer.from(line)), ...binary];
  }

  function foundBelow(folder: string, secrets: readonly Buffer[]): string[] {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true });
    const holders = files.filter((one) => {
      if (!one.isFile()) return false;
      const bytes = readFileSync(join(one.parentPath, one.name));
      const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
      return secrets.some((secret) => plain.includes(secret));
    });
    return holders.map(({ name }) => name);
  }

  it('is measured, tried and recorded with certificates of one’s own, which are kept nowhere', async () => {
    const folder = folderWithCertificates();
    const text = experiment(await startServices(), { all: pem, grpc: packed });
    const document = await run(text, { folder });
    expect(document.trials).toMatchObject(Array(6).fill(good));

    const tried = await attempts(text, folder);
    const protocols = ['rest', 'rest-h2', 'grpc'];
    expect(tried.map(({ protocol }) => protocol)).toEqual(protocols);
    expect(tried.every(({ answer, remarks }) => answer && remarks === undefined)).toBe(true);
    const captures = await runs.engine.client.wire.captureOwn({ text, folder });
    expect(captures.map(({ protocol }) => protocol)).toEqual(protocols);

    const runId = document.run.id;
    const out = temporaryFolder();
    const { bytes } = await fetchRunFile(runs.engine.client.history, runId);
    writeFileSync(join(out, 'run.wbrun'), bytes);
    const inside = runFileSchema.parse(JSON.parse(gunzipSync(bytes).toString())).run;
    expect(inside.files?.map(({ path }) => path)).toEqual(['ca.pem']);
    writeFileSync(join(out, 'seen.json'), JSON.stringify([document, tried, captures]));
    const secrets = secretsIn(folder);
    const holders = ['client.key', 'client.p12', 'locked.key'];
    expect(foundBelow(folder, secrets).sort()).toEqual(holders);
    expect([...foundBelow(runs.home, secrets), ...foundBelow(out, secrets)]).toEqual([]);

    // The authority was kept; the key is expected in its original place.
    rmSync(join(folder, 'ca.pem'));
    const again = await run(text, { folder, filesOf: runId });
    expect(again.trials).toMatchObject(Array(6).fill(good));
    rmSync(join(folder, 'locked.key'));
    await expect(run(text, { folder, filesOf: runId })).rejects.toMatchObject({
      data: { code: 'SERVICE_INVALID', message: expect.stringContaining('no file locked.key') },
    });
  });

  it('is started, and asked whether it is ready with its certificate', async () => {
    const server = `import { createServer } from 'node:https';
createServer(${JSON.stringify(wanting())}, (_request, response) => response.end('{"id":"7"}'))
  .listen(Number(process.argv[2]), '127.0.0.1');`;
    const folder = folderWithCertificates({ 'server.mjs': server });
    const more = 'target: {start: {command: "node server.mjs {{port}}", ready: {http: /}}}';
    const address = { rest: 'https://127.0.0.1:{{port}}' };
    const text = experiment(address, { all: packed }, { clients: 'raw', more });
    const { plan } = await runs.engine.client.experiments.check({ text, folder });
    for (const { key } of plan?.unconfirmedCommands ?? []) {
      await runs.engine.client.commands.confirm({ key });
    }
    expect((await run(text, { folder })).trials).toMatchObject([
      { status: 'completed', requests: { ok: 10 } },
    ]);
  });

  it('is measured without verification, and every result says so', async () => {
    const folder = folderWithCertificates();
    const all = '{certificate: client.pem, key: client.key, verify: false}';
    const text = experiment(await startServices(), { all }, { clients: 'library' });
    const { trials, analysis } = await run(text, { folder });
    const said = ['rest', 'rest-h2', 'grpc'].map((key) =>
      expect.stringContaining(`service.${key}.tls.verify: false`),
    );
    expect(trials.map(({ status }) => status)).toEqual(Array(3).fill('completed'));
    expect(trials.map(({ notes }) => notes)).toEqual(said.map((one) => [one]));
    expect(analysis.finding?.limits).toEqual(expect.arrayContaining(said));
    const remarks = (await attempts(text, folder)).map((one) => one.remarks);
    expect(remarks).toEqual(said.map((one) => [one]));
  });

  it.each([
    ['{}', 'ca', 'on'],
    ['{ca: ca.pem}', 'server-name', 'on'],
    // If the handshake itself fails, and not a later step.
    ['{ca: ca.pem, server-name: orders.internal}', 'certificate', 'tls1.2'],
  ])('says what to do where that is missing: %s', async (all, key, level) => {
    const folder = folderWithCertificates();
    const { grpc: place, ...http } = await startServices();
    const text = experiment(http, { all }, { level });
    const { trials } = await run(text, { folder });
    const hint = (on: string) => expect.stringContaining(`service.${on}.tls.${key}`);
    const hints = ['rest', 'rest', 'rest-h2', 'rest-h2'].map(hint);
    expect(trials.map(({ failure }) => failure?.hint)).toEqual(hints);
    const remarks = (await attempts(text, folder)).map((one) => one.remarks?.join());
    expect(remarks).toEqual(['rest', 'rest-h2'].map(hint));
    const reflected = experiment({ grpc: place }, { all }, { level });
    await expect(run(reflected, { folder })).rejects.toMatchObject({
      data: { hint: hint('grpc') },
    });
  });
});

it('neither the run of another nor an experiment starts a program or sends a request when it is opened', async () => {
  const elsewhere = await ownHttpService();
  const [home, other] = [temporaryFolder(), temporaryFolder()];
  const folder = temporaryFolder({
    'server.mjs': `import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
appendFileSync(process.argv[3], 'started\\n');
createServer((request, response) => {
  appendFileSync(process.argv[3], request.url + '\\n');
  response.end('{}');
}).listen(Number(process.argv[2]), '127.0.0.1');`,
  });
  const traces = join(folder, 'traces.txt');
  const file = join(folder, 'own.bench.yaml');
  const text = ownExperiment(
    `  rest: {address: "http://127.0.0.1:{{port}}", auth: {oauth: {token-url: "${elsewhere.address}/token", client-id: me, client-secret: x}}}
  grpc: {address: "${elsewhere.address.replace('http://', '')}"}
  requests: {get: {rest: {path: /x}, grpc: {method: a.B/C}}}`,
    'protocol: [rest], users: [1]',
    'model: closed, requests: 5, warmUp: 0s',
    `workers: 1\ntarget: {start: {command: "node server.mjs {{port}} ${traces}"}}`,
  );
  writeFileSync(file, text.replace(/, auth: .*}}}/, '}'));
  const ran = await wirebench(home, ['run', file, '--allow-commands', '--quiet']);
  expect(ran).toMatchObject({ code: 0 });
  const runFile = join(folder, 'own.wbrun');
  await wirebench(home, ['export', 'latest', '--format', 'run', '--out', runFile]);
  const before = readFileSync(traces, 'utf8');
  expect(before).toContain('/x');

  expect(await wirebench(other, ['import', runFile])).toMatchObject({ code: 0 });
  writeFileSync(file, text);
  expect(await wirebench(other, ['validate', file])).toMatchObject({ code: 0 });
  const engine = await openEngine({ home: other });
  try {
    const { client } = engine;
    const [summary] = await client.runs.list({ limit: 1 });
    await client.runs.get({ runId: summary?.id ?? '' });
    const both = text.replace('protocol: [rest]', 'protocol: [rest, grpc]');
    for (const one of [text, both]) {
      expect(await client.experiments.check({ text: one, folder })).toMatchObject({ problems: [] });
    }
  } finally {
    await engine.close();
  }
  expect([readFileSync(traces, 'utf8'), elsewhere.seen]).toEqual([before, []]);
});
