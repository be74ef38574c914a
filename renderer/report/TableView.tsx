import type { CsvValue } from '../../metrics/csv.ts';
import { formatCount, threeDigits } from '../../metrics/format.ts';
import type { FigureTable } from '../data/table.ts';

/** Maximum rows of a chart's table in a page; the file has all. */
const maxRows = 400;

interface TableViewProps {
  readonly table: FigureTable;
  readonly shown?: readonly number[] | undefined;
}

/** A table in a page: numbers rounded for comparison, right-aligned. */
export function TableView({ table, shown }: TableViewProps) {
  const columns = shown ?? table.header.map((_, index) => index);
  const looks = table.header.map((_, column) => lookOf(table, column));
  const rows = table.rows.slice(0, maxRows);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by key */}
      <div className="scroll" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" className={looks[column]}>
                  {table.header[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>
                {columns.map((column) => (
                  <td key={column} className={looks[column]}>
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
          The first {formatCount(rows.length)} of {formatCount(table.rows.length)} rows; the CSV has
          all.
        </p>
      )}
    </>
  );
}

/** Texts up to this many characters stay on one line. */
const shortText = 28;

/** Alignment of a column: numbers to the right, short texts on one line, long ones broken anywhere. */
function lookOf({ rows }: FigureTable, column: number): string | undefined {
  const values = rows.map((row) => row[column] ?? null).filter((value) => value !== null);
  if (values.length > 0 && values.every((value) => typeof value === 'number')) return 'number';
  return values.every((value) => String(value).length <= shortText) ? 'short' : undefined;
}

/** A value as readable text. */
function cellText(value: CsvValue): string {
  if (value === null) return '–';
  if (typeof value === 'string') return value;
  return Number.isInteger(value) ? formatCount(value) : threeDigits(value);
}
