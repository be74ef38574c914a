import { Button, TextInput } from '@mantine/core';
import { IconHistory, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { RunSummary } from '../../../contracts/engine-api.ts';
import { navigate } from '../../app/navigation.ts';
import { DataTable } from '../../components/DataTable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ExportCsvButton } from '../../components/ExportCsvButton.tsx';
import { FailedState } from '../../components/FailedState.tsx';
import { formatCount } from '../../components/format.ts';
import { LoadingState } from '../../components/LoadingState.tsx';
import { ViewHeader } from '../../components/ViewHeader.tsx';
import { useEngineQuery } from '../../transport/engine.ts';
import styles from './History.module.css';
import { historyKey } from './historyActions.ts';
import { historyColumns } from './historyColumns.tsx';
import { matching } from './runTimes.ts';

const none: readonly RunSummary[] = [];
const mostRuns = 10_000;

/** Every run that was made, newest first. */
export function HistoryView() {
  const query = useEngineQuery(historyKey, (engine) => engine.runs.list({ limit: mostRuns }));
  const [search, setSearch] = useState('');
  const all = query.data ?? none;
  const runs = useMemo(() => matching(all, search), [all, search]);
  return (
    <div className={styles.view}>
      <ViewHeader
        title="History"
        note={query.data ? countOf(all.length, runs.length) : undefined}
        actions={
          <>
            <SearchField value={search} onChange={setSearch} />
            <ExportCsvButton name="wirebench-history.csv" columns={historyColumns} rows={runs} />
          </>
        }
      />
      <div className={styles.table}>
        {query.isPending && <LoadingState label="Reading the history" rows={12} />}
        {query.isError && (
          <FailedState
            title="The history could not be read"
            error={query.error}
            onRetry={() => query.refetch()}
          />
        )}
        {query.isSuccess && (
          <DataTable
            label="Runs, newest first"
            columns={historyColumns}
            rows={runs}
            rowKey={(run) => run.id}
            initialSort={{ id: 'started', desc: true }}
            onOpen={openRun}
            empty={all.length === 0 ? <NoRuns /> : <NoMatch onClear={() => setSearch('')} />}
          />
        )}
      </div>
    </div>
  );
}

/** A run in progress is best seen live. */
function openRun(run: RunSummary): void {
  navigate(run.status === 'running' ? { view: 'run' } : { view: 'result', runId: run.id });
}

function countOf(all: number, shown: number): string {
  const runs = `${formatCount(all)} ${all === 1 ? 'run' : 'runs'}`;
  return shown === all ? runs : `${formatCount(shown)} of ${runs}`;
}

function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <TextInput
      w={220}
      type="search"
      aria-label="Find runs by name, status or protocol"
      placeholder="Find by name, status, protocol"
      leftSection={<IconSearch size={14} stroke={1.7} />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function NoRuns(): ReactNode {
  return (
    <EmptyState
      icon={<IconHistory size={20} stroke={1.6} />}
      title="No runs yet"
      actions={
        <Button onClick={() => navigate({ view: 'experiment' })}>Go to the experiment</Button>
      }
    >
      Every run is kept here with its figures, so that it can be looked at, compared and exported
      later.
    </EmptyState>
  );
}

function NoMatch({ onClear }: { onClear: () => void }): ReactNode {
  return (
    <EmptyState
      icon={<IconSearch size={20} stroke={1.6} />}
      title="No run matches"
      actions={
        <Button variant="default" onClick={onClear}>
          Show all
        </Button>
      }
    />
  );
}
