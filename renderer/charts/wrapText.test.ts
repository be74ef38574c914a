import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wrapText } from './wrapText.ts';

it('lines of a picture break between words, and are none for an empty text, and one for an overlong word', () => {
  expect(wrapText('Means of 3 trials; whiskers from lowest to highest.', 120, 10)).toEqual([
    'Means of 3 trials;',
    'whiskers from lowest',
    'to highest.',
  ]);
  expect(wrapText('', 100, 10)).toEqual([]);
  expect(wrapText('incomprehensibilities', 20, 10)).toEqual(['incomprehensibilities']);
});

it('lines of a picture keep all words', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 900 }), (text, width) => {
      const words = text.split(' ').filter((word) => word !== '');
      expect(wrapText(text, width, 10).join(' ')).toBe(words.join(' '));
    }),
  );
});
