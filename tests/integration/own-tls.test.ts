import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import grpc from '@grpc/grpc-js';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Attempt } from '../../contracts/attempt.ts';
import type { ResultDocument } from '../../contracts/result.ts';
import { runFileSchema } from '../../contracts/run-file.ts';
import { fetchRunFile } from '../../engine/cli/run-files.ts';
import { engineRuns } from '../support/engine-runs.ts';
import {
  makeCertificates,
  type OwnCertificates,
  passphrase,
  writeCertificates,
} from '../support/own-certificates.ts';
import { type OwnService, ownGrpcService, ownHttpService } from '../support/own-services.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const runs = engineRuns();
const services: OwnService[] = [];
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()));
});

let made: OwnCertificates;
beforeAll(async () => {
  made = await makeCertificates();
  process.env.OWN_PASSPHRASE = passphrase;
});

/** Node's own servers, which want a certificate of the authority from everybody, and no gRPC but by reflection. */
async function startServices(): Promise<Record<'rest' | 'rest-h2' | 'grpc', string>> {
  const { authority, server } = made;
  const tls = { ...server, ca: authority.cert, requestCert: true, rejectUnauthorized: true };
  const answer = () => ({ status: 200, body: '{"id":"7"}' });
  const pair = { private_key: Buffer.from(server.key), cert_chain: Buffer.from(server.cert) };
  const started = await Promise.all([
    ownHttpService(answer, 1, tls),
    ownHttpService(answer, 2, tls),
    ownGrpcService(
      'syntax = "proto3"; package s; service S { rpc Get (M) returns (M); } message M { string id = 1; }',
      's.S',
      { Get: () => ({ id: '7' }) },
      ['v1'],
      grpc.ServerCredentials.createSsl(Buffer.from(authority.cert), [pair], true),
    ),
  ]);
  services.push(...started);
  const [rest, h2, rpc] = started.map(({ address }) => address);
  return { rest: rest ?? '', 'rest-h2': h2 ?? '', grpc: rpc ?? '' };
}

const experiment = (
  addresses: Readonly<Record<string, string>>,
  tls: Record<string, string>,
  level = 'on',
  clients = 'raw, library',
) =>
  `wirebench: 1
name: Own certificates
service:
${Object.entries(addresses)
  .map(
    ([protocol, address]) =>
      `  ${protocol}: {address: "${address}", tls: ${tls[protocol] ?? tls.all}}`,
  )
  .join('\n')}
  requests:
    get:
      rest: {path: /x}
      grpc: {method: s.S/Get, message: {id: a}}
      agree: {id: {path: $.id}}
factors: {protocol: [${Object.keys(addresses).join(', ')}], users: [2], tls: [${level}], client: [${clients}]}
load: {model: closed, warmUp: 0s, requests: 10}
workers: 1
`;

const pem = `{ca: ca.pem, certificate: client.pem, key: locked.key, passphrase: "\${OWN_PASSPHRASE}", server-name: orders.internal}`;
const packed = `{ca: ca.pem, pkcs12: client.p12, passphrase: "\${OWN_PASSPHRASE}", server-name: orders.internal}`;

async function run(
  text: string,
  place: { readonly folder: string; readonly filesOf?: string },
): Promise<ResultDocument> {
  const { runId } = await runs.engine.client.runs.start({ text, ...place });
  await runs.follow(runId);
  return runs.engine.client.runs.get({ runId });
}

async function attempts(text: string, folder: string): Promise<Attempt[]> {
  const all: Attempt[] = [];
  for await (const one of await runs.engine.client.ownService.try({ text, folder })) all.push(one);
  return all;
}

function folderWithCertificates(): string {
  const folder = temporaryFolder();
  writeCertificates(folder, made);
  return folder;
}

/** Secrets as they could be in a file: lines of PEM, the bytes of a key, those of PKCS#12, the passphrase. */
function secretsIn(folder: string): Buffer[] {
  const read = (name: string) => readFileSync(join(folder, name));
  const lines = ['client.key', 'locked.key'].flatMap((name) =>
    read(name)
      .toString()
      .split('\n')
      // All keys begin with the same bytes.
      .slice(2)
      .filter((line) => line.length > 40 && !line.startsWith('-')),
  );
  const body = made.client.key.replace(/-----[^-]+-----|\s/g, '');
  const binary = [
    Buffer.from(body, 'base64').subarray(40, 80),
    read('client.p12').subarray(40, 80),
  ];
  return [...lines.map((line) => Buffer.from(line)), ...binary, Buffer.from(passphrase)];
}

