import { FailedState } from '../../components/FailedState.tsx';
import { LoadingState } from '../../components/LoadingState.tsx';
import { ViewHeader } from '../../components/ViewHeader.tsx';
import { useEngineQuery } from '../../transport/engine.ts';
import { ResultPage } from './ResultPage.tsx';

/** The results of one stored run. */
export function ResultView({ runId }: { runId: string }) {
  const running = useEngineQuery(['runs', 'active'], (engine) => engine.runs.active(), {
    staleTime: 0,
  });
  const live = running.data?.runId === runId;
  const { data, error, refetch } = useEngineQuery(
    ['runs', 'get', runId],
    (engine) => engine.runs.get({ runId }),
    live ? { refetchInterval: 3000 } : {},
  );
  if (data) return <ResultPage document={data} />;
  return (
    <>
      <ViewHeader title="Result" />
      {error ? (
        <FailedState
          title="The result could not be read"
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <LoadingState label="Reading the result" />
      )}
    </>
  );
}
