import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inParts } from '../../../tests/support/run-files.ts';
import { JsonStream, type Plan } from './json-stream.ts';

const plan: Plan = {
  record: { run: { record: { items: { list: {}, most: 50, keeps: true } } } },
};

/** Result of the stream for a text that arrives in parts. */
async function streamed(text: string, by: Plan, length: number) {
  let written = '';
  const stream = new JsonStream(by, (part) => {
    written += part;
  });
  for await (const part of inParts(Buffer.from(text), length)) stream.push(part);
  return { document: stream.end(), written };
}

const code = (expected: string, message = /./) =>
  expect.objectContaining({ code: expected, message: expect.stringMatching(message) });

describe('a document that is read in parts', () => {
  it('equals the result of JSON.parse, however it is cut and laid out', async () => {
    const documents = fc.record({
      run: fc.record({ items: fc.array(fc.jsonValue(), { maxLength: 20 }), note: fc.string() }),
      other: fc.jsonValue(),
    });
    await fc.assert(
      fc.asyncProperty(
        documents,
        fc.nat(3),
        fc.integer({ min: 1, max: 40 }),
        async (one, indent, length) => {
          const text = JSON.stringify(one, null, indent);
          const { document, written } = await streamed(text, plan, length);
          expect(document).toEqual(JSON.parse(text));
          expect(written).toBe(JSON.stringify(JSON.parse(text).run));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('is refused where JSON.parse refuses it', async () => {
    const text = JSON.stringify({ run: { items: [1, 'a"b', { c: [null] }], note: 'é' }, x: true });
    const changes = fc.tuple(
      fc.nat(text.length - 1),
      fc.constantFrom('', '"', ',', ']', '}', '{', ':', '1'),
    );
    await fc.assert(
      fc.asyncProperty(changes, async ([at, sign]) => {
        const changed = text.slice(0, at) + sign + text.slice(at + 1);
        const read = await streamed(changed, plan, 7).catch(() => null);
        const parsed = await (async () => JSON.parse(changed))().catch(() => null);
        expect(read?.document ?? null).toEqual(parsed);
      }),
      { numRuns: 300 },
    );
  });

  it('delivers a long text in pieces without splitting a character', async () => {
    const character = fc.constantFrom('a', '\\', '\n', 'é', '€', '😀', '"', '\ud83d', '\u0000');
    await fc.assert(
      fc.asyncProperty(
        fc.array(character, { minLength: 1, maxLength: 9 }),
        fc.boolean(),
        async (some, ascii) => {
          const text = some.join('').repeat(Math.ceil(2_300_000 / some.length / 4));
          const json = JSON.stringify({ run: { text } });
          const shown = ascii
            ? json.replace(
                /[^ -~]/g,
                (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
              )
            : json;
          const pieces: string[] = [];
          const { written } = await streamed(
            shown,
            { record: { run: { record: { text: { text: (piece) => pieces.push(piece) } } } } },
            65_536,
          );
          expect(pieces.join('') === text).toBe(true);
          expect(written === JSON.stringify({ text })).toBe(true);
        },
      ),
      { numRuns: 8 },
    );
  });

  const keys = Array.from({ length: 130_000 }, (_, n) => `"${n}":0`);
  const deep = `${'['.repeat(70)}${']'.repeat(70)}`;
  it.each([
    ['values', `{"x":[${'0,'.repeat(250_000)}0]}`, 'TOO_LARGE', /run\.x/],
    ['lists', `{"x":[${'[],'.repeat(60_000)}0]}`, 'TOO_LARGE', /run\.x/],
    ['signs', `{"x":"${'a'.repeat(17_000_000)}"}`, 'TOO_LARGE', /run\.x/],
    ['items', `{"items":[${'0,'.repeat(50)}0]}`, 'TOO_LARGE', /50 items/],
    ['keys', `{${keys}}`, 'TOO_LARGE', /run/],
    ['levels', `{"x":${deep}}`, 'INVALID', /run\.x.*deeply/],
    ['equal keys', '{"x":1,"x":2}', 'INVALID', /run\.x: it occurs twice/],
  ])('has not too many %s', async (_what, run, expected, message) => {
    const streaming = streamed(`{"run":${run}}`, plan, 100_000);
    await expect(streaming).rejects.toThrow(code(`RUN_FILE_${expected}`, message));
  });
});
