import { expect, it, onTestFinished, vi } from 'vitest';
import { memoryFiles } from '../../tests/support/memory-files.ts';
import { readExperiment } from '../experiment/read.ts';
import { checkService } from './check-service.ts';

function written(service: string, protocols: string, tls = 'off') {
  return `wirebench: 1
name: Own
service:
${service}
factors: {protocol: [${protocols}], shape: [get], users: [1], tls: [${tls}]}
load: {model: closed, duration: 1s}
`;
}

function check(
  service: string,
  protocols: string,
  content: Readonly<Record<string, string>> = {},
  tls = 'off',
) {
  const text = written(service, protocols, tls);
  const read = readExperiment(text);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return checkService(read.experiment, text, memoryFiles(content));
}

const proto =
  'syntax = "proto3"; service S { rpc Get (M) returns (M); } message M { string id = 1; }';
const grpc = (
  message: string,
  description = 'a.proto',
) => `  grpc: {address: "h:1", description: ${description}}
  requests:
    get: {grpc: {method: S/Get, message: ${message}}}`;

it('finds what is wrong in a message, with its place in the file', async () => {
  const { problems } = await check(grpc('{nmae: 1}'), 'grpc', { 'a.proto': proto });
  expect(problems).toMatchObject([{ line: 6, path: 'service.requests.get.grpc' }]);
  expect(problems[0]?.message).toContain('nmae');
  expect(await check(grpc('{id: a}'), 'grpc', { 'a.proto': proto })).toEqual({
    problems: [],
    warnings: [],
  });
});

it.each([
  ['grpc', '{method: S/Gets}', 'did you mean S/Get?'],
  ['grpc', '{method: S/Get, message: {iD: 7}}', 'the message is no M'],
  ['rest', '{path: /, headers: {x-note: "a\\r\\nb: c"}}', 'the header x-note holds a line break'],
  ['rest', '{path: "/{{colour}}"}', 'no value is called "colour"'],
])('finds what cannot be sent over %s: %s', async (protocol, request, said) => {
  const service = `  rest: {address: "http://h"}
  grpc: {address: "h:1", description: a.proto}
  requests:
    get: {${protocol}: ${request}}`;
  const { problems } = await check(service, protocol, { 'a.proto': proto });
  expect(problems).toMatchObject([{ path: `service.requests.get.${protocol}` }]);
  expect(problems[0]?.message).toContain(said);
});

it('finds what the library client cannot send', async () => {
  const service = `  graphql: {address: "http://h/graphql"}
  requests:
    get: {graphql: {query: "{ order(id: {{sequence}}) { id } }"}}`;
  const { problems } = await check(service, 'graphql], client: [raw, library');
  expect(problems).toMatchObject([{ line: 6, path: 'service.requests.get.graphql' }]);
  expect(problems[0]?.message).toContain('variables');
  expect((await check(service, 'graphql')).problems).toEqual([]);
});

it('finds that a file is not there', async () => {
  const { problems } = await check(grpc('{id: a}'), 'grpc');
  expect(problems[0]?.message).toContain('a.proto was not found');
});

it('sends nothing, needs no secrets, and reports what it skipped', async () => {
  vi.stubEnv('CHECK_SERVICE_KNOWN', 'k');
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const service = `  grpc: {address: "127.0.0.1:1"}
  rest: {address: "http://h", headers: {a: "\${CHECK_SERVICE_UNKNOWN} \${CHECK_SERVICE_KNOWN}"}}
  requests:
    get: {rest: {path: /a}, grpc: {method: S/Get}}`;
  expect(await check(service, 'rest, grpc')).toEqual({
    problems: [],
    warnings: [
      'The environment has no CHECK_SERVICE_UNKNOWN, which a run needs.',
      'What gRPC sends was not checked: its types come from the service itself.',
    ],
  });
});

it('checks certificates, unless the environment lacks the passphrase', async () => {
  const service = (tls: string) => `  rest: {address: "https://h", tls: ${tls}}
  requests:
    get: {rest: {path: /a}}`;
  const { problems } = await check(service('{ca: ca.pem}'), 'rest', {}, 'on');
  expect(problems).toMatchObject([{ path: 'service.rest.tls.ca' }]);
  const locked = service(`{pkcs12: me.p12, passphrase: "\${CHECK_SERVICE_UNKNOWN}"}`);
  expect(await check(locked, 'rest', {}, 'on')).toEqual({
    problems: [],
    warnings: ['The environment has no CHECK_SERVICE_UNKNOWN, which a run needs.'],
  });
});

it('requires TLS where there are certificates', () => {
  const service = `  grpc: {address: "h:1", tls: {verify: false}}
  requests:
    get: {grpc: {method: S/Get}}`;
  const read = readExperiment(written(service, 'grpc'));
  expect(read.ok ? [] : read.problems.map(({ message }) => message)).toEqual([
    expect.stringContaining('expected factors.tls: on'),
  ]);
});

it('reports where users share a row', async () => {
  const rows = (users: string) => `  rest: {address: "http://h"}
  data: {orders: {file: a.csv, pick: per-user}}
  requests:
    get: {rest: {path: "/{{orders.id}}"}}
factors: {protocol: [rest], shape: [get], users: ${users}}
load: {model: closed, duration: 1s}
`;
  const warnings = async (users: string) => {
    const text = `wirebench: 1\nname: Own\nservice:\n${rows(users)}`;
    const read = readExperiment(text);
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    return (await checkService(read.experiment, text, memoryFiles({ 'a.csv': 'id\n1\n2\n' })))
      .warnings;
  };
  expect(await warnings('[1, 2]')).toEqual([]);
  expect(await warnings('[1, 3]')).toEqual([
    'The data orders has 2 rows for up to 3 users (pick: per-user): some users share one.',
  ]);
});

it.each([
  ['{path: $.id, exists: true}', 'as in {soap: {xpath: //id}}, since answers over SOAP are XML'],
  [
    '{xpath: //id, exists: true}',
    'as in {grpc: {path: $.id}}, since answers over gRPC are not XML',
  ],
  ['{header: etag, exists: true}', 'as in {grpc: {path: $.id}}, since answers over gRPC have no'],
  ['{status: 201}', 'expected a code of gRPC, 0 to 16, as in {grpc: {status: 0}}'],
  ['{status: 0}', 'expected a status of HTTP, as in {rest: {status: 200}}'],
  ['{rest: {path: "$["}, exists: true}', ''],
  ['{path: $.id, exists: true, soap: {xpath: //id}}', null],
  ['{rest: {path: $.id}, soap: {xpath: //id}, exists: true}', null],
  ['{rest: {xpath: //id}, grpc: {path: $.id}, exists: true}', null],
  ['{status: 201, grpc: {status: 0}}', null],
  ['{rest: {status: 404}, grpc: {status: 5}}', null],
])('reports the check %s where no response can have the value', async (written, said) => {
  const service = `  rest: {address: "http://h"}
  soap: {address: "http://h"}
  grpc: {address: "h:1", description: a.proto}
  requests:
    get:
      rest: {path: /}
      soap: {body: <a/>}
      grpc: {method: S/Get}
      checks: [{body: true, exists: true}, ${written}]`;
  const { problems } = await check(service, 'rest, soap, grpc', { 'a.proto': proto });
  const path = 'service.requests.get.checks[1]';
  if (said === null) expect(problems).toEqual([]);
  else {
    expect(problems).toMatchObject([{ line: 12, path }]);
    expect(problems[0]?.message).toContain(said);
  }
});
