import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type ConformOrder,
  type ConformWorkload,
  conformWorkloads,
} from '../../contracts/conform.ts';
import { serviceSetupSchema } from '../../contracts/service-messages.ts';
import { type Protocol, protocols } from '../../contracts/words.ts';
import { prefixMessage } from '../../protocols/grpc/messages.ts';
import { protocolServices } from '../../services/registry.ts';
import { openWorkload } from '../../services/workloads/registry.ts';
import { scriptedHttp } from '../../tests/support/driven.ts';
import { answerUnary, startUnaryServer } from '../../tests/support/grpc-server.ts';
import { assignmentDefaults } from '../../tests/support/loads.ts';
import { plainAddress } from '../../tests/support/loopback.ts';
import { envelope } from '../../tests/support/own-services.ts';
import { samplerOptions } from '../../tests/support/sampler.ts';
import { workloadOf } from '../../workloads/registry.ts';
import { conformChecks, findings } from './suite.ts';

/** Checks with long messages, whose sense short ones have too. */
const isLong = (name: string) => /long|^large|^medium|\d{6}|items-full|too-large/.test(name);
/** Checks of many calls. */
const isBusy = (name: string) => /^(keep-alive|pipelined|parallel|streams)$/.test(name);

const namesOf = (workload: ConformWorkload, protocol: Protocol) =>
  conformChecks(workload, protocol)
    .map(({ name }) => name)
    .filter((name) => !isLong(name));

async function found(
  workload: ConformWorkload,
  protocol: Protocol,
  port: number,
  change: Partial<ConformOrder> = {},
) {
  const outcomes = { passed: [] as string[], failed: [] as string[], skipped: [] as string[] };
  const order: ConformOrder = {
    ...assignmentDefaults,
    data: workloadOf(workload).data.parse({}),
    address: plainAddress(port),
    ...{ workload, protocol, timeoutMs: 20_000, idleMs: 1, only: namesOf(workload, protocol) },
    ...change,
  };
  const came: Record<string, string | null> = {};
  for await (const finding of findings(order)) {
    outcomes[finding.outcome].push(finding.name);
    came[finding.name] = finding.came;
  }
  return { ...outcomes, came };
}

const checked: readonly Protocol[] = ['rest', 'soap', 'grpc'];
const all = conformWorkloads.flatMap((workload) =>
  protocols
    .filter((protocol) => workload === 'inventory' || checked.includes(protocol))
    .map((protocol): [ConformWorkload, Protocol] => [workload, protocol]),
);
it.each(all)('the bundled service of %s over %s conforms', async (workload, protocol) => {
  const setup = serviceSetupSchema.parse({ data: workloadOf(workload).data.parse({}) });
  const { handlers } = await openWorkload(workload, setup);
  const { description } = workloadOf(workload);
  const start = await protocolServices[protocol].service();
  const service = await start(samplerOptions({ workload: description, handlers }).options);
  onTestFinished(() => service.stop());
  const only = namesOf(workload, protocol).filter(
    (name) => workload === 'product' || !isBusy(name),
  );
  const { failed, skipped, passed } = await found(workload, protocol, service.port, { only });
  const overTls = protocol === 'grpc' ? ['alpn'] : [];
  expect({ failed, skipped }).toEqual({ failed: [], skipped: overTls });
  expect(passed).toEqual(only.filter((name) => !overTls.includes(name)));
});

const fault = envelope(
  '<e:Fault><faultcode>e:Client</faultcode><faultstring>x</faultstring></e:Fault>',
);
const problem = (status: number, error: string, message: string) =>
  JSON.stringify({ statusCode: status, error, message });
const jsonType = { 'content-type': 'application/json; charset=utf-8' };

/** Answers that are the same whatever is asked. */
const stubborn = {
  'nothing, and the end': [200, { ...jsonType, connection: 'close' }, '{}'],
  'a lost path': [404, { ...jsonType, 'keep-alive': 'timeout=3' }, problem(404, 'Not Found', 'x')],
  'a bad method': [405, { ...jsonType, allow: 'POST' }, problem(405, 'Method Not Allowed', 'x')],
  'a bad request': [400, jsonType, problem(400, 'Bad Request', 'x')],
  'a bad request for no reason': [400, jsonType, problem(400, 'Bad Request', '')],
  'a bad type': [415, jsonType, problem(415, 'Unsupported Media Type', 'x')],
  'a page': [400, { 'content-type': 'text/html', 'content-encoding': 'odd' }, '<a/>'],
  'a fault': [500, { 'content-type': 'text/xml' }, fault],
  'an untyped fault': [500, jsonType, fault],
  'a kind fault': [200, { 'content-type': 'text/xml' }, fault],
} as const;

