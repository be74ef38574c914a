import type { ReactNode } from 'react';
import { DataTable, type DataTableProps } from './DataTable.tsx';
import { Panel } from './Panel.tsx';
import { SaveCsvButton } from './SaveCsvButton.tsx';
import type { DataColumn } from './tableModel.ts';

/** A table in the page: about a dozen rows high at most, then it scrolls. */
export function PageTable<Row extends object>(props: DataTableProps<Row>) {
  const { rows, rowHeight = 34 } = props;
  const most = Math.floor((13 * 34) / rowHeight);
  return (
    <div style={{ height: 32 + Math.min(rows.length, most) * rowHeight + 12 }}>
      <DataTable<Row> {...props} />
    </div>
  );
}

interface TablePanelProps<Row extends object> extends Omit<DataTableProps<Row>, 'label'> {
  readonly title: string;
  /** Describes the rows, if the title does not. */
  readonly label?: string;
  readonly note?: ReactNode;
  /** Words of the suggested CSV file name. */
  readonly file: string;
  /** The columns of the CSV, if they differ. */
  readonly csvColumns?: readonly DataColumn<Row>[];
  /** Shown before the button that saves the CSV. */
  readonly actions?: ReactNode;
}

/** A panel with a table that can be saved as CSV. */
export function TablePanel<Row extends object>(props: TablePanelProps<Row>) {
  const { title, label = title, note, file, csvColumns, actions, ...table } = props;
  return (
    <Panel
      title={title}
      note={note}
      padded={false}
      actions={
        <>
          {actions}
          <SaveCsvButton name={file} columns={csvColumns ?? table.columns} rows={table.rows} />
        </>
      }
    >
      <PageTable<Row> label={label} {...table} />
    </Panel>
  );
}
