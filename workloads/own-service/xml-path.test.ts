import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { judgeAnswers } from './judge.ts';
import { takerOf } from './take.ts';
import { anyNamespace, loadXPath, xmlQuery } from './xml-path.ts';
import { readXmlTree, textOfNode, type XmlElement } from './xml-tree.ts';

const order = `<?xml version="1.0"?><!-- a --><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">
<s:Body><o:Order xmlns:o="urn:shop" o:state="new" count="2"><o:id>A &amp; <![CDATA[<1>]]></o:id><id xmlns="urn:other">B</id>
<o:line><o:id>C&#x41;</o:id></o:line><empty/></o:Order></s:Body></s:Envelope>`;
const answer = { status: 200, headers: {}, body: order };
const namespaces = { s: 'urn:shop' };
const found = (path: string) => xmlQuery(path, namespaces)(readXmlTree(order));

beforeAll(() => loadXPath({ requests: { take: { xpath: '//id' } } }));

describe('an XPath', () => {
  it.each([
    ['//id', ['A & <1>', 'B', 'CA']],
    ['//s:id', ['A & <1>', 'CA']],
    ['//Order/id', ['A & <1>', 'B']],
    ['/Envelope/Body/Order/line/id', ['CA']],
    ['//Order/@count', ['2']],
    ['//Order/@s:state', ['new']],
    ['//Order/@state', ['new']],
    ['//line[id = "CA"]/id/text()', ['CA']],
    ['count(//id) > 2 and not(//none)', [true]],
    ['count(//id)', [3]],
    ['//id[last()]', ['B', 'CA']],
    ['(//id)[2]', ['B']],
    ['//empty', ['']],
    ['//none', []],
    ['local-name(/*)', ['Envelope']],
    ['//Order/@count cast as xs:integer', [2]],
    ['exactly-one(//empty)', ['']],
    ['//count castable as xs:integer or //Order/@count instance of attribute()', [true]],
  ])('%s finds the expected values', (path, values) => {
    expect(found(path)).toEqual(values);
  });

  it.each([
    ['//[', /not an XPath/],
    ['//x:id', /the prefix x is not declared in service.namespaces/],
    ['doc("file:///etc/passwd")', /not an XPath/],
    ['string(//id', /not an XPath/],
  ])('%s is refused', (path, message) => {
    expect(() => xmlQuery(path, namespaces)).toThrow(message);
  });

  it('finds the same with a plain path and with the library', () => {
    const names = fc.constantFrom('a', 'b', 'c');
    const { tree } = fc.letrec<{ tree: string }>((tie) => ({
      tree: fc
        .tuple(
          names,
          fc.constantFrom('', ' a="1"', ' x:b="2"'),
          fc.oneof({ maxDepth: 4 }, fc.constant([]), fc.array(tie('tree'), { maxLength: 3 })),
        )
        .map(([name, more, inner]) => `<${name}${more}>t${inner.join('')}</${name}>`),
    }));
    const steps = fc.array(names, { minLength: 1, maxLength: 3 });
    const path = fc
      .tuple(fc.constantFrom('/', '//'), steps, fc.constantFrom('', '/@b'))
      .map(([start, names, end]) => `${start}${names.join('/')}${end}`);
    fc.assert(
      fc.property(tree, path, (inner, plain) => {
        const document = readXmlTree(`<a xmlns:x="u">${inner}</a>`);
        expect(xmlQuery(plain, {})(document)).toEqual(xmlQuery(`(${plain})`, {})(document));
      }),
    );
  });

  it('keeps operators, functions, axes and variables', () => {
    expect(anyNamespace('//a/div div 2 - b[position() mod 2 = 1]')).toBe(
      '//*:a/*:div div 2 - *:b[position() mod 2 = 1]',
    );
    expect(anyNamespace('for $x in ancestor::a return $x/s:b or "a b"')).toBe(
      'for $x in ancestor::*:a return $x/s:b or "a b"',
    );
  });
});

describe('values and checks by XPath', () => {
  it('takes the first value, and a part of it', () => {
    const slots = new Map([...'abc'].map((name, slot) => [name, { slot }]));
    const take = takerOf(
      {
        a: { xpath: '//s:id' },
        b: { xpath: '//s:id', matches: '<(.)>' },
        c: { xpath: 'count(//id)' },
      },
      slots,
      namespaces,
    );
    const into: string[] = [];
    expect(take?.(answer, into)).toBeNull();
    expect(into).toEqual(['A & <1>', '1', '3']);
    const none = takerOf({ a: { xpath: '//none' } }, slots);
    expect(none?.(answer, into)).toContain('nothing at //none');
    expect(none?.({ ...answer, body: '{}' }, into)).toContain('it is not XML');
  });

  it.each([
    [{ xpath: '//line/id', equals: 'CA' }, null],
    [{ xpath: '//Order/@count', equals: 2 }, null],
    [{ xpath: 'count(//id)', equals: 3 }, null],
    [{ xpath: '//none', exists: false }, null],
    [{ xpath: '//line/id', exists: true }, null],
    [{ xpath: '//id = "B"', exists: true }, null],
    [{ xpath: '//id = "X"', exists: true }, 'expected //id = "X" exists'],
    [{ xpath: '//line/id', contains: 'X' }, 'expected //line/id contains "X", got "CA"'],
  ])('judges by %j', (check, wrong) => {
    expect(judgeAnswers([check], { namespaces })(answer)).toBe(wrong);
  });
});

describe('an answer in XML', () => {
  it.each([
    ['<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', /document type/],
    ['<a>', /not XML/],
    ['<a></b>', /not XML/],
    ['<a/><b/>', /not XML/],
    ['<a b=c/>', /not XML/],
    ['x<a/>', /not XML/],
    ['', /not XML/],
    [`${'<a>'.repeat(300)}${'</a>'.repeat(300)}`, /more than 250 elements deep/],
    [`<a>${'<b/>'.repeat(300_000)}</a>`, /more than 200000 nodes/],
    ['<a>'.padEnd(17_000_000), /more than 16000000 characters/],
  ])('is refused if hostile or invalid: %#', (text, message) => {
    expect(() => readXmlTree(text)).toThrow(message);
  });

  it('keeps invalid references as written', () => {
    const { childNodes } = readXmlTree('<a b="&#1114112;&unknown;&lt;">&#65;&</a>');
    const [root] = childNodes as XmlElement[];
    expect(root?.attributes[0]?.value).toBe('&#1114112;&unknown;<');
    expect(root && textOfNode(root)).toBe('A&');
  });

  it('is read or refused in bounded time', () => {
    const marks = `<a <a> </a> </a:b> /> > <!-- --> <![CDATA[ ]]> <?x ?> & &lt; text ' " __proto__`;
    const spaced = ['<a:b xmlns:a="u">', ' x="1"', '<!DOCTYPE a>', ' xmlns:__proto__="u"'];
    const piece = fc.constantFrom(...marks.split(' '), ...spaced);
    const pieces = fc.array(fc.oneof(piece, fc.string({ maxLength: 5 })), { maxLength: 40 });
    fc.assert(
      fc.property(pieces, (all) => {
        try {
          readXmlTree(all.join(''));
        } catch (error) {
          expect((error as Error).message).toMatch(/^it (is not XML|has a document type)/);
        }
      }),
      { numRuns: 2000 },
    );
    const long = 200_000;
    for (const one of ['&', '<!--', '<![CDATA[', '<a ', '<?a ', '<a b="', ' b="', '</', '"', ' ']) {
      expect(() => readXmlTree(`<a${one.repeat(long)}`)).toThrow();
    }
  });
});
