import { Button } from '@mantine/core';
import { IconFileText, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReportSummary } from '../../../contracts/report.ts';
import { countOf } from '../../../metrics/format.ts';
import { DataTable } from '../../components/DataTable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FailedState } from '../../components/FailedState.tsx';
import { LoadingState } from '../../components/LoadingState.tsx';
import { ViewHeader } from '../../components/ViewHeader.tsx';
import { navigate } from '../../navigation/navigation.ts';
import { useEngineQuery } from '../../transport/engine.ts';
import { NewReport } from './NewReport.tsx';
import styles from './Reports.module.css';
import { reportsKey } from './reportActions.ts';
import { reportColumns } from './reportColumns.tsx';

/** All reports, last changed first. */
export function ReportList() {
  const query = useEngineQuery(reportsKey, (engine) => engine.reports.list());
  const [making, setMaking] = useState(false);
  const count = query.data?.length ?? 0;
  const newButton = (
    <Button leftSection={<IconPlus size={14} stroke={1.8} />} onClick={() => setMaking(true)}>
      New report
    </Button>
  );
  return (
    <div className={styles.view}>
      <ViewHeader
        title="Reports"
        note={query.data ? countOf(count, 'report') : undefined}
        actions={newButton}
      />
      <div className={styles.table}>
        {query.isPending && <LoadingState label="Reading the reports" rows={8} />}
        {query.isError && (
          <FailedState
            title="The reports could not be read"
            error={query.error}
            onRetry={() => query.refetch()}
          />
        )}
        {query.isSuccess && (
          <DataTable
            label="Reports, last changed first"
            columns={reportColumns}
            rows={query.data}
            rowKey={({ id }) => id}
            initialSort={{ id: 'changed', desc: true }}
            onOpen={open}
            empty={<NoReports onNew={() => setMaking(true)} />}
          />
        )}
      </div>
      {making && <NewReport onClose={() => setMaking(false)} />}
    </div>
  );
}

function open({ id }: ReportSummary): void {
  navigate({ view: 'reports', reportId: id });
}

function NoReports({ onNew }: { onNew: () => void }) {
  return (
    <EmptyState
      icon={<IconFileText size={20} stroke={1.6} />}
      title="No reports yet"
      actions={<Button onClick={onNew}>New report</Button>}
    >
      A report combines figures of one or more runs with your own text. Export it as an HTML page, a
      PDF, or a folder of SVG and CSV files with captions.
    </EmptyState>
  );
}
