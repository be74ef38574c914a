import { ActionIcon, Tooltip } from '@mantine/core';
import { IconTableExport } from '@tabler/icons-react';
import { saveCsv } from './saveCsv.ts';
import { type DataColumn, tableCsv } from './tableModel.ts';

interface ExportCsvButtonProps<Row> {
  /** File name that the save dialog suggests. */
  readonly name: string;
  readonly columns: readonly DataColumn<Row>[];
  readonly rows: readonly Row[];
}

/** Saves a table as CSV. */
export function ExportCsvButton<Row>({ name, columns, rows }: ExportCsvButtonProps<Row>) {
  return (
    <Tooltip label="Save table as CSV">
      <ActionIcon
        aria-label="Save table as CSV"
        disabled={rows.length === 0}
        onClick={() => saveCsv(name, tableCsv(columns, rows))}
      >
        <IconTableExport size={16} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}
