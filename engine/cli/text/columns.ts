import { columnText, type Column as FigureColumn, shortTitle } from '../../../metrics/columns.ts';
import type { TextColumn } from './table.ts';

/** A column of words. */
export const left = <Row>(title: string, cell: (row: Row) => string): TextColumn<Row> => ({
  title,
  cell,
});

/** A column of numbers, whose digits line up. */
export const right = <Row>(title: string, cell: (row: Row) => string): TextColumn<Row> => ({
  title,
  align: 'right',
  cell,
});

/** Columns of trials for a terminal. Levels are written as in the experiment file. */
export function terminalColumns<Row>(columns: readonly FigureColumn<Row>[]): TextColumn<Row>[] {
  return columns.map((column) => ({
    title: shortTitle(column),
    align: column.numeric ? 'right' : 'left',
    cell: (row) => (column.numeric ? columnText(column, row) : String(column.value(row) ?? '–')),
  }));
}
