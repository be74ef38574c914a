import type { ReportData, ReportFigure } from '../../../contracts/report.ts';
import type { ResultDocument } from '../../../contracts/result.ts';
import { fileStem } from '../../data/table.ts';
import type { FigureModel } from '../model.ts';
import {
  columnsModel,
  energyModel,
  heatMapModel,
  percentilesModel,
  saturationModel,
  taxModel,
} from './charts.tsx';
import { intervalsModel } from './intervals.tsx';
import { publishedModel, publishedTableModel } from './published.tsx';
import { ratiosModel, runComparisonModel, tlsModel } from './ratios.tsx';
import { sameWorkModel } from './same-work.ts';
import { sizeGainModel } from './sizeGain.tsx';
import { sizesModel } from './sizes.tsx';
import { runOrigin, type Source, sentences } from './source.ts';
import { aaCheckModel, bootstrapModel, ecdfModel, statisticsModel } from './statistics.tsx';
import {
  comparisonsModel,
  crossoversModel,
  environmentModel,
  machinesModel,
  partsModel,
  placesModel,
  roundsModel,
  trialsModel,
  watchedModel,
} from './tables.ts';
import { cellMeansModel, twoWayModel } from './twoWay.tsx';
import { useCaseMediansModel, useCasesModel } from './useCases.tsx';

/** Builds the figure of a block; null if its data is missing, see `whyMissing`. */
export function figureModel(figure: ReportFigure, data: ReportData): FigureModel | null {
  const find = (runId: string) => data.runs.find(({ run }) => run.id === runId);
  if (figure.type === 'environment') {
    const documents = figure.runIds.flatMap((runId) => find(runId) ?? []);
    return documents.length === 0 ? null : environmentModel(documents);
  }
  if (figure.type === 'intervals') return intervalsModel(figure, data);
  const document = find(figure.runId);
  if (!document) return null;
  if (figure.type === 'ratios' || figure.type === 'run-comparison') {
    const baseline = find(figure.baselineId);
    if (!baseline) return null;
    return figure.type === 'ratios'
      ? ratiosModel(baseline, document, figure)
      : runComparisonModel(baseline, document);
  }
  return ofOneRun({ document, data }, figure);
}

type OfOneRun = Exclude<
  ReportFigure,
  { readonly type: 'environment' | 'intervals' | 'ratios' | 'run-comparison' }
>;

function ofOneRun(source: Source, figure: OfOneRun): FigureModel | null {
  switch (figure.type) {
    case 'columns':
      return columnsModel(source, figure);
    case 'percentiles':
      return percentilesModel(source, figure);
    case 'saturation':
      return saturationModel(source, figure);
    case 'crossovers':
      return crossoversModel(source);
    case 'two-way':
      return twoWayModel(source, figure);
    case 'cell-means':
      return cellMeansModel(source, figure);
    case 'client-tax':
      return taxModel(source);
    case 'use-cases':
      return useCasesModel(source, figure);
    case 'use-case-medians':
      return useCaseMediansModel(source);
    case 'parts':
      return partsModel(source);
    case 'machines':
      return machinesModel(source);
    case 'places':
      return placesModel(source);
    case 'watched':
      return watchedModel(source);
    case 'energy':
      return energyModel(source);
    case 'tls':
      return tlsModel(source);
    case 'sizes':
      return sizesModel(source, figure);
    case 'size-gain':
      return sizeGainModel(source, figure);
    case 'heat-map':
      return heatMapModel(source, figure);
    case 'rounds':
      return roundsModel(source, figure);
    case 'trials':
      return trialsModel(source);
    case 'comparisons':
      return comparisonsModel(source);
    case 'same-work':
      return sameWorkModel(source);
    case 'statistics':
      return statisticsModel(source, figure);
    case 'aa-check':
      return aaCheckModel(source, figure);
    case 'ecdf':
      return ecdfModel(source, figure);
    case 'bootstrap':
      return bootstrapModel(source, figure);
    case 'published':
      return publishedModel(source, figure);
    case 'published-table':
      return publishedTableModel(source, figure);
    case 'experiment':
      return experimentModel(source.document);
  }
}

function experimentModel({ run }: ResultDocument): FigureModel {
  return {
    stem: fileStem('experiment'),
    kind: 'listing',
    caption: sentences('The experiment file as run', runOrigin(run)),
    width: 'page',
    chart: null,
    table: null,
    text: { content: run.experiment, extension: 'bench.yaml' },
  };
}
