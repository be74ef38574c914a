import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { FactorName } from '../../../../contracts/experiment/factors.ts';
import type { TrialResult } from '../../../../contracts/measurement.ts';
import type { RunHead } from '../../../../contracts/result.ts';
import {
  type Statistics,
  type StatisticsMetric,
  statisticsMetrics,
} from '../../../../contracts/statistics.ts';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { FailedState } from '../../../components/FailedState.tsx';
import { LoadingState } from '../../../components/LoadingState.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { namesStudy } from '../../../data/published.ts';
import { isRepeated } from '../../../data/statistics.ts';
import { useKeptQuery } from '../../../transport/useKeptQuery.ts';
import { levelOptions, Picker } from '../Picker.tsx';
import resultStyles from '../Result.module.css';
import { AaPanel } from './AaPanel.tsx';
import { CellIntervals } from './CellIntervals.tsx';
import { PairIntervals } from './PairIntervals.tsx';
import styles from './Statistics.module.css';
import { StudyPanel } from './StudyPanel.tsx';

interface StatisticsSectionProps {
  readonly run: RunHead;
  readonly trials: readonly TrialResult[];
}

/** Statistics of the run's repetitions: sentences, intervals, the check of identical cells, and a study's procedures. */
export function StatisticsSection({ run, trials }: StatisticsSectionProps) {
  const [metric, setMetric] = useState<StatisticsMetric>('throughput');
  const [factor, setFactor] = useState<FactorName | null>(null);
  const [against, setAgainst] = useState<string | null>(null);
  const ended = trials.length;
  const { data, error, refetch } = useKeptQuery(
    ['statistics', 'analyse', run.id, ended, factor, against, metric],
    (engine) => engine.statistics.analyse({ runId: run.id, factor, against, metrics: [metric] }),
  );
  if (!data) {
    return (
      <Panel title="Statistics">
        {error ? (
          <FailedState
            title="The statistics could not be computed"
            error={error}
            onRetry={() => void refetch()}
          />
        ) : (
          <LoadingState label="Computing the statistics" rows={5} />
        )}
      </Panel>
    );
  }
  const pickers = (
    <div className={resultStyles.pickers}>
      <ChoiceOf found={data} onFactor={setFactor} onAgainst={setAgainst} />
      <Picker
        label="Metric"
        value={metric}
        values={statisticsMetrics}
        width={120}
        onChange={(value) =>
          setMetric(statisticsMetrics.find((one) => one === value) ?? 'throughput')
        }
      />
    </div>
  );
  return (
    <div className={styles.section}>
      <Panel
        title="Statistics"
        note="the trial is the unit of replication"
        actions={isRepeated(data) ? pickers : undefined}
      >
        <Words found={data} />
      </Panel>
      {isRepeated(data) && (
        <>
          <PairIntervals found={data} metric={shownMetric(data, metric)} runName={run.name} />
          <CellIntervals found={data} metric={shownMetric(data, metric)} runName={run.name} />
          <AaPanel found={data} metric={shownMetric(data, metric)} runName={run.name} />
        </>
      )}
      {data.factors.length > 0 && (
        <Procedure wanted={namesStudy(run.experiment)}>
          <StudyPanel run={run} factors={data.factors} trials={trials} />
        </Procedure>
      )}
    </div>
  );
}

/** Runs of other experiments show the procedure of a study on demand. */
function Procedure({ wanted, children }: { wanted: boolean; children: ReactNode }) {
  const [asked, setAsked] = useState(wanted);
  if (asked) return children;
  return (
    <div>
      <Button variant="subtle" size="compact-sm" onClick={() => setAsked(true)}>
        Apply the procedure of a study…
      </Button>
    </div>
  );
}

/** Until the next answer arrives, the last one is shown under its own metric. */
function shownMetric({ cells }: Statistics, wanted: StatisticsMetric): StatisticsMetric {
  return cells[0]?.figures[0]?.metric ?? wanted;
}

interface ChoiceOfProps {
  readonly found: Statistics;
  readonly onFactor: (factor: FactorName) => void;
  readonly onAgainst: (level: string | null) => void;
}

function ChoiceOf({ found, onFactor, onAgainst }: ChoiceOfProps) {
  const { factors, factor, against } = found;
  const levels = factors.find((one) => one.factor === factor)?.levels;
  if (factor === null || against === null || levels === undefined) return null;
  return (
    <>
      <Picker
        label="Factor"
        value={factor}
        values={factors.map((one) => one.factor)}
        onChange={(value) => {
          const next = factors.find((one) => one.factor === value);
          if (!next) return;
          onAgainst(null);
          onFactor(next.factor);
        }}
      />
      <Picker
        label="Compared with"
        value={against}
        values={levelOptions(factor, levels)}
        width={136}
        onChange={onAgainst}
      />
    </>
  );
}

function Words({ found }: { found: Statistics }) {
  if (!isRepeated(found)) {
    return <EmptyState title="Too few repetitions">{found.words[0]}</EmptyState>;
  }
  return (
    <ul className={styles.words}>
      {found.words.map((line) => (
        <li
          key={line}
          data-tone={
            line === found.aa.words && found.aa.verdict === 'alarming' ? 'warn' : undefined
          }
        >
          {line}
        </li>
      ))}
    </ul>
  );
}
