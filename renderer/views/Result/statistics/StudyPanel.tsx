import { Button } from '@mantine/core';
import { useState } from 'react';
import type { TrialResult } from '../../../../contracts/measurement.ts';
import type { RunHead } from '../../../../contracts/result.ts';
import {
  type StudyMetric,
  type StudyPipeline,
  type StudySide,
  studyMetrics,
  studyName,
  type VariedFactor,
} from '../../../../contracts/statistics.ts';
import { capital, workOfTrials, workWords } from '../../../../contracts/work.ts';
import { FailedState } from '../../../components/FailedState.tsx';
import { LoadingState } from '../../../components/LoadingState.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { distinct } from '../../../data/series.ts';
import { useEngineQuery } from '../../../transport/engine.ts';
import { levelOptions, Picker } from '../Picker.tsx';
import styles from './Statistics.module.css';
import { StudyFindings } from './StudyFindings.tsx';

interface StudyPanelProps {
  readonly run: RunHead;
  readonly factors: readonly VariedFactor[];
  readonly trials: readonly TrialResult[];
}

/** Parameters of the procedure; null for the engine's choice. */
interface Asked {
  readonly pipeline: StudyPipeline;
  readonly factor: VariedFactor;
  readonly control: string;
  readonly treatment: string;
  readonly side: StudySide;
  readonly repetition: number;
  readonly metric: StudyMetric | null;
}

const pipelines: Record<string, StudyPipeline> = {
  performance: 'isep-performance',
  energy: 'isep-energy',
};
const sides: Record<string, StudySide> = { less: 'less', 'two-sided': 'two-sided' };
const alpha = 0.05;

/** The procedures of a study, as in the study; they read much data and decide differently, so they run on demand. */
export function StudyPanel({ run, factors, trials }: StudyPanelProps) {
  const [asked, setAsked] = useState<Asked | null>(() => firstAsked(factors));
  const [open, setOpen] = useState(false);
  if (asked === null) return null;
  return (
    <Panel title="As the study did it" note={`the procedures of ${studyName}, for reproduction`}>
      <div className={styles.study}>
        <p className={styles.quiet}>
          Single {workWords[workOfTrials(trials)].many} of one repetition (performance), or one
          figure for each repetition (energy), under the tests that the study chose. Wirebench
          itself does not decide this way; the reasons are given below.
        </p>
        <StudyForm asked={asked} factors={factors} trials={trials} onChange={setAsked} />
        {open ? (
          <Outcome run={run} asked={asked} />
        ) : (
          <div>
            <Button variant="default" onClick={() => setOpen(true)}>
              Apply the procedure
            </Button>
          </div>
        )}
      </div>
    </Panel>
  );
}

function firstAsked(factors: readonly VariedFactor[]): Asked | null {
  const [factor] = factors;
  return factor === undefined
    ? null
    : {
        pipeline: 'isep-performance',
        ...armsOf(factor),
        side: 'less',
        repetition: 1,
        metric: null,
      };
}

function armsOf(factor: VariedFactor): Pick<Asked, 'factor' | 'control' | 'treatment'> {
  const [control = '', treatment = ''] = factor.levels;
  return { factor, control, treatment };
}

interface StudyFormProps {
  readonly asked: Asked;
  readonly factors: readonly VariedFactor[];
  readonly trials: readonly TrialResult[];
  readonly onChange: (asked: Asked) => void;
}

function StudyForm({ asked, factors, trials, onChange }: StudyFormProps) {
  const { pipeline, factor, control, treatment, side, repetition, metric } = asked;
  const change = (part: Partial<Asked>) => onChange({ ...asked, ...part });
  const levels = levelOptions(factor.factor, factor.levels);
  const performance = pipeline === 'isep-performance';
  const { many } = workWords[workOfTrials(trials)];
  const repetitions = distinct(trials.map((trial) => trial.repetition)).sort((a, b) => a - b);
  return (
    <div className={styles.form}>
      <Picker
        label="Procedure"
        value={performance ? 'performance' : 'energy'}
        values={Object.keys(pipelines)}
        width={128}
        onChange={(value) => change({ pipeline: pipelines[value] ?? pipeline })}
      />
      <Picker
        label="Varied"
        value={factor.factor}
        values={factors.map((one) => one.factor)}
        onChange={(value) => change(armsOf(factors.find((one) => one.factor === value) ?? factor))}
      />
      <Picker
        label="Control"
        value={control}
        values={levels.filter(({ value }) => value !== treatment)}
        width={136}
        onChange={(value) => change({ control: value })}
      />
      <Picker
        label="Treatment"
        value={treatment}
        values={levels.filter(({ value }) => value !== control)}
        width={136}
        onChange={(value) => change({ treatment: value })}
      />
      {performance && (
        <Picker
          label="Side"
          value={side}
          values={Object.keys(sides)}
          onChange={(value) => change({ side: sides[value] ?? side })}
        />
      )}
      {performance && repetitions.length > 1 && (
        <Picker
          label={`${capital(many)} of repetition`}
          value={String(repetition)}
          values={repetitions.map(String)}
          width={72}
          onChange={(value) => change({ repetition: Number(value) })}
        />
      )}
      {!performance && (
        <Picker
          label="Figure"
          value={metric ?? 'automatic'}
          values={['automatic', ...studyMetrics]}
          width={124}
          onChange={(value) =>
            change({ metric: studyMetrics.find((one) => one === value) ?? null })
          }
        />
      )}
    </div>
  );
}

function Outcome({ run, asked }: { run: RunHead; asked: Asked }) {
  const { factor, ...rest } = asked;
  const choice = { runId: run.id, ...rest, factor: factor.factor, alpha };
  const { data, error, refetch } = useEngineQuery(
    ['statistics', 'study', choice],
    (engine) => engine.statistics.study(choice),
    { staleTime: 60_000 },
  );
  if (error) {
    return (
      <FailedState
        title="The procedure could not be applied"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <LoadingState label="Applying the procedure" rows={4} />;
  return <StudyFindings found={data} runName={run.name} />;
}
