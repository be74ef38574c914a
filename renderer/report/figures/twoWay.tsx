import { metricFacts } from '../../../contracts/compare.ts';
import type { ReportFigure } from '../../../contracts/report.ts';
import { workOfTrials } from '../../../contracts/work.ts';
import { gridPlace } from '../../../metrics/two-way.ts';
import { MeansChart, meansChartHeight } from '../../charts/MeansChart.tsx';
import { VarianceChart, varianceChartHeight } from '../../charts/VarianceChart.tsx';
import { fileStem } from '../../data/table.ts';
import {
  type DrawnSplit,
  drawnParts,
  meansHeat,
  meansSummary,
  meansTable,
  meansTitle,
  splitSummary,
  splitTable,
  splitTitle,
} from '../../data/twoWay.ts';
import type { FigureModel } from '../model.ts';
import { runOrigin, type Source, sentences } from './source.ts';

type Wanted = Pick<Extract<ReportFigure, { type: 'two-way' }>, 'a' | 'b' | 'place' | 'metric'>;

/** The split of a figure; null if the run no longer has it. */
function splitOf({ document }: Source, { a, b, place, metric }: Wanted): DrawnSplit | null {
  const grid = document.analysis.twoWay?.find(
    (one) => one.a.factor === a && one.b.factor === b && gridPlace(one) === place,
  );
  const split = grid?.metrics.find((one) => one.metric === metric);
  return grid && split ? { grid, split, counts: workOfTrials(document.trials) } : null;
}

/** Share of each of two factors in the variance of a metric. */
export function twoWayModel(source: Source, figure: Wanted): FigureModel | null {
  const drawn = splitOf(source, figure);
  if (!drawn) return null;
  return {
    stem: fileStem('which-factor', figure.a, figure.b, figure.metric),
    kind: 'figure',
    caption: sentences(
      `${splitTitle(drawn)} by what makes it up, with 95 % intervals: ω² of a two-way analysis of variance of logarithms (${figure.place})`,
      drawn.split.finding,
      runOrigin(source.document.run),
    ),
    width: 'page',
    alwaysWide: true,
    table: splitTable(drawn),
    chart: {
      legend: [],
      height: () => varianceChartHeight(drawnParts(drawn).length),
      draw: (area) => <VarianceChart drawn={drawn} {...area} />,
      summary: splitSummary(drawn),
    },
  };
}

/** The means of the cells of two factors. */
export function cellMeansModel(source: Source, figure: Wanted): FigureModel | null {
  const drawn = splitOf(source, figure);
  if (!drawn) return null;
  const { better } = metricFacts[drawn.counts][drawn.split.metric];
  return {
    stem: fileStem('cell-means', figure.a, figure.b, figure.metric),
    kind: 'figure',
    caption: sentences(
      `${meansTitle(drawn)}, geometric means over the repetitions (${figure.place}): the stronger the colour of a field, the higher the mean; ${better} is better`,
      runOrigin(source.document.run),
    ),
    width: 'page',
    table: meansTable(drawn),
    chart: {
      legend: [],
      height: () => meansChartHeight(meansHeat(drawn).rows.length),
      draw: (area) => <MeansChart drawn={drawn} {...area} />,
      summary: meansSummary(drawn),
    },
  };
}