/** The checks that such a service passes, besides `connects`, and `uncompressed` unless it has a coding. */
const passing: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'product over rest': {
    'nothing, and the end': 'head',
    'a lost path': 'lost-get lost-post lost-below',
    'a bad method': 'get-echo put-echo delete-echo patch-echo get-modify head',
    'a bad request':
      'no-body not-json cut-json json-list json-null json-text missing-field missing-all id-number id-null id-list id-object id-truth',
    'a bad type': 'other-type no-type',
    'a kind fault': 'head',
  },
  'inventory over rest': {
    'nothing, and the end': 'heart-beat head query-unknown',
    'a lost path': 'lost-get lost-post lost-below',
    'a bad method': 'head',
    'a bad request':
      'refuses-too-small refuses-zero refuses-negative query-text query-fraction query-empty',
    'a bad request for no reason': 'refuses-too-small refuses-zero refuses-negative',
    'a page': 'refuses-too-small refuses-zero refuses-negative',
    'a kind fault': 'head query-unknown',
  },
  'team over rest': {
    'nothing, and the end': 'head',
    'a lost path': 'lost-get lost-post lost-below',
    'a bad method':
      'get-allocate put-allocate delete-allocate patch-allocate get-enrol get-upload get-upload-streamed head',
    'a bad request':
      'refuses-no-name refuses-id-zero refuses-id-negative refuses-id-large no-body not-json cut-json json-list json-null json-text missing-field missing-all name-number name-null name-list name-object name-truth id-text id-fraction id-null id-list id-object id-truth list-missing list-null nested-missing nested-text not-base64',
    'a bad request for no reason':
      'refuses-no-name refuses-id-zero refuses-id-negative refuses-id-large',
    'a bad type': 'other-type no-type upload-type',
    'a page': 'refuses-no-name refuses-id-zero refuses-id-negative refuses-id-large',
    'a kind fault': 'head',
  },
  'product over soap': {
    'a lost path': 'lost delete',
    'a bad method': 'delete',
    'a fault':
      'no-body not-xml cut-xml other-xml empty-envelope unknown-operation answer-as-request fault-as-request own-entity missing-field field-twice elements-in-text',
  },
  'team over soap': {
    'a lost path': 'lost delete',
    'a bad method': 'delete',
    'a fault':
      'refuses-no-name refuses-id-zero refuses-id-negative refuses-id-large no-body not-xml cut-xml other-xml empty-envelope unknown-operation answer-as-request fault-as-request own-entity missing-field field-twice elements-in-text number-1 number-2 number-3 number-4',
    'an untyped fault': 'refuses-no-name refuses-id-zero refuses-id-negative refuses-id-large',
  },
};

describe.each([
  ['product', 'rest'],
  ['inventory', 'rest'],
  ['team', 'rest'],
  ['product', 'soap'],
  ['team', 'soap'],
] as const)('%s over %s', (workload, protocol) => {
  const only = namesOf(workload, protocol).filter((name) => !isBusy(name));

  it.each(Object.entries(stubborn))('of a service that always answers with %s', async (...one) => {
    const [what, [status, headers, body]] = one;
    const { port, seen } = await scriptedHttp(1, (response) => {
      response.writeHead(status, headers).end(body);
    });
    const { passed, failed, came } = await found(workload, protocol, port, { only });
    const names = passing[`${workload} over ${protocol}`]?.[what]?.split(' ') ?? [];
    const uncompressed = 'content-encoding' in headers ? [] : ['uncompressed'];
    expect(passed.toSorted()).toEqual(['connects', ...names, ...uncompressed].toSorted());
    expect(failed).toHaveLength(only.length - passed.length);
    // None goes on after the first wrong answer; the connection needs no request.
    expect(seen).toHaveLength(only.length - 1);
    const text = JSON.stringify(body);
    const shown = text.length > 90 ? `${text.slice(0, 90)}…` : text;
    if (status !== 200) expect(came.health).toBe(`status ${status}, ${shown}`);
    const ends = {
      'nothing, and the end': 'connection: close',
      'a lost path': 'keep-alive: timeout=3',
    };
    expect(came['no-end']).toBe(Object(ends)[what] ?? 'keep-alive: timeout=5');
    const coding = 'content-encoding' in headers ? 'content-encoding: odd' : null;
    expect(came.uncompressed).toBe(coding);
  });
});

