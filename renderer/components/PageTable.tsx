import type { ReactNode } from 'react';
import { DataTable, type DataTableProps } from './DataTable.tsx';
import { Panel } from './Panel.tsx';
import { SaveCsvButton } from './SaveCsvButton.tsx';
import type { DataColumn } from './tableModel.ts';

/** A table in the page: as high as all its rows up to about a dozen, then it scrolls. */
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
  /** Says what the rows are where the title does not. */
  readonly label?: string;
  readonly note?: ReactNode;
  /** Words that the suggested name of its CSV is made of. */
  readonly file: string;
  /** The columns of the CSV, where it has others. */
  readonly csvColumns?: readonly DataColumn<Row>[];
  /** Before the button that saves it. */
  readonly actions?: ReactNode;
}

/** A panel that is a table, which can be saved as CSV. */
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
