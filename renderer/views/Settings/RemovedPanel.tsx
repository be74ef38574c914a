import { Button } from '@mantine/core';
import type { RemovedRun } from '../../../contracts/settings.ts';
import { formatExactTime } from '../../../metrics/format.ts';
import { FailedState } from '../../components/FailedState.tsx';
import { LoadingState } from '../../components/LoadingState.tsx';
import { notifyDone, notifyError } from '../../components/notify.tsx';
import { Panel } from '../../components/Panel.tsx';
import { engine, queryClient, useEngineQuery } from '../../transport/engine.ts';
import styles from './Settings.module.css';

async function restore({ id, name }: RemovedRun): Promise<void> {
  try {
    await engine.runs.restore({ runId: id });
    await queryClient.invalidateQueries();
    notifyDone(`${name} is back in the history`);
  } catch (error) {
    notifyError(error, 'The run could not be restored');
  }
}

/** Runs that were removed from the history within the last week. */
export function RemovedPanel() {
  const removed = useEngineQuery(
    ['settings', 'removedRuns'],
    (source) => source.settings.removedRuns(),
    { staleTime: 0 },
  );
  return (
    <Panel title="Removed runs" note="kept for a week" padded={false}>
      {removed.isPending && <LoadingState label="Reading the removed runs" rows={2} />}
      {removed.isError && (
        <FailedState
          title="The removed runs could not be read"
          error={removed.error}
          onRetry={() => removed.refetch()}
        />
      )}
      {removed.data?.length === 0 && <p className={styles.empty}>None.</p>}
      {removed.data && removed.data.length > 0 && (
        <ul className={styles.list} aria-label="Removed runs">
          {removed.data.map((run) => (
            <li key={run.id} className={styles.item}>
              <span className={styles.name} title={run.name}>
                {run.name}
              </span>
              <span className={styles.quiet}>
                removed {formatExactTime(run.removedAt, 'minute')}
              </span>
              <Button
                variant="default"
                aria-label={`Restore ${run.name}`}
                onClick={() => restore(run)}
              >
                Restore
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
