import { SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { TrialProgress } from '../../../contracts/engine-api.ts';
import { describeCell } from '../../../contracts/experiment/cell.ts';
import { defaultProtocol } from '../../../contracts/protocols.ts';
import type { Protocol } from '../../../contracts/words.ts';
import { createCursor } from '../../charts/cursor.ts';
import type { TimeMark } from '../../charts/TimeMarks.tsx';
import { TimeStrips } from '../../charts/TimeStrips.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { LoadingState } from '../../components/LoadingState.tsx';
import { Panel } from '../../components/Panel.tsx';
import { recentSeconds, wholeTrial } from '../../data/liveHistory.ts';
import { thresholdLines } from '../../data/thresholdLines.ts';
import { timeDomain } from '../../data/trialSeries.ts';
import { useMarks } from './annotations.ts';
import styles from './Run.module.css';
import { useRun } from './runStore.ts';

const cursor = createCursor<number>();
type Stretch = 'recent' | 'whole';
const stretches = [
  { value: 'recent', label: 'Last 2 min' },
  { value: 'whole', label: 'Whole trial' },
];

/** The live charts of the running trial, stacked on one time axis, once `drawn`. */
export function LivePanel({ drawn }: { drawn: boolean }) {
  const [stretch, setStretch] = useState<Stretch>('recent');
  return (
    <Panel
      title="Live"
      note={<ShownTrial />}
      padded={false}
      actions={
        <SegmentedControl
          aria-label="Time range shown"
          size="xs"
          data={stretches}
          value={stretch}
          onChange={(value) => setStretch(value === 'whole' ? 'whole' : 'recent')}
        />
      }
    >
      <div className={styles.strips}>{drawn && <LiveStrips stretch={stretch} />}</div>
    </Panel>
  );
}

/** Names the trial in the charts, since they keep the last one until the next has points. */
function ShownTrial() {
  const shown = useRun((state) => state.history.trial);
  const progress = useRun((state) => state.progress);
  const trial = progress?.trials.find(({ index }) => index === shown);
  const running = progress?.status === 'running';
  if (!trial) return running ? 'four points a second' : null;
  const words = describeCell(trial.cell);
  if (!running) return `last trial: ${words}`;
  return shown === progress.current ? 'four points a second' : `previous trial: ${words}`;
}

/** Shared state of the strips during a trial. */
function LiveStrips({ stretch }: { stretch: Stretch }) {
  const trial = useRun((state) => state.history.trial);
  const name = useRun((state) => state.progress?.name ?? '');
  const protocol = useRun(
    ({ progress }) => progress?.trials.find(({ index }) => index === trial)?.cell.protocol,
  );
  const marks = useMarks(trial);
  const activity = useRun((state) => state.progress?.activity ?? '');
  const begun = useRun((state) => state.history.last !== null);
  const over = useRun(({ progress }) => progress !== null && progress.status !== 'running');
  if (!begun && over) return <NothingLive />;
  if (!begun) return <LoadingState label={activity || 'Waiting for the first figures'} />;
  return (
    <MovingStrips
      stretch={stretch}
      name={name}
      protocol={protocol ?? defaultProtocol}
      marks={marks}
    />
  );
}

/** Message for a run that ended without data to draw. */
function NothingLive() {
  const loaded = useRun(({ progress }) => isLoaded(progress?.trials ?? []));
  if (loaded) {
    return (
      <EmptyState title="No live figures">
        The run ended before this window could follow it. Its result has the figures.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No load was generated">The run ended before its first request.</EmptyState>
  );
}

/** Whether any request was sent. */
function isLoaded(trials: readonly TrialProgress[]): boolean {
  return trials.some(({ result }) => result !== null && result.accounting.issued > 0);
}

interface MovingStripsProps {
  readonly stretch: Stretch;
  readonly name: string;
  readonly protocol: Protocol;
  readonly marks: readonly TimeMark[];
}

/** Separate from everything else: only this renders four times a second. */
function MovingStrips({ stretch, name, protocol, marks }: MovingStripsProps) {
  const history = useRun((state) => state.history);
  const counts = useRun((state) => state.progress?.counts);
  const moments = stretch === 'recent' ? history.recent : wholeTrial(history);
  const end = history.last?.at ?? 0;
  // A finished trial ends at its last point.
  const length = useRun(({ progress }) =>
    progress?.current === history.trial ? (progress.running?.lengthSeconds ?? undefined) : end,
  );
  const rules = useRun(({ progress }) => progress?.thresholds);
  const cell = useRun(
    ({ progress }) => progress?.trials.find(({ index }) => index === history.trial)?.cell,
  );
  const thresholds = useMemo(() => thresholdLines(rules ?? [], cell), [rules, cell]);
  const domain = useMemo(
    () => timeDomain(end, stretch === 'recent' ? recentSeconds : Number.POSITIVE_INFINITY, length),
    [end, stretch, length],
  );
  return (
    <TimeStrips
      moments={moments}
      domain={domain}
      measuredFrom={history.last ? history.measuredFrom : 0}
      protocol={protocol}
      counts={counts ?? 'requests'}
      cursor={cursor}
      origin={name}
      marks={marks}
      thresholds={thresholds}
    />
  );
}
