import { createServer, type ServerHttp2Stream } from 'node:http2';
import descriptor from 'protobufjs/ext/descriptor.js';
import { describe, expect, it } from 'vitest';
import { prefixMessage } from '../../../protocols/grpc/messages.ts';
import { ownGrpcService } from '../../../tests/support/own-services.ts';
import { portOf } from '../../../tests/support/port-of.ts';
import { reflectTypes } from './reflection.ts';
import { statusWords } from './reflection-stream.ts';

const bytes = (...of: readonly (number | string | Buffer)[]) =>
  Buffer.concat(of.map((one) => (typeof one === 'number' ? Buffer.from([one]) : Buffer.from(one))));
/** A field of Protobuf with its length. */
const field = (number: number, content: string | Buffer) =>
  bytes(number * 8 + 2, Buffer.byteLength(content), content);
/** Answers of reflection. */
const services = (...names: string[]) =>
  field(6, bytes(...names.map((name) => field(1, field(1, name)))));
const refusal = (code: number, text: string) => field(7, bytes(8, code, field(2, text)));

interface Asked {
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly question: string;
}

/** A service over HTTP/2 that answers each question as told. */
async function reflecting(
  answer: (question: string, stream: ServerHttp2Stream, path: string) => Buffer | null,
) {
  const asked: Asked[] = [];
  const server = createServer();
  server.on('stream', (stream, headers) => {
    const path = String(headers[':path']);
    stream.on('error', () => undefined);
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' });
    stream.on('data', (chunk: Buffer) => {
      for (let rest = chunk; rest.length > 0; ) {
        const end = 5 + rest.readUInt32BE(1);
        const question = rest.subarray(5, end).toString('latin1');
        rest = rest.subarray(end);
        asked.push({ path, headers, question });
        const said = answer(question, stream, path);
        if (said) stream.write(prefixMessage(said));
      }
    });
  });
  return { address: `127.0.0.1:${await portOf(server)}`, asked };
}

const typesOf = (address: string, headers: Readonly<Record<string, string>> = {}) =>
  reflectTypes({ address, headers, tls: null });
const failing = async (address: string) => {
  const error = await typesOf(address).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({ code: 'SERVICE_INVALID' });
  const { message, hint } = error as Error & { hint?: string };
  const prefix = `the gRPC service at ${address} did not list its methods by reflection (`;
  expect(message.startsWith(prefix) || message.startsWith(`the reflection of ${address}`)).toBe(
    true,
  );
  return { why: message.replace(prefix, '').replace(/\)$/, ''), hint };
};

const types = { refused: /service\.grpc\.headers/, other: /Turn on reflection/ };
const { FileDescriptorProto: fileType } = descriptor;
const v1 = '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo';

/** A file of a description. */
function fileOf(name: string, message: string, imports: readonly string[], service = '') {
  const types = { name: message, field: [] };
  const method = { name: 'Get', inputType: `.a.${message}`, outputType: `.a.${message}` };
  return Buffer.from(
    fileType
      .encode({
        name,
        package: 'a',
        syntax: 'proto3',
        dependency: [...imports],
        messageType: [types],
        ...(service === '' ? {} : { service: [{ name: service, method: [method] }] }),
      })
      .finish(),
  );
}

