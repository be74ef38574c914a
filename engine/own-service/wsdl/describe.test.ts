import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WirebenchError } from '../../../contracts/errors.ts';
import { madeWsdl } from '../../../tests/support/made-wsdl.ts';
import { memoryFiles } from '../../../tests/support/memory-files.ts';
import { judgeSamples } from '../../../tests/support/xsd-files.ts';
import { filesIn } from '../files.ts';
import { describeWsdl } from './describe.ts';
import { readDocuments, wsdlFile } from './documents.ts';

const folder = new URL('../../../fixtures/descriptions/wsdl/', import.meta.url);
const fixtures = filesIn(fileURLToPath(folder));
const textOf = (path: string) => readFileSync(new URL(path, folder), 'utf8');

const describeText = (text: string) =>
  describeWsdl(wsdlFile(memoryFiles({ 'a.wsdl': text }), 'a.wsdl'));

/** A description of one operation, whose element `Ask` has this type. */
const asking = (content: string, more = '') =>
  madeWsdl(
    `<xs:element name="Ask"><xs:complexType>${content}</xs:complexType></xs:element>${more}`,
  );

async function bodyOf(content: string, more = ''): Promise<string> {
  const { operations } = await describeText(asking(content, more));
  return String(operations[0]?.call.body);
}

const attributes = (count: number, name = 'b') =>
  Array.from({ length: count }, (_, index) => `${name}${index}=""`).join(' ');

