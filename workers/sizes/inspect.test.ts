import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Annotated } from '../../contracts/inspection.ts';
import { typedMessages } from '../../tests/support/random-messages.ts';
import type { Message, MessageType } from '../../workloads/description.ts';
import { inspectMessage, shownHead, shownTail, viewOf } from '../../workloads/inspect/inspect.ts';
import { annotateJson } from '../../workloads/inspect/json.ts';
import { annotateProtobuf } from '../../workloads/inspect/protobuf.ts';
import { NoMessage, readProtobuf } from '../../workloads/inspect/read-protobuf.ts';
import { annotateXml } from '../../workloads/inspect/xml.ts';
import { UnfitValue } from '../../workloads/messages/canonical.ts';
import { encodeJson } from '../codecs/json.ts';
import { protobufCodec } from '../codecs/protobuf.ts';
import { xmlOf } from '../codecs/soap.ts';

/** The worked example of kth-2023, section 2.2. */
const searchType: MessageType = {
  kind: 'message',
  name: 'SearchRequest',
  fields: [
    { name: 'query', number: 1, type: 'string' },
    { name: 'page_number', number: 2, type: 'int32' },
    { name: 'result_per_page', number: 3, type: 'int32' },
  ],
};
const search: Message = { query: 'apples', page_number: 2, result_per_page: 50 };

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

function isWhole({ bytes, spans }: Annotated): void {
  let at = 0;
  for (const { from, to } of spans) {
    expect(from).toBe(at);
    expect(to).toBeGreaterThan(from);
    at = to;
  }
  expect(at).toBe(bytes.length);
}

describe('the worked example of kth-2023', () => {
  it('is 55 bytes in JSON and 12 in Protobuf', () => {
    const json = encodeJson(searchType, search);
    expect(json.toString()).toBe('{"query":"apples","page_number":2,"result_per_page":50}');
    expect(json.length).toBe(55);
    const bytes = protobufCodec(searchType).encode(search);
    expect(hexOf(bytes)).toBe('0a066170706c657310021832');
    expect(bytes.length).toBe(12);
  });

  it('is explained byte by byte', () => {
    const { spans } = annotateProtobuf(searchType, search);
    expect(spans.map(({ path, role, from, to }) => `${from}-${to} ${path} ${role}`)).toEqual([
      '0-1 query name',
      '1-2 query structure',
      '2-8 query value',
      '8-9 page_number name',
      '9-10 page_number value',
      '10-11 result_per_page name',
      '11-12 result_per_page value',
    ]);
    expect(spans[0]?.note).toBe(
      'tag: field 1 (query), wire type 2 (length-delimited); 1 × 8 + 2 = 10',
    );
    expect(spans[6]?.note).toBe('varint 32 (one octet, top bit 0) = 50');
  });
});

describe('the annotated encoders', () => {
  it('write what the codecs write, byte for byte, with every byte annotated', () => {
    fc.assert(
      fc.property(typedMessages, ({ type, message }) => {
        const json = annotateJson(type, message);
        expect(hexOf(json.bytes)).toBe(hexOf(encodeJson(type, message)));
        const xml = annotateXml(type, message);
        expect(hexOf(xml.bytes)).toBe(hexOf(Buffer.from(xmlOf(type, message))));
        const protobuf = annotateProtobuf(type, message);
        expect(hexOf(protobuf.bytes)).toBe(hexOf(protobufCodec(type).encode(message)));
        for (const each of [json, xml, protobuf]) isWhole(each);
      }),
      { numRuns: 300 },
    );
  });

  it('decode their own output', () => {
    fc.assert(
      fc.property(typedMessages, ({ type, message }) => {
        const { bytes } = annotateProtobuf(type, message);
        const read = readProtobuf(type, bytes);
        expect(read.message).toStrictEqual(message);
        expect(read.unknown).toEqual([]);
      }),
    );
  });

  it('read or refuse any octets, as the codec does', () => {
    const any = fc.tuple(typedMessages, fc.uint8Array({ maxLength: 60 }));
    fc.assert(
      fc.property(any, ([{ type }, bytes]) => {
        try {
          readProtobuf(type, bytes);
        } catch (error) {
          expect(error instanceof NoMessage || error instanceof UnfitValue).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('report the position of errors', () => {
    const read = (hex: string) => () =>
      readProtobuf(searchType, new Uint8Array(Buffer.from(hex, 'hex')));
    expect(read('0a0761')).toThrow('At byte 0: field 1 ends 6 bytes after the end of its message');
    expect(read('10')).toThrow('At byte 1: a varint is incomplete');
    expect(read('0d00000000')).toThrow('query has wire type 5 (four octets), expected 2');
    expect(read('4a00')().unknown).toEqual(['byte 0: field 9 is none of SearchRequest']);
  });
});

describe('the displayed bytes of a long message', () => {
  it('are its first and its last bytes, with the number between', () => {
    const message = { ...search, query: 'x'.repeat(100_000) };
    const { json, protobuf } = inspectMessage(searchType, message);
    for (const view of [json, protobuf]) {
      expect(Buffer.from(view.head, 'base64').length).toBe(shownHead);
      expect(Buffer.from(view.tail, 'base64').length).toBe(shownTail);
      isWhole({ bytes: new Uint8Array(view.bytes), spans: view.spans });
      expect(view.spans.filter(({ role }) => role === 'skipped')).toHaveLength(1);
    }
    expect(protobuf.bytes).toBe(annotateProtobuf(searchType, message).bytes.length);
  });

  it('are all of one that just fits', () => {
    const bytes = new Uint8Array(shownHead + shownTail);
    expect(viewOf({ bytes, spans: [] }).tail).toBe('');
  });
});
