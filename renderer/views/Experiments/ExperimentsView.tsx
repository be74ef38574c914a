import { Button, Menu } from '@mantine/core';
import {
  IconApi,
  IconChevronDown,
  IconFlask2,
  IconFolderOpen,
  IconPlus,
  IconSearch,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { CollectionEntry, Library } from '../../../contracts/collection.ts';
import { formatCount } from '../../../metrics/format.ts';
import { collectionKey, duplicateEntry } from '../../actions/collectionActions.ts';
import { newExperiment, openFile } from '../../actions/fileActions.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { EntrySearch } from '../../components/EntrySearch.tsx';
import { FailedState } from '../../components/FailedState.tsx';
import { LoadingState } from '../../components/LoadingState.tsx';
import { ViewHeader } from '../../components/ViewHeader.tsx';
import { collectionGroups, matchingEntries } from '../../data/collectionList.ts';
import { navigate } from '../../navigation/navigation.ts';
import { queryClient, useEngineQuery } from '../../transport/engine.ts';
import { EntryRow } from './EntryRow.tsx';
import styles from './Experiments.module.css';
import { RenameDialog } from './RenameDialog.tsx';

/** Files also change outside the window, so they are read again when it gets the focus. */
function useFreshOnFocus(): void {
  useEffect(() => {
    const refresh = () => void queryClient.invalidateQueries({ queryKey: collectionKey });
    window.addEventListener('focus', refresh);
    return () => window.removeEventListener('focus', refresh);
  }, []);
}

/** The user's saved experiments and those that come with Wirebench. */
export function ExperimentsView() {
  useFreshOnFocus();
  const query = useEngineQuery([...collectionKey], (engine) => engine.collection.list(), {
    staleTime: 0,
  });
  const [search, setSearch] = useState('');
  return (
    <div className={styles.view}>
      <ViewHeader
        title="Experiments"
        note={query.data && countWords(query.data)}
        actions={
          <>
            <EntrySearch value={search} onChange={setSearch} />
            <Button
              variant="default"
              leftSection={<IconFolderOpen size={14} stroke={1.7} />}
              onClick={openFile}
            >
              Open a file…
            </Button>
            <Button
              variant="default"
              leftSection={<IconApi size={15} stroke={1.7} />}
              onClick={() => navigate({ view: 'own-service' })}
            >
              Your own service
            </Button>
            <Button leftSection={<IconPlus size={14} />} onClick={newExperiment}>
              New experiment
            </Button>
          </>
        }
      />
      {query.isPending && <LoadingState label="Reading the experiments" rows={10} />}
      {query.isError && (
        <FailedState
          title="The experiments could not be read"
          error={query.error}
          onRetry={() => query.refetch()}
        />
      )}
      {query.isSuccess && (
        <Groups library={query.data} search={search} onClear={() => setSearch('')} />
      )}
    </div>
  );
}

function countWords({ entries, leftOut }: Library): string {
  const own = entries.filter(({ kind }) => kind === 'own').length;
  const more = leftOut > 0 ? `, ${formatCount(leftOut)} more files not shown` : '';
  return `${formatCount(own)} of yours, ${entries.length - own} built in${more}`;
}

interface GroupsProps {
  readonly library: Library;
  readonly search: string;
  readonly onClear: () => void;
}

function Groups({ library, search, onClear }: GroupsProps) {
  const [renamed, setRenamed] = useState<CollectionEntry | null>(null);
  const { entries, folder } = library;
  const found = useMemo(() => matchingEntries(entries, search), [entries, search]);
  const groups = useMemo(() => collectionGroups(found), [found]);
  const builtIn = useMemo(() => entries.filter(({ kind }) => kind === 'built-in'), [entries]);
  const searching = search.trim() !== '';
  if (searching && found.length === 0) return <NoMatch onClear={onClear} />;
  return (
    <div className={styles.groups}>
      {groups.map(({ title, entries: members }) => {
        const isOwn = title === 'Yours';
        if (members.length === 0 && (searching || !isOwn)) return null;
        return (
          <section key={title} className={styles.group} aria-label={title}>
            <header className={styles.groupHead}>
              <h2>{title}</h2>
              <span>{isOwn ? folder : formatCount(members.length)}</span>
            </header>
            {members.length === 0 ? (
              <NoneOfYours builtIn={builtIn} />
            ) : (
              <ul className={styles.entries}>
                {members.map((entry) => (
                  <EntryRow key={`${entry.kind} ${entry.id}`} entry={entry} onRename={setRenamed} />
                ))}
              </ul>
            )}
          </section>
        );
      })}
      {renamed && <RenameDialog entry={renamed} onClose={() => setRenamed(null)} />}
    </div>
  );
}

function NoneOfYours({ builtIn }: { builtIn: readonly CollectionEntry[] }): ReactNode {
  return (
    <div className={styles.none}>
      <EmptyState
        icon={<IconFlask2 size={20} stroke={1.6} />}
        title="No experiments of your own yet"
        actions={
          <>
            <Button variant="default" onClick={newExperiment}>
              New experiment
            </Button>
            <CopyMenu builtIn={builtIn} />
          </>
        }
      >
        Experiments that you save to the collection appear here. Each is a file that you can also
        edit, share and put under version control.
      </EmptyState>
    </div>
  );
}

function CopyMenu({ builtIn }: { builtIn: readonly CollectionEntry[] }) {
  return (
    <Menu width={320}>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={13} stroke={1.8} />}>
          Copy a built-in experiment
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={styles.menu ?? ''}>
        {builtIn.map((entry) => (
          <Menu.Item key={entry.id} onClick={() => duplicateEntry(entry)}>
            {entry.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function NoMatch({ onClear }: { onClear: () => void }): ReactNode {
  return (
    <EmptyState
      icon={<IconSearch size={20} stroke={1.6} />}
      title="No experiment matches"
      actions={
        <Button variant="default" onClick={onClear}>
          Show all
        </Button>
      }
    />
  );
}
