import { expect, it } from 'vitest';
import { bodyOfWsdl } from '../../../tests/support/made-wsdl.ts';

/** The body of the call of a service whose request has a type of this schema. */
async function bodyOf(schema: string, attributes = 'elementFormDefault="qualified"') {
  const body = await bodyOfWsdl(schema, attributes);
  return body.replace(/>\s+</g, '><').trim();
}

const element = (inside: string) =>
  `<xs:element name="Ask"><xs:complexType>${inside}</xs:complexType></xs:element>`;
const int = 'type="xs:int"';

it.each([
  [
    'a sequence',
    element(
      `<xs:sequence><xs:element name="a" ${int}/><xs:element name="b" ${int} minOccurs="0"/></xs:sequence>`,
    ),
    '><t:a>1</t:a>',
  ],
  [
    'only optional elements',
    element(`<xs:sequence><xs:element name="b" ${int} minOccurs="0"/></xs:sequence>`),
    '><t:b>1</t:b>',
  ],
  [
    'repeated elements',
    element(
      `<xs:sequence><xs:element name="a" ${int} minOccurs="3" maxOccurs="5"/><xs:element name="b" ${int} maxOccurs="0"/></xs:sequence>`,
    ),
    '><t:a>1</t:a><t:a>1</t:a><t:a>1</t:a>',
  ],
  [
    'a choice of what is known',
    element(
      `<xs:choice><xs:element name="a" type="t:None"/><xs:element name="b" ${int}/></xs:choice>`,
    ),
    '><t:b>1</t:b>',
  ],
  [
    'all of them',
    element('<xs:all><xs:element name="a" type="xs:boolean"/></xs:all>'),
    '><t:a>true</t:a>',
  ],
  [
    'a group',
    `<xs:group name="G"><xs:sequence><xs:element name="g" ${int}/></xs:sequence></xs:group>${element('<xs:sequence><xs:group ref="t:G"/><xs:any/></xs:sequence>')}`,
    '><t:g>1</t:g><!-- any element -->',
  ],
  [
    'a reference',
    `<xs:element name="R" ${int}/>${element('<xs:sequence><xs:element ref="t:R"/></xs:sequence>')}`,
    '><t:R>1</t:R>',
  ],
  [
    'required attributes',
    element(
      `<xs:sequence/><xs:attribute name="a" ${int} use="required"/><xs:attribute name="b" ${int}/><xs:attribute name="c" fixed="f&amp;" use="required"/><xs:attribute name="d" default="e" use="required"/><xs:attribute name="g" use="required"><xs:simpleType><xs:restriction base="xs:string"><xs:enumeration value="v"/></xs:restriction></xs:simpleType></xs:attribute><xs:attribute name="h" use="required"/>`,
    ),
    ' a="1" c="f&amp;" d="e" g="v" h="sample"/>',
  ],
  [
    'qualified attributes',
    element(`<xs:attribute name="a" ${int} use="required" form="qualified"/>`),
    ' t:a="1"/>',
  ],
  [
    'a group of attributes',
    `<xs:attributeGroup name="A"><xs:attribute name="a" ${int} use="required"/></xs:attributeGroup>${element('<xs:attributeGroup ref="t:A"/>')}`,
    ' a="1"/>',
  ],
  [
    'an attribute by reference',
    `<xs:attribute name="r" fixed="z"/>${element('<xs:attribute ref="t:r" use="required"/>')}`,
    ' t:r="z"/>',
  ],
  [
    'an extension',
    `<xs:complexType name="B"><xs:sequence><xs:element name="b" ${int}/></xs:sequence><xs:attribute name="i" ${int} use="required"/></xs:complexType>${element(`<xs:complexContent><xs:extension base="t:B"><xs:sequence><xs:element name="c" ${int}/></xs:sequence></xs:extension></xs:complexContent>`)}`,
    ' i="1"><t:b>1</t:b><t:c>1</t:c>',
  ],
  [
    'a restriction',
    `<xs:complexType name="B"><xs:sequence><xs:element name="b" ${int}/></xs:sequence></xs:complexType>${element(`<xs:complexContent><xs:restriction base="t:B"><xs:sequence><xs:element name="d" ${int}/></xs:sequence></xs:restriction></xs:complexContent>`)}`,
    '><t:d>1</t:d>',
  ],
  [
    'simple content',
    element(
      `<xs:simpleContent><xs:extension base="xs:int"><xs:attribute name="a" ${int} use="required"/></xs:extension></xs:simpleContent>`,
    ),
    ' a="1">1',
  ],
  [
    'restricted simple content',
    `<xs:complexType name="B"><xs:simpleContent><xs:extension base="xs:string"/></xs:simpleContent></xs:complexType>${element('<xs:simpleContent><xs:restriction base="t:B"><xs:enumeration value="only"/></xs:restriction></xs:simpleContent>')}`,
    '>only',
  ],
  ['an element of a simple type', '<xs:element name="Ask" type="xs:date"/>', '>2025-01-31'],
])('a request with %s', async (_what, schema, inside) => {
  const end = inside.endsWith('/>') && inside.startsWith(' ') ? '' : '</t:Ask>';
  const body = `<t:Ask xmlns:t="urn:t"${inside}${end}`;
  expect(await bodyOf(schema)).toBe(body);
  // Local elements have no namespace unless the schema says so; global ones have one.
  const unqualified = body.replace(/(<\/?)t:([a-d]|g)\b/g, '$1$2');
  expect(await bodyOf(schema, '')).toBe(unqualified);
});
