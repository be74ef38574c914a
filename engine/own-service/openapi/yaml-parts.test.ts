import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { readYamlInParts } from './yaml-parts.ts';

const part = 300;
const readYaml = (text: string) => readYamlInParts(text, part);

const whole = (text: string) => parse(text, { uniqueKeys: false, prettyErrors: false });

/** Long enough to be read in parts. */
const filler = (name: string) =>
  Array.from(
    { length: 20 },
    (_, index) => `  ${name}${index}:\n    say: ${'a word '.repeat(15)}`,
  ).join('\n');

const many = `first:\n${filler('a')}\nsecond: # with a comment\n${filler('b')}\n`;

const name = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom(
    ...`/a/{id} 200 $ref # a#b it's " null ~ __proto__ << *a &a a:b ... --- %a !a`.split(' '),
    ...['a: b', '- a', '? a'],
  ),
);
const leaf = fc.oneof(
  name,
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom('two\nlines\n', '  indented\n text', 'a: b\nc: d', '# no comment\n'),
  fc.constantFrom('\n\n', '- a\n- b'),
  fc.array(fc.string({ maxLength: 5 }), { maxLength: 3 }),
);
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof({ depthSize: 'small' }, leaf, tie('list'), tie('mapping')),
  list: fc.array(tie('tree'), { maxLength: 4 }),
  mapping: fc.dictionary(name, tie('tree'), { maxKeys: 6 }),
}));

describe('reading YAML in parts', () => {
  it('yields the same as reading it in one piece, whatever its style', () => {
    const styles = fc.record({
      indent: fc.integer({ min: 1, max: 4 }),
      indentSeq: fc.boolean(),
      lineWidth: fc.constantFrom(0, 20, 80),
      defaultStringType: fc.constantFrom(...(['PLAIN', 'QUOTE_DOUBLE', 'BLOCK_LITERAL'] as const)),
    });
    const mappings = fc.dictionary(name, tree, { minKeys: 1, maxKeys: 6 });
    fc.assert(
      fc.property(mappings, mappings, styles, (one, two, style) => {
        const inner = Object.fromEntries(
          Array.from({ length: 12 }, (_, index) => [`x${index}`, { say: 'some words '.repeat(8) }]),
        );
        const text = stringify(
          { ...one, inner: { ...two, ...inner }, last: two },
          { aliasDuplicateObjects: false, ...style },
        );
        expect(text.length).toBeGreaterThan(part);
        expect(readYaml(text)).toEqual(whole(text));
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['comments and empty lines', many.replace('second:', '\n# second\n\n  # more\nsecond:')],
    ['a mark of its beginning', `# a\n---\n${many}`],
    ['line ends of Windows', many.replaceAll('\n', '\r\n')],
    ['names in quotes', many.replaceAll('second', '"sec: ond"').replaceAll('first', "'it''s'")],
    ['a long text in a block', `${many}text: |\n${'  a: b\n\n'.repeat(90)}end: 1`],
    ['empty lines that a text keeps', many.replace('second:', 'kept: |+\n  text\n\n\nsecond:')],
    ['a name that comes twice', `${many}${many.replaceAll('a word', 'words')}`],
    ['what another part says', `${many.replace('first:', 'first: &a')}third: *a\n`],
    ['anchors in one part', `${many}third: {a: &a [1], b: *a}\n`],
    ['a list of its own', `- ${'a\n- '.repeat(280)}`],
    ['braces', `{a: 1, b: [${'words and words,\n'.repeat(90)}]}`],
  ])('reads %s', (_what, text) => {
    expect(text.length).toBeGreaterThan(part);
    expect(readYaml(text)).toEqual(whole(text));
  });

  it.each([
    ['what is not YAML', `${many}third: "a\n`, /quote/],
    ['many values in one place', `${many}third: [${'0,'.repeat(40_000)}]`, /convert it to JSON/],
    ['many lines in one place', `${many}third:\n${'- a\n'.repeat(40_000)}`, /convert it to JSON/],
    ['depth', `${many}third: ${'['.repeat(29_000)}`, /.*/],
  ])('refuses %s', (_what, text, message) => {
    expect(() => readYaml(text)).toThrow(message);
  });
});
