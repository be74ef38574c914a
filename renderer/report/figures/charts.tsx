import type { ReportFigure } from '../../../contracts/report.ts';
import { workOf, workOfTrials, workWords } from '../../../contracts/work.ts';
import {
  cellLevelText,
  levelOf,
  levelText,
  levelUnit,
  levelWords,
} from '../../../metrics/levels.ts';
import { nameOfCurves, titleOfCurves } from '../../../metrics/saturation-curves.ts';
import { ColumnPlot, columnLegend } from '../../charts/ColumnPlot.tsx';
import { EnergyChart, energyChartHeight, energyLegend } from '../../charts/EnergyChart.tsx';
import { curveLook } from '../../charts/look.ts';
import { PercentilePlot, sharePlaces } from '../../charts/PercentilePlot.tsx';
import { SaturationChart } from '../../charts/SaturationChart.tsx';
import { TaxChart, taxChartHeight } from '../../charts/TaxChart.tsx';
import { taxRows, taxSummary, taxTable } from '../../data/clientTax.ts';
import {
  columnFigure,
  columnSummary,
  columnTable,
  figureFacts,
  figureNotes,
} from '../../data/columns.ts';
import { certainCrossings } from '../../data/crossovers.ts';
import {
  energyNotes,
  energyRows,
  energySummary,
  energyTable,
  energyTitle,
} from '../../data/energy.ts';
import {
  criterionText,
  readsBetterLogarithmic,
  saturationRows,
  saturationSummary,
  saturationTable,
} from '../../data/saturation.ts';
import { cellSeries, seriesKey, shapeWords } from '../../data/series.ts';
import { fileStem } from '../../data/table.ts';
import { workloadOfRun } from '../../data/workload.ts';
import { PrintHeatMap } from '../charts/PrintHeatMap.tsx';
import type { FigureModel } from '../model.ts';
import { curvesOf, curveTable, heatRows } from './curves.ts';
import { doubts, runOrigin, type Source, sentences } from './source.ts';

type Of<T extends ReportFigure['type']> = Extract<ReportFigure, { type: T }>;

/** Columns of one metric for one shape. */
export function columnsModel(source: Source, { shape, metric }: Of<'columns'>): FigureModel | null {
  const { trials, run } = source.document;
  const figure = columnFigure(trials, shape, metric);
  if (figure.groups.length === 0) return null;
  const { title, unit, better } = figureFacts(figure);
  const marks = figure.groups.length * figure.series.length;
  const over = figure.of === null ? '' : ` by ${levelWords(figure.of).axis}`;
  const words = shapeWords(shape, workloadOfRun(run));
  return {
    stem: fileStem(title, shape),
    kind: 'figure',
    caption: sentences(
      `${title}${over} for the shape ${shape}${words === '' ? '' : ` (${words})`}, in ${unit}; ${better} is better`,
      ...figureNotes(figure),
      runOrigin(run),
    ),
    width: marks > 12 ? 'page' : 'column',
    table: columnTable(figure),
    chart: {
      legend: columnLegend(figure),
      height: () => 236,
      draw: (area) => <ColumnPlot figure={figure} {...area} />,
      summary: columnSummary(figure),
    },
  };
}

/** Percentile curves of the cells that share a shape and a level. */
export function percentilesModel(source: Source, figure: Of<'percentiles'>): FigureModel | null {
  const { document, data } = source;
  const { trials, curves, repetitions } = curvesOf(document, figure, data.curves);
  if (curves.length === 0) return null;
  const places = sharePlaces(curves);
  const unit = levelUnit(trials.map(({ cell }) => cell));
  const at = unit === null || figure.level === null ? '' : ` at ${levelText(unit, figure.level)}`;
  const { percentiles, latencyTitle, latency, many } = workWords[workOfTrials(document.trials)];
  const combined = repetitions > 1 ? `, ${repetitions} repetitions combined` : '';
  const title = `${percentiles}, ${figure.shape}${at}${combined}`;
  return {
    stem: fileStem('percentiles', figure.shape, unit === null ? '' : String(figure.level)),
    kind: 'figure',
    caption: sentences(
      `${latencyTitle} that each share of the ${many} did not exceed, ${figure.shape}${at}${combined}; lower is better`,
      `Each additional nine takes up the same width${figure.log ? `; ${latency} is on a logarithmic axis` : ''}`,
      ...(curves.some(({ look }) => look.key.endsWith('/service'))
        ? [
            'Latency is measured from the moment a request was due, service time (dashed) from the moment it was sent',
          ]
        : []),
      ...doubts(trials),
      runOrigin(document.run),
    ),
    width: 'column',
    table: curveTable(title, curves),
    chart: {
      legend: curves.map(({ look }) => look),
      height: () => 236,
      draw: (area) => (
        <PercentilePlot
          curves={curves}
          places={places}
          {...area}
          log={new Set(figure.log ? ['latency'] : [])}
        />
      ),
      summary: `${title}: ${curves.map(({ look }) => look.label).join(', ')}.`,
    },
  };
}

