import type { Column } from './table.ts';

/** A column of words. */
export const left = <Row>(title: string, cell: (row: Row) => string): Column<Row> => ({
  title,
  cell,
});

/** A column of numbers, whose digits line up. */
export const right = <Row>(title: string, cell: (row: Row) => string): Column<Row> => ({
  title,
  align: 'right',
  cell,
});
