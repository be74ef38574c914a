import { describe, expect, it } from 'vitest';
import { type ClientKind, clientKinds, type Protocol } from '../../contracts/words.ts';
import { Driven, scriptedHttp, tea } from '../../tests/support/driven.ts';
import { plainAddress } from '../../tests/support/loopback.ts';
import { envelope } from '../../tests/support/own-services.ts';
import { sampler, samplerOperation, simpleThing } from '../../tests/support/sampler.ts';
import type { Message } from '../../workloads/description.ts';
import { teamWorkload } from '../../workloads/team/team.ts';

const overHttp = ['rest', 'rest-h2', 'rest-protobuf', 'soap', 'graphql'] as const;
type OverHttp = (typeof overHttp)[number];
const pairs = overHttp.flatMap((protocol) =>
  clientKinds.map((client): [OverHttp, ClientKind] => [protocol, client]),
);
const versionOf = (protocol: Protocol) => (protocol === 'rest-h2' ? 2 : 1);

const asJson = JSON.stringify(tea);
const content = `<id>7</id><name>Tea</name><description>é</description>`;
const inXml = `<EchoResponse xmlns="urn:wirebench:product:v1">${content}</EchoResponse>`;
/** The answer to an echo of the product. */
const good: Readonly<Record<OverHttp, Buffer>> = {
  rest: Buffer.from(asJson),
  'rest-h2': Buffer.from(asJson),
  'rest-protobuf': Buffer.from('0a013712035465611a02c3a9', 'hex'),
  soap: Buffer.from(envelope(inXml)),
  graphql: Buffer.from(`{"data":{"echo":${asJson}}}`),
};

/** What comes of an answer. */
async function answered(
  [protocol, client]: (typeof pairs)[number],
  status: number,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
  wantReply = true,
) {
  const type = protocol === 'soap' ? 'text/xml' : 'application/json';
  const { port, seen } = await scriptedHttp(versionOf(protocol), (response) => {
    response.writeHead(status, { 'content-type': type, ...headers }).end(body);
  });
  const driven = await Driven.of(protocol, client, port);
  const outcome = await driven.send(driven.echo(), undefined, wantReply);
  expect(seen.length).toBe(1);
  return outcome;
}

const long = 'é'.repeat(301);
const encoding =
  'protocol HTTP_ENCODING: The answer is encoded (content-encoding: odd, gzip), which this client does not undo, nor ask for by itself';
const fault = (code: string, text: string) =>
  envelope(`<e:Fault><faultcode>e:${code}</faultcode><faultstring>${text}</faultstring></e:Fault>`);
const refusal = (code: string) =>
  JSON.stringify({ data: null, errors: [{ message: 'no', extensions: { code } }, {}] });

describe.each(pairs)('%s, %s client, reads an answer', (...pair) => {
  const [protocol, client] = pair;
  const isLibrary = client === 'library';
  const size = isLibrary ? 5 : good[protocol].length;

  it.each([200, 201, 299])('of status %i', async (status) => {
    expect(await answered(pair, status, good[protocol])).toEqual([size, tea]);
    expect(await answered(pair, status, good[protocol], {}, false)).toEqual([size, null]);
  });

  // @urql/core tells the reason, not the content.
  const said = (text: string, reason: string) =>
    protocol === 'graphql' && isLibrary ? `: ${reason}` : text && `: ${text}`;
  it.each([
    [300, '', 'Multiple Choices', {}],
    [301, 'moved', 'Moved Permanently', { location: '/elsewhere' }],
    [404, 'gone', 'Not Found', { 'content-type': 'text/plain' }],
    [500, '', 'Internal Server Error', {}],
    [502, long, 'Bad Gateway', { 'content-type': 'text/html' }],
  ] as const)('of status %i', async (status, body, reason, headers) => {
    const message = said(body.slice(0, 300), reason);
    const expected = `status ${status}: HTTP ${status}${message}`;
    expect(await answered(pair, status, body, headers)).toBe(expected);
  });

  it.each([
    [503, 'pool', protocol === 'soap' ? 'status 503' : 'pool POOL'],
    [503, 'other', 'status 503'],
    [500, 'pool', 'status 500'],
  ])('of status %i that names %s as the reason', async (status, reason, expected) => {
    const outcome = await answered(pair, status, 'full', { 'x-wirebench-refusal': reason });
    expect(outcome).toMatch(new RegExp(`^${expected}: HTTP ${status}`));
  });

  it('in a coding that it does not undo', async () => {
    const headers = { 'content-encoding': 'odd, gzip' };
    expect(await answered(pair, 200, 'x', headers)).toBe(encoding);
    expect(await answered(pair, 404, 'x', headers)).toMatch(/^status 404: HTTP 404/);
  });

  it('that is none', async () => {
    const none = Buffer.from([0x0f, 0xff]);
    const outcome = await answered(pair, 200, none);
    if (isLibrary)
      expect(outcome).toMatch(/^mismatch UNDECODABLE: The answer cannot be decoded: ./);
    else expect(outcome).toEqual([2, expect.stringMatching(/^undecodable: /)]);
  });
});

