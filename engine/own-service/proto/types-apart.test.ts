import { expect, it } from 'vitest';
import { WirebenchError } from '../../../contracts/errors.ts';
import { readProtoFiles } from './proto-files.ts';
import { schemasIn } from './schemas.ts';
import { typesApart, typesLimits } from './types-apart.ts';

/** Files in memory, such as those kept with a run, and the names of those read. */
function filesOf(texts: Readonly<Record<string, string>>) {
  const read: string[] = [];
  return {
    paths: read,
    read: async (path: string) => {
      if (path.startsWith('../')) throw new WirebenchError('SERVICE_INVALID', `${path} is outside`);
      if (!Object.hasOwn(texts, path)) return null;
      read.push(path);
      return Buffer.from(texts[path] ?? '');
    },
  };
}

const orders = `syntax = "proto3"; package shop; import "types/order.proto"; import "google/protobuf/timestamp.proto";
  service Orders { rpc Get (Order) returns (stream Order); }`;
const order = `syntax = "proto3"; package shop;
  import "google/protobuf/timestamp.proto"; enum Kind { NONE = 0; ALL = 1; }
  message Order { int64 order_id = 1; map<string, Order> parts = 2; Kind kind = 3; google.protobuf.Timestamp at = 4;
    oneof of { bytes raw = 5; string text = 6; } }`;

const codeOf = async (reading: Promise<unknown>) => {
  const error = await reading.then(
    () => new Error('nothing was wrong'),
    (cause: unknown) => cause,
  );
  return error instanceof WirebenchError ? [error.code, error.message, error.hint] : error;
};

it('types are read in a process as they would be here, from files passed to it', async () => {
  const files = filesOf({ 'a/orders.proto': orders, 'lib/types/order.proto': order });
  const text = await typesApart(files, ['a/orders.proto'], ['lib']);
  expect(files.paths).toEqual(['a/orders.proto', 'lib/types/order.proto']);
  const here = await readProtoFiles(files, ['a/orders.proto'], ['lib']);
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(here.root.toJSON())));
  const schemas = schemasIn(text, 3);
  expect(schemas.index).toBe(3);
  expect(schemas.method('shop.Orders/Get')).toEqual({
    path: '/shop.Orders/Get',
    request: 'shop.Order',
    response: 'shop.Order',
    stream: 'response',
  });
  schemas.check('shop.Order', { order_id: '7', kind: 'ALL', at: '2026-01-01T00:00:00Z' });
  expect(() => schemas.check('shop.Order', { kind: 'SOME' })).toThrow(
    /the message is no shop.Order/,
  );
});

const thousands = Array.from({ length: 4500 }, (_, at) => `bool f${at} = ${at + 1};`);
it.each([
  ['a missing file', {}],
  ['an invalid file', { 'a.proto': 'syntax = "proto3"; message {' }],
  ['an import that is missing', { 'a.proto': 'import "b.proto"; message A { b.B b = 1; }' }],
  ['a name twice', { 'a.proto': 'message A {} message A {}' }],
  ['more than one description may have', { 'a.proto': 'message A {}'.repeat(28_001) }],
  ['a message of thousands of fields', { 'a.proto': `message A {${thousands.join('')}}` }],
])('%s is refused with the same message as here', async (_what, texts: Record<string, string>) => {
  const files = filesOf(texts);
  const here = await codeOf(readProtoFiles(files, ['a.proto'], []));
  expect(here).toMatchObject(['SERVICE_INVALID', expect.stringContaining('a.proto'), undefined]);
  expect(await codeOf(typesApart(files, ['a.proto'], []))).toEqual(here);
});

it('the error of a file outside is passed on', async () => {
  expect(await codeOf(typesApart(filesOf({}), ['../a.proto'], []))).toEqual([
    'SERVICE_INVALID',
    '../a.proto is outside',
    undefined,
  ]);
});

it('types may use up the memory and time of their process only', async () => {
  const files = filesOf({
    'a.proto': `message A { string b = 1; } /* ${'x'.repeat(7_000_000)} */`,
  });
  const little = { ...typesLimits, heapMb: 8 };
  const large = 'message A { message B { string c = 1; } }'.replaceAll('A', 'A0');
  const many = Array.from({ length: 15_000 }, (_, at) => large.replace('A0', `A${at}`)).join('\n');
  expect(await codeOf(typesApart(filesOf({ 'a.proto': many }), ['a.proto'], [], little))).toEqual([
    'SERVICE_INVALID',
    'a.proto takes more than 8 MB of memory to read',
    'Take what you need out of it.',
  ]);
  const soon = { ...typesLimits, maxMs: 1 };
  expect(await codeOf(typesApart(files, ['a.proto'], [], soon))).toEqual([
    'SERVICE_INVALID',
    'a.proto takes more than 1ms to read',
    'Take what you need out of it.',
  ]);
});
