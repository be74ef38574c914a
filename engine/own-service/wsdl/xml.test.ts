import fc from 'fast-check';
import { XMLParser } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { readXml, type XmlNode } from './xml.ts';

/** A piece of a document, as written. */
type Piece = { readonly written: string } | MadeElement;

interface MadeElement {
  readonly tag: string;
  readonly attributes: readonly (readonly [name: string, written: string])[];
  readonly space: string;
  readonly content: readonly Piece[];
}

/** The content of a description, without what may surround it. */
interface Seen {
  readonly tag: string;
  readonly name: string;
  readonly namespace: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  readonly children: readonly Seen[];
}

const prefixes = ['', 'a', 'wsdl', 'xs'] as const;
const uris = 'urn:one urn:two http://schemas.xmlsoap.org/wsdl/ urn:x?a=1&amp;b=2'.split(' ');
const local = fc.constantFrom('definitions', 'part', 'x-1', 'élan', 'a.b', '_');
const white = fc.constantFrom('', ' ', '\n', '\t', '\r\n', '\n    ');
const gap = fc.constantFrom(' ', '\n', '\r\n\t', '  ');
const reference = fc.constantFrom(
  ...'&lt; &gt; &amp; &quot; &apos; &#65; &#x1F600; &#10; &amp;lt;'.split(' '),
);
const plain = fc.stringMatching(/^[\w .,:;=/?!{}[\]\t\n\ré\u{1F600}-]{0,12}$/u);
const quoted = fc
  .array(fc.oneof(plain, reference, fc.constantFrom('>', "'", '/>')), { maxLength: 4 })
  .map((parts) => parts.join(''));
const text = fc
  .array(fc.oneof(plain, reference, white), { maxLength: 4 })
  .map((parts) => parts.join('').replaceAll(']]>', ''));
const cdata = fc
  .oneof(plain, fc.constantFrom('<a b="c">', '&amp;', ']]', '</definitions>', '<!-- -->'))
  .map((inner) => `<![CDATA[${inner}]]>`);
const comment = fc
  .oneof(
    plain.map((inner) => inner.replaceAll('-', '')),
    fc.constantFrom(' <a> ', ' &x; ', ' ]]> '),
  )
  .map((inner) => `<!--${inner}-->`);
const instruction = plain.map((inner) => `<?pi ${inner.replaceAll(/[?_]/g, '')}?>`);

/** Prefixes are declared by the outermost element, and some again further in. */
const declarations = fc.dictionary(fc.constantFrom(...prefixes), fc.constantFrom(...uris));

const { element } = fc.letrec<{ element: MadeElement; piece: Piece }>((tie) => ({
  piece: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.oneof(text, cdata, comment, instruction, white).map((written) => ({ written })),
    tie('element'),
  ),
  element: fc
    .record({
      prefix: fc.constantFrom(...prefixes),
      name: local,
      declared: declarations,
      attributes: fc.dictionary(fc.constantFrom('name', 'type', 'a:b', 'élan'), quoted),
      space: white,
      content: fc.array(tie('piece'), { maxLength: 5 }),
    })
    .map(({ prefix, name, declared, attributes, space, content }) => ({
      tag: prefix === '' ? name : `${prefix}:${name}`,
      attributes: [
        ...Object.entries(declared).map(
          ([one, uri]) => [one === '' ? 'xmlns' : `xmlns:${one}`, uri] as const,
        ),
        ...Object.entries(attributes),
      ],
      space,
      content,
    })),
}));

function write(piece: Piece, gapBefore: string): string {
  if ('written' in piece) return piece.written;
  const attributes = piece.attributes.map(([name, value]) =>
    value.includes("'")
      ? `${gapBefore}${name}="${value.replaceAll('"', '&quot;')}"`
      : `${gapBefore}${name}${piece.space}=${piece.space}'${value}'`,
  );
  const start = `<${piece.tag}${attributes.join('')}${piece.space}`;
  if (piece.content.length === 0) return `${start}/>`;
  return `${start}>${piece.content.map((one) => write(one, gapBefore)).join('')}</${piece.tag}${piece.space}>`;
}

const documents = fc
  .record({
    root: element,
    gapBefore: gap,
    head: fc.array(fc.oneof(comment, instruction, white), { maxLength: 3 }),
  })
  .map(({ root, gapBefore, head }) => {
    const all = prefixes.slice(1).map((one) => [`xmlns:${one}`, `urn:${one}`] as const);
    const own = new Map([...all, ...root.attributes]);
    const start = head.length > 0 ? '<?xml version="1.0"?>' : '';
    return `${start}${head.join('')}${write({ ...root, attributes: [...own] }, gapBefore)}${head.join('')}`;
  });

