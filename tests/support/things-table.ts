import type { Row, Table } from '../../services/workloads/database/database.ts';

/** Rows of which two are alike in name. */
export const seeded: readonly Row[] = [
  { id: 1, name: 'b', mail: 'one', sold: true },
  { id: 2, name: 'a', mail: 'two', sold: false },
  { id: 3, name: 'b', mail: 'three', sold: false },
];

export const things: Table = {
  name: 'things',
  columns: { id: 'integer', name: 'text', mail: 'text', sold: 'boolean' },
  unique: ['mail'],
  rows: () => seeded,
};
