import { compareLimits, metricFacts } from '../../contracts/compare.ts';
import { describeCell, describeLevel } from '../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import {
  type FigureChoice,
  type ReportFigure,
  type ReportMetric,
  reportMetricSchema,
} from '../../contracts/report.ts';
import type { ResultDocument } from '../../contracts/result.ts';
import { runSizes } from '../../contracts/run-sizes.ts';
import { gainFacts, gainMetricFacts, gainMetrics, hasGain } from '../../contracts/size-gain.ts';
import { type Work, workOfTrials, workWords } from '../../contracts/work.ts';
import { factorLevelName } from '../../metrics/cell-columns.ts';
import { sortCrossovers } from '../../metrics/crossovers.ts';
import { levelOf, mixesLevels } from '../../metrics/levels.ts';
import { machinesTitle } from '../../metrics/machine-columns.ts';
import { partsTitle } from '../../metrics/part-columns.ts';
import { placesTitle } from '../../metrics/place-columns.ts';
import { sameWorkTitle } from '../../metrics/same-work.ts';
import { titleOfCurves } from '../../metrics/saturation-curves.ts';
import { gridName, gridPlace } from '../../metrics/two-way.ts';
import { watchedRows, watchedTitle } from '../../metrics/watched-columns.ts';
import { levelOrder } from './level-order.ts';
import { publishedChoices } from './published.ts';
import { statisticsChoices } from './statistics/choices.ts';

/** Maximum number of shapes as columns in a default report; others can be added. */
const defaultShapes = 4;

/**
 * Every figure that can be drawn of runs, in the order of a report. The first run is the baseline that
 * the others are compared with.
 */
export function figureChoices(documents: readonly ResultDocument[]): FigureChoice[] {
  const [baseline, ...others] = documents;
  if (baseline === undefined) return [];
  const alone = others.length === 0;
  const environments: ReportFigure = {
    type: 'environment',
    runIds: documents.map(({ run }) => run.id),
  };
  return [
    ...intervalChoices(baseline, others),
    ...others.flatMap((other) => comparisonChoices(baseline, other)),
    ...documents.flatMap((document) => runChoices(document, alone)),
    ...(alone ? [] : [choice('Comparison', 'Environments', true, environments)]),
  ];
}

function choice(group: string, label: string, usual: boolean, figure: ReportFigure): FigureChoice {
  return { group, label, usual, figure };
}

/** All runs against the first in one figure, as in the Compare view. */
function intervalChoices(
  baseline: ResultDocument,
  others: readonly ResultDocument[],
): FigureChoice[] {
  const otherIds = others
    .filter((other) => haveCommonCells(baseline, other))
    .slice(0, compareLimits.runs)
    .map(({ run }) => run.id);
  if (otherIds.length === 0) return [];
  return reportMetricSchema.options.map((metric) =>
    choice('Comparison', `${titleOf(metric, baseline)} with intervals`, metric !== 'mean', {
      type: 'intervals',
      baselineId: baseline.run.id,
      otherIds,
      metric,
    }),
  );
}

function countsOf({ trials }: ResultDocument): Work {
  return workOfTrials(trials);
}

function titleOf(metric: ReportMetric, document: ResultDocument): string {
  return metricFacts[countsOf(document)][metric].title;
}

/** Equal cells with the same unit of work. */
function haveCommonCells(baseline: ResultDocument, other: ResultDocument): boolean {
  const known = new Set(baseline.analysis.cells.map(({ cell }) => describeCell(cell)));
  return (
    countsOf(baseline) === countsOf(other) &&
    other.analysis.cells.some(({ cell }) => known.has(describeCell(cell)))
  );
}

function comparisonChoices(baseline: ResultDocument, other: ResultDocument): FigureChoice[] {
  if (!haveCommonCells(baseline, other)) return [];
  const pair = { baselineId: baseline.run.id, runId: other.run.id };
  const against = `${other.run.name} vs ${baseline.run.name}`;
  return [
    ...reportMetricSchema.options.map((metric) =>
      choice('Comparison', `${titleOf(metric, baseline)}: ${against}`, false, {
        type: 'ratios',
        metric,
        ...pair,
      }),
    ),
    choice('Comparison', `Table: ${against}`, true, { type: 'run-comparison', ...pair }),
  ];
}

