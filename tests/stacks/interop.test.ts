import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConformWorkload } from '../../contracts/conform.ts';
import { serviceSetupSchema } from '../../contracts/service-messages.ts';
import { defaultStack, notOffered, type Stack, stacks } from '../../contracts/stacks.ts';
import type { TlsLevel } from '../../contracts/words.ts';
import { authorityFile, serverIdentity } from '../../engine/platform/tls/identity.ts';
import { serviceTls } from '../../engine/run/address.ts';
import type { ServiceProcess } from '../../engine/run/forked-service.ts';
import { startIn } from '../../engine/run/stack-service.ts';
import { whyNotUsable } from '../../engine/stacks/stacks.ts';
import {
  type ForeignClient,
  foreignClients,
  programOf,
} from '../../scripts/support/foreign-clients.ts';
import { workloadOf } from '../../workloads/registry.ts';
import { makeFolder, removeFolder } from '../support/folder.ts';

const run = promisify(execFile);
const fileOf = (name: string) => fileURLToPath(new URL(`clients/${name}`, import.meta.url));

const programs = new Map(foreignClients.map((name) => [name, programOf(name)]));
const reasons = new Map<Stack, string | null>();
for (const stack of stacks) {
  reasons.set(stack, stack === defaultStack ? null : await whyNotUsable(stack));
}

let home: string;
beforeAll(async () => {
  home = makeFolder();
  await serverIdentity(home);
});
afterAll(() => removeFolder(home));

/** Where a service is, and the file of the authority to trust; null in plain text. */
interface Place {
  readonly stack: Stack;
  readonly port: number;
  readonly ca: string | null;
}

const addressOf = ({ port, ca }: Place) => `${ca ? 'https' : 'http'}://127.0.0.1:${port}`;
const plain = { id: '7', name: 'Tea', description: 'añ😀z' };
const reversed = { ...plain, description: 'z😀ña' };