describe('product over grpc', () => {
  const only = namesOf('product', 'grpc').filter((name) => !isBusy(name));
  const echoed = only.filter((name) => /^echo|^modify-empty/.test(name));
  const noOther = ['unknown-method', 'unknown-service', 'no-message'];
  const unread = ['cut-tag', 'wire-type', 'endless-varint', 'no-message'];
  const differs =
    'id is "" instead of "0"; name is "" instead of "Coffee"; description is "" instead of "0 cba"';

  it.each([
    ['an empty message', '0', ['echo-empty'], { health: 'OK, ', deadline: differs }],
    ['the same message', 'echo', echoed, { 'reflection-file': 'no Echo, no Modify' }],
    [
      'HTTP 415',
      '415',
      ['other-type'],
      { health: 'HTTP status 415 without a grpc-status, no message' },
    ],
    ['UNIMPLEMENTED', '12', noOther, { health: 'UNIMPLEMENTED: a b, no message' }],
    ['NOT_FOUND', '5', ['health-unknown', 'no-message'], { 'cut-tag': 'NOT_FOUND: a b' }],
    ['INTERNAL', '13', unread, { 'reflection-list': 'INTERNAL: a b' }],
    ['INVALID_ARGUMENT', '3', unread, { idle: 'INVALID_ARGUMENT: a b' }],
    ['an odd status', '77', ['no-message'], { idle: 'STATUS_77: a b' }],
  ])('of a service that always answers with %s', async (_what, how, names, some) => {
    const server = await startUnaryServer({}, (stream, { body }) => {
      if (how === '0') answerUnary(stream, prefixMessage(Buffer.alloc(0)));
      else if (how === 'echo') answerUnary(stream, body);
      else if (how === '415') stream.respond({ ':status': 415 }, { endStream: true });
      else {
        const trailers = { 'grpc-status': how, 'grpc-message': 'a%20b' };
        stream.respond({ ':status': 200, ...trailers }, { endStream: true });
      }
    });
    onTestFinished(() => server.close());
    const { passed, skipped, came } = await found('product', 'grpc', server.port, { only });
    expect(passed).toEqual(['connects', ...names]);
    expect(skipped).toEqual(['alpn']);
    expect(came).toMatchObject({ alpn: 'only over TLS', ...some });
    // Reflection asks twice where the first version is unknown.
    const again = how === '12' ? 3 : 0;
    expect(server.calls).toHaveLength(only.length - 2 + again);
  });

  it.each([
    ['a room for too few streams', 'its settings allow 499 streams at once', 499],
    [
      'many wrong answers',
      /^500 of 500 answers are wrong; to request 1: description is "abc 0"/,
      500,
    ],
  ])('counts %s', async (_what, expected, maxConcurrentStreams) => {
    const server = await startUnaryServer({ settings: { maxConcurrentStreams } });
    onTestFinished(() => server.close());
    const { came } = await found('product', 'grpc', server.port, {
      only: ['streams', 'keep-alive', 'parallel'],
    });
    expect(came.streams).toMatch(expected);
    expect(came.parallel).toMatch(/^100 of 100 answers are wrong; to request 1: description is/);
    expect(came['keep-alive']).toBe('to call 1: description is "abc 0" instead of "0 cba"');
    const streams = maxConcurrentStreams === 500 ? 500 : 0;
    expect(server.calls).toHaveLength(1 + streams + 100);
  });
});

it('makes many calls over HTTP/1.1, each with its own number, over as many connections as it says', async () => {
  const bodies = async (name: string) => {
    const { port, seen, opened } = await scriptedHttp(1, (response, { body }) => {
      const { description, ...others } = JSON.parse(body.toString());
      const turned = [...description].reverse().join('');
      response.writeHead(200, jsonType).end(JSON.stringify({ ...others, description: turned }));
    });
    const { passed } = await found('product', 'rest', port, { only: [name] });
    const ids = seen.map(({ body }) => Number(JSON.parse(body.toString()).id));
    return { passed, ids: ids.toSorted((a, b) => a - b), opened: opened() };
  };
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);
  expect(await bodies('keep-alive')).toEqual({ passed: ['keep-alive'], ids: upTo(100), opened: 1 });
  expect(await bodies('pipelined')).toEqual({ passed: ['pipelined'], ids: upTo(100), opened: 1 });
  expect(await bodies('parallel')).toEqual({ passed: ['parallel'], ids: upTo(200), opened: 200 });
  expect(await bodies('idle')).toEqual({ passed: ['idle'], ids: [0, 1], opened: 1 });
});

/** The right answer to an echo that turns the description round. */
const turnedRound = {
  rest: (asked: string) => asked.replace('abc 0', '0 cba'),
  soap: (asked: string) =>
    asked.replace('abc 0', '0 cba').replaceAll('ModifyRequest', 'ModifyResponse'),
};

it.each(['rest', 'soap'] as const)('takes only an answer with 200 for one over %s', async (own) => {
  const came = async (status: number, change = '') => {
    const { port } = await scriptedHttp(1, (response, { body }) => {
      response.writeHead(status).end(turnedRound[own](`${body}`).replace('cba', `cba${change}`));
    });
    return (await found('product', own, port, { only: ['chunked'] })).came.chunked;
  };
  expect(await came(200)).toBeNull();
  for (const status of [201, 202, 299, 301, 400, 500])
    expect(await came(status)).toMatch(new RegExp(`^status ${status}, ".*0`));
  expect(await came(200, 's')).toBe('description is "0 cbas" instead of "0 cba"');
});

it('says what it waits for, skips what needs more, and stops at a service that is not there', async () => {
  const { port } = await scriptedHttp(1, () => undefined);
  const late = await found('product', 'rest', port, {
    only: ['health', 'idle'],
    timeoutMs: 20,
    idleMs: 0,
  });
  expect(late.came).toEqual({ health: 'no answer within 0.02 s', idle: 'only with --idle' });
  expect(late.skipped).toEqual(['idle']);
  const gone = await scriptedHttp(1, () => undefined);
  await gone.close();
  const none = await found('product', 'rest', gone.port, { only: [] });
  expect(none.failed).toEqual(['connects']);
  expect(none.came.connects).toContain('ECONNREFUSED');
  expect(none.skipped).toHaveLength(conformChecks('product', 'rest').length - 1);
  expect(none.came.health).toBe('the service could not be reached');
});
