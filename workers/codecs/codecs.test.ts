import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { productOperation, productType } from '../../tests/support/product.ts';
import { type Product, productWorkload } from '../../workloads/product/product.ts';
import type { Operation } from '../../workloads/product/shapes.ts';
import { decodeJson, encodeJson } from './json.ts';
import { plainAnswerReader } from './plain-answer.ts';
import { protobufCodec } from './protobuf.ts';
import { decodeFault, soapCodec } from './soap.ts';

const text = fc.string({ unit: 'binary', maxLength: 60 }).filter((value) => value.isWellFormed());
const products = (value: fc.Arbitrary<string>): fc.Arbitrary<Product> =>
  fc.record({ id: value, name: value, description: value });
const anyBytes = fc.uint8Array({ maxLength: 120 }).map((octets) => Buffer.from(octets));

const codec = protobufCodec(productType);

describe('JSON', () => {
  it('carries any text, as Protocol Buffers do', () => {
    fc.assert(
      fc.property(products(text), (product) => {
        expect(decodeJson(productType, encodeJson(productType, product))).toEqual(product);
        expect(codec.decode(codec.encode(product))).toEqual(product);
      }),
    );
  });

  it('refuses what has not all fields', () => {
    const numbered = '{"id":1,"name":"2","description":"3"}';
    for (const body of ['', 'null', '[]', '{"id":"1","name":"2"}', numbered, '{'])
      expect(() => decodeJson(productType, Buffer.from(body)), body).toThrow();
  });

  it('writes the fields of the type only, whichever the message has', () => {
    const { fields } = productType;
    const bytes = { ...productType, fields: fields.map((one) => ({ ...one, type: 'bytes' })) };
    const written = (type: unknown, message: object) =>
      encodeJson(type as typeof productType, message as Product).toString();
    const whole = { id: '1', name: '2', description: '3' };
    expect(written(productType, whole)).toBe('{"id":"1","name":"2","description":"3"}');
    expect(written(productType, { ...whole, more: '4' })).toBe(
      '{"id":"1","name":"2","description":"3"}',
    );
    expect(written(productType, { id: '1' })).toBe('{"id":"1","name":null,"description":null}');
    const [some, more] = [Buffer.from('a'), [Buffer.from('b'), Buffer.from('c')]];
    expect(written(bytes, { id: some, name: more, description: 'd', more: some })).toBe(
      '{"id":"YQ==","name":["Yg==","Yw=="],"description":"d"}',
    );
  });

  it('skips unknown fields', () => {
    const body = Buffer.from('{"id":"1","name":"2","description":"3","more":{}}');
    expect(decodeJson(productType, body)).toEqual({ id: '1', name: '2', description: '3' });
  });
});

it('reads missing fields of Protocol Buffers as empty', () => {
  expect(codec.decode(Buffer.alloc(0))).toEqual({ id: '', name: '', description: '' });
});

const codecOf = (name: Operation) => soapCodec(productWorkload.description, productOperation(name));
const readPlain = plainAnswerReader('EchoResponse', productType);

