import { type Row as TableRow, useTable } from '@tanstack/react-table';
import { type CSSProperties, type ReactNode, useMemo, useRef } from 'react';
import styles from './DataTable.module.css';
import { moveFocus } from './moveFocus.ts';
import { TableHead } from './TableHead.tsx';
import { columnDefs, type DataColumn, features, type SortOrder } from './tableModel.ts';
import { useWindowedRows } from './useWindowedRows.ts';

export type { DataColumn } from './tableModel.ts';

export interface DataTableProps<Row extends object> {
  /** Label of the table, for screen readers. */
  readonly label: string;
  readonly columns: readonly DataColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly initialSort?: SortOrder;
  /** Called on click and on Enter. */
  readonly onOpen?: (row: Row) => void;
  readonly selectedKey?: string;
  readonly rowHeight?: number;
  /** Shown instead of the body if there are no rows. */
  readonly empty?: ReactNode;
}

/** A sortable table that stays quick with thousands of rows. Arrow keys move between rows. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, rows, rowKey, initialSort, rowHeight = 34 } = props;
  const viewport = useRef<HTMLDivElement>(null);
  const defs = useMemo(() => columnDefs(columns), [columns]);
  const table = useTable({
    features,
    columns: defs,
    data: rows as Row[],
    getRowId: rowKey,
    initialState: { sorting: initialSort ? [initialSort] : [] },
    enableSortingRemoval: false,
  });
  const sorted = table.getRowModel().rows;
  const shown = useWindowedRows(viewport, sorted.length, rowHeight);
  const style = { '--row-height': `${rowHeight}px` } as CSSProperties;
  if (rows.length === 0 && props.empty !== undefined) return props.empty;
  return (
    <div className={styles.frame}>
      <div className={styles.viewport} ref={viewport} style={style}>
        <table
          className={styles.table}
          aria-label={props.label}
          aria-rowcount={sorted.length + 1}
          data-fixed={columns.some((column) => column.width) || undefined}
          style={{ minWidth: minWidth(columns) }}
        >
          <TableHead groups={table.getHeaderGroups()} />
          <tbody onKeyDown={moveFocus}>
            <Filler height={shown.before} columns={columns.length} />
            {sorted.slice(shown.start, shown.end).map((row, offset) => (
              <BodyRow
                key={row.id}
                row={row}
                index={shown.start + offset}
                selected={row.id === props.selectedKey}
                onOpen={props.onOpen}
                renderCells={() =>
                  row.getAllCells().map((cell) => (
                    <td
                      key={cell.id}
                      className={styles.cell}
                      data-numeric={cell.column.columnDef.meta?.numeric || undefined}
                      data-wraps={cell.column.columnDef.meta?.wraps || undefined}
                    >
                      <table.FlexRender cell={cell} />
                    </td>
                  ))
                }
              />
            ))}
            <Filler height={shown.after} columns={columns.length} />
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** Minimum width in pixels of columns that share the remaining space. */
const minShare = 150;

/** Width in pixels below which a table with fixed columns scrolls instead of narrowing. */
function minWidth<Row>(columns: readonly DataColumn<Row>[]): number | undefined {
  if (!columns.some(({ width }) => width)) return undefined;
  const pixels = columns.map(({ width }) =>
    width?.endsWith('px') ? Number.parseFloat(width) : minShare,
  );
  return pixels.reduce((sum, one) => sum + one, 0);
}

function Filler({ height, columns }: { height: number; columns: number }) {
  if (height === 0) return null;
  return (
    <tr className={styles.filler} aria-hidden>
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}

interface BodyRowProps<Row extends object> {
  readonly row: TableRow<typeof features, Row>;
  readonly index: number;
  readonly selected: boolean;
  readonly onOpen: ((row: Row) => void) | undefined;
  readonly renderCells: () => ReactNode;
}

function BodyRow<Row extends object>({
  row,
  index,
  selected,
  onOpen,
  renderCells,
}: BodyRowProps<Row>) {
  if (!onOpen) {
    return (
      <tr className={styles.row} aria-rowindex={index + 2} data-selected={selected || undefined}>
        {renderCells()}
      </tr>
    );
  }
  return (
    <tr
      className={styles.row}
      aria-rowindex={index + 2}
      data-openable
      data-selected={selected || undefined}
      tabIndex={0}
      onClick={() => onOpen(row.original)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target === event.currentTarget) onOpen(row.original);
      }}
    >
      {renderCells()}
    </tr>
  );
}
