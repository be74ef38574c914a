import { type RefObject, useMemo } from 'react';
import type { TrialResult } from '../../../contracts/measurement.ts';
import type { Subject } from '../../../contracts/words.ts';
import { ChartFrame } from '../../charts/ChartFrame.tsx';
import { ColumnChart } from '../../charts/ColumnChart.tsx';
import { columnLegend } from '../../charts/ColumnPlot.tsx';
import { createCursor, type TimeCursor } from '../../charts/cursor.ts';
import type { FigureState } from '../../charts/figure.ts';
import { HowFacts } from '../../charts/HowComputed.tsx';
import { useEvenHeads } from '../../charts/useEvenHeads.ts';
import { Panel } from '../../components/Panel.tsx';
import {
  type ColumnFigure,
  columnAxis,
  columnFigure,
  columnSummary,
  columnTable,
  figureFacts,
  figureNotes,
  type Metric,
} from '../../data/columns.ts';
import { howColumns } from '../../data/how.ts';
import { shapeWords } from '../../data/series.ts';
import styles from './Result.module.css';

interface ShapeFiguresProps {
  readonly shape: string;
  readonly trials: readonly TrialResult[];
  readonly origin: string;
  readonly workload: Subject;
  /** Highlights the same level in the figures of all shapes. */
  readonly cursor?: TimeCursor;
  /** Receives the figure of a metric, to copy it with the finding. */
  readonly lead?: { readonly figure: RefObject<FigureState | null>; readonly metric: Metric };
}

const shown: readonly Metric[] = ['throughput', 'mean', 'p95'];

/** Throughput, mean latency and p95 of one shape, by users and series. */
export function ShapeFigures({ shape, trials, origin, workload, cursor, lead }: ShapeFiguresProps) {
  const own = useMemo(createCursor<number>, []);
  const ofShape = useMemo(() => trials.filter(({ cell }) => cell.shape === shape), [trials, shape]);
  const figures = useMemo(
    () => shown.map((metric) => columnFigure(trials, shape, metric)),
    [trials, shape],
  );
  const row = useEvenHeads();
  return (
    <Panel title={`Shape: ${shape}`} note={shapeWords(shape, workload)}>
      <div className={styles.figures} ref={row}>
        {figures.map((figure) => (
          <Figure
            key={figure.metric}
            figure={figure}
            trials={ofShape}
            origin={origin}
            cursor={cursor ?? own}
            taken={lead?.metric === figure.metric ? lead.figure : undefined}
          />
        ))}
      </div>
    </Panel>
  );
}

const nothing: ReadonlySet<string> = new Set();

interface FigureProps {
  readonly figure: ColumnFigure;
  readonly trials: readonly TrialResult[];
  readonly origin: string;
  readonly cursor: TimeCursor;
  readonly taken: RefObject<FigureState | null> | undefined;
}

function Figure({ figure, trials, origin, cursor, taken }: FigureProps) {
  const { metric } = figure;
  const { title, better } = figureFacts(figure);
  const { unit } = columnAxis(figure, nothing, 4).unit;
  const legend = useMemo(() => columnLegend(figure), [figure]);
  return (
    <ChartFrame
      title={`${title}, ${figure.shape}`}
      unit={unit}
      better={better}
      summary={columnSummary(figure)}
      legend={legend}
      height={236}
      grow={340}
      table={() => columnTable(figure)}
      origin={origin}
      taken={taken}
      footnotes={figureNotes(figure)}
      how={<HowFacts facts={howColumns(metric, trials)} />}
      axes={metric === 'throughput' ? throughputAxis : latencyAxes[figure.counts]}
      draw={(area) => <ColumnChart figure={figure} cursor={cursor} {...area} />}
    />
  );
}

const throughputAxis = [{ key: 'value', name: 'throughput', log: false }];
const latencyAxes = {
  requests: [{ key: 'value', name: 'latency', log: false }],
  iterations: [{ key: 'value', name: 'time', log: false }],
};