/** Runs a client to its end. @returns what it writes. @throws where it fails, with what it says of that. */
async function ask(name: ForeignClient, words: readonly string[], env = {}): Promise<string> {
  const { stdout } = await run(programs.get(name) ?? name, words, {
    env: { ...process.env, ...env },
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

/** Their servers cannot read on where a client asks for HTTP/2 in plain text; the stack's page says so. */
const withoutUpgrade: ReadonlySet<Stack> = new Set(['python']);

async function answersCurl(place: Place) {
  const curl = (path: string, ...words: string[]) =>
    ask('curl', [
      ...['--disable', '--silent', '--show-error', '--fail', '--noproxy', '*'],
      ...(place.ca ? ['--cacert', place.ca] : []),
      ...words,
      `${addressOf(place)}${path}`,
    ]);
  const json = ['--header', 'content-type: application/json', '--data-binary'];
  const upgrades = place.ca !== null || !withoutUpgrade.has(place.stack);
  for (const version of [[], ['--http1.1'], ...(upgrades ? [['--http2']] : [])]) {
    const answer = await curl('/products/modify', ...version, ...json, JSON.stringify(plain));
    expect(JSON.parse(answer)).toEqual(reversed);
    expect(JSON.parse(await curl('/health', ...version))).toEqual({ status: 'ok' });
    expect(JSON.parse(await curl('/openapi.json', ...version))).toHaveProperty('openapi');
  }
  const kept = await curl(
    '/health',
    `${addressOf(place)}/health`,
    '--write-out',
    ' %{num_connects}',
  );
  expect(kept).toBe('{"status":"ok"} 1{"status":"ok"} 0');
}

async function answersGrpcurl({ port, ca }: Place) {
  const grpcurl = (...words: string[]) =>
    ask('grpcurl', [...(ca ? ['-cacert', ca] : ['-plaintext']), ...words]);
  const address = `127.0.0.1:${port}`;
  const service = 'wirebench.product.v1.ProductService';
  const services = await grpcurl(address, 'list');
  expect(services.split('\n')).toEqual(expect.arrayContaining([service, 'grpc.health.v1.Health']));
  expect((await grpcurl(address, 'list', service)).trim().split('\n')).toEqual([
    `${service}.Echo`,
    `${service}.Modify`,
  ]);
  const described = await grpcurl(address, 'describe', `${service}.Modify`);
  expect(described).toContain('.wirebench.product.v1.Product');
  const answer = await grpcurl('-d', JSON.stringify(plain), address, `${service}/Modify`);
  expect(JSON.parse(answer)).toEqual(reversed);
  const health = await grpcurl(
    '-d',
    JSON.stringify({ service }),
    address,
    'grpc.health.v1.Health/Check',
  );
  expect(JSON.parse(health)).toEqual({ status: 'SERVING' });
}

const students = [1, 2].map((id) => ({ name: `Åsa ${id}`, id, courseCode: 'DD1' }));

async function answersZeep(place: Place, workload: ConformWorkload) {
  const call = async (operation: string, request: object): Promise<unknown> => {
    const words = [`${addressOf(place)}/soap/${workload}?wsdl`, operation, JSON.stringify(request)];
    return JSON.parse(
      await ask('zeep', [fileOf('soap_zeep.py'), ...words, ...(place.ca ? [place.ca] : [])]),
    );
  };
  if (workload === 'team') {
    const answer = await call('Enrol', { students, remark: 'añ😀' });
    expect(answer).toMatchObject({ students: 2, idSum: 3 });
  } else {
    expect(await call('Echo', plain)).toEqual(plain);
    expect(await call('Modify', plain)).toEqual(reversed);
  }
}

/** Ends well only where every check of the script passes. */
async function answersK6(address: string, ca: string | null) {
  const words = ['run', '--quiet', '--no-color', '--no-usage-report', '--address', ''];
  const set = ['--env', `ADDRESS=${address}`, ...(ca ? ['--env', `CA=${ca}`] : [])];
  const env = { NO_PROXY: '*', ...(ca && { SSL_CERT_FILE: ca }) };
  await ask('k6', [...words, ...set, fileOf('product.k6.js')], env);
}

type Spoken = 'rest' | 'soap' | 'grpc';
interface Offer {
  readonly workload: ConformWorkload;
  readonly protocol: Spoken;
}

/** Which clients a service has to get on with, and what each of them asks. */
function clientsOf({
  workload,
  protocol,
}: Offer): [ForeignClient, (place: Place) => Promise<void>][] {
  if (protocol === 'soap') return [['zeep', (place) => answersZeep(place, workload)]];
  if (protocol === 'grpc') {
    return [
      ['grpcurl', answersGrpcurl],
      ['k6', ({ port, ca }) => answersK6(`127.0.0.1:${port}`, ca)],
    ];
  }
  return [
    ['curl', answersCurl],
    ['k6', (place) => answersK6(addressOf(place), place.ca)],
  ];
}

function offersOf(stack: Stack): Offer[] {
  const wanted: readonly Offer[] = [
    { workload: 'product', protocol: 'rest' },
    { workload: 'product', protocol: 'grpc' },
    { workload: 'product', protocol: 'soap' },
    { workload: 'team', protocol: 'soap' },
  ];
  return wanted.filter(({ workload, protocol }) => notOffered(stack, workload, protocol) === null);
}

async function start(stack: Stack, { workload, protocol }: Offer, level: TlsLevel) {
  const setup = serviceSetupSchema.parse({ data: workloadOf(workload).data.parse({}) });
  const tls = await serviceTls(level, home);
  const options = { workload, protocol, host: '127.0.0.1', port: 0, tls, delayMs: 0, setup };
  return startIn(stack, options, { cores: null });
}

describe.each(stacks)('the services in %s', (stack) => {
  const reason = reasons.get(stack) ?? null;
  if (reason !== null) {
    it.skip(`are not tried: ${reason}`, () => undefined);
    return;
  }
  for (const level of ['off', 'on'] as const) {
    describe.each(offersOf(stack))(`$workload over $protocol, TLS ${level}`, (offer) => {
      const clients = clientsOf(offer);
      const here = clients.filter(([name]) => programs.get(name) !== null);
      let service: ServiceProcess | null = null;
      let place: Place;
      beforeAll(async () => {
        if (here.length === 0) return;
        service = await start(stack, offer, level);
        place = { stack, port: service.port, ca: level === 'off' ? null : authorityFile(home) };
      });
      afterAll(() => service?.stop());

      for (const [name] of clients.filter((one) => !here.includes(one))) {
        it.skip(`are not tried with ${name}, which is not here: npm run test:stacks`, () =>
          undefined);
      }
      it.each(here)('answer %s', (_name, answers) => answers(place));
    });
  }
});