/** Throughput and p95 by level, with the saturation points. */
export function saturationModel(source: Source, figure: Of<'saturation'>): FigureModel | null {
  const { analysis, trials, run } = source.document;
  const { shape, repetition } = figure;
  const rows = saturationRows(analysis.saturation, trials).filter(
    ({ saturation }) => saturation.cell.shape === shape && saturation.repetition === repetition,
  );
  if (rows.length === 0) return null;
  const curves = [analysis.saturation, shape, repetition] as const;
  const title = titleOfCurves(...curves);
  const found = rows.map(({ series, saturation, point }) =>
    point
      ? `${series.label}: ${levelText(saturation.of, point.level)}${saturation.manual ? ' (set by hand)' : ` (${criterionText(saturation).toLowerCase()})`}`
      : `${series.label}: not saturated`,
  );
  const crossings = certainCrossings(analysis.crossovers ?? [], shape);
  const fits = rows.some(({ usl }) => usl);
  return {
    stem: fileStem('saturation', shape),
    kind: 'figure',
    caption: sentences(
      `Throughput and p95 latency over ${levelWords(rows[0]?.saturation.of ?? 'users').axis} for the shape ${nameOfCurves(...curves)}; rings mark saturation points, diamonds knees${fits ? ', dashed lines the fitted Universal Scalability Law' : ''}${crossings.length > 0 ? ', crosses where curves of throughput cross over all repetitions' : ''}`,
      found.join('; '),
      ...rows.flatMap(({ series, uslDoubt }) => (uslDoubt ? [`${series.label}: ${uslDoubt}`] : [])),
      ...doubts(trials.filter(({ id }) => rows.some(({ key }) => key === id))),
      runOrigin(run),
    ),
    width: 'page',
    table: saturationTable(title, rows),
    chart: {
      legend: rows.map(({ series }) => curveLook(series)),
      height: (width) => (width < 500 ? 300 : 340),
      draw: (area) => (
        <SaturationChart
          rows={rows}
          crossings={crossings}
          {...area}
          log={new Set(readsBetterLogarithmic(rows) ? ['level'] : [])}
        />
      ),
      summary: saturationSummary(title, rows),
    },
  };
}

/** CPU per request of libraries, compared with the raw drivers. */
export function taxModel(source: Source): FigureModel | null {
  const { analysis, trials, run } = source.document;
  const rows = taxRows(analysis.clientTax, trials);
  if (rows.length === 0) return null;
  return {
    stem: 'client-tax',
    kind: 'figure',
    caption: sentences(
      'Client CPU per request, raw driver vs library, all other levels equal; lower is better',
      runOrigin(run),
    ),
    width: 'page',
    alwaysWide: true,
    table: taxTable(rows),
    chart: {
      legend: [],
      height: () => taxChartHeight(rows.length),
      draw: (area) => <TaxChart rows={rows} {...area} />,
      summary: taxSummary(rows),
    },
  };
}

/** Energy per request of each cell, by consumer. */
export function energyModel(source: Source): FigureModel | null {
  const { analysis, trials, run } = source.document;
  const rows = energyRows(analysis.energy ?? [], trials);
  if (rows.length === 0) return null;
  return {
    stem: 'energy',
    kind: 'figure',
    caption: sentences(
      `${energyTitle(rows)} by cell, divided by who drew it; lower is better`,
      ...energyNotes(analysis.energy ?? []),
      runOrigin(run),
    ),
    width: 'page',
    alwaysWide: true,
    table: energyTable(rows),
    chart: {
      legend: energyLegend(rows),
      height: (width) => energyChartHeight(rows, width),
      draw: (area) => <EnergyChart rows={rows} {...area} />,
      summary: energySummary(rows),
    },
  };
}

/** Latency over the time of a trial. */
export function heatMapModel(source: Source, { trialId }: Of<'heat-map'>): FigureModel | null {
  const { document, data } = source;
  const trial = document.trials.find(({ id }) => id === trialId);
  const map = data.heatMaps[trialId];
  if (!trial || !map) return null;
  const { cell } = trial;
  const series = cellSeries(document.trials.map((one) => one.cell));
  const repeated = document.trials.some(({ repetition }) => repetition !== trial.repetition);
  const name = [
    series.find(({ key }) => key === seriesKey(cell))?.label ?? '',
    cell.shape,
    ...(levelOf(cell) === null ? [] : [cellLevelText(cell)]),
    ...(repeated ? [`repetition ${trial.repetition}`] : []),
  ].join(', ');
  const counts = workOf(trial);
  const { latencyTitle, many } = workWords[counts];
  return {
    stem: fileStem('latency-over-time', cell.protocol, cell.shape),
    kind: 'figure',
    caption: sentences(
      `${latencyTitle} over time, ${name}: the stronger the colour of a field, the more ${many} per second took that long; both scales are logarithmic`,
      ...doubts([trial]),
      runOrigin(document.run),
    ),
    width: 'column',
    table: heatRows(`${latencyTitle} over time, ${name}`, map, counts),
    chart: {
      legend: [],
      height: () => 220,
      draw: (area) => <PrintHeatMap map={map} counts={counts} area={area} />,
      summary: `${latencyTitle} over time of ${name}.`,
    },
  };
}
