import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeText } from '../../workloads/messages/text.ts';
import { reverseCharacters } from './reverse.ts';

const wellFormed = fc.string({ unit: 'binary' });
/** Any UTF-16 units, including lone surrogates; half of them surrogates, since pairs would be rare otherwise. */
const anyUnits = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd7fe, max: 0xe001 })))
  .map((units) => String.fromCharCode(...units));
const byArray = (text: string) => Array.from(text).reverse().join('');

describe('reverseCharacters', () => {
  it('keeps the code points, in reverse order, of any text', () => {
    fc.assert(
      fc.property(fc.oneof(wellFormed, anyUnits), (text) => {
        expect(reverseCharacters(text)).toBe(byArray(text));
      }),
    );
  });

  it.each(['ascii', 'escaped', 'multibyte'] as const)(
    'reverses 2,000,000 characters: %s',
    (kind) => {
      const text = makeText(kind, 2_000_000, 1);
      expect(reverseCharacters(text) === byArray(text)).toBe(true);
    },
  );
});
