import { useMemo, useState } from 'react';
import type { LibraryEntry } from '../../../contracts/library.ts';
import { formatCount, formatWholeSeconds } from '../../../figures/format.ts';
import { libraryKey, openEntry } from '../../actions/libraryActions.ts';
import { EntrySearch } from '../../components/EntrySearch.tsx';
import { FailedState } from '../../components/FailedState.tsx';
import { Panel } from '../../components/Panel.tsx';
import { ProtocolChip } from '../../components/ProtocolChip.tsx';
import { libraryGroups, matchingEntries } from '../../data/libraryList.ts';
import { formatRoute } from '../../navigation/navigation.ts';
import { useEngineQuery } from '../../transport/engine.ts';
import styles from './Start.module.css';

const none: readonly LibraryEntry[] = [];

/** The user's experiments and those that come with Wirebench, by study; each opens in the editor. */
export function StartExperiments() {
  const { data, error, refetch } = useEngineQuery([...libraryKey], (engine) =>
    engine.library.list(),
  );
  const [search, setSearch] = useState('');
  const all = data?.entries ?? none;
  const found = useMemo(() => matchingEntries(all, search), [all, search]);
  const groups = useMemo(
    () => libraryGroups(found).filter(({ entries }) => entries.length > 0),
    [found],
  );
  return (
    <Panel
      title="Experiments"
      note={
        <span role="status">
          {found.length < all.length && `${formatCount(found.length)} of `}
          {all.length > 0 && formatCount(all.length)}
        </span>
      }
      padded={false}
      actions={
        <>
          <EntrySearch value={search} onChange={setSearch} />
          <a className={styles.more} href={formatRoute({ view: 'experiments' })}>
            All experiments
          </a>
        </>
      }
    >
      {error && (
        <FailedState
          title="The experiments could not be read"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {found.length === 0 && all.length > 0 && (
        <div className={styles.none}>
          None of the {formatCount(all.length)} experiments match.{' '}
          <button type="button" className={styles.clear} onClick={() => setSearch('')}>
            Show all
          </button>
        </div>
      )}
      {groups.map(({ title, entries }) => (
        <section key={title} aria-label={title}>
          <h3 className={styles.group}>{title}</h3>
          <ul className={styles.list}>
            {entries.map((entry) => (
              <li key={`${entry.kind}/${entry.id}`}>
                <EntryButton entry={entry} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Panel>
  );
}

function EntryButton({ entry }: { entry: LibraryEntry }) {
  const { name, description, plan } = entry;
  return (
    <button type="button" className={styles.item} onClick={() => void openEntry(entry)}>
      <span className={styles.itemTitle}>{name}</span>
      <span className={styles.when}>{plan ? timeWords(plan) : 'has problems'}</span>
      <span className={styles.description}>{description}</span>
      <span className={styles.chips}>
        {plan?.protocols.map((protocol) => (
          <ProtocolChip key={protocol} protocol={protocol} />
        ))}
      </span>
    </button>
  );
}

function timeWords({ seconds, atMost }: NonNullable<LibraryEntry['plan']>): string {
  if (seconds === null) return 'by requests';
  return `${atMost ? 'up to ' : ''}${formatWholeSeconds(seconds)}`;
}
