import { Drawer } from '@mantine/core';
import { useMemo } from 'react';
import type { SeriesPoint } from '../../../contracts/engine-api.ts';
import { describeCell, describeSurroundings } from '../../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../../contracts/measurement.ts';
import { workOf } from '../../../contracts/work.ts';
import { tlsLabel } from '../../../metrics/cell-columns.ts';
import { cellLevelText, levelOf } from '../../../metrics/levels.ts';
import { hasFigures } from '../../../metrics/trial-columns.ts';
import { createCursor } from '../../charts/cursor.ts';
import { TimeStrips } from '../../charts/TimeStrips.tsx';
import { WatchedStrips } from '../../charts/WatchedStrips.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FailedState } from '../../components/FailedState.tsx';
import { LoadingState } from '../../components/LoadingState.tsx';
import { ProtocolChip } from '../../components/ProtocolChip.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { useReturnFocus } from '../../components/useReturnFocus.ts';
import { VerdictBadge } from '../../components/VerdictBadge.tsx';
import { momentsOf } from '../../data/liveHistory.ts';
import { useEngineQuery } from '../../transport/engine.ts';
import { MachineParts, PlaceParts } from './MachineParts.tsx';
import { Parts } from './Parts.tsx';
import { Rounds } from './Rounds.tsx';
import styles from './Trial.module.css';
import { TrialFactList } from './TrialFacts.tsx';
import { WatchedParts } from './WatchedParts.tsx';

interface TrialDetailProps {
  readonly trial: TrialResult;
  readonly origin: string;
  readonly onClose: () => void;
}

/** One trial: its verdict with reasons, its course over time, its errors and the accounting of its requests. */
export function TrialDetail({ trial, origin, onClose }: TrialDetailProps) {
  useReturnFocus();
  const own = useMemo(() => [trial], [trial]);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={800}
      title={<TrialTitle trial={trial} />}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={styles.detail}>
        <TrialFactList trial={trial} />
        <Course trial={trial} origin={`${origin} · ${describeCell(trial.cell)}`} />
        <MachineParts trials={own} runName={`${origin} trial ${trial.index + 1}`} />
        <PlaceParts trials={own} runName={`${origin} trial ${trial.index + 1}`} />
        <WatchedParts trials={own} runName={`${origin} trial ${trial.index + 1}`} />
        <Parts trials={own} runName={`${origin} trial ${trial.index + 1}`} />
        <Rounds trials={own} runName={`${origin} trial ${trial.index + 1}`} />
      </div>
    </Drawer>
  );
}

function TrialTitle({ trial }: { trial: TrialResult }) {
  const { protocol, shape, tls, client } = trial.cell;
  const level = levelOf(trial.cell) === null ? [] : [cellLevelText(trial.cell)];
  return (
    <span className={styles.detailTitle}>
      <ProtocolChip protocol={protocol} />
      {[shape, ...level, tlsLabel(tls), client, ...describeSurroundings(trial.cell)].join(' · ')}
      {trial.repetition > 1 && ` · repetition ${trial.repetition}`}
      <StatusBadge status={trial.status} />
      {hasFigures(trial) && (
        <VerdictBadge verdict={trial.client.verdict} reasons={trial.client.reasons} />
      )}
    </span>
  );
}

const none: readonly SeriesPoint[] = [];

function Course({ trial, origin }: { trial: TrialResult; origin: string }) {
  const cursor = useMemo(createCursor<number>, []);
  const { data, error, refetch } = useEngineQuery(
    ['runs', 'series', trial.id],
    (engine) => engine.runs.series({ trialId: trial.id }),
    { staleTime: Number.POSITIVE_INFINITY },
  );
  const course = useMemo(() => momentsOf(data ?? none), [data]);
  const domain = useMemo(() => [0, course.end] as const, [course]);
  if (error) {
    const retry = () => void refetch();
    return <FailedState title="The time series could not be read" error={error} onRetry={retry} />;
  }
  if (!data) return <LoadingState label="Reading the time series" />;
  if (data.length === 0) {
    return (
      <EmptyState title="No time series for this trial">
        It ended before its first second.
      </EmptyState>
    );
  }
  const shared = { domain, measuredFrom: course.measuredFrom, cursor, origin };
  return (
    <>
      <div className={styles.course}>
        <TimeStrips
          {...shared}
          moments={course.moments}
          protocol={trial.cell.protocol}
          counts={workOf(trial)}
        />
      </div>
      {(trial.watched ?? []).map((machine, place) => (
        <div key={`${place} ${machine.name}`} className={styles.watched}>
          <WatchedStrips {...shared} machine={machine} />
        </div>
      ))}
    </>
  );
}
