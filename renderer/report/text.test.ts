import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseRuns, parseText } from './text.ts';

const plain = (text: string) => ({ style: 'plain', text });

it('a text block has paragraphs, headings and lists', () => {
  expect(parseText('# Set-up\nOne\ntwo\n\n\n- a\n- b\nc')).toEqual([
    { kind: 'heading', runs: [plain('Set-up')] },
    { kind: 'paragraph', runs: [plain('One'), plain(' '), plain('two')] },
    { kind: 'list', items: [[plain('a')], [plain('b')]] },
    { kind: 'paragraph', runs: [plain('c')] },
  ]);
});

it('a text block has strong words, emphasis and code within a line', () => {
  expect(parseRuns('a **b c** *d* `e*f*`')).toEqual([
    plain('a '),
    { style: 'strong', text: 'b c' },
    plain(' '),
    { style: 'emphasis', text: 'd' },
    plain(' '),
    { style: 'code', text: 'e*f*' },
  ]);
});

it('a text block keeps everything else as plain text', () => {
  for (const text of ['2 * 3 * 4', '<b>x</b>', '**', '#hash', '-dash', '`', 'a ** b']) {
    expect(parseText(text)).toEqual([{ kind: 'paragraph', runs: [plain(text)] }]);
  }
  expect(parseText(' \n\n ')).toEqual([]);
});

it('a text block keeps all words of any text', () => {
  const words = (text: string) => text.replaceAll(/[\s*`#-]+/g, '');
  const pieces = fc.constantFrom('a', 'word', '*', '**', '`', '# ', '- ', '\n', '\n\n', ' ', '<');
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces).map((list) => list.join('')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const said = parseText(text).flatMap((passage) =>
        (passage.kind === 'list' ? passage.items.flat() : passage.runs).map((run) => run.text),
      );
      expect(words(said.join(''))).toBe(words(text));
    }),
  );
});
