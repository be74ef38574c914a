import { SegmentedControl, Select, Switch } from '@mantine/core';
import { type RefObject, useMemo, useState } from 'react';
import type { UseCaseFigures, WhiskerRule } from '../../../contracts/result.ts';
import { BoxChart, boxLook } from '../../charts/BoxChart.tsx';
import { ChartFrame } from '../../charts/ChartFrame.tsx';
import type { FigureState } from '../../charts/figure.ts';
import { HowFacts } from '../../charts/HowComputed.tsx';
import { TablePanel } from '../../components/PageTable.tsx';
import { Panel } from '../../components/Panel.tsx';
import { howUseCases } from '../../data/how.ts';
import {
  boxNotes,
  boxSummary,
  boxTable,
  firstBaseline,
  iterationRows,
  type MedianRow,
  medianRows,
  type UseCaseFigure,
  useCaseFigure,
  whiskerRules,
} from '../../data/useCases.ts';
import { HowButton } from './HowButton.tsx';
import styles from './Result.module.css';
import { iterationColumns, medianColumns, medianCsvColumns } from './useCaseColumns.tsx';

interface UseCasesProps {
  readonly figures: readonly UseCaseFigures[];
  readonly origin: string;
  /** Receives the box plots, which show the finding, while they are rendered. */
  readonly taken: RefObject<FigureState | null>;
}

/** Times of a plan's use cases: box plots, medians against a baseline, and messages sent. */
export function UseCasesSection({ figures, origin, taken }: UseCasesProps) {
  const figure = useMemo(() => useCaseFigure(figures), [figures]);
  return (
    <div className={styles.panels}>
      <Boxes figure={figure} origin={origin} taken={taken} />
      <Medians figure={figure} origin={origin} />
      <Iterations figure={figure} origin={origin} />
    </div>
  );
}

interface PartProps {
  readonly figure: UseCaseFigure;
  readonly origin: string;
}

const whiskerChoices = Object.entries(whiskerRules).map(([value, { label }]) => ({ value, label }));

function Boxes({ figure, origin, taken }: PartProps & Pick<UseCasesProps, 'taken'>) {
  const [rule, setRule] = useState<WhiskerRule>('tukey');
  const [outliers, setOutliers] = useState(false);
  return (
    <Panel
      title="Use cases"
      note="time of an iteration, from connecting to the last answer"
      actions={
        <>
          <SegmentedControl
            size="xs"
            aria-label="Whiskers"
            value={rule}
            onChange={(value) => setRule(value === 'median' ? 'median' : 'tukey')}
            data={whiskerChoices}
          />
          <Switch
            size="xs"
            label="Outliers"
            checked={outliers}
            onChange={({ currentTarget }) => setOutliers(currentTarget.checked)}
          />
        </>
      }
    >
      <ChartFrame
        title="Time of an iteration"
        unit="ms"
        better="lower"
        summary={boxSummary(figure)}
        legend={figure.series.map(boxLook)}
        height={300}
        grow={380}
        axes={[{ key: 'y', name: 'time', log: false }]}
        table={() => boxTable(figure, rule)}
        origin={origin}
        how={<HowFacts facts={howUseCases()} />}
        footnotes={boxNotes(figure, rule, outliers)}
        taken={taken}
        draw={(area) => <BoxChart figure={figure} rule={rule} outliers={outliers} {...area} />}
      />
    </Panel>
  );
}

const medianHeight = 46;

function Medians({ figure, origin }: PartProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const baseline = chosen ?? firstBaseline(figure);
  const rows = useMemo(() => medianRows(figure, baseline), [figure, baseline]);
  const label = 'Median time of an iteration';
  return (
    <TablePanel<MedianRow>
      title="Medians"
      label={label}
      note="below each, its ratio to the baseline in three forms: times, percent of it, percent change"
      actions={
        <>
          <Select
            size="xs"
            w={150}
            aria-label="Baseline"
            allowDeselect={false}
            value={baseline}
            onChange={setChosen}
            data={figure.series.map(({ key, label: name }) => ({ value: key, label: name }))}
          />
          <HowButton title={label} facts={howUseCases()} />
        </>
      }
      file={`${origin} medians`}
      columns={medianColumns(figure)}
      csvColumns={medianCsvColumns(figure)}
      rows={rows}
      rowKey={({ useCase }) => useCase}
      rowHeight={medianHeight}
    />
  );
}

function Iterations({ figure, origin }: PartProps) {
  const rows = useMemo(() => iterationRows(figure), [figure]);
  return (
    <TablePanel
      title="Requests and connections"
      label="Requests and connections of use cases"
      note="requests sent per iteration, and connections opened per trial"
      file={`${origin} iterations`}
      columns={iterationColumns}
      rows={rows}
      rowKey={({ key }) => key}
    />
  );
}
