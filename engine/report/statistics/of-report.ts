import { WirebenchError } from '../../../contracts/errors.ts';
import {
  gainStatistics,
  type ReportData,
  type ReportFigure,
  statisticsKey,
} from '../../../contracts/report.ts';
import type { ResultDocument } from '../../../contracts/result.ts';
import type { MeasuredRun } from '../compare/measured-run.ts';
import { statisticsOf } from './analysis.ts';
import { type LatencySample, studyOf } from './study/study.ts';

type Statistical = Extract<
  ReportFigure,
  { type: 'statistics' | 'aa-check' | 'ecdf' | 'bootstrap' }
>;
const statistical = new Set(['statistics', 'aa-check', 'ecdf', 'bootstrap']);

function isStatistical(figure: ReportFigure): figure is Statistical {
  return statistical.has(figure.type);
}

type Drawn = Pick<ReportData, 'statistics' | 'studies'>;

/**
 * Data of the statistics figures of a report, by {@link statisticsKey}. Deleted runs,
 * and levels that a run does not have, are left out.
 */
export function statisticsOfReport(
  figures: readonly ReportFigure[],
  documents: readonly ResultDocument[],
  latencies: LatencySample,
): Drawn {
  const drawn: Drawn = { statistics: {}, studies: {} };
  for (const asked of figures) {
    const figure = asked.type === 'size-gain' ? gainStatistics(asked) : asked;
    if (!isStatistical(figure)) continue;
    const document = documents.find(({ run }) => run.id === figure.runId);
    if (!document) continue;
    const run = { head: document.run, trials: document.trials };
    unlessInvalid(() => addTo(drawn, run, figure, latencies));
  }
  return drawn;
}

function addTo(
  drawn: Drawn,
  run: MeasuredRun,
  figure: Statistical,
  latencies: LatencySample,
): void {
  const key = statisticsKey(figure);
  if (figure.type === 'statistics') {
    const { factor, against, metric } = figure;
    drawn.statistics[key] ??= statisticsOf(run, { factor, against, metrics: [metric] });
  } else if (figure.type === 'aa-check') {
    const metrics = [figure.metric];
    drawn.statistics[key] ??= statisticsOf(run, { factor: null, against: null, metrics });
  } else {
    const { name, ...choice } = figure.study;
    drawn.studies[key] ??= studyOf(run, choice, latencies, name);
  }
}

/** The page says in place of a figure that its data no longer exists. */
function unlessInvalid(draw: () => void): void {
  try {
    draw();
  } catch (error) {
    const code = error instanceof WirebenchError ? error.code : null;
    if (code !== 'STATISTICS_INVALID' && code !== 'COMPARISON_INVALID') throw error;
  }
}