describe('describing a WSDL', () => {
  it('returns its operations with their documentation', async () => {
    const found = await describeWsdl(wsdlFile(fixtures, 'orders.wsdl'));
    expect(found).toMatchObject({
      protocol: 'soap',
      address: 'http://127.0.0.1:8080/orders',
      operations: [
        {
          name: 'GetOrder',
          doc: 'Gives an order.',
          changes: false,
          call: { version: '1.1', action: 'urn:example:orders/GetOrder' },
        },
        { name: 'PlaceOrder', doc: '', changes: true },
      ],
      remarks: [
        'Orders is offered over SOAP 1.2, too: set version to use it.',
        'PlaceOrder: element payment is abstract, invoice stands for it.',
      ],
    });
    expect(found.operations[0]?.call.body).toBe(
      '<m:GetOrder xmlns:m="urn:example:messages">\n  <m:orderId>AA-1111</m:orderId>\n</m:GetOrder>',
    );
  });

  it('writes headers into an envelope, and required elements into the body', async () => {
    const { operations } = await describeWsdl(wsdlFile(fixtures, 'orders.wsdl'));
    expect(operations[1]?.call.body).toMatchInlineSnapshot(`
      "<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">
      <soap:Header>
      <m:Session xmlns:m="urn:example:messages">
        <m:token>sample</m:token>
        <m:until>2025-01-31T12:00:00Z</m:until>
      </m:Session>
      </soap:Header>
      <soap:Body>
      <m:PlaceOrder xmlns:m="urn:example:messages" xmlns:t="urn:example:types" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" key="sample">
        <m:order version="2">
          <t:id>AA-1111</t:id>
          <total currency="sam">1.5</total>
          <customer xsi:type="t:Company">
            <name>sample</name>
            <founded>2025</founded>
          </customer>
          <t:invoice>sample</t:invoice>
          <at>2025-01-31T12:00:00Z</at>
          <for>P1D</for>
          <line>
            <count>3</count>
            <part xsi:nil="true"/>
          </line>
          <line>
            <count>3</count>
            <part xsi:nil="true"/>
          </line>
          <codes>1</codes>
          <size>short</size>
          <open>false</open>
          <empty>
            <one>2025-01-31</one>
          </empty>
        </m:order>
        <m:note>
          <m:text>samplesam</m:text>
        </m:note>
      </m:PlaceOrder>
      </soap:Body>
      </soap:Envelope>"
    `);
  });

  it('creates samples that libxml2 finds valid', async () => {
    const source = wsdlFile(fixtures, 'orders.wsdl');
    const { operations } = await describeWsdl(source);
    const bodies = operations.map(({ call }) => String(call.body));
    expect(await judgeSamples(await readDocuments(source), bodies)).toEqual(
      bodies.map(() => ({ said: 'accepted', why: '' })),
    );
  });

  it('writes procedures with their arguments, and names omitted ones', async () => {
    const found = await describeWsdl(wsdlFile(fixtures, 'calculator.wsdl'));
    expect(found.operations.map(({ call }) => call)).toEqual([
      {
        version: '1.2',
        body: '<tns:Add xmlns:tns="urn:example:calculator">\n  <a>1</a>\n  <b>1</b>\n</tns:Add>',
      },
    ]);
    expect(found.address).toBeNull();
    expect(found.remarks).toEqual([
      'Old is left out: it is of the style rpc/encoded, which is not supported.',
    ]);
  });

  const types = [
    'anyURI base64Binary boolean byte date dateTime decimal double duration float gDay gMonth gMonthDay',
    'gYear gYearMonth hexBinary int integer language long negativeInteger nonNegativeInteger',
    'nonPositiveInteger positiveInteger short time unsignedByte unsignedInt unsignedLong unsignedShort',
    'string normalizedString token Name NCName NMTOKEN NMTOKENS ID QName anySimpleType anyType',
  ].flatMap((line) => line.split(' '));
  const restricted = [
    ['string', '<xs:pattern value="[^0-9a-z]\\p{Lu}(x|y){2,3}\\.\\w+"/>'],
    ['string', '<xs:pattern value="\\d{3}|[A-C-[A]]+"/><xs:length value="3"/>'],
    ['string', '<xs:pattern value="([0-9])*"/><xs:minLength value="8"/>'],
    ['hexBinary', '<xs:length value="4"/>'],
    ['base64Binary', '<xs:minLength value="7"/>'],
    ['decimal', '<xs:maxExclusive value="1"/><xs:minInclusive value="0"/>'],
    ['decimal', '<xs:fractionDigits value="0"/>'],
    ['double', '<xs:minExclusive value="99"/>'],
    ['int', '<xs:minExclusive value="1"/>'],
    ['long', '<xs:pattern value="\\d{5}"/>'],
    ['date', '<xs:minInclusive value="2030-01-01"/>'],
    ['token', '<xs:enumeration value="a &lt; b"/>'],
  ];

  it('knows a text for every type, and for restrictions of them', async () => {
    const elements = [
      ...types.map((type) => `<xs:element name="${type}" type="xs:${type}"/>`),
      ...restricted.map(
        ([base, facets], index) =>
          `<xs:element name="r${index}"><xs:simpleType><xs:restriction base="xs:${base}">${facets}</xs:restriction></xs:simpleType></xs:element>`,
      ),
    ];
    const text = asking(`<xs:sequence>${elements.join('')}</xs:sequence>`);
    const source = wsdlFile(memoryFiles({ 'a.wsdl': text }), 'a.wsdl');
    const bodies = (await describeWsdl(source)).operations.map(({ call }) => String(call.body));
    expect(await judgeSamples(await readDocuments(source), bodies)).toEqual([
      { said: 'accepted', why: '' },
    ]);
  });

  it('leaves out optional elements, unless there are no others', async () => {
    const optional = '<xs:element name="a" type="xs:int" minOccurs="0"/>';
    const needed = '<xs:element name="b" type="xs:int"/>';
    expect(await bodyOf(`<xs:sequence>${optional}${needed}</xs:sequence>`)).not.toContain('<a>');
    expect(await bodyOf(`<xs:sequence>${optional}</xs:sequence>`)).toContain('<a>1</a>');
  });

  it('prefers a choice that is not recursive', async () => {
    const type =
      '<xs:complexType name="T"><xs:choice><xs:element name="again" type="t:T"/><xs:element name="end" type="xs:int"/></xs:choice></xs:complexType>';
    const body = await bodyOf('<xs:sequence><xs:element name="x" type="t:T"/></xs:sequence>', type);
    expect(body).toContain('<end>1</end>');
    const circle =
      '<xs:complexType name="T"><xs:sequence><xs:element name="again" type="t:T"/></xs:sequence></xs:complexType>';
    await expect(
      bodyOf('<xs:sequence><xs:element name="x" type="t:T"/></xs:sequence>', circle),
    ).rejects.toThrow('Ask is left out: a type needs itself');
  });

  it('stops at endless structures', async () => {
    const groups = Array.from(
      { length: 60 },
      (_, index) =>
        `<xs:group name="g${index}"><xs:sequence>${`<xs:group ref="t:g${index + 1}"/>`.repeat(10)}</xs:sequence></xs:group>`,
    );
    await expect(
      bodyOf('<xs:sequence><xs:group ref="t:g0"/></xs:sequence>', groups.join('')),
    ).rejects.toThrow('Ask is left out');
  });

  it.each([
    ['<a>\n</b>', 'line 2: expected </a>, found </b>'],
    ['<a/>', 'is not WSDL: expected definitions, found a'],
    ['<description xmlns="http://www.w3.org/ns/wsdl"/>', 'is WSDL 2.0'],
    ['<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"/>', 'has no binding to SOAP'],
    ['<a>'.repeat(100_000), 'cannot be read'],
  ])('refuses %.60s', async (text, message) => {
    await expect(describeText(text)).rejects.toThrow(message);
  });

  it.each([
    ['elements', '<a/>'.repeat(200_000), /more than 200000 elements/],
    ['levels', '<a>'.repeat(1000), /more than 250 levels deep/],
    ['attributes', `<a ${attributes(251)}/>`, /more than 250 attributes/],
    ['attributes of all', `<a ${attributes(250)}/>`.repeat(2500), /more than 600000 attributes/],
    ['long attributes', `<a b="${'b'.repeat(100_000)}"/>`, /a tag in it is longer/],
    [
      'namespaces',
      Array.from({ length: 240 }, (_, at) => `<a ${attributes(40, `xmlns:n${at}_`)}>`).join(''),
      /too many namespaces/,
    ],
    [
      'names',
      Array.from({ length: 20_001 }, (_, at) => `<a${at}/>`).join(''),
      /more than 20000 names/,
    ],
    ['text', 'a'.repeat(1_100_000), /a text in it is longer/],
  ])('refuses what would exhaust the memory: %s', async (_what, more, message) => {
    await expect(describeText(asking('', more))).rejects.toThrow(message);
  });

  it('reads nothing outside of the folder, nor from the network', async () => {
    const importing = (location: string) =>
      asking('<xs:sequence/>', `</xs:schema><xs:schema><xs:import schemaLocation="${location}"/>`);
    for (const [location, remark] of [
      ['http://127.0.0.1:1/a.xsd', 'a.wsdl imports http://127.0.0.1:1/a.xsd, which is elsewhere'],
      ['file:///etc/passwd', 'which is elsewhere and is not read'],
      ['../../../../etc/passwd', 'outside of the experiment’s folder'],
      ['missing.xsd', 'a.wsdl imports missing.xsd, which was not found'],
    ] as const) {
      const files = filesIn(fileURLToPath(folder));
      const text = Buffer.from(importing(location));
      const source = wsdlFile(
        { read: async (path) => (path === 'a.wsdl' ? text : await files.read(path)) },
        'a.wsdl',
      );
      const { remarks } = await describeWsdl(source);
      expect(remarks.join(' ')).toContain(remark);
    }
  });

  it('fails only with a helpful error', async () => {
    const paths = ['orders.wsdl', 'schemas/messages.xsd', 'schemas/types.xsd'];
    const texts = Object.fromEntries(paths.map((path) => [path, textOf(path)]));
    const pieces = '" < /> t:Order minOccurs="9999999" maxOccurs="0" -1 {{ &#0;'.split(' ');
    const change = fc.record({
      path: fc.constantFrom(...paths),
      at: fc.nat(3000),
      cut: fc.nat(80),
      put: fc.oneof(fc.string(), fc.constantFrom(...pieces)),
    });
    await fc.assert(
      fc.asyncProperty(change, fc.string(), async ({ path, at, cut, put }, random) => {
        const text = texts[path] ?? '';
        const changed = { ...texts, [path]: text.slice(0, at) + put + text.slice(at + cut) };
        for (const files of [changed, { 'orders.wsdl': random }]) {
          try {
            await describeWsdl(wsdlFile(memoryFiles(files), 'orders.wsdl'));
          } catch (error) {
            expect(error).toBeInstanceOf(WirebenchError);
            expect(error).toHaveProperty('code', 'SERVICE_INVALID');
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