function runChoices(document: ResultDocument, alone: boolean): FigureChoice[] {
  const { run, trials, analysis } = document;
  const runId = run.id;
  const words = workWords[countsOf(document)];
  const { certain } = sortCrossovers(analysis.crossovers ?? []);
  const add = (label: string, usual: boolean, figure: ReportFigure) =>
    choice(run.name, label, usual, figure);
  return [
    ...columnChoices(document, alone),
    ...percentileChoices(document, alone),
    ...saturationChoices(document),
    ...((analysis.crossovers ?? []).length > 0
      ? [add('Crossovers', alone && certain.length > 0, { type: 'crossovers', runId })]
      : []),
    ...twoWayChoices(document, alone),
    ...(trials.some(({ parts }) => parts !== undefined)
      ? [add(partsTitle, alone, { type: 'parts', runId })]
      : []),
    ...(trials.some(({ machines = [] }) => machines.length > 0)
      ? [add(machinesTitle, alone, { type: 'machines', runId })]
      : []),
    ...(trials.some(({ places = [] }) => places.length > 0)
      ? [add(placesTitle, alone, { type: 'places', runId })]
      : []),
    ...(watchedRows(trials).length > 0
      ? [add(watchedTitle, alone, { type: 'watched', runId })]
      : []),
    ...(analysis.clientTax.length > 0
      ? [add('Client tax', alone, { type: 'client-tax', runId })]
      : []),
    ...(analysis.useCases.length > 0
      ? [
          add('Use cases', alone, { type: 'use-cases', runId, whiskers: 'tukey', outliers: false }),
          add('Medians of use cases', alone, { type: 'use-case-medians', runId }),
        ]
      : []),
    ...(analysis.comparisons.some(({ factor }) => factor === 'tls')
      ? [add('TLS vs no TLS', alone, { type: 'tls', runId })]
      : []),
    ...((analysis.energy ?? []).length > 0
      ? [add(`Energy per ${words.one}`, alone, { type: 'energy', runId })]
      : []),
    ...runSizes(trials).map(({ what }, index) =>
      add(`Message sizes, ${what}`, alone && index === 0, { type: 'sizes', runId, what }),
    ),
    ...sizeGainChoices(document, alone),
    ...(analysis.comparisons.length > 0
      ? [add('Comparisons within the run', alone, { type: 'comparisons', runId })]
      : []),
    ...((analysis.sameWork ?? []).length > 0
      ? [add(sameWorkTitle, alone, { type: 'same-work', runId })]
      : []),
    ...publishedChoices(document, alone),
    ...statisticsChoices(document),
    ...trials.filter(hasRounds).map((trial) =>
      add(`Rounds, ${describeCell(trial.cell)}`, false, {
        type: 'rounds',
        runId,
        trialId: trial.id,
      }),
    ),
    ...trials
      .filter(({ requests }) => requests.ok > 0)
      .map((trial) =>
        add(`${words.latencyTitle} over time, ${trialName(trial)}`, false, {
          type: 'heat-map',
          runId,
          trialId: trial.id,
        }),
      ),
    ...(trials.length > 0 ? [add('All trials', alone, { type: 'trials', runId })] : []),
    add('Environment', alone, { type: 'environment', runIds: [runId] }),
    add('Experiment file', alone, { type: 'experiment', runId }),
  ];
}

function columnChoices(document: ResultDocument, alone: boolean): FigureChoice[] {
  const { run, trials } = document;
  if (trials.some(mixesLevels)) return [];
  const shapes = distinct(trials.map(({ cell }) => cell.shape));
  return shapes.flatMap((shape, index) =>
    reportMetricSchema.options.map((metric) =>
      choice(
        run.name,
        `${titleOf(metric, document)}, ${shape}`,
        alone && index < defaultShapes && metric !== 'mean',
        { type: 'columns', runId: run.id, shape, metric },
      ),
    ),
  );
}