describe('types by reflection', () => {
  it('come with what their files import, each of which is asked for once', async () => {
    const files: Readonly<Record<string, Buffer>> = {
      'a.S': fileOf('s.proto', 'M', ['b.proto', 'google/protobuf/empty.proto'], 'S'),
      'a.T': fileOf('t.proto', 'N', ['b.proto', 's.proto'], 'T'),
      'b.proto': fileOf('b.proto', 'B', ['c.proto']),
      'c.proto': fileOf('c.proto', 'C', ['b.proto']),
    };
    const { address, asked } = await reflecting((question) => {
      if (question.startsWith('\x3a')) return services('a.S', 'grpc.reflection.v1.R', 'a.T');
      const name = Object.keys(files).find((one) => question.endsWith(one)) ?? '';
      return field(4, field(1, files[name] ?? ''));
    });
    const headers = { 'X-Key': 'k', Connection: 'close', TE: 'gzip', host: 'other' };
    const root = await typesOf(address, headers);
    const names = ['M', 'N', 'B', 'C'].map((name) => root.lookupType(`a.${name}`).name);
    expect(names).toEqual(['M', 'N', 'B', 'C']);
    expect(Object.keys(root.lookupService('a.S').methods)).toEqual(['Get']);
    // By symbol for services, and by name for files.
    expect(asked.map(({ question }) => question)).toEqual([
      ...['\x3a\0', '\x22\x03a.S', '\x22\x03a.T', '\x1a\x07b.proto', '\x1a\x07c.proto'],
    ]);
    expect(new Set(asked.map(({ path }) => path))).toEqual(new Set([v1]));
    const { 'x-key': key, connection, te, 'content-type': type } = asked[0]?.headers ?? {};
    expect([key, connection, te, type]).toEqual(['k', undefined, 'trailers', 'application/grpc']);
    expect(asked[0]?.headers['grpc-accept-encoding']).toBe('identity');
  });

  it.each([['v1'], ['v1alpha']])('are found in the version %s of the library', async (version) => {
    const proto =
      'syntax = "proto3"; package p; service S { rpc Get (M) returns (M); } message M { int64 id = 1; }';
    const { address } = await ownGrpcService(proto, 'p.S', { Get: () => ({}) }, [version]);
    const root = await typesOf(address);
    expect(root.lookupType('p.M').fields.id?.type).toBe('int64');
  });

  it.each<[string, Parameters<typeof reflecting>[0], string | RegExp, RegExp | undefined]>([
    [
      'refuses',
      () => refusal(16, 'no token'),
      'v1: UNAUTHENTICATED (no token); v1alpha: UNAUTHENTICATED (no token)',
      types.refused,
    ],
    [
      'refuses without words',
      () => refusal(7, ''),
      'v1: PERMISSION_DENIED; v1alpha: PERMISSION_DENIED',
      types.refused,
    ],
    [
      'refuses by an odd code',
      () => refusal(77, 'x'),
      'v1: status 77 (x); v1alpha: status 77 (x)',
      types.other,
    ],
    [
      'names nothing',
      () => services(),
      'v1: it names no services; v1alpha: it names no services',
      types.other,
    ],
    ['names only itself', () => services('grpc.reflection.v1.R'), /names no services/, types.other],
    [
      'has no files',
      (question) => (question.startsWith('\x3a') ? services('a.S') : refusal(5, 'none')),
      'v1: a.S: NOT_FOUND (none); v1alpha: a.S: NOT_FOUND (none)',
      types.other,
    ],
    [
      'has files that are none',
      (question) =>
        question.startsWith('\x3a') ? services('a.S') : field(4, field(1, '\xff\xff')),
      /^v1: its files cannot be read: [^;]*$/,
      types.other,
    ],
    [
      'answers garbage',
      () => Buffer.from([0xff]),
      /^v1: its answer cannot be read: [^;]*$/,
      types.other,
    ],
    [
      'compresses',
      (_question, stream) => {
        stream.write(Buffer.from([1, 0, 0, 0, 0]));
        return null;
      },
      'v1: its answer is not a gRPC message',
      types.other,
    ],
    [
      'announces too much',
      (_question, stream) => {
        stream.write(Buffer.from([0, 2, 0, 0, 0]));
        return null;
      },
      'v1: an answer is larger than 33554432 bytes',
      types.other,
    ],
    [
      'ends early',
      (_question, stream) => {
        stream.end();
        return null;
      },
      'v1: it ended early; v1alpha: it ended early',
      types.other,
    ],
  ])('are refused by a service that %s', async (_what, answer, expected, hinted) => {
    const { address } = await reflecting(answer);
    const { why, hint } = await failing(address);
    if (typeof expected === 'string') expect(why).toBe(expected);
    else expect(why).toMatch(expected);
    expect(hint).toMatch(hinted ?? '');
  });

  it.each<[Readonly<Record<string, string | number>>, string, RegExp]>([
    [{ ':status': 401 }, 'v1: HTTP 401; v1alpha: HTTP 401', types.refused],
    [{ ':status': 404 }, 'v1: HTTP 404; v1alpha: HTTP 404', types.other],
    [
      { ':status': 200, 'grpc-status': '0' },
      'v1: it ended early; v1alpha: it ended early',
      types.other,
    ],
    [
      { ':status': 200, 'grpc-status': '12', 'grpc-message': 'a%20b' },
      'v1: UNIMPLEMENTED (a b); v1alpha: UNIMPLEMENTED (a b)',
      types.other,
    ],
    [
      { ':status': 200, 'grpc-status': '12', 'grpc-message': 'a%2' },
      'v1: UNIMPLEMENTED (a%2); v1alpha: UNIMPLEMENTED (a%2)',
      types.other,
    ],
  ])('are refused with %j', async (headers, expected, hinted) => {
    const server = createServer();
    server.on('stream', (stream) => {
      stream.on('error', () => undefined).respond(headers, { endStream: true });
    });
    const { why, hint } = await failing(`127.0.0.1:${await portOf(server)}`);
    expect(why).toBe(expected);
    expect(hint).toMatch(hinted);
    const gone = await failing('127.0.0.1:1');
    expect(gone.why).toBe('v1: connect ECONNREFUSED 127.0.0.1:1');
  });

  it('say which imports are missing, and who refused them', async () => {
    const { address } = await reflecting((question) => {
      if (question.startsWith('\x3a')) return services('a.S');
      return question.endsWith('a.S') ? field(4, field(1, withField())) : refusal(5, 'secret file');
    });
    const { why, hint } = await failing(address);
    expect(why).toMatch(/cannot be read: .*; it lacks gone\.proto$/);
    expect(hint).toBe(
      'It refused gone.proto: NOT_FOUND (secret file). Name .proto files as description instead.',
    );
  });
  const withField = () =>
    Buffer.from(
      fileType
        .encode({
          name: 's.proto',
          package: 'a',
          syntax: 'proto3',
          dependency: ['gone.proto'],
          messageType: [
            { name: 'M', field: [{ name: 'n', number: 1, label: 1, type: 11, typeName: '.b.N' }] },
          ],
        })
        .finish(),
    );
});

it.each([
  [0, '', 'OK'],
  [5, 'x'.repeat(201), `NOT_FOUND (${'x'.repeat(200)})`],
  [20, '', 'status 20'],
])('the status %i %j', (code, message, words) => expect(statusWords(code, message)).toBe(words));
