import { ActionIcon, Tooltip } from '@mantine/core';
import { IconTableExport } from '@tabler/icons-react';
import { saveCsv } from './saveCsv.ts';
import { type DataColumn, tableCsv } from './tableModel.ts';

interface SaveCsvButtonProps<Row> {
  /** Words of the suggested file name. */
  readonly name: string;
  readonly columns: readonly DataColumn<Row>[];
  /** A function is called only when saving. */
  readonly rows: readonly Row[] | (() => Promise<readonly Row[]>);
  readonly disabled?: boolean;
}

/** Saves a table as CSV. */
export function SaveCsvButton<Row>({ name, columns, rows, disabled }: SaveCsvButtonProps<Row>) {
  const write = async () => tableCsv(columns, typeof rows === 'function' ? await rows() : rows);
  return (
    <Tooltip label="Save CSV">
      <ActionIcon
        aria-label="Save CSV"
        disabled={disabled ?? rows.length === 0}
        onClick={() => void saveCsv(name, write)}
      >
        <IconTableExport size={16} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}
