import { describe, expect, it } from 'vitest';
import { describeWsdl } from './describe.ts';
import { pastedWsdl } from './documents.ts';
import { patternSample } from './pattern.ts';

describe('a sample of a pattern', () => {
  it.each([
    ['abc', 'abc'],
    ['a|b', 'a'],
    ['|b|c', 'b'],
    ['(a|b)c', 'ac'],
    ['(?:x)y', 'xy'],
    ['^a$', 'a'],
    ['a.c', 'aac'],
    ['x?y*z+', 'z'],
    ['x{2}', 'xx'],
    ['x{2,}', 'xx'],
    ['x{2,3}', 'xx'],
    [String.raw`\d\D\w\W\s\S\i\c`, '1aa- aaa'],
    [String.raw`\n\t\r\.\-`, '\n\t\r.-'],
    [String.raw`\p{Nd}\p{Lu}\p{Ll}\p{Zs}\p{Po}\P{N}\P{L}`, '1Aa .a1'],
    ['[A-Z][0-9][^a]', 'A11'],
    ['[a-z-[a]]', 'a'],
    [String.raw`[\i][\c][\]x][ä]`, 'aaxä'],
    ['[0-9]{3}-[b-z]', '111-b'],
    ['(a', null],
    ['a)', null],
    ['[a', null],
    ['[漢]', null],
    [`${'('.repeat(51)}a${')'.repeat(51)}`, null],
    [`${'('.repeat(50)}a${')'.repeat(50)}`, 'a'],
    ['x{1000}', 'x'.repeat(1000)],
    ['x{2000}', 'x'.repeat(1000)],
    ['(x{1000}){11}', null],
    ['x'.repeat(5000), 'x'.repeat(5000)],
    ['x'.repeat(5001), null],
  ])('of %s is %s', (pattern, text) => {
    expect(patternSample(pattern, () => true)).toBe(text);
  });

  it.each([
    ['x+y?', 4, 'xxxy'],
    ['x*', 40, 'x'.repeat(40)],
    ['x*', 41, null],
    ['x{2,}', 5, 'xxxxx'],
    ['x{2,3}y*', 5, 'xxxyy'],
    ['x{2,3}', 4, null],
    ['xy?', 3, null],
  ])('of %s with %i characters is %s', (pattern, length, text) => {
    expect(patternSample(pattern, (one) => one.length === length)).toBe(text);
  });
});

/** The text in the call of an operation whose element has this type. */
async function textOf(type: string, more = '') {
  const wsdl = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:t" xmlns:x="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t">
<types><x:schema targetNamespace="urn:t"><x:element name="Get"><x:simpleType>${type}</x:simpleType></x:element>${more}</x:schema></types>
<message name="In"><part name="p" element="t:Get"/></message>
<portType name="P"><operation name="Get"><input message="t:In"/></operation></portType>
<binding name="B" type="t:P"><s:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Get"><s:operation soapAction="urn:get"/><input><s:body use="literal"/></input></operation></binding>
<service name="S"><port name="P" binding="t:B"><s:address location="http://a.test/s"/></port></service>
</definitions>`;
  const { operations } = await describeWsdl(pastedWsdl(wsdl));
  return />([^<]*)<\/t:Get>/.exec(String(operations[0]?.call.body))?.[1];
}
/** A restriction by facets: `minLength 3, pattern a+`. */
const restricted = (base: string, facets: string) =>
  `<x:restriction base="x:${base}">${facets
    .split(', ')
    .filter((one) => one !== '')
    .map((one) => one.replace(/^(\w+) (.*)$/, '<x:$1 value="$2"/>'))
    .join('')}</x:restriction>`;

it.each([
  ['string', '', 'sample'],
  ['string', 'maxLength 3', 'sam'],
  ['string', 'length 8', 'samplesa'],
  ['string', 'minLength 7', 'samples'],
  ['string', 'minLength 6, maxLength 6', 'sample'],
  ['string', 'enumeration b, enumeration a', 'b'],
  ['string', 'pattern [0-9]{2}', '11'],
  ['string', 'pattern s.*', 'sample'],
  ['string', 'pattern z*, length 4', 'zzzz'],
  ['string', 'pattern z*, minLength 2, maxLength 3', 'zz'],
  ['string', 'pattern z, pattern y', 'z'],
  ['string', 'pattern (a', 'sample'],
  ['hexBinary', '', '0000'],
  ['hexBinary', 'length 3', '000000'],
  ['hexBinary', 'maxLength 1', '00'],
  ['base64Binary', 'minLength 4', 'AAAAAA=='],
  ['ID', '', 'id1'],
  ['date', 'minInclusive 2030-01-01', '2030-01-01'],
  ['date', 'maxInclusive 2020-01-01', '2020-01-01'],
  ['int', 'pattern 0', '0'],
  ['int', 'pattern 1', '1'],
  ['int', 'minInclusive 5', '5'],
  ['int', 'minInclusive 1', '1'],
  ['int', 'minExclusive 1', '2'],
  ['int', 'minExclusive 0', '1'],
  ['int', 'maxInclusive -3', '-3'],
  ['int', 'maxExclusive 1', '0'],
  ['int', 'maxExclusive 2', '1'],
  ['decimal', '', '1.5'],
  ['decimal', 'minExclusive 1.5', '2'],
  ['decimal', 'maxExclusive 1', '0.5'],
  ['decimal', 'fractionDigits 0', '1'],
  ['decimal', 'totalDigits 1, minExclusive 1', '2'],
  ['negativeInteger', '', '-1'],
  ['boolean', '', 'true'],
])('a text of %s with %s is %s', async (base, facets, text) => {
  expect(await textOf(restricted(base, facets))).toBe(text);
});

it('a text of a list or a union is one of its members, and facets of a base hold after its own', async () => {
  const inner = (facets: string) => `<x:simpleType>${restricted('string', facets)}</x:simpleType>`;
  expect(await textOf('<x:list itemType="x:int"/>')).toBe('1');
  expect(await textOf(`<x:list>${inner('maxLength 2')}</x:list>`)).toBe('sa');
  expect(await textOf('<x:union memberTypes="x:date x:int"/>')).toBe('2025-01-31');
  expect(await textOf(`<x:union>${inner('maxLength 1')}${inner('')}</x:union>`)).toBe('s');
  const base = (type: string) => `<x:simpleType name="B">${type}</x:simpleType>`;
  const of = (facets: string) => restricted('', facets).replace('"x:"', '"t:B"');
  expect(await textOf(of('maxLength 2'), base(restricted('string', 'maxLength 5')))).toBe('sa');
  expect(await textOf(of('enumeration c'), base(restricted('string', 'enumeration d')))).toBe('c');
  expect(await textOf(of('length 3'), base('<x:list itemType="x:int"/>'))).toBe('1 1 1');
  expect(await textOf(of('minLength 0'), base('<x:list itemType="x:int"/>'))).toBe('1');
  expect(await textOf(of('enumeration 7 8'), base('<x:list itemType="x:int"/>'))).toBe('7 8');
});