describe('SOAP', () => {
  const markup = fc.string({
    unit: fc.constantFrom(...'<>&"\'];#x1ampltgCDATA[!-\r\n\t '),
    maxLength: 40,
  });
  const fields = (description: string) =>
    `<id>1</id><name>n</name><description>${description}</description>`;
  const envelope = (body: string) =>
    Buffer.from(
      `<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header/><s:Body>${body}</s:Body></s:Envelope>`,
    );
  const echoed = (inside: string) => envelope(`<EchoResponse>${inside}</EchoResponse>`);
  const decoded = (description: string) =>
    codecOf('echo').decode(echoed(fields(description))).description;

  it.each([
    ['&lt;&gt;&amp;&quot;&apos;', '<>&"\''],
    ['&#65;&#x42;&#x1F600;&#13;', 'AB😀\r'],
    ['&amp;lt;&amp;#65;', '&lt;&#65;'],
    ['&unknown;', '&unknown;'],
    ['a<!-- b -->c', 'ac'],
    ['<![CDATA[<a>&amp;</a>]]>', '<a>&amp;</a>'],
    ['1 &lt; <![CDATA[2 & &lt; 3]]> &gt;', '1 < 2 & &lt; 3 >'],
    ['<![CDATA[]]>', ''],
    ['<![CDATA[a]]]]><![CDATA[>b]]>', 'a]]>b'],
    ['\r\n\r', '\n\n'],
    ['', ''],
    ['  ', '  '],
    ['007', '007'],
    ['true', 'true'],
  ])('reads %j', (xml, expected) => {
    expect(decoded(xml)).toBe(expected);
  });

  it('reads the usual form with the quick parser, with the result of the full one', () => {
    const space = fc.constantFrom('', ' ', '\n  ');
    const prefix = fc.constantFrom('', 's:', 'soap-env:');
    const field = (names: fc.Arbitrary<string>) =>
      fc
        .tuple(prefix, names, space, markup)
        .map(
          ([p, name, s, value]) =>
            `${s}<${p}${name}${s}>${value.replaceAll('<', '')}</${p}${name}>`,
        );
    const headers = [
      '',
      '<Header/>',
      '<s:Header />',
      '<Header> </Header>',
      '<Header><a/></Header>',
    ];
    const names = ['name', 'id', 'description'];
    const any = field(fc.constantFrom(...names, 'other'));
    const answer = fc
      .record({
        ...{ prefix, other: prefix, space, header: fc.constantFrom(...headers) },
        attribute: fc.constantFrom('', ' a="b"', " xmlns='c'", ' /'),
        fields: fc.oneof(
          fc.tuple(...names.map((name) => field(fc.constant(name)))),
          fc.array(any, { maxLength: 4 }),
        ),
      })
      .map((one) => {
        const { prefix: p, other: o, space: s, attribute: a } = one;
        const fields = [...one.fields, s].join('');
        return `<?xml version="1.0"?>${s}<${p}Envelope${a}>${s}${one.header}<${p}Body>${s}<${o}EchoResponse${a}>${fields}</${o}EchoResponse>${s}</${p}Body></${p}Envelope>${s}`;
      });
    const outcome = (xml: string) => {
      try {
        return codecOf('echo').decode(Buffer.from(xml));
      } catch {
        return 'refused';
      }
    };
    let quick = 0;
    fc.assert(
      fc.property(answer, (xml) => {
        if (readPlain?.(xml)) quick++;
        // A comment is enough to leave the usual form.
        expect(outcome(xml)).toEqual(outcome(xml.replace('?>', '?><!-- -->')));
      }),
      { numRuns: 400 },
    );
    expect(quick).toBeGreaterThan(40);
  });

  it('reads any prefix', () => {
    const body =
      '<p:ModifyResponse xmlns:p="urn:x"><p:id>1</p:id><q:name xmlns:q="urn:x">n</q:name><p:description a="b">d</p:description></p:ModifyResponse>';
    const expected = { id: '1', name: 'n', description: 'd' };
    expect(codecOf('modify').decode(envelope(body))).toEqual(expected);
  });

  it.each([
    ['no envelope', Buffer.from('<a/>')],
    ['nothing', Buffer.alloc(0)],
    ['an empty body', envelope('')],
    ['another operation', envelope(`<ModifyResponse>${fields('d')}</ModifyResponse>`)],
    ['a missing field', echoed('<id>1</id><name>n</name>')],
    ['a field twice', echoed(`${fields('d')}<id>2</id>`)],
    ['markup in a field', echoed(fields('<b>d</b>'))],
    ['a character beyond Unicode', echoed(fields('&#x110000;'))],
    ['an answer that is cut off', echoed(fields('d')).subarray(0, 180)],
  ])('refuses %s', (_title, bytes) => {
    expect(() => codecOf('echo').decode(bytes)).toThrow();
  });

  describe('faults', () => {
    const of = (code: string, text: string) =>
      `<faultcode>${code}</faultcode><faultstring>${text}</faultstring>`;
    const texts = '<s:Text xml:lang="en">no</s:Text><s:Text xml:lang="de">nein</s:Text>';
    const fault = (inside: string) => decodeFault(envelope(`<s:Fault>${inside}</s:Fault>`));
    it.each([
      [of('s:Server', 'no'), 'Server', 'no'],
      [of('Client', 'a &lt; b &#x26; c'), 'Client', 'a < b & c'],
      [of('s:Client.Auth', '<![CDATA[<x>]]>'), 'Client.Auth', '<x>'],
      ['<faultstring>no</faultstring>', 'Fault', 'no'],
      [of('', ''), 'Fault', ''],
      [`<s:Code><s:Value>s:Sender</s:Value></s:Code><s:Reason>${texts}</s:Reason>`, 'Sender', 'no'],
    ])('%s', (xml, code, message) => {
      expect(fault(xml)).toEqual({ code, message });
    });

    it('are not found in other bodies', () => {
      expect(decodeFault(echoed(fields('d')))).toBeNull();
      expect(decodeFault(Buffer.from('Bad Gateway'))).toBeNull();
      expect(decodeFault(Buffer.from('{"Fault":1}'))).toBeNull();
    });

    it('never make the decoder throw', () => {
      expect(fault('<faultstring>&#x110000;</faultstring>')?.code ?? 'none').toBeTruthy();
      const pieces =
        '< > </ /> Fault faultcode faultstring &#x110000; = " ]]> <!-- __proto__ <?xml';
      const odd = [' ', '<![CDATA[', '<!DOCTYPE x [', '<!ENTITY a "b">'];
      const shaped = fc.array(fc.constantFrom(...pieces.split(' '), ...odd), { maxLength: 15 });
      fc.assert(
        fc.property(
          fc.oneof(
            anyBytes,
            shaped.map((parts) => envelope(parts.join(''))),
          ),
          (bytes) => {
            const found = decodeFault(bytes);
            if (found) expect(typeof found.message).toBe('string');
          },
        ),
        { numRuns: 500 },
      );
    });
  });
});
