import {
  comparisonKey,
  type ReportData,
  type ReportFigure,
  runsOfFigure,
} from '../../../contracts/report.ts';
import { capital } from '../../../contracts/work.ts';
import { comparesRuns, whyAbsent } from '../../../metrics/absent-metrics.ts';
import { factorLevelName, levelLabel } from '../../../metrics/cell-columns.ts';

/** Replacement for a figure without a model: the reason, in a sentence. */
export function whyMissing(figure: ReportFigure, data: ReportData): string {
  const ids = runsOfFigure(figure);
  const there = ids.filter((id) => data.runs.some(({ run }) => run.id === id));
  if (figure.type === 'environment' && ids.length > 1) {
    return 'The runs that this figure describes no longer exist.';
  }
  if (comparesRuns(figure.type)) {
    const [baselineId = ''] = ids;
    if (!there.includes(baselineId) || there.length < 2) {
      return 'A run that this figure compares no longer exists.';
    }
  } else if (there.length === 0) return 'The run that this figure describes no longer exists.';
  if (figure.type === 'intervals' && !data.comparisons[comparisonKey(figure)]) {
    return 'The runs have more pairs of cells than one comparison takes.';
  }
  const throughLevels = there.some((id) => data.throughLevels.includes(id));
  const why = whyAbsent(figure.type, { runs: there.length, throughLevels, part: partOf(figure) });
  return `${capital(why)}.`;
}

/** The part of a run that a figure is about; empty if it is about all of it. */
function partOf(figure: ReportFigure): string {
  switch (figure.type) {
    case 'columns':
    case 'percentiles':
    case 'saturation':
      return `for the shape ${figure.shape}`;
    case 'sizes':
      return `for ${figure.what}`;
    case 'size-gain':
      return `with ${factorLevelName('protocol', figure.against)} at ${figure.load}`;
    case 'two-way':
    case 'cell-means':
      return `such as ${figure.a} and ${figure.b} (${figure.place})`;
    case 'statistics':
      return `from those with ${levelLabel(figure.factor, figure.against)}`;
    case 'ecdf':
    case 'bootstrap':
      return `at ${figure.study.name}`;
    case 'published':
    case 'published-table':
      return `in ${figure.table}`;
    default:
      return '';
  }
}