describe.each(clientKinds)('the %s client', (client) => {
  it.each([
    ['soap', 500, fault('Server.X', 'bad'), 'fault Server.X: SOAP fault: bad'],
    ['soap', 400, fault('Client', ''), 'fault Client: SOAP fault: '],
    ['soap', 500, fault('Server.Pool', 'none free'), 'pool POOL: SOAP fault: none free'],
    ['graphql', 200, refusal('NO'), 'fault NO: GraphQL error: no'],
    ['graphql', 500, refusal('NO'), 'fault NO: GraphQL error: no'],
    ['graphql', 200, refusal('POOL'), 'pool POOL: GraphQL error: no'],
    ['graphql', 200, '{"data":null,"errors":[{}]}', 'fault GRAPHQL: GraphQL error: '],
  ] as const)(
    'of %s reads the refusal of status %i %s',
    async (protocol, status, body, expected) => {
      expect(await answered([protocol, client], status, body)).toBe(expected);
    },
  );
});

const question = { id: 'a b', tags: ['x', '&'], exact: true };

/** The request of the sampler that arrives. */
async function arrived(
  [protocol, client]: (typeof pairs)[number],
  operation: Parameters<typeof samplerOperation>[0],
  message: Message,
  change: Parameters<typeof Driven.of>[3] = {},
) {
  const { port, seen } = await scriptedHttp(versionOf(protocol), (response) =>
    response.writeHead(404).end(),
  );
  const address = { ...plainAddress(port), basePath: '/base' };
  const driven = await Driven.of(protocol, client, address, { workload: sampler, ...change });
  await driven.send(driven.driver.prepare(samplerOperation(operation), message));
  const [{ line, headers, body } = { line: '', headers: {}, body: Buffer.alloc(0) }] = seen;
  expect(headers[':authority'] ?? headers.host).toBe(`127.0.0.1:${port}`);
  const [type, accept] = [headers['content-type'], headers.accept];
  return { line, type, accept, action: headers.soapaction, body: body.toString() };
}

const ofResources = pairs.filter(([protocol]) => !['soap', 'graphql'].includes(protocol));
describe.each(ofResources)('%s, %s client, sends', (...pair) => {
  const [protocol, client] = pair;
  const isProtobuf = protocol === 'rest-protobuf';
  const media = isProtobuf ? 'application/x-protobuf' : 'application/json';

  it('a request with a body', async () => {
    const { line, type, accept, body } = await arrived(pair, 'reset', {});
    expect([line, type, body]).toEqual(['POST /base/reset', media, isProtobuf ? '' : '{}']);
    // Axios has a header of its own.
    const always = client === 'library' ? 'application/json, text/plain, */*' : undefined;
    expect(accept).toBe(isProtobuf ? always : media);
    const negotiated = await arrived(pair, 'reset', {}, { formats: 'negotiated' });
    expect(negotiated.accept).toBe(media);
  });

  it('a request without one', async () => {
    const { line, type, body } = await arrived(pair, 'ask', question);
    const target = '/base/things/a%20b?tags=x&tags=%26&exact=true';
    expect([line, type, body]).toEqual([`GET ${target}`, undefined, '']);
    const { line: second } = await arrived(pair, 'drop', { id: 'ä' });
    expect(second).toBe('DELETE /base/things/%C3%A4');
  });
});

