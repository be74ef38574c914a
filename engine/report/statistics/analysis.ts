import { type ComparisonReport, compareLimits, confidence } from '../../../contracts/compare.ts';
import { WirebenchError } from '../../../contracts/errors.ts';
import { describeCell } from '../../../contracts/experiment/cell.ts';
import type { FactorName } from '../../../contracts/experiment/factors.ts';
import type {
  CellFigures,
  Statistics,
  StatisticsChoice,
  StatisticsMetric,
} from '../../../contracts/statistics.ts';
import { workOfTrials } from '../../../contracts/work.ts';
import { centralFigure } from '../../../metrics/central.ts';
import { cellsThroughLevels } from '../../../metrics/levels.ts';
import { meanInterval } from '../../stats/welch.ts';
import {
  cellsOfRun,
  completedOf,
  type MeasuredCell,
  type MeasuredRun,
} from '../compare/measured-run.ts';
import { figuresOf } from '../compare/metrics.ts';
import { comparePairs } from '../compare/report.ts';
import { aaCheck } from './aa-check.ts';
import { detectableRatio } from './detectable.ts';
import {
  chosenFactor,
  chosenLevel,
  familySize,
  familyWithout,
  pairsAgainst,
  variedFactors,
} from './factors.ts';
import { mixedWords, statisticsWords } from './words.ts';

/**
 * Statistics of the repetitions of a run, with the trial as the unit of replication: intervals of each
 * cell, cells that differ in one factor against each other, and the A/A check. Cells whose trials went
 * through several levels of load are left out: their results describe no single load.
 * @throws WirebenchError STATISTICS_INVALID for a factor or level that the run does not have,
 * COMPARISON_INVALID for too many pairs for one comparison.
 */
export function statisticsOf(
  measured: MeasuredRun,
  choice: Omit<StatisticsChoice, 'runId'>,
): Statistics {
  const { metrics } = choice;
  const mixed = cellsThroughLevels(measured.trials);
  const trials = measured.trials.filter(({ cell }) => !mixed.has(describeCell(cell)));
  const run = { ...measured, trials };
  const factors = variedFactors(run);
  const varied = chosenFactor(factors, choice.factor);
  const against = varied && chosenLevel(varied, choice.against, 0);
  const cells = cellsOfRun(run);
  const comparison =
    varied && against !== null ? compareAgainst(run, cells, varied.factor, against, metrics) : null;
  const found = {
    counts: workOfTrials(run.trials),
    factor: varied?.factor ?? null,
    against,
    comparison,
    detectable: comparison ? detectableOf(comparison) : [],
    cells: cells.map((cell) => figuresOfCell(cell, metrics)),
  };
  const aa = aaCheck(run, metrics);
  const onlyMixed = trials.length === 0 && measured.trials.length > 0;
  return {
    runId: run.head.id,
    ...found,
    factors,
    aa,
    words: onlyMixed ? [mixedWords] : [...statisticsWords(found), aa.words],
  };
}

/** The cells against those with one level, corrected together with all other pairs that differ in the factor alone. */
function compareAgainst(
  run: MeasuredRun,
  cells: readonly MeasuredCell[],
  factor: FactorName,
  against: string,
  metrics: readonly StatisticsMetric[],
): ComparisonReport {
  const size = familySize(cells, factor);
  if (size > compareLimits.family) {
    throw new WirebenchError(
      'COMPARISON_INVALID',
      `${size} pairs of cells differ in “${factor}” alone, more than the limit of ${compareLimits.family} per comparison`,
      { hint: 'Choose another factor.' },
    );
  }
  const shown = pairsAgainst(cells, factor, against);
  return comparePairs(run, shown, metrics, familyWithout(cells, factor, against));
}

function detectableOf({ rows, confidence }: ComparisonReport): (number | null)[][] {
  return rows.map(({ metrics }) => metrics.map((one) => detectableRatio(one, confidence)));
}

function figuresOfCell(
  { cell, trials }: MeasuredCell,
  metrics: readonly StatisticsMetric[],
): CellFigures {
  const done = completedOf(trials);
  const figures = metrics.map((metric) => {
    const values = figuresOf(metric, done);
    const positive = values.length > 0 && values.every((value) => value > 0);
    return {
      metric,
      trials: values.length,
      value: positive ? centralFigure(values) : null,
      interval: meanInterval(values, confidence),
    };
  });
  return { cell, figures };
}
