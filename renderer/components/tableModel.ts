import {
  type ColumnDef,
  createSortedRowModel,
  metaHelper,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { type Column, columnText, titleOf } from '../../metrics/columns.ts';
import { type CsvValue, toCsv } from '../../metrics/csv.ts';

/** A column of a {@link DataTable}. */
export interface DataColumn<Row> extends Column<Row> {
  /** Content shown instead of the text. */
  readonly render?: (row: Row) => ReactNode;
  /** CSS width; columns without one share the remaining space. */
  readonly width?: string;
  readonly sortable?: boolean;
  /** Wraps to a second line instead of being cut off. */
  readonly wraps?: boolean;
  /** Omits the column from the CSV, as for buttons. */
  readonly skipCsv?: boolean;
  /** Shows the header to screen readers only. */
  readonly hideHeader?: boolean;
}

export interface SortOrder {
  readonly id: string;
  readonly desc: boolean;
}

function compare(a: CsvValue, b: CsvValue): number {
  if (a === b) return 0;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), 'en', { numeric: true });
}

interface ColumnMeta {
  readonly numeric: boolean;
  readonly unit: string | undefined;
  readonly width: string | undefined;
  readonly wraps: boolean;
  readonly hideHeader: boolean;
}

export const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  columnMeta: metaHelper<ColumnMeta>(),
});

/** Our columns as the table library defines them. */
export function columnDefs<Row extends object>(
  columns: readonly DataColumn<Row>[],
): ColumnDef<typeof features, Row, unknown>[] {
  return columns.map((column) => ({
    id: column.id,
    header: column.header,
    accessorFn: (row: Row) => column.value(row) ?? undefined,
    cell: ({ row }) => column.render?.(row.original) ?? columnText(column, row.original),
    enableSorting: column.sortable ?? true,
    sortUndefined: 'last' as const,
    sortFn: (a, b, id) => compare(a.getValue<CsvValue>(id), b.getValue<CsvValue>(id)),
    meta: {
      numeric: column.numeric ?? false,
      unit: column.unit,
      width: column.width,
      wraps: column.wraps ?? false,
      hideHeader: column.hideHeader ?? false,
    },
  }));
}

/** The rows as CSV, in the order given. */
export function tableCsv<Row>(columns: readonly DataColumn<Row>[], rows: readonly Row[]): string {
  const exported = columns.filter((column) => !column.skipCsv);
  return toCsv(
    exported.map(titleOf),
    rows.map((row) => exported.map((column) => column.value(row))),
  );
}
