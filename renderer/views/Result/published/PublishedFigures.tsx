import { useMemo, useState } from 'react';
import { type ComparedTable, drawableMetrics, drawnUnit } from '../../../../contracts/published.ts';
import { ChartFrame } from '../../../charts/ChartFrame.tsx';
import {
  PublishedChart,
  publishedChartHeight,
  publishedLegend,
} from '../../../charts/PublishedChart.tsx';
import { publishedFigureTable } from '../../../data/published.ts';
import {
  publishedFigure,
  publishedNotes,
  publishedSummary,
} from '../../../data/publishedFigure.ts';
import { Picker } from '../Picker.tsx';

interface PublishedFiguresProps {
  readonly compared: ComparedTable;
  readonly origin: string;
}

/** Our columns with the published values, one metric of the table at a time. */
export function PublishedFigures({ compared, origin }: PublishedFiguresProps) {
  const metrics = useMemo(() => drawableMetrics(compared), [compared]);
  const [chosen, setChosen] = useState<string | null>(null);
  const metric = metrics.find(({ name }) => name === chosen) ?? metrics[0];
  const figure = useMemo(
    () => (metric ? publishedFigure(compared, metric) : null),
    [compared, metric],
  );
  if (!metric || !figure) return null;
  const height = publishedChartHeight(figure);
  return (
    <div>
      {metrics.length > 1 && (
        <Picker
          label="Figure"
          value={metric.name}
          values={metrics.map(({ name }) => name)}
          onChange={setChosen}
        />
      )}
      <ChartFrame
        title={`${metric.name}: ${compared.table.title}`}
        unit={drawnUnit(metric)}
        better={metric.better === 'neither' ? null : metric.better}
        summary={publishedSummary(figure)}
        legend={publishedLegend(figure)}
        height={height}
        minPlot={height}
        table={() => publishedFigureTable(compared)}
        origin={origin}
        footnotes={publishedNotes(figure)}
        draw={(area) => <PublishedChart figure={figure} {...area} />}
      />
    </div>
  );
}
