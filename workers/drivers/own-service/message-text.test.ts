import fc from 'fast-check';
import { compile, type JSONValue } from 'json-p3';
import protobuf from 'protobufjs';
import protojson from 'protobufjs/ext/protojson.js';
import { describe, expect, it } from 'vitest';
import { messageText } from './message-text.ts';

const { root } = protobuf.parse(
  `syntax = "proto3";
  package t;
  import "google/protobuf/timestamp.proto";
  enum Kind { NONE = 0; SOME = 1; }
  message Inner { string text = 1; int64 long = 2; repeated Inner inners = 3; }
  message Outer {
    string text_here = 1; int32 number = 2; int64 long = 3; bool flag = 4; double real = 5; bytes raw = 6;
    Kind kind = 7; Inner inner = 8; repeated Inner inners = 9; repeated string texts = 10;
    map<string, string> map = 11; optional int32 maybe = 12; repeated int64 longs = 13;
    oneof one { string either = 14; uint64 other = 15; }
    string renamed = 16 [json_name = "other_name"];
  }`,
);
root.resolveAll();
const outer = root.lookupType('t.Outer');

const text = fc.constantFrom('', 'x', 'é"');
const number = fc.constantFrom(0, 1, -7, 2 ** 31 - 1);
const long = fc.constantFrom('0', '5', '-5', '9007199254740993');
const inner = fc.letrec((tie) => ({
  inner: fc.record(
    { text, long, inners: fc.array(tie('inner'), { maxLength: 2 }) },
    { requiredKeys: [] },
  ),
})).inner;
const message = fc.record(
  {
    textHere: text,
    number,
    long,
    flag: fc.boolean(),
    real: fc.constantFrom(0, 1.5),
    raw: fc.constantFrom('', 'AAE='),
    kind: fc.constantFrom('NONE', 'SOME'),
    inner,
    inners: fc.array(inner, { maxLength: 2 }),
    texts: fc.array(text, { maxLength: 2 }),
    map: fc.dictionary(fc.constantFrom('a', 'text'), text),
    maybe: number,
    longs: fc.array(long, { maxLength: 2 }),
    either: text,
    other_name: text,
  },
  { requiredKeys: [] },
);
const names = [
  'textHere text_here text number long flag real raw kind inner inners texts map a maybe longs either other',
  'other_name renamed __proto__ constructor length',
].flatMap((words) => words.split(' '));
const path = fc.array(fc.oneof(fc.constantFrom(...names), fc.nat({ max: 2 })), { maxLength: 4 });

describe('the text of a field', () => {
  it('equals that of the JSON mapping, if defined', () => {
    let said = 0;
    fc.assert(
      fc.property(message, path, (json, segments) => {
        const bytes = outer.encode(protojson.fromJson(outer, json as never)).finish();
        const decoded = outer.decode(bytes);
        const found = messageText(outer, decoded, segments);
        if (found === undefined) return;
        said++;
        const query = `$${segments.map((one) => (typeof one === 'number' ? `[${one}]` : `['${one}']`)).join('')}`;
        const mapped = protojson.toJson(outer, decoded) as JSONValue;
        const [value] = compile(query).query(mapped).values();
        expect(typeof value === 'string' ? value : JSON.stringify(value)).toBe(found);
      }),
      { numRuns: 4000 },
    );
    expect(said).toBeGreaterThan(50);
  });
});
