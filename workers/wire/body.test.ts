import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SomeLayers } from '../../contracts/wire.ts';
import { echoOperation, productType } from '../../tests/support/product.ts';
import { typedMessages } from '../../tests/support/random-messages.ts';
import { thing } from '../../tests/support/sampler.ts';
import type { MessageType } from '../../workloads/description.ts';
import { annotateProtobuf } from '../../workloads/inspect/protobuf.ts';
import { type Product, productWorkload } from '../../workloads/product/product.ts';
import { encodeJson } from '../codecs/json.ts';
import { soapCodec, xmlOf } from '../codecs/soap.ts';
import { type BodyForm, bodyLayers, formOf, markBody } from './body.ts';
import { Canvas } from './canvas.ts';
import { describedMessage } from './protobuf-slices.ts';

const soap = soapCodec(productWorkload.description, echoOperation);

function canvasOf(bytes: Uint8Array) {
  return new Canvas([{ direction: 'sent', atMs: 0, bytes: new Uint8Array(bytes) }]);
}

function markedCanvas(
  bytes: Uint8Array,
  form: BodyForm,
  type: MessageType | null = null,
  at: readonly string[] = [],
): Canvas {
  const canvas = canvasOf(bytes);
  markBody(canvas, canvas.whole(), form, 'first', { type: type && describedMessage(type), at });
  return canvas;
}

function layersOf(
  bytes: Uint8Array,
  form: BodyForm,
  type: MessageType | null = null,
  at: readonly string[] = [],
): SomeLayers {
  return markedCanvas(bytes, form, type, at).layersOf(0, bytes.length);
}

const valueBytes = ({ id, name, description }: Product) =>
  Buffer.byteLength(id) + Buffer.byteLength(name) + Buffer.byteLength(description);

const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc
    .array(fc.constantFrom('<', '>', '&', '"', "'", '\\', '\t', 'é', '漢', '😀', 'a'))
    .map((each) => each.join('')),
);
/** XML cannot represent control characters, nor distinguish white space between tags from a value. */
const xmlTexts = texts.map(
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML forbids
  (text) => `x${text.replace(/[\u0000-\u001f\ufffe\uffff]/g, '')}`,
);
const products = (text: fc.Arbitrary<string>) =>
  fc.record({ id: text, name: text, description: text });

