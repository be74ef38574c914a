import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WireLayer } from '../../contracts/wire.ts';
import { type Product, productWorkload } from '../../contracts/workloads/product.ts';
import { echoOperation, productType } from '../../tests/support/product.ts';
import { encodeJson } from '../codecs/json.ts';
import { protobufCodec } from '../codecs/protobuf.ts';
import { soapCodec } from '../codecs/soap.ts';
import { type BodyForm, formOf, markBody } from './body.ts';
import { Canvas } from './canvas.ts';

const soap = soapCodec(productWorkload.description, echoOperation);

function canvasOf(bytes: Uint8Array) {
  return new Canvas([{ direction: 'sent', atMs: 0, bytes: new Uint8Array(bytes) }]);
}

function layersOf(bytes: Uint8Array, form: BodyForm): Partial<Record<WireLayer, number>> {
  const canvas = canvasOf(bytes);
  markBody(canvas, canvas.whole(), form, 'first');
  return canvas.layersOf(0, bytes.length);
}

const valueBytes = ({ id, name, description }: Product) =>
  Buffer.byteLength(id) + Buffer.byteLength(name) + Buffer.byteLength(description);

const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc
    .array(fc.constantFrom('<', '>', '&', '"', "'", '\\', '\t', 'é', '漢', '😀', 'a'))
    .map((each) => each.join('')),
);
/** XML cannot carry control characters, nor tell white space between tags from a value. */
const xmlTexts = texts.map(
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML forbids
  (text) => `x${text.replace(/[\u0000-\u001f\ufffe\uffff]/g, '')}`,
);
const products = (text: fc.Arbitrary<string>) =>
  fc.record({ id: text, name: text, description: text });

describe('a body', () => {
  it('of JSON is payload as long as its values in UTF-8, whatever is escaped', () => {
    fc.assert(
      fc.property(products(texts), (product) => {
        const bytes = encodeJson(productType, product);
        const { payload = 0, envelope = 0 } = layersOf(bytes, 'json');
        expect(payload).toBe(valueBytes(product));
        expect(payload + envelope).toBe(bytes.length);
      }),
    );
  });

  it('of SOAP is payload as long as its texts, whatever is escaped', () => {
    fc.assert(
      fc.property(products(xmlTexts), (product) => {
        const bytes = soap.encode(product);
        const { payload = 0, envelope = 0 } = layersOf(bytes, 'xml');
        expect(payload).toBe(valueBytes(product));
        expect(payload + envelope).toBe(bytes.length);
      }),
    );
  });

  it('of Protobuf is payload as long as its values', () => {
    const codec = protobufCodec(productType);
    fc.assert(
      fc.property(products(texts), (product) => {
        const bytes = codec.encode(product);
        const { payload = 0, envelope = 0 } = layersOf(bytes, 'protobuf');
        expect(payload).toBe(valueBytes(product));
        expect(payload + envelope).toBe(bytes.length);
      }),
    );
  });

  it.each([
    ['json', '{"a":"\\u00e9\\ud83d\\ude00","n":-12.5e3,"b":[true,null]}', 2 + 4 + 7 + 4 + 4],
    ['graphql', '{"operationName":"A","query":"query A { a }","variables":{"query":"abc"}}', 3],
    ['graphql', '{"variables":{"a":[{"query":"\\u00e9"}]},"query":"{ a }"}', 2],
    ['xml', '<a x="1>2"><![CDATA[<b>&amp;]]></a>', 8],
    ['xml', '<?xml version="1.0"?><!-- a < b --><a> <b>&#xe9;&lt;</b> </a>', 2 + 1],
    ['other', 'any text', 8],
  ] as const)('%s %s', (form, text, payload) => {
    expect(layersOf(Buffer.from(text), form).payload).toBe(payload);
  });

  it('never loses a byte, whatever it is', () => {
    const forms = fc.constantFrom<BodyForm>('json', 'graphql', 'xml', 'protobuf', 'other');
    const pieces = fc
      .array(
        fc.constantFrom('<', '>', '"', '\\', '\\u12', '&#', ';', '{', ':', '<![CDATA[', '<!--'),
      )
      .map((each) => Buffer.from(each.join('')));
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), pieces), forms, (bytes, form) => {
        const canvas = canvasOf(bytes);
        markBody(canvas, canvas.whole(), form, 'first');
        const parts = canvas.parts();
        expect(parts.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(bytes.length);
        expect(parts.every(({ label }) => label !== 'not understood' || form === 'protobuf')).toBe(
          true,
        );
      }),
      { numRuns: 500 },
    );
  });
});

it.each([
  ['application/json; charset=utf-8', 'json'],
  ['application/problem+json', 'json'],
  ['text/xml; charset=utf-8', 'xml'],
  ['application/soap+xml', 'xml'],
  ['application/grpc+proto', 'protobuf'],
  ['application/x-protobuf', 'protobuf'],
  ['application/graphql-response+json; charset=utf-8', 'json'],
  ['text/plain', 'other'],
  ['', 'other'],
])('%s is %s', (type, form) => {
  expect(formOf(type)).toBe(form);
});
