import { Button } from '@mantine/core';
import { IconHistory, IconSearch } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { openRunFile } from '../../actions/runFiles.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FailedState } from '../../components/FailedState.tsx';
import { LoadingState } from '../../components/LoadingState.tsx';
import { navigate } from '../../navigation/navigation.ts';
import styles from './History.module.css';
import { askForAll } from './historyStore.ts';
import { RunTable } from './RunTable.tsx';
import type { Read } from './useRuns.ts';

interface RunListProps {
  readonly query: UseQueryResult<Read>;
  readonly read: Read;
  readonly onVisible: (rows: { start: number; end: number }) => void;
}

/** The runs, or a loading, failed or empty state. */
export function RunList({ query, read, onVisible }: RunListProps): ReactNode {
  return (
    <div className={styles.table}>
      {query.isPending && <LoadingState label="Reading the history" rows={12} />}
      {query.isError && (
        <FailedState
          title="The history could not be read"
          error={query.error}
          onRetry={() => query.refetch()}
        />
      )}
      {query.isSuccess && read.total === 0 && <NoRuns />}
      {query.isSuccess && read.total > 0 && read.matching === 0 && <NoMatch />}
      {query.isSuccess && read.matching > 0 && <RunTable read={read} onVisible={onVisible} />}
    </div>
  );
}

function NoRuns() {
  return (
    <EmptyState
      icon={<IconHistory size={20} stroke={1.6} />}
      title="No runs yet"
      actions={
        <>
          <Button onClick={() => navigate({ view: 'experiment' })}>Go to the experiment</Button>
          <Button variant="default" onClick={() => void openRunFile()}>
            Import a run file…
          </Button>
        </>
      }
    >
      Every run is kept here with its figures, so that you can view, compare and export it later.
    </EmptyState>
  );
}

function NoMatch() {
  return (
    <EmptyState
      icon={<IconSearch size={20} stroke={1.6} />}
      title="No run matches"
      actions={
        <Button variant="default" onClick={askForAll}>
          Show all
        </Button>
      }
    >
      Runs must contain every search word and match every filter.
    </EmptyState>
  );
}
