import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ComparedRun } from '../../../contracts/compare.ts';
import { countOf, formatExactTime } from '../../../metrics/format.ts';
import { Panel } from '../../components/Panel.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { formatRoute } from '../../navigation/navigation.ts';
import styles from './Compare.module.css';
import { RunRole } from './RunRole.tsx';

interface RunStripProps {
  readonly runs: readonly ComparedRun[];
  /** Called with the ids of the runs, baseline first. */
  readonly onChange: (ids: readonly string[]) => void;
}

/** The compared runs, baseline first; a click makes another one the baseline. */
export function RunStrip({ runs, onChange }: RunStripProps) {
  const ids = runs.map(({ id }) => id);
  const without = (id: string) => ids.filter((one) => one !== id);
  return (
    <Panel title="Runs" padded={false}>
      <ul className={styles.runs} aria-label="Runs compared">
        {runs.map((run, index) => (
          <li key={run.id} className={styles.run} data-baseline={index === 0 || undefined}>
            <RunRole index={index} />
            <a className={styles.runName} href={formatRoute({ view: 'result', runId: run.id })}>
              {run.name}
            </a>
            <span className={styles.quiet}>{formatExactTime(run.startedAt)}</span>
            <StatusBadge status={run.status} bare />
            <span className={styles.quiet}>{trialsText(run)}</span>
            <span className={styles.runActions}>
              {index > 0 && (
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={`Make baseline: run ${index}`}
                  onClick={() => onChange([run.id, ...without(run.id)])}
                >
                  Make baseline
                </Button>
              )}
              {runs.length > 1 && (
                <ActionIcon
                  size={22}
                  aria-label={`Remove ${index === 0 ? 'the baseline' : `run ${index}`}`}
                  onClick={() => onChange(without(run.id))}
                >
                  <IconX size={13} stroke={1.8} />
                </ActionIcon>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function trialsText({ cells }: ComparedRun): string {
  const trials = cells.reduce((sum, cell) => sum + cell.trials, 0);
  const of = countOf(cells.length, 'cell');
  return `${of}, ${countOf(trials, 'trial')}`;
}
