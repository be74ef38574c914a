import { Button, Tooltip } from '@mantine/core';
import { IconFileExport, IconScale, IconTrash, IconX } from '@tabler/icons-react';
import { formatCount } from '../../../metrics/format.ts';
import { exportRunFiles } from '../../actions/runFiles.ts';
import { baselineFirst } from '../../data/runOrder.ts';
import { navigate } from '../../navigation/navigation.ts';
import styles from './History.module.css';
import { removeRuns } from './historyActions.ts';
import { choose, useHistory } from './historyStore.ts';

/** No one can distinguish more curves than this. */
const maxCompared = 20;
const maxExported = 100;

function whyNotCompared(count: number): string {
  if (count < 2) return 'Select two or more runs; the oldest is the baseline';
  if (count > maxCompared) return `Select at most ${maxCompared} runs`;
  return 'The oldest run is the baseline';
}

/** Actions for the chosen runs. */
export function SelectionBar() {
  const chosen = useHistory((state) => state.chosen);
  const runs = [...chosen.values()];
  const comparable = runs.length >= 2 && runs.length <= maxCompared;
  const running = runs.some(({ status }) => status === 'running');
  return (
    <fieldset className={styles.bar} aria-label="Chosen runs" data-chosen>
      <strong className={styles.count}>{formatCount(runs.length)} chosen</strong>
      <Tooltip label={whyNotCompared(runs.length)}>
        <Button
          size="compact-sm"
          leftSection={<IconScale size={13} stroke={1.8} />}
          {...(comparable ? {} : { 'data-disabled': true })}
          aria-disabled={!comparable}
          onClick={() => {
            if (comparable) navigate({ view: 'compare', runIds: baselineFirst(runs) });
          }}
        >
          Compare
        </Button>
      </Tooltip>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconFileExport size={13} stroke={1.8} />}
        disabled={running || runs.length > maxExported}
        onClick={() => void exportRunFiles(runs)}
      >
        {runs.length === 1 ? 'Export run file' : 'Export run files'}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconTrash size={13} stroke={1.8} />}
        disabled={runs.every(({ status }) => status === 'running')}
        onClick={() => void removeRuns(runs)}
      >
        Delete
      </Button>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<IconX size={13} stroke={1.8} />}
        onClick={() => choose([])}
      >
        Clear selection
      </Button>
    </fieldset>
  );
}
