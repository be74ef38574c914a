import { createServer } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { portOf } from '../../tests/support/port-of.ts';
import type { Field } from '../../workloads/description.ts';
import type { WorkloadContract } from '../../workloads/workload.ts';
import { certificateWords } from './check/certificate-words.ts';
import { askOnce, spoken } from './check/http-ask.ts';
import { assertConformAddress } from './conform.ts';
import { exampleCall } from './examples/call.ts';
import { curlFor, mutual } from './examples/called.ts';
import { examplesOf } from './examples/examples.ts';
import { shellWord } from './examples/shell.ts';
import { jsonText, protoValues, xmlElements } from './examples/texts.ts';

it.each([
  ['rest', 'http://a:1/x', null],
  ['rest', 'https://a:1', null],
  ['rest', 'a:1', '--rest a:1: '],
  ['grpc', 'a:1', null],
  ['grpc', 'https://a:1', null],
  ['grpc', 'HTTPS://a:1', null],
  ['grpc', 'http://a:1', '--grpc http://a:1: '],
  ['rsocket', 'https://a', '--rsocket https://a: '],
] as const)('%s is checked at %s: %j', (protocol, address, words) => {
  const check = () => assertConformAddress({ protocol, address });
  if (words === null) expect(check).not.toThrow();
  else {
    const message = expect.stringMatching(new RegExp(`^${words}.+`));
    expect(check).toThrow(expect.objectContaining({ code: 'ARGUMENT_INVALID', message }));
  }
});

describe('an example', () => {
  const operation = (change: object) => ({ stream: 'none', ...change });
  const contract = {
    shapes: ['absent', 'roots', 'not-here', 'sent', 'received', 'plain'].map((name) => ({ name })),
    data: { parse: () => 'data' },
    operationOf: (name: string) =>
      ({
        roots: operation({ roots: [] }),
        'not-here': operation({ notIn: ['rest', 'rsocket'] }),
        sent: operation({ stream: 'request' }),
        received: operation({ stream: 'response', notIn: ['grpc'] }),
        plain: operation({}),
      })[name],
    requestsOf: (name: string, setup: object) => ({
      request: (sequence: number) => ({ name, sequence, ...setup }),
    }),
  } as unknown as WorkloadContract;

  it.each([
    ['rest', 'plain'],
    ['rsocket', 'received'],
    ['grpc', 'not-here'],
  ] as const)('of %s calls the first shape that it offers: %s', (protocol, name) => {
    expect(exampleCall(contract, protocol)).toEqual({
      operation: contract.operationOf(name),
      request: {
        ...{ name, sequence: 0, text: 'ascii', seed: 1 },
        ...{ data: 'data', fields: 'full', dates: 'full' },
      },
    });
    const none = { ...contract, shapes: contract.shapes.slice(0, 2) };
    expect(exampleCall(none, protocol)).toBeNull();
  });

  const inner: Field[] = [{ name: 'itemName', type: 'string' } as Field];
  const fields = [
    { name: 'rawBytes', type: 'bytes' },
    { name: 'note', type: 'string' },
    { name: 'sizes', type: 'int32', list: true },
    { name: 'item', type: { kind: 'message', name: 'Item', fields: inner } },
  ] as unknown as Field[];
  const message = {
    rawBytes: Uint8Array.of(0, 10, 255),
    note: '<"&">',
    sizes: [3, 4],
    item: { itemName: 'x' },
    other: 'not asked for',
  };

  it('writes a message in each form, with the wanted fields only', () => {
    expect(jsonText(message, fields)).toBe(
      String.raw`{"rawBytes":"AAr/","note":"<\"&\">","sizes":[3,4],"item":{"itemName":"x"}}`,
    );
    expect(protoValues(message, fields)).toBe(
      String.raw`raw_bytes: "\x00\x0a\xff" note: "<\"&\">" sizes: 3 sizes: 4 item { item_name: "x" }`,
    );
    expect(xmlElements(message, fields)).toBe(
      '<rawBytes>AAr/</rawBytes><note>&lt;"&amp;"&gt;</note><sizes>3</sizes><sizes>4</sizes><item><itemName>x</itemName></item>',
    );
    expect([jsonText({}, fields), protoValues({}, fields), xmlElements({}, fields)]).toEqual([
      '{}',
      '',
      '',
    ]);
  });

  it('trusts the authority where there is TLS, and shows a certificate where one is wanted', () => {
    const of = (tls: 'off' | 'on' | 'mtls') =>
      curlFor({ tls, authority: 'a b', target: '', workload: {} as never });
    expect(of('off')).toBe('curl');
    expect(of('on')).toBe("curl --cacert 'a b'");
    expect(of('mtls')).toBe("curl --cacert 'a b' --cert client.pem --key client-key.pem");
    expect(mutual('on', 'c', 'k')).toBe('');
    expect(['a-b/c:1', '', "it's", 'a;b'].map(shellWord)).toEqual([
      'a-b/c:1',
      "''",
      String.raw`'it'\''s'`,
      "'a;b'",
    ]);
  });
});