function foundBelow(folder: string, secrets: readonly Buffer[]): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return files
    .filter((one) => one.isFile())
    .flatMap(({ parentPath, name }) => {
      const bytes = readFileSync(join(parentPath, name));
      const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
      return secrets.some((secret) => plain.includes(secret)) ? [name] : [];
    });
}

describe('a service that trusts its own authority alone', () => {
  it('is measured, tried and recorded with certificates of one’s own, which are kept nowhere', async () => {
    const folder = folderWithCertificates();
    const text = experiment(await startServices(), { all: pem, grpc: packed });
    const document = await run(text, { folder });
    const good = { status: 'completed', requests: { ok: 10, failed: 0 }, notes: [] };
    expect(document.trials).toMatchObject(Array(6).fill(good));

    const tried = await attempts(text, folder);
    expect(tried.map(({ protocol, answer }) => [protocol, answer !== null])).toEqual([
      ['rest', true],
      ['rest-h2', true],
      ['grpc', true],
    ]);
    expect(tried.every(({ remarks }) => remarks === undefined)).toBe(true);
    const captures = await runs.engine.client.wire.captureOwn({ text, folder });
    expect(captures.map(({ protocol }) => protocol)).toEqual(['rest', 'rest-h2', 'grpc']);

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
    const folder = folderWithCertificates();
    const { authority, server } = made;
    const options = { ...server, ca: authority.cert, requestCert: true, rejectUnauthorized: true };
    writeFileSync(
      join(folder, 'server.mjs'),
      `import { createServer } from 'node:https';
createServer(${JSON.stringify(options)}, (_request, response) => response.end('{"id":"7"}'))
  .listen(Number(process.argv[2]), '127.0.0.1');
`,
    );
    const own = experiment({ rest: 'https://127.0.0.1:{{port}}' }, { all: packed }, 'on', 'raw');
    const text = `${own}target: {start: {command: "node server.mjs {{port}}", ready: {http: /}}}\n`;
    const { plan } = await runs.engine.client.experiments.check({ text, folder });
    for (const { key } of plan?.unconfirmedCommands ?? []) {
      await runs.engine.client.commands.confirm({ key });
    }
    const { trials } = await run(text, { folder });
    expect(trials).toMatchObject([{ status: 'completed', requests: { ok: 10 } }]);
  });

  it('is measured without verification, and every result says so', async () => {
    const folder = folderWithCertificates();
    const unverified = '{certificate: client.pem, key: client.key, verify: false}';
    const text = experiment(await startServices(), { all: unverified }, 'on', 'library');
    const { trials, analysis } = await run(text, { folder });
    const said = (key: string) => expect.stringContaining(`service.${key}.tls.verify: false`);
    expect(trials.map(({ status, notes }) => [status, notes])).toEqual([
      ['completed', [said('rest')]],
      ['completed', [said('rest-h2')]],
      ['completed', [said('grpc')]],
    ]);
    expect(analysis.finding?.limits).toEqual(
      expect.arrayContaining([said('rest'), said('rest-h2'), said('grpc')]),
    );
    const remarks = (await attempts(text, folder)).map((one) => one.remarks);
    expect(remarks).toEqual([[said('rest')], [said('rest-h2')], [said('grpc')]]);
  });

  it.each([
    ['{}', 'ca', 'on'],
    ['{ca: ca.pem}', 'server-name', 'on'],
    // If the handshake itself fails, and not a later step.
    ['{ca: ca.pem, server-name: orders.internal}', 'certificate', 'tls1.2'],
  ])('says what to do where that is missing: %s', async (tls, key, level) => {
    const folder = folderWithCertificates();
    const { grpc: place, ...http } = await startServices();
    const text = experiment(http, { all: tls }, level);
    const { trials } = await run(text, { folder });
    const hints = ['rest', 'rest-h2'].map((protocol) =>
      expect.stringContaining(`service.${protocol}.tls.${key}`),
    );
    expect(trials.map(({ failure }) => failure?.hint)).toEqual(
      hints.flatMap((hint) => [hint, hint]),
    );
    const remarks = (await attempts(text, folder)).map((one) => one.remarks?.join());
    expect(remarks).toEqual(hints);
    const reflected = experiment({ grpc: place }, { all: tls }, level);
    await expect(run(reflected, { folder })).rejects.toMatchObject({
      data: { hint: expect.stringContaining(`service.grpc.tls.${key}`) },
    });
  });
});
