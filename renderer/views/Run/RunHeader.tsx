import { Button } from '@mantine/core';
import { IconPlayerSkipForward, IconPlayerStop } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { formatExactTime } from '../../../metrics/format.ts';
import { notifyError } from '../../components/notify.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { ViewHeader } from '../../components/ViewHeader.tsx';
import { navigate } from '../../navigation/navigation.ts';
import { engine } from '../../transport/engine.ts';
import { shell } from '../../transport/shell.ts';
import { AnnotateButton } from './AnnotationsPanel.tsx';
import { ExtendMenu } from './ExtendMenu.tsx';
import styles from './Run.module.css';
import { RunAction } from './RunAction.tsx';
import { whyRefused } from './runState.ts';
import { useRun } from './runStore.ts';

/** Name and state of the run, and its actions. */
export function RunHeader() {
  const name = useRun((state) => state.progress?.name ?? '');
  const status = useRun((state) => state.progress?.status ?? 'running');
  const startedAt = useRun((state) => state.progress?.startedAt ?? '');
  const runId = useRun((state) => state.progress?.runId ?? '');
  return (
    <ViewHeader
      title={name}
      note={
        <span className={styles.headNote}>
          <StatusBadge status={status} /> started {formatExactTime(startedAt)}
        </span>
      }
      actions={
        status === 'running' ? (
          <RunningActions runId={runId} />
        ) : (
          <Button onClick={() => navigate({ view: 'result', runId })}>Open result</Button>
        )
      }
    />
  );
}

function RunningActions({ runId }: { runId: string }) {
  const [stopping, setStopping] = useState(false);
  const current = useRun((state) => state.progress?.current ?? null);
  const refusal = useRun(whyRefused);
  const [skipped, setSkipped] = useState<number | null>(null);
  const stop = () => {
    if (refusal !== null) return;
    setStopping(true);
    engine.runs.stop({ runId }).catch((error: unknown) => {
      setStopping(false);
      notifyError(error, 'The run could not be stopped');
    });
  };
  const skip = () => {
    setSkipped(current);
    engine.runs.skip({ runId }).catch((error: unknown) => {
      setSkipped(null);
      notifyError(error, 'The trial could not be skipped');
    });
  };
  useStopCommand(stop);
  return (
    <>
      <AnnotateButton />
      <ExtendMenu runId={runId} disabled={stopping} />
      <RunAction
        refusal={refusal}
        leftSection={<IconPlayerSkipForward size={14} stroke={1.7} />}
        disabled={stopping || current === null || skipped === current}
        onClick={skip}
      >
        Skip trial
      </RunAction>
      <RunAction
        refusal={refusal}
        leftSection={<IconPlayerStop size={14} stroke={1.7} />}
        title="Ends the run and keeps everything measured so far"
        disabled={stopping}
        onClick={stop}
      >
        Stop
      </RunAction>
    </>
  );
}

/** Lets the native menu stop the run, too. */
function useStopCommand(stop: () => void): void {
  useEffect(() =>
    shell.onMenuCommand((command) => {
      if (command === 'stop') stop();
    }),
  );
}