describe('one request over a connection', () => {
  it('has the beginning of its answer, and says what was asked', async () => {
    let seen: unknown[] = [];
    const server = createServer((request, response) => {
      const { method, url, headers } = request;
      seen = [method, url, headers.host, headers['content-type'], headers.connection];
      request.resume();
      response.writeHead(418, { server: 'Tea' }).end('x'.repeat(url === '/long' ? 70_000 : 3));
    });
    const port = await portOf(server);
    const ask = (path: string, body: string | null) => {
      const socket = connect(port, '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      return askOnce({ socket, authority: 'name:1' }, path, body);
    };
    expect(await ask('/a', null)).toEqual({ status: 418, server: 'Tea', body: 'xxx' });
    expect(seen).toEqual(['GET', '/a', 'name:1', undefined, 'close']);
    const long = await ask('/long', '{}');
    expect(seen).toEqual(['POST', '/long', 'name:1', 'application/json', 'close']);
    expect(long).toMatchObject({ body: 'x'.repeat(65_536) });
    expect(spoken(long as never)).toBe('The service uses HTTP (status 418, server “Tea”)');
    expect(spoken({ status: 200, server: null, body: '' })).toBe(
      'The service uses HTTP (status 200)',
    );
  });

  it('has what came before the connection was cut', async () => {
    const server = createServer((_request, response) => {
      response
        .writeHead(200, { 'content-length': 10 })
        .write('part', () => void response.destroy());
    });
    const socket = connect(await portOf(server), '127.0.0.1');
    expect(await askOnce({ socket, authority: 'a' }, '/')).toEqual({
      status: 200,
      server: null,
      body: 'part',
    });
  });
});

it.each([
  ['CERT_NOT_YET_VALID', false, 'not valid yet'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', true, 'is self-signed'],
  ['SELF_SIGNED_CERT_IN_CHAIN', true, 'does not trust'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', true, 'does not know'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', true, 'does not know'],
  ['CERT_HAS_EXPIRED', false, 'has expired on an unknown day'],
])('a certificate with %s can be trusted by another authority: %j', (problem, is, words) => {
  const certificate = {
    subject: { O: ['Org', 'Other'] },
    issuer: {},
    valid_to: 'some day',
  } as never;
  const told = certificateWords({ problem, certificate, host: 'h' });
  expect(told).toContain(words);
  expect(told.includes('NODE_EXTRA_CA_CERTS')).toBe(is);
  expect(certificateWords({ problem: null, certificate, host: 'h' })).toBe(
    'trusted certificate of “Org”, until an unknown day',
  );
});

it.each([
  ['rsocket', 'off', [/^rsc tcp:\/\/a:1 --request --route \w+ /]],
  ['rsocket', 'on', [/^keytool .* -file \/ca\.pem .*java .*tcp\+tls:\/\/a:1 --request/s]],
  ['rsocket', 'mtls', []],
  ['grpc', 'off', [/^grpcurl -plaintext .* a:1 \w/s, /^grpcurl -plaintext a:1 list$/]],
  ['grpc', 'mtls', [/^grpcurl -cacert \/ca\.pem -cert client\.pem -key client-key\.pem/, / list$/]],
  ['rest-h2', 'off', [/^curl --http2-prior-knowledge/, /^curl --http2-prior-knowledge a:1\//]],
  ['rest-h2', 'on', [/^curl --cacert \/ca\.pem --http2 /, /--http2 a:1\//]],
  [
    'rest',
    'off',
    [/^curl -H 'content-type: application\/json' .*-d .*a:1\/\S+$/s, /^curl a:1\/\S+$/],
  ],
] as const)(
  'the examples of %s with TLS %s are calls of its own client',
  (protocol, tls, texts) => {
    const service = { protocol, workload: 'product', target: 'a:1', tls } as const;
    const found = examplesOf(service, { authority: '/ca.pem' }).map(({ text }) => text);
    expect(found).toEqual(texts.map((text) => expect.stringMatching(text)));
  },
);
