import { Button, MultiSelect } from '@mantine/core';
import { IconTimeline } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { type ComparedMetric, metricFacts, type Trend } from '../../../../contracts/compare.ts';
import { type Cell, describeCell } from '../../../../contracts/experiment/cell.ts';
import { formatExactTime } from '../../../../metrics/format.ts';
import { ChartFrame } from '../../../charts/ChartFrame.tsx';
import { TrendChart, trendLooks } from '../../../charts/TrendChart.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { FailedState } from '../../../components/FailedState.tsx';
import { LoadingState } from '../../../components/LoadingState.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { cellLabels } from '../../../data/compareLabels.ts';
import {
  type TrendFigure,
  trendFigure,
  trendNotes,
  trendSummary,
  trendTable,
} from '../../../data/compareTrend.ts';
import { formatRoute, navigate } from '../../../navigation/navigation.ts';
import { useKeptQuery } from '../../../transport/useKeptQuery.ts';
import styles from '../Compare.module.css';
import { DifferenceList } from '../Differences.tsx';

/** Lines shown initially. */
const readable = 6;

/** The experiment of a run over all its runs. */
export function TrendTab({ runId, metric }: { runId: string; metric: ComparedMetric }) {
  const { data, error, refetch } = useKeptQuery(['compare', 'trend', runId, metric], (engine) =>
    engine.compare.trend({ runId, metric }),
  );
  if (error) {
    return (
      <FailedState
        title="The trend could not be read"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <LoadingState label="Reading the trend" />;
  if (data.runs.length < 2) {
    return (
      <div className={styles.nothing}>
        <EmptyState
          icon={<IconTimeline size={20} stroke={1.6} />}
          title="One run of this experiment so far"
          actions={
            <Button variant="default" onClick={() => navigate({ view: 'experiment' })}>
              Go to the experiment
            </Button>
          }
        >
          Run “{data.experiment}” again, and its figures over time are drawn here, with what changed
          between the runs.
        </EmptyState>
      </div>
    );
  }
  return <TrendPanel trend={data} />;
}

function TrendPanel({ trend }: { trend: Trend }) {
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const cells = useMemo(() => trend.cells.map(({ cell }) => cell), [trend.cells]);
  const names = chosen ?? cells.slice(0, readable).map(describeCell);
  const figure = useMemo(
    () => trendFigure(trend, (cell) => names.includes(describeCell(cell))),
    [trend, names],
  );
  const { title, noun, unit, better } = metricFacts[trend.counts][trend.metric];
  const different = trend.runs.filter(({ sameExperiment }) => !sameExperiment).length;
  return (
    <>
      <Panel
        title={`${title} over time`}
        note={`${trend.runs.length} runs of “${trend.experiment}”, oldest first`}
        actions={
          cells.length > 1 && <CellsShown cells={cells} value={names} onChange={setChosen} />
        }
      >
        {figure.lines.length === 0 ? (
          <EmptyState title="No figures to draw">
            None of the chosen cells has figures of {noun}.
          </EmptyState>
        ) : (
          <ChartFrame
            title={`${title}, ${trend.experiment}`}
            unit={unit}
            better={better}
            summary={trendSummary(figure)}
            legend={trendLooks(figure)}
            height={360}
            table={() => trendTable(figure)}
            footnotes={[...footnotes(different), ...trendNotes(trend)]}
            origin={`Wirebench · ${trend.experiment}`}
            draw={(area) => <TrendChart figure={figure} {...area} />}
          />
        )}
        {trend.omitted > 0 && (
          <p className={styles.quiet}>{trend.omitted} older runs are not shown.</p>
        )}
      </Panel>
      <TrendChanges figure={figure} />
    </>
  );
}

function footnotes(different: number): string[] {
  const notes = [
    'Geometric means over the trials of a run, with 95 % intervals where there are several.',
    'Ringed: suspect or client-bound. Numbered: something changed.',
  ];
  if (different > 0) notes.push('* Same experiment name, different content.');
  return notes;
}

interface CellsShownProps {
  readonly cells: readonly Cell[];
  readonly value: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
}

function CellsShown({ cells, value, onChange }: CellsShownProps) {
  const label = cellLabels(cells);
  return (
    <MultiSelect
      aria-label="Cells shown"
      w={420}
      searchable
      data={cells.map((cell) => ({ value: describeCell(cell), label: label(cell) }))}
      value={[...value]}
      onChange={onChange}
    />
  );
}

/** Legend for the numbers in the chart: changes since the previous run. */
function TrendChanges({ figure: { marks } }: { figure: TrendFigure }) {
  if (marks.length === 0) {
    return <p className={styles.quiet}>No known change between these runs.</p>;
  }
  return (
    <Panel title="What changed" note="each compared with the run before" padded={false}>
      <div className={styles.differing}>
        {marks.map(({ number, run, changes }) => (
          <div key={number} className={styles.differingRun}>
            <h3 className={styles.differingName}>
              <span className={styles.markNumber}>{number}</span>
              <a className={styles.runName} href={formatRoute({ view: 'result', runId: run.id })}>
                {run.name}
              </a>
              <span className={styles.quiet}>{formatExactTime(run.startedAt)}</span>
            </h3>
            <DifferenceList label={`What changed before run ${number}`} items={changes} />
          </div>
        ))}
      </div>
    </Panel>
  );
}
