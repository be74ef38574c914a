import { expect, it } from 'vitest';
import { describeWsdl } from './describe.ts';
import { pastedWsdl } from './documents.ts';

/** The body of the call of a service whose request has a type of this schema. */
async function bodyOf(schema: string, attributes = 'elementFormDefault="qualified"') {
  const wsdl = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:t" xmlns:x="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t">
<types><x:schema targetNamespace="urn:t" ${attributes}>${schema}</x:schema></types>
<message name="In"><part name="p" element="t:Get"/></message>
<portType name="P"><operation name="Get"><input message="t:In"/></operation></portType>
<binding name="B" type="t:P"><s:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Get"><s:operation soapAction="urn:get"/><input><s:body use="literal"/></input></operation></binding>
<service name="S"><port name="P" binding="t:B"><s:address location="http://a.test/s"/></port></service>
</definitions>`;
  const { operations } = await describeWsdl(pastedWsdl(wsdl));
  const body = operations[0]?.call.body;
  return String(body).replace(/>\s+</g, '><').trim();
}

const element = (inside: string) =>
  `<x:element name="Get"><x:complexType>${inside}</x:complexType></x:element>`;
const int = 'type="x:int"';

it.each([
  [
    'a sequence',
    element(
      `<x:sequence><x:element name="a" ${int}/><x:element name="b" ${int} minOccurs="0"/></x:sequence>`,
    ),
    '><t:a>1</t:a>',
  ],
  [
    'only optional elements',
    element(`<x:sequence><x:element name="b" ${int} minOccurs="0"/></x:sequence>`),
    '><t:b>1</t:b>',
  ],
  [
    'repeated elements',
    element(
      `<x:sequence><x:element name="a" ${int} minOccurs="3" maxOccurs="5"/><x:element name="b" ${int} maxOccurs="0"/></x:sequence>`,
    ),
    '><t:a>1</t:a><t:a>1</t:a><t:a>1</t:a>',
  ],
  [
    'a choice of what is known',
    element(`<x:choice><x:element name="a" type="t:None"/><x:element name="b" ${int}/></x:choice>`),
    '><t:b>1</t:b>',
  ],
  [
    'all of them',
    element('<x:all><x:element name="a" type="x:boolean"/></x:all>'),
    '><t:a>true</t:a>',
  ],
  [
    'a group',
    `<x:group name="G"><x:sequence><x:element name="g" ${int}/></x:sequence></x:group>${element('<x:sequence><x:group ref="t:G"/><x:any/></x:sequence>')}`,
    '><t:g>1</t:g><!-- any element -->',
  ],
  [
    'a reference',
    `<x:element name="R" ${int}/>${element('<x:sequence><x:element ref="t:R"/></x:sequence>')}`,
    '><t:R>1</t:R>',
  ],
  [
    'required attributes',
    element(
      `<x:sequence/><x:attribute name="a" ${int} use="required"/><x:attribute name="b" ${int}/><x:attribute name="c" fixed="f&amp;" use="required"/><x:attribute name="d" default="e" use="required"/><x:attribute name="g" use="required"><x:simpleType><x:restriction base="x:string"><x:enumeration value="v"/></x:restriction></x:simpleType></x:attribute><x:attribute name="h" use="required"/>`,
    ),
    ' a="1" c="f&amp;" d="e" g="v" h="sample"/>',
  ],
  [
    'qualified attributes',
    element(`<x:attribute name="a" ${int} use="required" form="qualified"/>`),
    ' t:a="1"/>',
  ],
  [
    'a group of attributes',
    `<x:attributeGroup name="A"><x:attribute name="a" ${int} use="required"/></x:attributeGroup>${element('<x:attributeGroup ref="t:A"/>')}`,
    ' a="1"/>',
  ],
  [
    'an attribute by reference',
    `<x:attribute name="r" fixed="z"/>${element('<x:attribute ref="t:r" use="required"/>')}`,
    ' t:r="z"/>',
  ],
  [
    'an extension',
    `<x:complexType name="B"><x:sequence><x:element name="b" ${int}/></x:sequence><x:attribute name="i" ${int} use="required"/></x:complexType>${element(`<x:complexContent><x:extension base="t:B"><x:sequence><x:element name="c" ${int}/></x:sequence></x:extension></x:complexContent>`)}`,
    ' i="1"><t:b>1</t:b><t:c>1</t:c>',
  ],
  [
    'a restriction',
    `<x:complexType name="B"><x:sequence><x:element name="b" ${int}/></x:sequence></x:complexType>${element(`<x:complexContent><x:restriction base="t:B"><x:sequence><x:element name="d" ${int}/></x:sequence></x:restriction></x:complexContent>`)}`,
    '><t:d>1</t:d>',
  ],
  [
    'simple content',
    element(
      `<x:simpleContent><x:extension base="x:int"><x:attribute name="a" ${int} use="required"/></x:extension></x:simpleContent>`,
    ),
    ' a="1">1',
  ],
  [
    'restricted simple content',
    `<x:complexType name="B"><x:simpleContent><x:extension base="x:string"/></x:simpleContent></x:complexType>${element('<x:simpleContent><x:restriction base="t:B"><x:enumeration value="only"/></x:restriction></x:simpleContent>')}`,
    '>only',
  ],
  ['an element of a simple type', '<x:element name="Get" type="x:date"/>', '>2025-01-31'],
])('a request with %s', async (_what, schema, inside) => {
  const end = inside.endsWith('/>') && inside.startsWith(' ') ? '' : '</t:Get>';
  const body = `<t:Get xmlns:t="urn:t"${inside}${end}`;
  expect(await bodyOf(schema)).toBe(body);
  // Local elements have no namespace unless the schema says so; global ones have one.
  const unqualified = body.replace(/(<\/?)t:([a-d]|g)\b/g, '$1$2');
  expect(await bodyOf(schema, '')).toBe(unqualified);
});
