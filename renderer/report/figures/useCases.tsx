import type { ReportFigure } from '../../../contracts/report.ts';
import { BoxChart, boxLook } from '../../charts/BoxChart.tsx';
import { boxNotes, boxSummary, boxTable, medianTable, useCaseFigure } from '../../data/useCases.ts';
import type { FigureModel } from '../model.ts';
import { runOrigin, type Source, sentences } from './source.ts';

type Boxes = Extract<ReportFigure, { type: 'use-cases' }>;

/** Box plots of the iterations of use cases. */
export function useCasesModel(
  { document }: Source,
  { whiskers, outliers }: Boxes,
): FigureModel | null {
  if (document.analysis.useCases.length === 0) return null;
  const figure = useCaseFigure(document.analysis.useCases);
  return {
    stem: 'use-cases',
    kind: 'figure',
    caption: sentences(
      'Time of an iteration by use case, in ms; lower is better',
      ...boxNotes(figure, whiskers, outliers),
      runOrigin(document.run),
    ),
    width: figure.groups.length * figure.series.length > 12 ? 'page' : 'column',
    table: boxTable(figure, whiskers),
    chart: {
      legend: figure.series.map(boxLook),
      height: () => 260,
      draw: (area) => <BoxChart figure={figure} rule={whiskers} outliers={outliers} {...area} />,
      summary: boxSummary(figure),
    },
  };
}

/** The medians of use cases as a table of use case by series. */
export function useCaseMediansModel({ document }: Source): FigureModel | null {
  if (document.analysis.useCases.length === 0) return null;
  const figure = useCaseFigure(document.analysis.useCases);
  return {
    stem: 'use-case-medians',
    kind: 'table',
    caption: sentences(
      'Median time of an iteration by use case, in ms; lower is better',
      runOrigin(document.run),
    ),
    width: 'page',
    chart: null,
    table: medianTable(figure),
  };
}
