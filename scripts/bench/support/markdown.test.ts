import { describe, expect, it } from 'vitest';
import { count, fixed, markdownTable, replaceSection } from './markdown.ts';

describe('markdownTable', () => {
  it('aligns numbers to the right', () => {
    expect(markdownTable(['who', 'rate'], [['wrk', '1,000']])).toBe(
      '| who | rate |\n|---|---:|\n| wrk | 1,000 |',
    );
  });
});

describe('figures', () => {
  it('are written for people, and missing ones as a dash', () => {
    expect([count(1234567.8), fixed(1.005, 1), count(Number.NaN), fixed(1 / 0, 2)]).toEqual([
      '1,234,568',
      '1.0',
      '–',
      '–',
    ]);
  });
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
