import type { Cell } from '../../../contracts/experiment/cell.ts';
import { figure, whole } from './format.ts';
import { html } from './markup.ts';
import type { TableColumn } from './table.ts';

/** Columns that name a cell; those of users and of the rate stand only where a row has such a level. */
export function cellColumns(rows: readonly { cell: Cell }[]): TableColumn<{ cell: Cell }>[] {
  const has = (factor: 'users' | 'rate') => rows.some(({ cell }) => cell[factor] !== undefined);
  return [
    {
      head: 'Protocol',
      cell: ({ cell }) => html`<span class="key ${cell.protocol}"></span>${cell.protocol}`,
    },
    { head: 'Shape', cell: ({ cell }) => cell.shape },
    ...(has('users') ? [levelColumn('Users', (cell) => cell.users, whole)] : []),
    ...(has('rate') ? [levelColumn('Rate (1/s)', (cell) => cell.rate, figure)] : []),
    { head: 'TLS', cell: ({ cell }) => cell.tls },
    { head: 'Client', cell: ({ cell }) => cell.client },
  ];
}

function levelColumn(
  head: string,
  level: (cell: Cell) => number | undefined,
  write: (level: number) => string,
): TableColumn<{ cell: Cell }> {
  const cell = (row: { cell: Cell }) => {
    const value = level(row.cell);
    return value === undefined ? null : write(value);
  };
  return { head, figures: true, cell };
}