describe('a body', () => {
  it('of JSON is payload, with values as long as in UTF-8, despite escapes', () => {
    fc.assert(
      fc.property(products(texts), (product) => {
        const bytes = encodeJson(productType, product);
        const { values = 0, payload = 0 } = layersOf(bytes, 'json');
        expect(values).toBe(valueBytes(product));
        expect(payload).toBe(bytes.length);
      }),
    );
  });

  it('of SOAP is payload within its operationâs element, with values as long as its texts', () => {
    fc.assert(
      fc.property(products(xmlTexts), (product) => {
        const bytes = soap.encode(product);
        const { values = 0, payload = 0, envelope = 0 } = layersOf(bytes, 'xml');
        expect(values).toBe(valueBytes(product));
        expect(payload).toBe(Buffer.byteLength(xmlOf(productType, product)));
        expect(payload + envelope).toBe(bytes.length);
      }),
    );
  });

  it('of Protobuf has the values of the byte inspector, nested messages included', () => {
    fc.assert(
      fc.property(typedMessages, ({ type, message }) => {
        const { bytes, spans } = annotateProtobuf(type, message);
        const inspected = spans.filter(({ role }) => role === 'value');
        const { values = 0, payload = 0 } = layersOf(bytes, 'protobuf', type);
        expect(values).toBe(inspected.reduce((sum, { from, to }) => sum + to - from, 0));
        expect(payload).toBe(bytes.length);
      }),
    );
  });

  it('of Protobuf has the names and values of its type', () => {
    const message = {
      ...{ id: 'a', inStock: true, count: -2, bigCount: 2 ** 40, price: 2.5 },
      ...{ picture: Uint8Array.of(1, 2), colour: 'DEEP_BLUE', marks: [1, 300], tags: ['x'] },
      parts: [{ label: 'wheel', colour: 'RED' }],
    };
    const { bytes } = annotateProtobuf(thing, message);
    const parts = markedCanvas(bytes, 'protobuf', thing).parts();
    const values = parts.flatMap(({ field }) =>
      field ? [`${field.name} ${field.value}`.replace('value of ', '')] : [],
    );
    expect(values).toEqual([
      ...['id a', 'inStock true', 'count -2', `bigCount ${2 ** 40}`, 'price 2.5'],
      ...['picture 2 bytes', 'colour DEEP_BLUE', 'label wheel', 'tags x', 'marks 1,300'],
    ]);
    const labels = parts.map(({ label }) => label);
    expect(labels).toContain('tag 9 and length of parts');
    expect(markedCanvas(bytes, 'protobuf').parts()[0]?.label).toBe('tag 1 and length of field 1');
  });

  it.each([
    ['the one root field of a document', '{"data":{"order":{"id":7}}}', '{"id":7}'],
    ['a list of one', '{"data": {"orders": [{"id":7}]}}', '[{"id":7}]'],
    ['a single number', '{"data":{"count":5},"extensions":{"a":{"b":1}}}', '5'],
    ['a text', '{"data":{"name":"a\\"b"}}', '"a\\"b"'],
    ['all of several', '{"data":{"a":1,"b":{"c":2}}}', '{"a":1,"b":{"c":2}}'],
    ['nothing where there is nothing', '{"data":null}', 'null'],
    ['nothing of what is no answer', '{"a":1}', ''],
  ])('of an own query has as its message %s', (_what, text, message) => {
    const messages = { type: null, at: ['data'], isRooted: true };
    const { payload, envelope } = bodyLayers(Buffer.from(text), 'json', messages);
    expect([payload, envelope]).toEqual([message.length, text.length - message.length]);
  });

  const around = (header: string, body: string) =>
    `<Envelope><Header>${header}</Header><Body>${body}</Body></Envelope>`;
  it.each([
    [around('<Security><p>secret</p></Security>', '<Get><id>7</id></Get>'), '<id>7</id>'.length],
    [around('<Security><p>secret</p></Security>', '<Get/>'), 0],
    [around('', '<a><b/></a><c>1</c>'), '<b/></a><c>1'.length],
  ])('of SOAP has no message except in its body: %s', (text, length) => {
    const messages = { type: null, at: [] };
    expect(bodyLayers(Buffer.from(text), 'xml', messages).payload).toBe(length);
    const bare = bodyLayers(Buffer.from(text), 'xml', { ...messages, isBare: true });
    expect(bare).toEqual({ payload: text.length, envelope: 0 });
  });

  const all = Number.NaN;
  it.each([
    [
      'json',
      '',
      '{"a":"\\u00e9\\ud83d\\ude00","n":-12.5e3,"b":[true,null]}',
      2 + 4 + 7 + 4 + 4,
      all,
    ],
    [
      'json',
      'variables',
      '{"operationName":"A","query":"{ a }","variables":{"query":"abc"}}',
      3,
      15,
    ],
    ['json', 'variables', '{"variables":{"a":[{"query":"\\u00e9"}]},"query":"{ a }"}', 2, 26],
    ['json', 'data a', '{"data":{"b":{"a":{}},"a": {"a":{"c":1}} }}', 1, 13],
    ['json', 'data a', '{"errors":[{"message":"no"}]}', 0, 0],
    ['xml', '', '<a x="1>2"><b><c><d><![CDATA[<b>&amp;]]></d></c></b></a>', 8, 27],
    [
      'xml',
      '',
      '<?xml version="1.0"?><!-- a < b --><a> <b><c><x/> <d>&#xe9;&lt;</d></c></b> </a>',
      3,
      22,
    ],
    ['xml', '', '<a><b><c/></b></a>', 0, 0],
    ['other', '', 'any text', 8, all],
  ] as const)('%s %j %s', (form, at, text, values, payload) => {
    const bytes = Buffer.from(text);
    const layers = layersOf(bytes, form, null, at === '' ? [] : at.split(' '));
    expect(layers.values ?? 0).toBe(values);
    expect(layers.payload ?? 0).toBe(Number.isNaN(payload) ? bytes.length : payload);
    expect((layers.payload ?? 0) + (layers.envelope ?? 0)).toBe(bytes.length);
  });

  it('never loses a byte', () => {
    const forms = fc.constantFrom<BodyForm>('json', 'xml', 'protobuf', 'other');
    const types = fc.constantFrom(null, thing);
    const paths = fc.constantFrom([], ['variables'], ['data', 'a']);
    const signs = ['<', '>', '"', '\\', '\\u12', '&#', ';', '{', ':', '<![CDATA[', '<!--'];
    const pieces = fc.array(fc.constantFrom(...signs)).map((each) => Buffer.from(each.join('')));
    const bodies = fc.oneof(fc.uint8Array(), pieces);
    fc.assert(
      fc.property(bodies, forms, types, paths, (bytes, form, type, at) => {
        const parts = markedCanvas(bytes, form, type, at).parts();
        expect(parts.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(bytes.length);
        const unclear = parts.some(({ label }) => label === 'not understood');
        if (form !== 'protobuf') expect(unclear).toBe(false);
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
