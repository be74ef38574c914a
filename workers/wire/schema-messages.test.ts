import fc from 'fast-check';
import protobuf from 'protobufjs';
import { describe, expect, it } from 'vitest';
import { protobufSlices } from './protobuf-slices.ts';
import { schemaMessage } from './schema-messages.ts';

const { root } = protobuf.parse(
  `syntax = "proto3"; package s;
message Tree {
  string name = 1; sint64 depth = 2; Kind kind = 3; repeated Tree branches = 4; map<string, Tree> by_name = 5;
  repeated int32 counts = 6; bytes raw = 7; map<int32, double> weights = 8; bool leaf = 9;
}
enum Kind { NONE = 0; OAK = 1; }`,
  { keepCase: true },
);
const tree = root.resolveAll().lookupType('s.Tree');
const known = schemaMessage(tree);

const bytesOf = (message: Record<string, unknown>) =>
  Buffer.from(tree.encode(tree.fromObject(message)).finish());

/** Labels of values with their text, and names of tags. */
function said(bytes: Buffer): string[] {
  return protobufSlices(bytes, known).map(({ from, to, label, layer, value }) =>
    layer === 'values'
      ? `${label} ${value ?? bytes.toString('utf8', from, to)}`
      : (label ?? '').replace(/^tag \d+( and length)? of /, ''),
  );
}

describe('messages of a schema', () => {
  it('are called by their names, down to entries of maps', () => {
    const leaf = { name: 'b', leaf: true };
    const message = { name: 'a', depth: -3, kind: 'OAK', branches: [leaf], by_name: { k: leaf } };
    expect(said(bytesOf(message))).toEqual([
      ...['name', 'value of name a', 'depth', 'value of depth -3', 'kind', 'value of kind OAK'],
      ...['branches', 'name', 'value of name b', 'leaf', 'value of leaf true'],
      ...['by_name', 'key', 'value of key k', 'value'],
      ...['name', 'value of name b', 'leaf', 'value of leaf true'],
    ]);
  });

  it('show numbers, packed lists included, and the length of others', () => {
    const counts = Array.from({ length: 60 }, (_, index) => index);
    expect(said(bytesOf({ counts: [1, -2], raw: 'AAEC', weights: { 5: 0.5 } }))).toEqual([
      ...['counts', 'value of counts 1, -2', 'raw', 'value of raw 3 bytes'],
      ...['weights', 'key', 'value of key 5', 'value', 'value of value 0.5'],
    ]);
    expect(said(bytesOf({ counts })).at(-1)).toMatch(/^value of counts 0, 1, .*, 49, …$/);
  });

  it.each([
    ['double', -1.5, '-1.5'],
    ['float', 0.25, '0.25'],
    ['int32', -7, '-7'],
    ['uint32', 4_294_967_295, '4294967295'],
    ['sint32', -8, '-8'],
    ['fixed32', 4_294_967_294, '4294967294'],
    ['sfixed32', -9, '-9'],
    ['int64', '-9007199254740993', '-9007199254740993'],
    ['uint64', '18446744073709551615', '18446744073709551615'],
    ['sint64', '-9007199254740995', '-9007199254740995'],
    ['fixed64', '18446744073709551614', '18446744073709551614'],
    ['sfixed64', '-9007199254740997', '-9007199254740997'],
    ['bool', true, 'true'],
  ])('show a number of type %s', (type, value, shown) => {
    const one = new protobuf.Type('One').add(new protobuf.Field('one', 1, type));
    const bytes = Buffer.from(one.encode(one.fromObject({ one: value })).finish());
    const slices = protobufSlices(bytes, schemaMessage(one));
    expect(slices.at(-1)).toMatchObject({ label: 'value of one', value: shown });
  });

  it('are inspected as deep as readers go, however long they are', () => {
    let deep = Buffer.alloc(0);
    for (let i = 0; i < 2000; i++) {
      const head = new protobuf.Writer().uint32(0x22).uint32(deep.length).finish();
      deep = Buffer.concat([head, deep]);
    }
    expect(protobufSlices(deep, known).length).toBeLessThan(120);
    const branches = Array.from({ length: 50_000 }, () => ({ leaf: true }));
    const long = bytesOf({ branches: [{ branches }] });
    expect(protobufSlices(long, known)).toHaveLength(1 + 3 * branches.length);
  });

  it('assign every byte to one part, for any bytes', () => {
    const whole = fc.record({
      name: fc.string(),
      depth: fc.integer(),
      counts: fc.array(fc.integer({ min: -9, max: 2 ** 31 - 1 })),
      raw: fc.uint8Array(),
    });
    const bytes = fc.oneof(fc.uint8Array(), whole.map(bytesOf));
    fc.assert(
      fc.property(bytes, fc.nat(), fc.nat(255), (made, at, octet) => {
        const damaged = Buffer.from(made);
        if (damaged.length > 0) damaged[at % damaged.length] = octet;
        let end = 0;
        for (const { from, to } of protobufSlices(damaged, known)) {
          expect(from).toBe(end);
          expect(to).toBeGreaterThan(from);
          end = to;
        }
        expect(end).toBe(damaged.length);
      }),
    );
  });
});
