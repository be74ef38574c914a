import { Button } from '@mantine/core';
import { IconActivity } from '@tabler/icons-react';
import { formatAgo } from '../../../metrics/format.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Panel } from '../../components/Panel.tsx';
import { ViewHeader } from '../../components/ViewHeader.tsx';
import { navigate } from '../../navigation/navigation.ts';
import { MachineFacts } from '../../panels/machine/MachineFacts.tsx';
import { useEngineQuery } from '../../transport/engine.ts';
import styles from './Run.module.css';

/** The Run view without a run: how to start, and the last result. */
export function NoRun() {
  const { data } = useEngineQuery(['runs', 'list', 1], (engine) => engine.runs.list({ limit: 1 }));
  const last = data?.[0];
  return (
    <div className={styles.view}>
      <ViewHeader title="Run" />
      <div className={styles.noRun}>
        <div className={styles.noRunWords}>
          <EmptyState
            icon={<IconActivity size={22} stroke={1.5} />}
            title="No run in progress"
            actions={
              <>
                <Button onClick={() => navigate({ view: 'experiment' })}>
                  Go to the experiment
                </Button>
                {last && (
                  <Button
                    variant="default"
                    onClick={() => navigate({ view: 'result', runId: last.id })}
                  >
                    Open last result
                  </Button>
                )}
              </>
            }
          >
            Start one from the editor. Throughput, latency, errors and the health of client and
            service appear here while it runs.
            {last && ` The last run was “${last.name}”, ${formatAgo(last.startedAt)}.`}
          </EmptyState>
        </div>
        <div className={styles.machine}>
          <Panel title="This machine" note="the most load it can generate">
            <MachineFacts />
          </Panel>
        </div>
      </div>
    </div>
  );
}
