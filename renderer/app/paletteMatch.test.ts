import fc from 'fast-check';
import { expect, it } from 'vitest';
import { match, rank } from './paletteMatch.ts';

const best = (texts: readonly string[], typed: string) =>
  rank(texts, typed, (text) => text)[0]?.item;

it('the palette’s search finds characters in their order, whatever their case', () => {
  expect(match('Save As…', 'svas')?.at).toEqual([0, 2, 5, 6]);
  expect(match('History', 'yh')).toBeNull();
  expect(match('Save As…', 'save  as')).not.toBeNull();
  expect(match('İzmir', 'İZM')?.at).toEqual([0, 1, 2]);
});

it('the palette’s search prefers beginnings, words and consecutive characters', () => {
  expect(best(['Reports', 'Import Run…'], 'imp')).toBe('Import Run…');
  expect(best(['Compare', 'Save a Copy As…', 'Command Palette…'], 'copy')).toBe('Save a Copy As…');
  expect(best(['Go to Settings', 'Start'], 'set')).toBe('Go to Settings');
  expect(best(['KTH 2024, all shapes', 'Keep thinking hard'], 'kth')).toBe('KTH 2024, all shapes');
});

it('the palette’s search keeps all items in order while nothing is typed', () => {
  const texts = ['b', 'a', 'c'];
  expect(rank(texts, ' ', (text) => text).map(({ item }) => item)).toEqual(texts);
});

it('the palette’s search returns ascending indices in the text, and always finds the text itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.string(), (text, typed) => {
      expect(match(text, text)).not.toBeNull();
      const found = match(text, typed);
      if (found === null) return;
      expect(found.at.every((index) => index >= 0 && index < text.length)).toBe(true);
      expect([...found.at].sort((a, b) => a - b)).toEqual([...found.at]);
    }),
  );
});
