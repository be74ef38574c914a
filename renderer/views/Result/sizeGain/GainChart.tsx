import { useMemo } from 'react';
import { gainMetricFacts } from '../../../../contracts/size-gain.ts';
import { ChartFrame } from '../../../charts/ChartFrame.tsx';
import { HowFacts } from '../../../charts/HowComputed.tsx';
import { ScatterChart, scatterHeight } from '../../../charts/ScatterChart.tsx';
import { ScatterPoints } from '../../../charts/ScatterPoints.tsx';
import { scatterLegend } from '../../../charts/scatterLook.ts';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { logarithmicAxes } from '../../../data/gainScale.ts';
import { howSizeGain } from '../../../data/howStatistics.ts';
import {
  type GainFigure,
  gainNotes,
  gainSummary,
  gainTable,
  gainTitle,
} from '../../../data/sizeGain.ts';

const gainAxes = ['size', 'gain'] as const;

interface GainChartProps {
  readonly figure: GainFigure;
  readonly origin: string;
}

/** The scatter plot of gain over size. */
export function GainChart({ figure, origin }: GainChartProps) {
  const legend = useMemo(() => scatterLegend(figure), [figure]);
  const axes = useMemo(() => {
    const log = logarithmicAxes(figure);
    return gainAxes.map((name) => ({ key: name, name, log: log.has(name) }));
  }, [figure]);
  if (figure.points.length === 0) {
    return (
      <EmptyState title="Nothing to compare for this selection">
        {figure.missing.length > 0
          ? `${figure.missing.join('; ')}.`
          : 'No cell of another protocol otherwise matches a baseline cell.'}
      </EmptyState>
    );
  }
  return (
    <ChartFrame
      title={gainTitle(figure)}
      unit="percent of the baseline"
      better={gainMetricFacts[figure.metric].better}
      summary={gainSummary(figure)}
      legend={legend}
      height={scatterHeight}
      grow={560}
      minPlot={300}
      table={() => gainTable(figure)}
      origin={origin}
      footnotes={gainNotes(figure)}
      how={<HowFacts facts={howSizeGain} />}
      axes={axes}
      draw={(area) => <ScatterChart figure={figure} {...area} />}
      over={(area) => <ScatterPoints figure={figure} area={area} />}
    />
  );
}