/** Leaves texts, sections and attributes unchanged. */
const otherReader = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  ignorePiTags: true,
  ignoreDeclaration: true,
  cdataPropName: '#cdata',
  htmlEntities: true,
});

type Entry = { readonly [tag: string]: readonly Entry[] } & {
  readonly ':@'?: Readonly<Record<string, string>>;
  readonly '#text'?: string;
};

/** The element found by another parser, with names resolved by the rules of namespaces. */
function seenByOther(entry: Entry, outer: Readonly<Record<string, string>>): Seen {
  const tag = Object.keys(entry).find((key) => key !== ':@') ?? '';
  const attributes = entry[':@'] ?? {};
  const scope = { ...outer };
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'xmlns') scope[''] = value;
    else if (name.startsWith('xmlns:')) scope[name.slice(6)] = value;
  }
  const content = entry[tag] ?? [];
  const [first = '', second] = tag.split(':');
  return {
    tag,
    name: second ?? first,
    namespace: scope[second === undefined ? '' : first] ?? '',
    attributes: withPlainSpaces(attributes),
    text: content.map(textOf).join('').trimStart(),
    children: content.filter(isElement).map((one) => seenByOther(one, scope)),
  };
}

const isElement = (entry: Entry) => !('#text' in entry) && !('#cdata' in entry);

function textOf(entry: Entry): string {
  if (typeof entry['#text'] === 'string') return entry['#text'];
  return (entry['#cdata'] ?? []).map(textOf).join('');
}

function seenByUs({ tag, name, namespace, attributes, text, children }: XmlNode): Seen {
  return {
    tag,
    name,
    namespace,
    attributes: withPlainSpaces(attributes),
    text: text.trimStart(),
    children: children.map(seenByUs),
  };
}

/** The other parser leaves tabs and line ends in attributes. */
function withPlainSpaces(attributes: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(attributes).map(([name, value]) => [
    name,
    value.replace(/\s/g, ' '),
  ]);
  return Object.fromEntries(entries);
}

const read = (document: string) => readXml(Buffer.from(document), 'a.wsdl');

describe('reading XML', () => {
  it('parses a document like fast-xml-parser', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const other: Entry | undefined = otherReader.parse(document).find(isElement);
        expect(other).toBeDefined();
        if (other) expect(seenByUs(read(document))).toEqual(seenByOther(other, {}));
      }),
      { numRuns: 1000 },
    );
  });

  it('normalises line ends and white space as XML requires', () => {
    const { attributes, text } = read(
      '<a b="1\r\n2\t3&#10;4&#x9;5">one\r\ntwo\rthree&#13;<![CDATA[\r\n]]> four <!-- --> </a>',
    );
    expect(attributes).toEqual({ b: '1 2 3\n4\t5' });
    expect(text).toBe('one\ntwo\nthree\r\n four  ');
  });

  it.each([
    ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', /document type/],
    ['an entity in small letters', '<!doctype a><a/>', /document type/],
    ['a document type after a comment', '<!-- x --><!DOCTYPE a SYSTEM "/b"><a/>', /document type/],
    ['what only looks like one, in a comment', '<!-- <!DOCTYPE a> --><a/>', /document type/],
    ['two roots', '<a/><b/>', /second root/],
    ['an end of nothing', '<a/></b>', /<\/b> ends nothing/],
    ['a comment without end', '<a><!-- b</a>', /--> is missing/],
    ['a tag without end', '<a', /cannot be read/],
    ['an attribute without a value', '<a b/>', /no value/],
    ['an end that ends nothing else', '<a><b></a></b>', /expected <\/b>/],
    ['no end', '<a><b/>', /has no end/],
    ['a text around the root', 'x<a/>', /outside/],
    ['a duplicate attribute', '<a b="1" b="2"/>', /twice/],
    ['an attribute without quotes', '<a b=1/>', /quotes/],
    ['nothing', ' <!-- --> ', /no element/],
  ])('refuses %s', (_what, document, message) => {
    expect(() => read(document)).toThrow(message);
  });

  it('leaves undeclared references unchanged', () => {
    expect(read('<a>&nbsp;&#x110000;&toString;& b</a>').text).toBe('&nbsp;&#x110000;&toString;& b');
  });

  it('parses any bytes, or refuses them with the position', () => {
    const pieces = fc.oneof(
      fc.constantFrom(...'< > / " <a </a> <![CDATA[ ]]> <!-- --> &#'.split(' '), ' b="'),
      fc.string({ maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 20 }), (parts) => {
        try {
          read(`<a>${parts.join('')}</a>`);
        } catch (error) {
          expect(error).toMatchObject({ code: 'SERVICE_INVALID' });
        }
      }),
    );
  });
});
