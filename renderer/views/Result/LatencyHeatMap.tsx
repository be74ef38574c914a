import { Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { TrialResult } from '../../../contracts/measurement.ts';
import { workOf, workWords } from '../../../contracts/work.ts';
import { HeatMapFigure } from '../../charts/HeatMap.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FailedState } from '../../components/FailedState.tsx';
import { LoadingState } from '../../components/LoadingState.tsx';
import { Panel } from '../../components/Panel.tsx';
import { howHeatMap } from '../../data/how.ts';
import { trialWords } from '../../data/trialWords.ts';
import { useEngineQuery } from '../../transport/engine.ts';
import { HowButton } from './HowButton.tsx';
import styles from './Result.module.css';

interface LatencyHeatMapProps {
  readonly trials: readonly TrialResult[];
  readonly origin: string;
}

/** Latency over the time of one trial, which can be chosen. */
export function LatencyHeatMap({ trials, origin }: LatencyHeatMapProps) {
  const measured = useMemo(() => trials.filter(({ requests }) => requests.ok > 0), [trials]);
  const [wanted, setWanted] = useState<string | null>(null);
  const trial = measured.find(({ id }) => id === wanted) ?? measured[0];
  const choices = useMemo(
    () => measured.map((one) => ({ value: one.id, label: trialWords(one, measured) })),
    [measured],
  );
  if (!trial) return null;
  const counts = workOf(trial);
  const title = `${workWords[counts].latencyTitle} over time`;
  return (
    <Panel
      title={title}
      actions={
        <div className={styles.pickers}>
          <div className={styles.picker}>
            <span aria-hidden>Trial</span>
            <Select
              aria-label="Trial"
              w={300}
              searchable
              allowDeselect={false}
              limit={200}
              data={choices}
              value={trial.id}
              onChange={(value) => value !== null && setWanted(value)}
            />
          </div>
          <HowButton title={title} facts={howHeatMap(counts)} />
        </div>
      }
    >
      <Loaded trial={trial} title={`${title}, ${trialWords(trial, measured)}`} origin={origin} />
    </Panel>
  );
}

function Loaded({ trial, title, origin }: { trial: TrialResult; title: string; origin: string }) {
  const { data, error, refetch } = useEngineQuery(
    ['runs', 'heatMap', trial.id],
    (engine) => engine.runs.heatMap({ trialId: trial.id }),
    { staleTime: Number.POSITIVE_INFINITY },
  );
  if (error) {
    const retry = () => void refetch();
    return <FailedState title="The heat map could not be read" error={error} onRetry={retry} />;
  }
  if (!data) return <LoadingState label="Reading the heat map" rows={6} />;
  if (data.columns.length === 0) {
    return (
      <EmptyState title="No data stored for this trial">Its intervals are missing.</EmptyState>
    );
  }
  return (
    <HeatMapFigure map={data} counts={workOf(trial)} title={title} origin={origin} height={300} />
  );
}
