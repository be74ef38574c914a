import { ActionIcon, Tooltip } from '@mantine/core';
import { IconTableExport } from '@tabler/icons-react';
import { saveCsv } from '../components/saveCsv.ts';
import { type DataColumn, tableCsv } from '../components/tableModel.ts';
import { fileStem } from '../data/table.ts';

interface SaveCsvButtonProps<Row> {
  /** Words that the suggested file name is made of. */
  readonly name: string;
  readonly columns: readonly DataColumn<Row>[];
  readonly rows: readonly Row[];
}

/** Saves the figures of a table as CSV. */
export function SaveCsvButton<Row>({ name, columns, rows }: SaveCsvButtonProps<Row>) {
  return (
    <Tooltip label="Save CSV">
      <ActionIcon
        aria-label="Save CSV"
        onClick={() => void saveCsv(`${fileStem(name)}.csv`, tableCsv(columns, rows))}
      >
        <IconTableExport size={16} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}
