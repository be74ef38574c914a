import fc from 'fast-check';
import protobuf from 'protobufjs';
import protojson from 'protobufjs/ext/protojson.js';
import { describe, expect, it } from 'vitest';
import { rowTable } from '../../../tests/support/row-table.ts';
import { DataTables } from '../../../workloads/own-service/rows.ts';
import { valueWriter } from '../../../workloads/own-service/written-message.ts';
import { isCompiled, messageWriter } from './message-template.ts';

const { root } = protobuf.parse(
  `syntax = "proto3";
package t;
import "google/protobuf/timestamp.proto";
enum Colour { NONE = 0; RED = 1; BLUE = 200; }
message Inner { string s = 1; int64 n = 2; Inner inner = 3; }
message All {
  Inner inner = 40; repeated Inner inners = 3; repeated string texts = 4;
  string s = 1; optional string os = 2; bytes by = 5;
  int32 i32 = 6; optional int32 oi32 = 7; uint32 u32 = 8; sint32 s32 = 9;
  int64 i64 = 10; uint64 u64 = 11; sint64 s64 = 12;
  fixed32 f32 = 13; sfixed64 sf64 = 14; double d = 15; float f = 16;
  Colour colour = 17; repeated int32 many = 18; map<string, string> map = 19;
  oneof one { string left = 20; int32 right = 21; }
  google.protobuf.Timestamp at = 22; string long_name = 2000;
}`,
  { keepCase: true },
);
root.addJSON(protobuf.common.get('google/protobuf/timestamp.proto')?.nested ?? {});
root.resolveAll();
const all = root.lookupType('t.All');

const signed = ['i32', 'oi32', 's32', 'i64', 's64', 'sf64', 'right'];
const number = fc.oneof(fc.nat(300), fc.nat(2 ** 31 - 1), fc.constant(0));
const row = fc.record({
  t: fc.string({ unit: 'grapheme', maxLength: 200 }),
  n: number.map(String),
  d: fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  c: fc.constantFrom('NONE', 'RED', 'BLUE'),
  b: fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64')),
});
const text = fc.constantFrom('{{o.t}}', 'a {{o.t}}{{sequence}}', 'fixed', '', '{{uuid}}');
const whole = fc.constantFrom('{{o.n}}', '{{int 0 5}}', '{{sequence}}', 7, '-1');
const natural = fc.constantFrom('{{o.n}}', '{{int 0 300}}', 0, 7);
const inner = fc.letrec((tie) => ({
  inner: fc.record(
    { s: text, n: whole, inner: fc.option(tie('inner'), { nil: undefined, depthSize: 'small' }) },
    { requiredKeys: [] },
  ),
})).inner;
const message = fc
  .record(
    {
      inner,
      inners: fc.array(inner, { maxLength: 3 }),
      texts: fc.array(text, { maxLength: 3 }),
      s: text,
      os: text,
      by: fc.constantFrom('{{o.b}}', 'AQI='),
      i32: whole,
      oi32: whole,
      u32: natural,
      s32: whole,
      i64: whole,
      u64: natural,
      s64: whole,
      f32: natural,
      sf64: whole,
      d: fc.constantFrom('{{o.d}}', 1.5),
      f: natural,
      colour: fc.constantFrom('{{o.c}}', 'RED'),
      right: whole,
      longName: text,
    },
    { requiredKeys: [] },
  )
  .map((value) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>);

function bytesBothWays(json: Record<string, unknown>, table: readonly Record<string, string>[]) {
  const columns = ['t', 'n', 'd', 'c', 'b'];
  const rows = table.map((one) => columns.map((column) => one[column] ?? ''));
  const tables = new DataTables([rowTable(columns, rows)]);
  const write = messageWriter(all, json, tables);
  const fill = valueWriter(json, tables);
  return table.map((_, sequence) => {
    const of = { sequence, seed: 3 };
    const own = write(of, 5).subarray(5);
    const theirs = Buffer.from(all.encode(protojson.fromJson(all, fill(of) as object)).finish());
    return { own: own.toString('hex'), theirs: theirs.toString('hex') };
  });
}

