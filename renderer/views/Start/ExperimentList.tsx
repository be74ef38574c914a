import { useMemo } from 'react';
import type { LibraryEntry } from '../../../contracts/library.ts';
import { formatWholeSeconds } from '../../../figures/format.ts';
import { libraryKey, openEntry } from '../../actions/libraryActions.ts';
import { FailedState } from '../../components/FailedState.tsx';
import { Panel } from '../../components/Panel.tsx';
import { ProtocolChip } from '../../components/ProtocolChip.tsx';
import { libraryGroups } from '../../data/libraryList.ts';
import { formatRoute } from '../../navigation/navigation.ts';
import { useEngineQuery } from '../../transport/engine.ts';
import styles from './Start.module.css';

/** The user's experiments and those that come with Wirebench, by study; each opens in the editor. */
export function StartExperiments() {
  const { data, error, refetch } = useEngineQuery([...libraryKey], (engine) =>
    engine.library.list(),
  );
  const groups = useMemo(
    () => libraryGroups(data?.entries ?? []).filter(({ entries }) => entries.length > 0),
    [data],
  );
  return (
    <Panel
      title="Experiments"
      note="open one, change it, run it"
      padded={false}
      actions={
        <a className={styles.more} href={formatRoute({ view: 'experiments' })}>
          All experiments
        </a>
      }
    >
      {error && (
        <FailedState
          title="The experiments could not be read"
          error={error}
          onRetry={() => void refetch()}
        />
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
