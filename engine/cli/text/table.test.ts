import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawTable, printable, type TextColumn } from './table.ts';

const columns: TextColumn<[string, number]>[] = [
  { title: 'name', cell: ([name]) => name },
  { title: 'req/s', align: 'right', cell: ([, rate]) => String(rate) },
];

describe('drawTable', () => {
  it('aligns words to the left and numbers to the right', () => {
    const text = drawTable(columns, [
      ['rest', 12],
      ['a longer one', 34567],
    ]);
    expect(text).toBe('name          req/s\nrest             12\na longer one  34567\n');
  });

  it('leaves no trailing spaces', () => {
    const [name] = columns;
    if (!name) throw new Error('no column');
    expect(drawTable([name], [['x', 1]])).toBe('name\nx\n');
  });

  it('keeps one line a row and all lines of one width, whatever the cells say', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.nat())), (rows) => {
        const lines = drawTable(columns, rows).split('\n');
        expect(lines).toHaveLength(rows.length + 2);
        const widths = lines.slice(0, -1).map((line) => [...line].length);
        expect(new Set(widths).size).toBe(1);
      }),
    );
  });
});

describe('printable', () => {
  it('removes terminal control characters from a text', () => {
    expect(printable('a\u001b[31mb\u0007\r\nc\u202e')).toBe('a [31mb c ');
  });
});
