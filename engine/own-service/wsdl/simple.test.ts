import { describe, expect, it } from 'vitest';
import { bodyOfWsdl } from '../../../tests/support/made-wsdl.ts';
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
  const element = `<xs:element name="Ask"><xs:simpleType>${type}</xs:simpleType></xs:element>`;
  return />([^<]*)<\/t:Ask>/.exec(await bodyOfWsdl(element + more))?.[1];
}

/** A restriction by facets: `minLength 3, pattern a+`. */
const restricted = (base: string, facets: string) =>
  `<xs:restriction base="xs:${base}">${facets
    .split(', ')
    .filter((one) => one !== '')
    .map((one) => one.replace(/^(\w+) (.*)$/, '<xs:$1 value="$2"/>'))
    .join('')}</xs:restriction>`;

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
  const inner = (facets: string) =>
    `<xs:simpleType>${restricted('string', facets)}</xs:simpleType>`;
  expect(await textOf('<xs:list itemType="xs:int"/>')).toBe('1');
  expect(await textOf(`<xs:list>${inner('maxLength 2')}</xs:list>`)).toBe('sa');
  expect(await textOf('<xs:union memberTypes="xs:date x:int"/>')).toBe('2025-01-31');
  expect(await textOf(`<xs:union>${inner('maxLength 1')}${inner('')}</xs:union>`)).toBe('s');
  const base = (type: string) => `<xs:simpleType name="B">${type}</xs:simpleType>`;
  const of = (facets: string) => restricted('', facets).replace('"xs:"', '"t:B"');
  expect(await textOf(of('maxLength 2'), base(restricted('string', 'maxLength 5')))).toBe('sa');
  expect(await textOf(of('enumeration c'), base(restricted('string', 'enumeration d')))).toBe('c');
  expect(await textOf(of('length 3'), base('<xs:list itemType="xs:int"/>'))).toBe('1 1 1');
  expect(await textOf(of('minLength 0'), base('<xs:list itemType="xs:int"/>'))).toBe('1');
  expect(await textOf(of('enumeration 7 8'), base('<xs:list itemType="xs:int"/>'))).toBe('7 8');
});
