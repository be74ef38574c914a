import { useEffect } from 'react';
import { FailedState } from '../../components/FailedState.tsx';
import { LoadingState } from '../../components/LoadingState.tsx';
import { useRoute } from '../../navigation/navigation.ts';
import { Instrument } from './Instrument.tsx';
import { NoRun } from './NoRun.tsx';
import { lookForRun, useRun } from './runStore.ts';

/** Milliseconds between looks for a run that something else may have started. */
const lookEvery = 1500;

/** The run in progress, live; after its end its summary; without a run, how to start one. */
export function RunView() {
  const link = useRun((state) => state.link);
  const error = useRun((state) => state.error);
  const hasRun = useRun((state) => state.progress !== null);
  const started = useRoute((route) => (route.view === 'run' ? route.runId : null));
  useEffect(() => {
    void lookForRun(started);
    const timer = setInterval(() => void lookForRun(started), lookEvery);
    return () => clearInterval(timer);
  }, [started]);
  if (hasRun) return <Instrument />;
  if (link === 'looking') return <LoadingState label="Looking for a run in progress" />;
  if (link === 'failed') {
    return (
      <FailedState
        title="The run in progress could not be read"
        error={error}
        onRetry={() => void lookForRun(started)}
      />
    );
  }
  return <NoRun />;
}
