import { useMemo, useState } from 'react';
import type { CollectionEntry } from '../../../contracts/collection.ts';
import { formatCount, formatWholeSeconds } from '../../../metrics/format.ts';
import { collectionKey, openEntry } from '../../actions/collectionActions.ts';
import { EntrySearch } from '../../components/EntrySearch.tsx';
import { FailedState } from '../../components/FailedState.tsx';
import { Panel } from '../../components/Panel.tsx';
import { ProtocolChip } from '../../components/ProtocolChip.tsx';
import { collectionGroups, matchingEntries } from '../../data/collectionList.ts';
import { formatRoute } from '../../navigation/navigation.ts';
import { useEngineQuery } from '../../transport/engine.ts';
import styles from './Start.module.css';

const none: readonly CollectionEntry[] = [];

/** The user's experiments and those that come with Wirebench, by study; each opens in the editor. */
export function StartExperiments() {
  const { data, error, refetch } = useEngineQuery([...collectionKey], (engine) =>
    engine.collection.list(),
  );
  const [search, setSearch] = useState('');
  const all = data?.entries ?? none;
  const found = useMemo(() => matchingEntries(all, search), [all, search]);
  const groups = useMemo(
    () => collectionGroups(found).filter(({ entries }) => entries.length > 0),
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

function EntryButton({ entry }: { entry: CollectionEntry }) {
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

function timeWords({ seconds, atMost }: NonNullable<CollectionEntry['plan']>): string {
  if (seconds === null) return 'by requests';
  return `${atMost ? 'up to ' : ''}${formatWholeSeconds(seconds)}`;
}
