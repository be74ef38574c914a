import { useMemo } from 'react';
import type { TrialResult } from '../../../contracts/measurement.ts';
import { ChartFrame } from '../../charts/ChartFrame.tsx';
import { ColumnChart } from '../../charts/ColumnChart.tsx';
import { columnLook } from '../../charts/look.ts';
import { Panel } from '../../components/Panel.tsx';
import {
  type ColumnFigure,
  columnAxis,
  columnFigure,
  columnSummary,
  columnTable,
  figureNotes,
  type Metric,
  metrics,
} from '../../data/columns.ts';
import { shapeWords } from '../../data/series.ts';
import styles from './Result.module.css';

interface ShapeFiguresProps {
  readonly shape: string;
  readonly trials: readonly TrialResult[];
  readonly origin: string;
}

const shown = Object.keys(metrics) as Metric[];

/** Throughput, mean latency and p95 of one shape, by users and series. */
export function ShapeFigures({ shape, trials, origin }: ShapeFiguresProps) {
  const figures = useMemo(
    () => shown.map((metric) => columnFigure(trials, shape, metric)),
    [trials, shape],
  );
  return (
    <Panel title={`Shape: ${shape}`} note={shapeWords(shape)}>
      <div className={styles.figures}>
        {figures.map((figure) => (
          <Figure key={figure.metric} figure={figure} origin={origin} />
        ))}
      </div>
    </Panel>
  );
}

const nothing: ReadonlySet<string> = new Set();

function Figure({ figure, origin }: { figure: ColumnFigure; origin: string }) {
  const { title, better } = metrics[figure.metric];
  const { unit } = columnAxis(figure, nothing, 4).unit;
  const legend = useMemo(() => figure.series.map(columnLook), [figure]);
  return (
    <ChartFrame
      title={`${title}, ${figure.shape}`}
      unit={unit}
      better={better}
      summary={columnSummary(figure)}
      legend={legend}
      height={232}
      table={() => columnTable(figure)}
      origin={origin}
      footnotes={figureNotes(figure)}
      draw={({ width, height, hidden }) => (
        <ColumnChart figure={figure} width={width} height={height} hidden={hidden} />
      )}
    />
  );
}
