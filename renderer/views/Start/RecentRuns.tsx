import type { RunSummary } from '../../../contracts/engine-api.ts';
import { formatAgo, formatExactTime } from '../../../metrics/format.ts';
import { FailedState } from '../../components/FailedState.tsx';
import { Panel } from '../../components/Panel.tsx';
import { ProtocolChip } from '../../components/ProtocolChip.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { formatRoute } from '../../navigation/navigation.ts';
import { useEngineQuery } from '../../transport/engine.ts';
import styles from './Start.module.css';

const shown = 6;

/** The newest runs, each a link to its result. */
export function RecentRuns() {
  const runs = useEngineQuery(['runs', 'list', shown], (engine) =>
    engine.runs.list({ limit: shown }),
  );
  return (
    <Panel
      title="Latest runs"
      padded={false}
      actions={
        runs.data && runs.data.length > 0 ? (
          <a className={styles.more} href={formatRoute({ view: 'history' })}>
            All runs
          </a>
        ) : undefined
      }
    >
      {runs.error ? (
        <FailedState
          title="The history could not be read"
          error={runs.error}
          onRetry={() => runs.refetch()}
        />
      ) : (
        <RunList runs={runs.data} />
      )}
    </Panel>
  );
}

function RunList({ runs }: { runs: readonly RunSummary[] | undefined }) {
  if (!runs) return <p className={styles.none}>Loading …</p>;
  if (runs.length === 0) {
    return <p className={styles.none}>No runs yet. The first answer takes half a minute.</p>;
  }
  return (
    <ul className={styles.list}>
      {runs.map((run) => (
        <li key={run.id}>
          <a
            className={styles.item}
            href={formatRoute(
              run.status === 'running'
                ? { view: 'run', runId: null }
                : { view: 'result', runId: run.id },
            )}
          >
            <span className={styles.itemTitle}>{run.name}</span>
            <time
              className={styles.when}
              dateTime={run.startedAt}
              title={formatExactTime(run.startedAt)}
            >
              {formatAgo(run.startedAt)}
            </time>
            <span className={styles.chips}>
              {run.protocols.map((protocol) => (
                <ProtocolChip key={protocol} protocol={protocol} />
              ))}
            </span>
            <StatusBadge bare status={run.status} />
          </a>
        </li>
      ))}
    </ul>
  );
}
