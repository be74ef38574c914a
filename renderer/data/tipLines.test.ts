import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mostTipLines, tipLines, tipText } from './tipLines.ts';

const values = (count: number, remark?: string) =>
  Array.from({ length: count }, (_, key) => ({ key: String(key), ...(remark && { remark }) }));

it.each([
  ['two values with their remarks', values(2, 'r'), 2, 2, 0],
  ['three without theirs', values(3, 'r'), 3, 0, 0],
  ['five', values(5), 5, 0, 0],
  ['the first four of many', values(14, 'r'), 4, 0, 10],
])('a tooltip has %s', (_name, given, count, remarks, more) => {
  const { lines, ...rest } = tipLines(given);
  expect(lines.length).toBe(count);
  expect(lines.filter(({ remark }) => remark !== undefined).length).toBe(remarks);
  expect(rest.more).toBe(more);
});

it('a tooltip has at most six lines, and counts every value once', () => {
  const value = fc.record({ key: fc.string(), remark: fc.string() }, { requiredKeys: ['key'] });
  fc.assert(
    fc.property(fc.array(value, { maxLength: 40 }), (given) => {
      const { lines, more } = tipLines(given);
      const remarks = lines.filter(({ remark }) => remark !== undefined).length;
      expect(1 + lines.length + remarks + (more > 0 ? 1 : 0)).toBeLessThanOrEqual(mostTipLines);
      expect(lines.length + more).toBe(given.length);
    }),
  );
});

it('keeps whole sentences of a text, and counts the others', () => {
  const long = 'x'.repeat(120);
  expect(tipText(['One.', 'Two.'])).toBe('One. Two.');
  expect(tipText([long, long, long, long])).toBe(`${long} ${long} And 2 more.`);
  expect(tipText(['x'.repeat(300)])).toBe(`${'x'.repeat(260)}…`);
});