function percentileChoices({ run, trials }: ResultDocument, alone: boolean): FigureChoice[] {
  if (trials.some(mixesLevels)) return [];
  const answered = trials.filter(({ requests }) => requests.ok > 0);
  const shapes = distinct(answered.map(({ cell }) => cell.shape));
  return shapes.flatMap((shape, index) => {
    const cells = answered.filter(({ cell }) => cell.shape === shape).map(({ cell }) => cell);
    const levels = distinct(cells.map(levelOf)).sort((a, b) => (a ?? 0) - (b ?? 0));
    return levels.map((level) => {
      const words = describeLevel(cells.find((cell) => levelOf(cell) === level) ?? {});
      const usual = alone && index < defaultShapes && level === levels.at(-1);
      return choice(
        run.name,
        [
          workWords[workOfTrials(trials)].percentiles,
          shape,
          ...(words === null ? [] : [words]),
        ].join(', '),
        usual,
        { type: 'percentiles', runId: run.id, shape, level, log: true },
      );
    });
  });
}

function saturationChoices({ run, analysis }: ResultDocument): FigureChoice[] {
  const saturation = analysis.saturation.filter(({ curve }) => curve.length > 1);
  const shapes = distinct(saturation.map(({ cell }) => cell.shape));
  return shapes.flatMap((shape) => {
    const own = saturation.filter(({ cell }) => cell.shape === shape);
    const repetitions = distinct(own.map(({ repetition }) => repetition)).sort((a, b) => a - b);
    return repetitions.map((repetition) =>
      choice(
        run.name,
        titleOfCurves(saturation, shape, repetition),
        repetition === repetitions[0],
        { type: 'saturation', runId: run.id, shape, repetition },
      ),
    );
  });
}

/** The variance split of the most telling metric of each grid, and of all metrics of the first; shown by default where cells were repeated. */
function twoWayChoices({ run, trials, analysis }: ResultDocument, alone: boolean): FigureChoice[] {
  const facts = metricFacts[workOfTrials(trials)];
  return (analysis.twoWay ?? []).flatMap((grid, index) =>
    grid.metrics.slice(0, index === 0 ? undefined : 1).flatMap(({ metric, interaction }, first) => {
      const usual = alone && index + first === 0 && interaction !== null;
      const place = gridPlace(grid);
      const { a, b } = { a: grid.a.factor, b: grid.b.factor };
      const what = `${gridName(grid)}, ${facts[metric].noun}, ${place}`;
      return (['two-way', 'cell-means'] as const).map((type) =>
        choice(
          run.name,
          `${type === 'two-way' ? 'Which factor decides' : 'Cell means'}, ${what}`,
          usual,
          {
            ...{ type, runId: run.id, a, b, place, metric },
          },
        ),
      );
    }),
  );
}

/** Minimum number of points of a protocol for a chart of gain over size. */
const fewestForScatter = 3;

/** Gain over size against the first protocol, at the highest level; the window has the others. */
function sizeGainChoices({ run, trials }: ResultDocument, alone: boolean): FigureChoice[] {
  if (trials.some(mixesLevels)) return [];
  const facts = gainFacts(trials);
  const [load] = facts.loads;
  const { levels } = levelOrder(
    run.experiment,
    trials.map(({ cell }) => cell),
  );
  const [against] = levels('protocol');
  if (!hasGain(facts) || load === undefined || against === undefined) return [];
  return gainMetrics.map((metric) => {
    const usual = alone && metric === 'throughput' && facts.sized >= fewestForScatter;
    const label = `Size and gain, ${gainMetricFacts[metric].noun} vs ${factorLevelName('protocol', String(against))}`;
    const figure = { runId: run.id, against: String(against), metric, part: 'both', load } as const;
    return choice(run.name, label, usual, { type: 'size-gain', ...figure });
  });
}

function hasRounds({ rounds }: TrialResult): boolean {
  return rounds.length > 0;
}

function trialName({ cell, repetition }: TrialResult): string {
  return repetition > 1 ? `${describeCell(cell)}, repetition ${repetition}` : describeCell(cell);
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
