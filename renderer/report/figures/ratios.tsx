import { metricFacts } from '../../../contracts/compare.ts';
import type { ReportFigure, ReportMetric } from '../../../contracts/report.ts';
import type { ResultDocument } from '../../../contracts/result.ts';
import { capital, type Work, workOfTrials, workWords } from '../../../contracts/work.ts';
import { ratioOf } from '../../../metrics/ratios.ts';
import {
  cellDetail,
  cellMean,
  commonCells,
  type RatioRow,
  runRatioRows,
  tlsRatioRows,
} from '../../data/runRatios.ts';
import { type FigureTable, fileStem } from '../../data/table.ts';
import { protocolStyle } from '../../look/protocols.ts';
import { RatioBars, ratioBarsHeight } from '../charts/RatioBars.tsx';
import type { ChartModel, FigureModel } from '../model.ts';
import { runOrigin, type Source, sentences } from './source.ts';

function ratioChart(rows: readonly RatioRow[], words: string): ChartModel {
  return {
    legend: [],
    height: () => ratioBarsHeight(rows.length),
    draw: (area) => <RatioBars rows={rows} words={words} area={area} />,
    summary: `${words}: ${rows.map(({ label, detail, text }) => `${label} ${detail} ${text}`).join(', ')}.`,
  };
}

function ratioTable(caption: string, rows: readonly RatioRow[]): FigureTable {
  return {
    caption,
    header: ['Protocol', 'Cell', 'Times', '% of baseline', '% change'],
    rows: rows.map(({ label, detail, ratio }) => [
      label,
      detail,
      ratio.times,
      ratio.percentOf,
      ratio.percentChange,
    ]),
  };
}

/** A metric of each cell of a run against the same cell of another. */
export function ratiosModel(
  baseline: ResultDocument,
  other: ResultDocument,
  { metric }: Extract<ReportFigure, { type: 'ratios' }>,
): FigureModel {
  const rows = runRatioRows(commonCells(baseline, other), metric);
  const { title, noun, better } = metricFacts[workOfTrials(baseline.trials)][metric];
  return {
    stem: fileStem('ratio', title),
    kind: 'figure',
    caption: sentences(
      `${title} of “${other.run.name}” divided by that of “${baseline.run.name}”, cell by cell; ${better} is better, 1 is no difference`,
      ...unlikeRuns(baseline, other),
      `${runOrigin(other.run)}; baseline: ${runOrigin(baseline.run)}`,
    ),
    width: rows.length > 12 ? 'page' : 'column',
    table: ratioTable(`${title}, ratio`, rows),
    chart: ratioChart(rows, `${noun}, times the baseline`),
  };
}

/** Cost of encryption: throughput with TLS against without. */
export function tlsModel({ document: { analysis, run } }: Source): FigureModel | null {
  const rows = tlsRatioRows(analysis.comparisons, 'throughput');
  if (rows.length === 0) return null;
  const perMetric = (['throughput', 'mean', 'p95'] as const).map((metric) =>
    tlsRatioRows(analysis.comparisons, metric),
  );
  return {
    stem: 'tls',
    kind: 'figure',
    caption: sentences(
      'Throughput with TLS divided by throughput without, all other levels equal; 1 is no difference',
      runOrigin(run),
    ),
    width: rows.length > 12 ? 'page' : 'column',
    table: {
      caption: 'TLS vs no TLS',
      header: ['Protocol', 'Cell', 'Throughput (times)', 'Mean (times)', 'p95 (times)'],
      rows: rows.map(({ label, detail }, index) => [
        label,
        detail,
        ...perMetric.map((list) => list[index]?.ratio.times ?? null),
      ]),
    },
    chart: ratioChart(rows, 'throughput, times that without TLS'),
  };
}

/** Why two runs have no common cell, if that is the reason. */
function unlikeRuns(baseline: ResultDocument, other: ResultDocument): string[] {
  const [ours, theirs] = [workOfTrials(baseline.trials), workOfTrials(other.trials)];
  if (ours === theirs) return [];
  return [
    `No cells are compared: the baseline counts ${workWords[ours].inFull}, the other run ${workWords[theirs].inFull}`,
  ];
}

type Compared = readonly [metric: ReportMetric, name: string, ratio: string];

function comparedColumns(counts: Work): readonly Compared[] {
  const rate = capital(workWords[counts].rate);
  return [
    ['throughput', rate, `${rate}, times`],
    ['mean', 'Mean (ms)', 'Mean, times'],
    ['p95', 'p95 (ms)', 'p95, times'],
  ];
}

/** The values of the common cells of two runs, side by side, with their ratios. */
export function runComparisonModel(baseline: ResultDocument, other: ResultDocument): FigureModel {
  const cells = commonCells(baseline, other);
  const all = cells.map(({ cell }) => cell);
  const compared = comparedColumns(workOfTrials(baseline.trials));
  return {
    stem: 'run-comparison',
    kind: 'table',
    caption: sentences(
      `Cells that both runs have: first “${baseline.run.name}” (baseline), then “${other.run.name}”, and how many times the baseline`,
      ...unlikeRuns(baseline, other),
    ),
    width: 'page',
    chart: null,
    table: {
      caption: 'Comparison of two runs',
      header: [
        'Protocol',
        'Cell',
        ...compared.flatMap(([, name, ratio]) => [`${name}, baseline`, name, ratio]),
      ],
      rows: cells.map((one) => [
        protocolStyle(one.cell.protocol).label,
        cellDetail(one.cell, all),
        ...compared.flatMap(([metric]) => {
          const [before, after] = [cellMean(metric, one.baseline), cellMean(metric, one.other)];
          return [before, after, ratioOf(after, before)?.times ?? null];
        }),
      ]),
    },
  };
}
