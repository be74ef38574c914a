import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toCsv } from '../../metrics/csv.ts';
import { tableCsv } from './tableModel.ts';
import { visibleRows } from './useWindowedRows.ts';

it('toCsv quotes values if necessary, and defuses formulas', () => {
  expect(
    toCsv(
      ['a', 'b'],
      [
        ['x,"y"', 1.5],
        [null, '=1+1'],
      ],
    ),
  ).toBe('a,b\r\n"x,""y""",1.5\r\n,\'=1+1\r\n');
  expect(toCsv(['a'], [[-3]])).toBe('a\r\n-3\r\n');
  expect(toCsv(['a'], [['@grpc/grpc-js']])).toBe('a\r\n@grpc/grpc-js\r\n');
});

it('tableCsv has units in the header, and no buttons', () => {
  const columns = [
    { id: 'p99', header: 'p99', unit: 'ms', value: (row: { p99: number }) => row.p99 },
    { id: 'x', header: '', skipCsv: true, value: () => null },
  ];
  expect(tableCsv(columns, [{ p99: 3.5 }])).toBe('p99 (ms)\r\n3.5\r\n');
});

it('windowOf draws all of a short list', () => {
  expect(visibleRows(100, 34, 0, 600)).toEqual({ start: 0, end: 100, before: 0, after: 0 });
});

it('windowOf draws the visible part of a long list, at the right height', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 151, max: 20_000 }),
      fc.double({ min: 0, max: 1e6, noNaN: true }),
      (count, scrollTop) => {
        const { start, end, before, after } = visibleRows(count, 34, scrollTop, 600);
        expect(before + (end - start) * 34 + after).toBe(count * 34);
        expect(end - start).toBeLessThanOrEqual(600 / 34 + 27);
      },
    ),
  );
});
