import { gainStatistics, type ReportFigure, statisticsKey } from '../../../contracts/report.ts';
import { gainMetricFacts } from '../../../contracts/size-gain.ts';
import { ScatterChart, scatterHeight } from '../../charts/ScatterChart.tsx';
import { scatterLegend } from '../../charts/scatterLook.ts';
import { logarithmicAxes } from '../../data/gainScale.ts';
import {
  gainFigure,
  gainNotes,
  gainSizeTitle,
  gainSummary,
  gainTable,
  gainTitle,
} from '../../data/sizeGain.ts';
import { fileStem } from '../../data/table.ts';
import type { FigureModel } from '../model.ts';
import { runOrigin, type Source, sentences } from './source.ts';

/** Gain of protocols over a baseline protocol, by message size; null if the run no longer has them. */
export function sizeGainModel(
  { document, data }: Source,
  choice: Extract<ReportFigure, { type: 'size-gain' }>,
): FigureModel | null {
  const found = data.statistics[statisticsKey(gainStatistics(choice))];
  const figure = found ? gainFigure(found, document.trials, choice) : null;
  if (figure === null || figure.points.length === 0) return null;
  const { noun, better } = gainMetricFacts[figure.metric];
  const log = logarithmicAxes(figure);
  return {
    stem: fileStem('size-gain', noun, choice.against),
    kind: 'figure',
    caption: sentences(
      `${gainTitle(figure)}, at ${choice.load}: across, ${gainSizeTitle(figure)}, of a single call; ${better} ${noun} is better and points up`,
      ...gainNotes(figure),
      runOrigin(document.run),
    ),
    width: 'page',
    alwaysWide: true,
    table: gainTable(figure),
    chart: {
      legend: scatterLegend(figure),
      height: () => scatterHeight,
      draw: (area) => <ScatterChart figure={figure} {...area} log={log} />,
      summary: gainSummary(figure),
    },
  };
}
