import { useEffect } from 'react';
import { FailedState } from '../../components/FailedState.tsx';
import { LoadingState } from '../../components/LoadingState.tsx';
import { navigate, useRoute } from '../../navigation/navigation.ts';
import { useEngineQuery } from '../../transport/engine.ts';
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
  const missing = useRun((state) => state.missing);
  const started = useRoute((route) => (route.view === 'run' ? route.runId : null));
  // The address names a run that is neither in progress nor the last one.
  const isAnother = started !== null && started === missing;
  useEffect(() => {
    void lookForRun(started);
    const timer = setInterval(() => void lookForRun(started), lookEvery);
    return () => clearInterval(timer);
  }, [started]);
  if (isAnother) return <EndedRun runId={started} />;
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

/** A run that is not in progress: its result, or that there is none. */
function EndedRun({ runId }: { runId: string }) {
  const { data, error, refetch } = useEngineQuery(['runs', 'get', runId], (engine) =>
    engine.runs.get({ runId }),
  );
  useEffect(() => {
    if (data && data.run.status !== 'running') navigate({ view: 'result', runId });
  }, [data, runId]);
  if (!error) return <LoadingState label="Looking for the run" />;
  return <FailedState title="There is no such run" error={error} onRetry={() => refetch()} />;
}
