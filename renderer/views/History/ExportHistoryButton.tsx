import { ActionIcon, Tooltip } from '@mantine/core';
import { IconTableExport } from '@tabler/icons-react';
import { notifyError } from '../../components/notify.tsx';
import { saveCsv } from '../../components/saveCsv.ts';
import { tableCsv } from '../../components/tableModel.ts';
import { csvColumns } from './csvColumns.ts';
import type { Asked } from './historyStore.ts';
import { readAll } from './useRuns.ts';

async function save(asked: Asked): Promise<void> {
  try {
    await saveCsv('wirebench-history.csv', tableCsv(csvColumns, await readAll(asked)));
  } catch (error) {
    notifyError(error, 'The table was not saved');
  }
}

/** Saves all runs that match as CSV, also those that are not drawn. */
export function ExportHistoryButton({ asked, disabled }: { asked: Asked; disabled: boolean }) {
  return (
    <Tooltip label="Save table as CSV">
      <ActionIcon
        aria-label="Save table as CSV"
        disabled={disabled}
        onClick={() => void save(asked)}
      >
        <IconTableExport size={16} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}
