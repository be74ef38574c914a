import { MultiSelect, Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import {
  type ComparedMetric,
  type ComparedRun,
  compareLimits,
} from '../../../../contracts/compare.ts';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { FailedState } from '../../../components/FailedState.tsx';
import { LoadingState } from '../../../components/LoadingState.tsx';
import { runLabels } from '../../../data/compareLabels.ts';
import { comparedRows } from '../../../data/compareRows.ts';
import { useKeptQuery } from '../../../transport/useKeptQuery.ts';
import styles from '../Compare.module.css';
import { ComparedCurves } from '../ComparedCurves.tsx';
import { Differences } from '../Differences.tsx';
import { MetricPanel } from '../MetricPanel.tsx';
import { type CellChoice, cellChoices, firstChoice } from './cellChoice.ts';

interface CellsTabProps {
  readonly runs: readonly ComparedRun[];
  readonly metric: ComparedMetric;
}

/** Any cells of the runs against one of them, such as SOAP against REST of one run. */
export function CellsTab({ runs, metric }: CellsTabProps) {
  const choices = useMemo(() => cellChoices(runs), [runs]);
  const first = useMemo(() => firstChoice(choices), [choices]);
  const [baselineKey, setBaseline] = useState<string | null>(null);
  const [otherKeys, setOthers] = useState<readonly string[] | null>(null);
  const find = (key: string) => choices.find((choice) => choice.key === key);
  const baseline = (baselineKey === null ? undefined : find(baselineKey)) ?? first.baseline;
  const wanted = otherKeys?.flatMap((key) => find(key) ?? []) ?? first.others;
  const others = wanted.filter(({ key }) => key !== baseline?.key);
  if (!baseline || choices.length < 2) {
    return (
      <div className={styles.nothing}>
        <EmptyState title="Only one cell">
          A comparison needs two cells: choose a run with several cells, or more runs.
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <div className={styles.cellChoice}>
        <Select
          label="Baseline cell"
          w={260}
          searchable
          allowDeselect={false}
          data={choices.map(({ key, label }) => ({ value: key, label }))}
          value={baseline.key}
          onChange={setBaseline}
        />
        <MultiSelect
          label="Compared cells"
          className={styles.grow ?? ''}
          searchable
          clearable
          maxValues={compareLimits.cells}
          placeholder={others.length === 0 ? 'Choose one or more cells' : ''}
          data={choices
            .filter(({ key }) => key !== baseline.key)
            .map(({ key, label }) => ({ value: key, label }))}
          value={others.map(({ key }) => key)}
          onChange={setOthers}
        />
      </div>
      {others.length === 0 ? (
        <div className={styles.nothing}>
          <EmptyState title="Choose cells to compare">
            Each is compared with the baseline cell, trial by trial.
          </EmptyState>
        </div>
      ) : (
        <ChosenCells runs={runs} metric={metric} baseline={baseline} others={others} />
      )}
    </>
  );
}

interface ChosenCellsProps extends CellsTabProps {
  readonly baseline: CellChoice;
  readonly others: readonly CellChoice[];
}

function ChosenCells({ runs, metric, baseline, others }: ChosenCellsProps) {
  const { data, error, refetch, isPlaceholderData } = useKeptQuery(
    ['compare', 'cells', baseline.key, others.map(({ key }) => key), metric],
    (engine) =>
      engine.compare.cells({
        baseline: baseline.ref,
        others: others.map(({ ref }) => ref),
        metrics: [metric],
      }),
  );
  const refs = useMemo(() => [baseline, ...others].map(({ ref }) => ref), [baseline, others]);
  const names = useMemo(() => runLabels(runs), [runs]);
  if (error) {
    return (
      <FailedState
        title="These cells could not be compared"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <LoadingState label="Comparing the cells" />;
  const shown = isPlaceholderData ? (data.rows[0]?.metrics[0]?.metric ?? metric) : metric;
  return (
    <>
      {data.runs.length > 1 && <Differences runs={data.runs} names={names} />}
      <MetricPanel rows={comparedRows(data, shown, names)} metric={shown} />
      <ComparedCurves
        what=" of the chosen cells"
        counts={data.rows.flatMap(({ counts }) => [counts.baseline, counts.other])}
        refs={refs}
        runs={runs}
      />
    </>
  );
}
