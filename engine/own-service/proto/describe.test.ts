import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import descriptor from 'protobufjs/ext/descriptor.js';
import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../../../tests/support/memory-files.ts';
import { filesIn } from '../files.ts';
import { describeProto } from './describe.ts';
import { readProtoFiles } from './proto-files.ts';

const fixtures = fileURLToPath(new URL('../../../fixtures/descriptions/proto', import.meta.url));

async function callsOf(name: string) {
  const found = await describeProto(filesIn(fixtures), [name], []);
  const byName = Object.fromEntries(found.operations.map((one) => [one.name, one]));
  return { ...found, byName };
}

const proto = (content: string) => `syntax = "proto3"; ${content}`;
const service = (type: string) => `service S { rpc Get (${type}) returns (${type}); }`;

describe('a description of gRPC', () => {
  it('returns each method with a sample of its request', async () => {
    const { byName, remarks, endpoint } = await callsOf('shop/v1/orders.proto');
    expect(endpoint).toEqual({ description: ['shop/v1/orders.proto'] });
    expect(byName['shop.v1.Orders/GetOrder']).toEqual({
      name: 'shop.v1.Orders/GetOrder',
      doc: 'Gives one order.',
      gives: expect.arrayContaining(['id', 'state', 'price', 'by_card']),
      changes: false,
      call: { method: 'shop.v1.Orders/GetOrder', message: { id: 1 } },
      checks: [],
    });
    expect(byName['shop.v1.Orders/PutOrder']?.call.message).toEqual({
      id: 1,
      state: 'STATE_OPEN',
      price: { currency: 'currency', units: 1 },
      prices: { key: { currency: 'currency', units: 1 } },
      states: { 1: 'STATE_OPEN' },
      flags: { true: 'AA==' },
      by_card: 'by_card',
      note: 'note',
      at: '2026-01-01T00:00:00Z',
      takes: '1s',
      mask: '',
      more: { key: 'value' },
      any_value: 'value',
      list: ['value'],
      any: {},
      text: 'text',
      number: 1,
      nothing: null,
      weight: 1.5,
    });
    expect(byName['shop.v1.Orders/Circle']?.call.message).toEqual({ here: true });
    const changing = Object.values(byName).filter(({ changes }) => changes);
    expect(changing.map(({ name }) => name)).toEqual([
      'shop.v1.Orders/GetterOfOrders',
      'shop.v1.Orders/PutOrder',
      'shop.v1.Orders/Circle',
    ]);
    expect(remarks).toEqual([
      expect.stringMatching(
        /^google\/api\/annotations\.proto, which .* none of its types is needed\.$/,
      ),
      'Left out, as they take streams of requests: shop.v1.Orders/Upload.',
    ]);
  });

  it('respects the requirements of proto2 and editions', async () => {
    const old = await callsOf('old.proto');
    expect(old.byName['old.Old/Find']?.call.message).toEqual({
      number: 1,
      page: { size: 1 },
      deep: { deeper: { deepest: { bottom: { ground: { name: 'name' } } } } },
      kind: 'kind',
    });
    expect(old.remarks).toEqual([expect.stringContaining('old.Never requires itself')]);
    const editions = await callsOf('editions.proto');
    expect(editions.byName['editions.Editions/Read']?.call.message).toEqual({
      must: 'must',
      inner: { level: 'LOW' },
      numbers: [1],
    });
  });

  it('is the same as a descriptor set', async () => {
    const { operations } = await callsOf('shop/v1/orders.proto');
    const { root } = await readProtoFiles(filesIn(fixtures), ['shop/v1/orders.proto'], []);
    const set = descriptor.FileDescriptorSet.encode(root.toDescriptor('proto3')).finish();
    const found = await describeProto(memoryFiles({ 'a.binpb': set }), ['a.binpb'], []);
    const withoutWords = (all: typeof operations) => all.map(({ call }) => call);
    expect(withoutWords(found.operations)).toEqual(withoutWords(operations));
  });

  const own = { 'm.proto': 'm:google/protobuf/any.proto:google/protobuf/type.proto' };
  const twice = { 'm.proto': 'm', 'p/m.proto': 'm', 'o.proto': 'o:p/m.proto' };
  it.each<[string, Record<string, string>, string, string?]>([
    [
      'beside the importing file',
      { 'a/b/m.proto': 'm', 'a/b/x.proto': 'x:m.proto' },
      'a/b/x.proto',
    ],
    [
      'below a folder around it',
      { 'a/b/m.proto': 'm', 'a/b/x.proto': 'x:b/m.proto' },
      'a/b/x.proto',
    ],
    ['below an import folder', { 'p/b/m.proto': 'm', 'x.proto': 'x:b/m.proto' }, 'x.proto', 'p'],
    [
      'as Windows does',
      { 'p/b/m.proto': 'm', 'a/x.proto': 'x:b\\\\m.proto' },
      'a\\x.proto',
      '.\\p',
    ],
    [
      'below a Go module',
      { 'b/c/m.proto': 'm', 'b/x.proto': 'x:example.com/y/b/c/m.proto' },
      'b/x.proto',
    ],
    ['by two paths', { ...twice, 'x.proto': 'x:m.proto:o.proto' }, 'x.proto'],
    ['in a circle', { 'm.proto': 'm:x.proto', 'x.proto': 'x:m.proto' }, 'x.proto'],
    [
      'where a copy of one of Protobuf’s own is wrong',
      { ...own, 'x.proto': 'x:m.proto', 'google/protobuf/any.proto': 'wrong' },
      'x.proto',
    ],
  ])('finds imports %s', async (_where, files, name, folder) => {
    const sources = Object.entries(files).map(([path, words]) => {
      const [what, ...imports] = words.split(':');
      const lines = imports.map((one) => `import "${one}";`).join(' ');
      const rest = {
        m: 'message M { int32 a = 1; }',
        x: service('M'),
        o: 'message O { M m = 1; }',
      };
      return [path, proto(`${lines} ${rest[what as 'm'] ?? what}`)];
    });
    const found = await describeProto(
      memoryFiles(Object.fromEntries(sources)),
      [name],
      folder ? [folder] : [],
    );
    expect(found.operations.map(({ call }) => call.message)).toEqual([{ a: 1 }]);
  });

  const nested = (depth: number) => `${'message M {'.repeat(depth)}${'}'.repeat(depth)}`;
  it.each<[string, Record<string, string | Uint8Array>, RegExp]>([
    ['is missing', {}, /x\.proto was not found/],
    [
      'lacks what it imports',
      { 'x.proto': proto(`import "a/b.proto"; import "c/d.proto"; ${service('c.D')}`) },
      /no such type: c\.D.*; c\/d\.proto, which x\.proto imports, was not found: looked for c\/d\.proto/,
    ],
    [
      'defines a type again',
      {
        'x.proto': proto('import "y.proto"; package p; message M {}'),
        'y.proto': proto('import "x.proto"; package p; message M { int32 a = 1; }'),
      },
      /y\.proto cannot be read: it defines p\.M, and so does x\.proto/,
    ],
    [
      'is nested without end',
      { 'x.proto': proto(nested(10_000)) },
      /x\.proto cannot be read: max depth exceeded/,
    ],
    [
      'is endless',
      { 'x.proto': ' '.repeat(9_000_000) },
      /at most 5000 files with 8000000 characters/,
    ],
    ['is no text', { 'x.proto': Uint8Array.of(0, 159, 146, 150) }, /x\.proto cannot be read/],
  ])('reports that it %s', async (_what, files, message) => {
    await expect(describeProto(memoryFiles(files), ['x.proto'], [])).rejects.toMatchObject({
      code: 'SERVICE_INVALID',
      message: expect.stringMatching(message),
    });
  });

  it('reads nothing outside of its folder', async () => {
    const outside = describeProto(filesIn(fixtures), ['../../../package.json.proto'], []);
    await expect(outside).rejects.toThrow('outside of');
  });

  it('gives a clear result for any input, in every form', async () => {
    const tokens =
      'syntax="proto3"; message A { int32 a = 1 ; } oneof map<string,A> service rpc (A) returns extend __proto__ ' +
      'constructor option (a).b repeated group " /* edition="2023";';
    const words = fc.constantFrom(
      ...tokens.split(' '),
      'import "x.proto";',
      'import "/etc/passwd";',
    );
    const text = fc.array(words, { maxLength: 30 }).map((all) => all.join(' '));
    await fc.assert(
      fc.asyncProperty(fc.oneof(text, fc.uint8Array({ maxLength: 200 })), async (content) => {
        for (const name of ['x.proto', 'x.pb']) {
          const found = describeProto(memoryFiles({ [name]: content }), [name], []);
          const code = await found.then(
            () => null,
            ({ code: got }: { code?: string }) => got,
          );
          expect([null, 'SERVICE_INVALID']).toContain(code);
        }
      }),
    );
  });

  it('creates samples that survive encoding, whatever the fields', async () => {
    const scalar = fc.constantFrom(
      ...'int32 sint64 fixed32 uint64 bool string bytes float E M google.protobuf.Value'.split(' '),
    );
    const field = fc.tuple(fc.constantFrom('', 'repeated', 'optional'), scalar);
    await fc.assert(
      fc.asyncProperty(fc.array(field, { maxLength: 8 }), async (fields) => {
        const lines = fields.map(([label, type], at) => `${label} ${type} f${at} = ${at + 1};`);
        const source = proto(
          `import "google/protobuf/struct.proto"; enum E { A = 0; } message M { ${lines.join(' ')} } ${service('M')}`,
        );
        const { operations } = await describeProto(
          memoryFiles({ 'x.proto': source }),
          ['x.proto'],
          [],
        );
        expect(operations).toHaveLength(1);
      }),
      { numRuns: 50 },
    );
  });
});
