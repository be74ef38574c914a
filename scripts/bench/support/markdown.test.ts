import { describe, expect, it } from 'vitest';
import { count, fixed, markdownTable, replaceSection } from './markdown.ts';

it('aligns numbers to the right, and writes missing ones as a dash', () => {
  const table = markdownTable(['who', 'rate'], [['wrk', '1,000']]);
  expect(table).toBe('| who | rate |\n|---|---:|\n| wrk | 1,000 |');
  const figures = [count(1234567.8), fixed(1.005, 1), count(Number.NaN), fixed(1 / 0, 2)];
  expect(figures.join()).toBe('1,234,568,1.0,–,–');
});

describe('replaceSection', () => {
  const page =
    'before\n<!-- a: measured -->\nold\n<!-- a: end -->\nbetween\n<!-- b: measured --><!-- b: end -->\n';

  it('replaces one section only', () => {
    const once = replaceSection(page, 'a', 'new');
    expect(once).toContain('before\n<!-- a: measured -->\nnew\n<!-- a: end -->\nbetween');
    expect(replaceSection(once, 'a', 'new')).toBe(once);
    expect(replaceSection(page, 'b', '$& x')).toContain('measured -->\n$& x\n<!-- b: end');
  });

  it('refuses a page without the markers', () => {
    expect(() => replaceSection(page, 'c', '')).toThrow('c: measured');
  });
});
