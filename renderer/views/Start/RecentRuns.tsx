import { Button } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import { useState } from 'react';
import type { RunSummary } from '../../../contracts/history.ts';
import { formatAgo, formatExactTime } from '../../../metrics/format.ts';
import { repeatStored } from '../../actions/nextSteps.ts';
import { FailedState } from '../../components/FailedState.tsx';
import { Panel } from '../../components/Panel.tsx';
import { ProtocolChip } from '../../components/ProtocolChip.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { formatRoute } from '../../navigation/navigation.ts';
import { useEngineQuery } from '../../transport/engine.ts';
import styles from './Start.module.css';

const shown = 6;

/** The newest runs with their answers, each a link to its result. */
export function RecentRuns() {
  const runs = useEngineQuery(['runs', 'list', shown], (engine) =>
    engine.runs.list({ limit: shown }),
  );
  return (
    <Panel
      title="Latest answers"
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
        <RecentRun key={run.id} run={run} />
      ))}
    </ul>
  );
}

/** A run with the first sentence of its finding, and a way to repeat it. */
function RecentRun({ run }: { run: RunSummary }) {
  const { id, name, status, startedAt, protocols } = run;
  const isRunning = status === 'running';
  const [starting, setStarting] = useState(false);
  const repeat = async () => {
    setStarting(true);
    await repeatStored(id);
    setStarting(false);
  };
  const outcome = useEngineQuery(
    ['runs', 'outcome', id],
    (engine) => engine.history.outcome({ runId: id }),
    { enabled: !isRunning },
  );
  const [answer] = outcome.data?.sentences ?? [];
  return (
    <li className={styles.run}>
      <a
        className={styles.item}
        href={formatRoute(isRunning ? { view: 'run', runId: null } : { view: 'result', runId: id })}
      >
        <span className={styles.itemTitle}>{name}</span>
        <time className={styles.when} dateTime={startedAt} title={formatExactTime(startedAt)}>
          {formatAgo(startedAt)}
        </time>
        {answer !== undefined && <span className={styles.description}>{answer}</span>}
        <span className={styles.chips}>
          {protocols.map((protocol) => (
            <ProtocolChip key={protocol} protocol={protocol} />
          ))}
        </span>
        <StatusBadge bare status={status} />
      </a>
      {!isRunning && (
        <Button
          className={styles.again ?? ''}
          variant="default"
          size="compact-xs"
          leftSection={<IconRepeat size={12} />}
          aria-label={`Run “${name}” again`}
          disabled={starting}
          onClick={() => void repeat()}
        >
          Run again
        </Button>
      )}
    </li>
  );
}
