import type { CsvValue } from '../components/csv.ts';
import { formatCount, msDigits } from '../components/format.ts';
import type { FigureTable } from '../data/table.ts';

/** Rows of a table behind a chart that a page shows; the file has all. */
const mostRows = 400;

interface TableViewProps {
  readonly table: FigureTable;
  readonly shown?: readonly number[] | undefined;
}

/** A table as a page shows it: figures rounded to be compared, right-aligned. */
export function TableView({ table, shown }: TableViewProps) {
  const columns = shown ?? table.header.map((_, index) => index);
  const numeric = (column: number) => table.rows.some((row) => typeof row[column] === 'number');
  const rows = table.rows.slice(0, mostRows);
  return (
    <>
      <div className="scroll">
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" className={numeric(column) ? 'number' : undefined}>
                  {table.header[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>
                {columns.map((column) => (
                  <td key={column} className={numeric(column) ? 'number' : undefined}>
                    {cellText(row[column] ?? null)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {table.rows.length > rows.length && (
        <p className="note">
          {formatCount(table.rows.length - rows.length)} more rows are in the file of this table.
        </p>
      )}
    </>
  );
}

/** A value as people read it. */
function cellText(value: CsvValue): string {
  if (value === null) return '–';
  if (typeof value === 'string') return value;
  return Number.isInteger(value) ? formatCount(value) : msDigits(value);
}