describe('a message with values', () => {
  it('is encoded as by protobufjs, whichever of its fields have values', () => {
    fc.assert(
      fc.property(message, fc.array(row, { minLength: 1, maxLength: 5 }), (json, table) => {
        for (const { own, theirs } of bytesBothWays(json, table)) expect(own).toBe(theirs);
      }),
      { numRuns: 300 },
    );
  });

  it('is encoded the same whether or not it is as long as the previous one', () => {
    const short = fc.record({
      t: fc.constantFrom(
        '',
        'a',
        'b',
        'é',
        'ab',
        ...[127, 127, 128].map((n, at) => `${at}`.repeat(n)),
      ),
      n: fc.constantFrom('0', '1', '127', '128', '200', '-7', '007'),
      d: fc.constantFrom('1.5', '2.5'),
      c: fc.constantFrom('NONE', 'RED', 'BLUE'),
      b: fc.constantFrom('', 'AQI=', 'AgE='),
    });
    const rows = fc.array(short, { minLength: 2, maxLength: 12 });
    // Unsigned numbers must not be negative.
    const fitting = message.map(({ u32: _u, u64: _v, f32: _w, f: _f, ...others }) => others);
    fc.assert(
      fc.property(fitting, rows, (json, table) => {
        for (const { own, theirs } of bytesBothWays(json, table)) expect(own).toBe(theirs);
      }),
      { numRuns: 300 },
    );
  });

  it('is complete after one that failed', () => {
    const cells = [
      ['a', 'bb', '1'],
      ['aa', 'b', 'no number'],
      ['cc', 'd', '2'],
    ];
    const tables = new DataTables([rowTable(['a', 'b', 'n'], cells)]);
    const write = messageWriter(all, { s: '{{o.a}}', os: '{{o.b}}', i32: '{{o.n}}' }, tables);
    const read = (sequence: number) => all.decode(write({ sequence, seed: 1 }, 0)).toJSON();
    expect(read(0)).toEqual({ s: 'a', os: 'bb', i32: 1 });
    expect(() => read(1)).toThrow();
    expect(read(2)).toEqual({ s: 'cc', os: 'd', i32: 2 });
  });

  it('stays unchanged, however many and however long ones follow', () => {
    const lengths = fc.array(fc.integer({ min: 0, max: 90_000 }), { minLength: 2, maxLength: 40 });
    fc.assert(
      fc.property(lengths, (lengthsOfRows) => {
        const cells = lengthsOfRows.map((length, row) => [
          String.fromCharCode(97 + (row % 26)).repeat(length),
        ]);
        const tables = new DataTables([rowTable(['t'], cells)]);
        const json = { inner: { s: '{{o.t}}', inner: { s: 'a {{o.t}}' } } };
        const write = messageWriter(all, json, tables);
        const made = cells.map((_, sequence) => write({ sequence, seed: 1 }, 0));
        for (const [row, bytes] of made.entries()) {
          const [text = ''] = cells[row] ?? [];
          const filled = { inner: { s: text, inner: { s: `a ${text}` } } };
          expect(all.decode(bytes).toJSON()).toEqual(all.fromObject(filled).toJSON());
        }
      }),
      { numRuns: 30 },
    );
  });

  it('is compiled, but for those with values in maps, lists of numbers and types of Protobuf’s own', () => {
    const tables = new DataTables([]);
    const of = (json: Record<string, unknown>) => isCompiled(all, json, tables);
    const [number, uuid] = ['{{int 1 9}}', '{{uuid}}'];
    for (const json of [
      { s: uuid, inner: { n: number }, i32: number, map: { a: 'b' } },
      { inners: [{ s: uuid }, {}], texts: [uuid, 'a'], at: '2026-01-02T03:04:05Z' },
    ])
      expect(of(json)).toBe(true);
    for (const json of [{ map: { a: uuid } }, { many: [number] }, { at: '{{now}}' }])
      expect(of(json)).toBe(false);
  });

  it('is refused if a value does not fit its field', () => {
    const rows = [{ t: 'x', n: '99999999999', d: '', c: '', b: '' }];
    expect(() => bytesBothWays({ i32: '{{o.n}}' }, rows)).toThrow();
    expect(() => bytesBothWays({ i64: '{{o.t}}' }, rows)).toThrow();
  });

  it('accepts integers of all lengths', () => {
    const json = Object.fromEntries(signed.map((key) => [key, '{{o.n}}']));
    for (const n of ['0', '-7', '999999999', '2147483647', '-2147483648']) {
      const [both] = bytesBothWays(json, [{ t: '', n, d: '', c: '', b: '' }]);
      expect(both?.own).toBe(both?.theirs);
    }
  });
});
