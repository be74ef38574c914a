import type { RowTable, TextCall } from '../../contracts/own-service.ts';
import { TableWriter } from '../../engine/own-service/table-writer.ts';

/** A table named `o` of the given rows. */
export function rowTable(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): RowTable {
  const size = rows.flat().reduce((sum, value) => sum + Buffer.byteLength(value) + 1, 0);
  const writer = new TableWriter('o.csv', size);
  for (const row of rows) writer.add(row);
  return { name: 'o', columns: [...columns], pick: 'sequential', ...writer.end() };
}

/** A call without headers and body. */
export const emptyCall: TextCall = {
  ...{ kind: 'text', method: 'POST', target: '/', headers: [], body: null, success: 'status' },
};
