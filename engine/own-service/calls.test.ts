import protobuf from 'protobufjs';
import { describe, expect, it } from 'vitest';
import { resolveCall } from './calls.ts';
import { noFiles } from './files.ts';
import { MessageSchemas } from './proto/schemas.ts';

const target = async (address: string, path?: string) => {
  const schemas = () => Promise.reject(new Error('no schemas'));
  const context = { protocol: 'soap' as const, endpoint: { address }, schemas, files: noFiles };
  const calls = await Promise.all([
    resolveCall({ kind: 'query', call: { query: '{ a }', variables: {}, path } }, context),
    resolveCall({ kind: 'envelope', call: { body: '<a/>', version: '1.1', path } }, context),
  ]);
  const [first, second] = calls.map((call) => (call.kind === 'text' ? call.target : null));
  expect(first).toBe(second);
  return first;
};

describe('a call to one address', () => {
  it.each([
    ['http://a', '/'],
    ['http://a/', '/'],
    ['http://a/graphql', ''],
    ['http://a/graphql/', '/'],
    ['http://a:1/b/c.asmx?op=d', '?op=d'],
    ['http://a?b=c', '/?b=c'],
  ])('goes to %s as it is written', async (address, expected) => {
    expect(await target(address)).toBe(expected);
  });

  it('goes below it with a path of its own', async () => {
    expect(await target('http://a/graphql/', '/b c')).toBe('/b%20c');
  });
});

it.each([[{ 'x+y': 'a' }], [{ x: 'é' }], [{ x: 'a\tb' }]])(
  'refuses metadata that gRPC cannot carry: %o',
  async (metadata) => {
    const schemas = new MessageSchemas(
      protobuf.parse('service S { rpc Get (M) returns (M); } message M {}').root,
      0,
    );
    const context = {
      protocol: 'grpc' as const,
      endpoint: { address: 'h:1' },
      schemas: async () => schemas,
      files: noFiles,
    };
    const call = { method: 'S/Get', message: {}, metadata };
    await expect(resolveCall({ kind: 'message', call }, context)).rejects.toMatchObject({
      code: 'SERVICE_INVALID',
      message: expect.stringContaining(`the metadata ${Object.keys(metadata)[0]} holds`),
    });
  },
);
