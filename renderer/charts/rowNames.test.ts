import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nameLines } from './rowNames.ts';
import { charactersIn } from './wrapText.ts';

const parts = ['user+centre/trips', 'no gateway', '4ms~1ms@100Mbit', 'fields reduced'];
const width = (characters: number) => characters * 5.6 + 0.1;

it('the name of a row breaks between its parts, and within a part that is longer than a line', () => {
  expect(nameLines(parts, width(65), 10)).toEqual([parts.join(' · ')]);
  expect(nameLines(parts, width(41), 10)).toEqual([
    'user+centre/trips · no gateway ·',
    '4ms~1ms@100Mbit · fields reduced',
  ]);
  expect(nameLines(['connections per-request'], width(15), 10, 2)).toEqual([
    'connections',
    'per-request',
  ]);
});

it('the name of a row is cut off at the last line, and within a word that does not fit', () => {
  expect(nameLines(parts, width(20), 10, 2)).toEqual([
    'user+centre/trips ·',
    'no gateway · 4ms~1m…',
  ]);
  expect(nameLines(['incomprehensibilities'], width(10), 10, 2)).toEqual(['incompreh…']);
  expect(nameLines([], width(10), 10, 2)).toEqual([]);
});

it('the name of a row has no line longer than its room', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ maxLength: 40 }), { maxLength: 8 }),
      fc.integer({ min: 12, max: 900 }),
      fc.integer({ min: 1, max: 6 }),
      (names, room, most) => {
        const lines = nameLines(names, room, 10, most);
        expect(lines.length).toBeLessThanOrEqual(most);
        for (const line of lines)
          expect(line.length).toBeLessThanOrEqual(Math.max(2, charactersIn(room, 10)));
      },
    ),
  );
});