it.each(clientKinds)('soap, %s client, sends an envelope', async (client) => {
  const { line, type, action, body } = await arrived(['soap', client], 'ask', question);
  expect({ line, type, action }).toEqual({
    line: 'POST /base/soap/product',
    type: 'text/xml; charset=utf-8',
    action: '"urn:wirebench:product:v1:Ask"',
  });
  const fields = '<id>a b</id><tags>x</tags><tags>&amp;</tags><exact>true</exact>';
  expect(body).toContain(
    `<soap:Body><AskRequest xmlns="urn:wirebench:product:v1">${fields}</AskRequest></soap:Body>`,
  );
  const picture = { ...simpleThing, picture: Buffer.from('abc') };
  const saved = await arrived(['soap', client], 'save', picture);
  expect(saved.body).toMatch(/<picture>YWJj<\/picture>.*<mainPart><label>p<\/label>/);
});

it.each(clientKinds)('graphql, %s client, sends a document with variables', async (client) => {
  const { line, type, accept, body } = await arrived(['graphql', client], 'ask', question);
  expect([line, type]).toEqual(['POST /base/graphql', 'application/json']);
  expect(accept).toContain('application/graphql-response+json, ');
  const { query, operationName, variables } = JSON.parse(body);
  expect([operationName, variables]).toEqual(['Ask', { ...question, limit: null }]);
  expect(query).toMatch(/^query Ask\(/);
  const dropped = await arrived(['graphql', client], 'drop', { id: '1' });
  expect(JSON.parse(dropped.body).query).toMatch(/^mutation Drop\(/);
});

describe('a file in parts', () => {
  const { 'upload-streamed': upload } = teamWorkload.description.operations;
  const chunk = upload?.request.fields[0]?.name ?? '';
  const parts = ['ab', '', 'cdefg', 'h'].map((text) => ({ [chunk]: Buffer.from(text) }));
  const workload = teamWorkload.description;

  it.each(
    pairs.filter(
      ([protocol, client]) =>
        !(protocol === 'graphql') && !(protocol === 'soap' && client === 'library'),
    ),
  )('%s, %s client', async (protocol, client) => {
    const { port, seen } = await scriptedHttp(versionOf(protocol), (response) =>
      response.writeHead(404).end(),
    );
    const address = { ...plainAddress(port), basePath: '/base' };
    const driven = await Driven.of(protocol, client, address, { workload });
    if (!upload) throw new Error('there is no upload');
    const prepared = driven.driver.prepareStream?.(upload, () => parts);
    if (!prepared) throw new Error('the driver sends no streams');
    // The parts are made anew for each request.
    for (let time = 0; time < 2; time++) expect(await driven.send(prepared)).toMatch(/^status 404/);
    const [, second] = seen;
    const { 'content-type': type, 'transfer-encoding': chunked, accept } = second?.headers ?? {};
    const body = second?.body.toString() ?? '';
    if (protocol === 'soap') {
      expect(second?.line).toBe(`POST /base/soap/team`);
      expect(body).toContain(`<${chunk}>${Buffer.from('abcdefgh').toString('base64')}</${chunk}>`);
    } else {
      expect([second?.line, type, body]).toEqual([
        'POST /base/teams/files/streamed',
        'application/octet-stream',
        'abcdefgh',
      ]);
      const media = protocol === 'rest-protobuf' ? 'application/x-protobuf' : 'application/json';
      expect(accept).toBe(media);
    }
    if (versionOf(protocol) === 1) expect(chunked).toBe('chunked');
  });
});
