import { Button } from '@mantine/core';
import { IconScale, IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { RunSummary } from '../../../../contracts/engine-api.ts';
import { DataTable } from '../../../components/DataTable.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { FailedState } from '../../../components/FailedState.tsx';
import { LoadingState } from '../../../components/LoadingState.tsx';
import { SearchInput } from '../../../components/SearchInput.tsx';
import { ViewHeader } from '../../../components/ViewHeader.tsx';
import { baselineFirst } from '../../../data/runOrder.ts';
import { navigate } from '../../../navigation/navigation.ts';
import { useEngineQuery } from '../../../transport/engine.ts';
import styles from '../Compare.module.css';
import { ChosenRuns } from './ChosenRuns.tsx';
import { chooserColumns } from './chooserColumns.tsx';
import {
  canCompare,
  runsMatching,
  type Selection,
  withBaseline,
  withToggled,
} from './selection.ts';

const none: readonly RunSummary[] = [];
const maxRuns = 10_000;

interface RunChooserProps {
  readonly chosen: Selection;
  /** Null if there is nothing to go back to. */
  readonly onCancel: (() => void) | null;
  readonly onDone: (chosen: Selection) => void;
}

/** The history, to pick a baseline and what to compare with it. */
export function RunChooser({ chosen, onCancel, onDone }: RunChooserProps) {
  const query = useEngineQuery(['runs', 'list'], (engine) => engine.runs.list({ limit: maxRuns }));
  const [selection, setSelection] = useState<Selection>(chosen);
  // Chosen before, and so with a baseline already.
  const [made, setMade] = useState(chosen.length > 1 ? (chosen[0] ?? null) : null);
  const [search, setSearch] = useState('');
  const usable = useMemo(() => (query.data ?? none).filter(canCompare), [query.data]);
  const runs = useMemo(() => runsMatching(usable, search), [usable, search]);
  const ordered = useMemo(() => {
    const known = usable.filter(({ id }) => selection.includes(id));
    return known.length === selection.length ? baselineFirst(known, made) : selection;
  }, [usable, selection, made]);
  const columns = useMemo(
    () =>
      chooserColumns({
        selection: ordered,
        onToggle: (id) => setSelection((old) => withToggled(old, id)),
        onBaseline: (id) => {
          setSelection((old) => withBaseline(old, id));
          setMade(id);
        },
      }),
    [ordered],
  );
  return (
    <div className={styles.view}>
      <ViewHeader
        title="Compare"
        note="Choose runs; the oldest is the baseline, unless you make another one it"
        actions={
          <>
            <SearchInput
              w={220}
              label="Find runs by name, status, protocol or tag"
              placeholder="Find by name, protocol, tag"
              value={search}
              onChange={setSearch}
            />
            {onCancel && (
              <Button variant="default" onClick={onCancel}>
                Cancel
              </Button>
            )}
            <Button disabled={selection.length === 0} onClick={() => onDone(ordered)}>
              {selection.length === 1 ? 'Compare its cells' : 'Compare'}
            </Button>
          </>
        }
      />
      <ChosenRuns runs={usable} selection={ordered} onChange={setSelection} />
      <div className={styles.chooser}>
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
            label="Runs to compare"
            columns={columns}
            rows={runs}
            rowKey={({ id }) => id}
            initialSort={{ id: 'started', desc: true }}
            onOpen={({ id }) => setSelection((old) => withToggled(old, id))}
            empty={usable.length === 0 ? <NothingYet /> : <NoMatch onClear={() => setSearch('')} />}
          />
        )}
      </div>
    </div>
  );
}

function NothingYet() {
  return (
    <EmptyState
      icon={<IconScale size={20} stroke={1.6} />}
      title="Nothing to compare yet"
      actions={
        <Button onClick={() => navigate({ view: 'experiment' })}>Go to the experiment</Button>
      }
    >
      Runs are compared trial by trial, so repeat each cell at least three times to tell a
      difference from noise.
    </EmptyState>
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
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
