import { type ComparisonReport, confidence } from '../../../contracts/compare.ts';
import type {
  CellFigures,
  Statistics,
  StatisticsChoice,
  StatisticsMetric,
} from '../../../contracts/statistics.ts';
import { workOfTrials } from '../../../contracts/work.ts';
import { centralFigure } from '../../../figures/central.ts';
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
import { chosenFactor, chosenLevel, pairsAgainst, variedFactors } from './factors.ts';
import { statisticsWords } from './words.ts';

/**
 * What the repetitions of a run say, with the trial as the unit of replication: intervals of each
 * cell, cells that differ in one factor against each other, and the A/A check.
 * @throws WirebenchError STATISTICS_INVALID for a factor or level that the run does not have,
 * COMPARISON_INVALID for more pairs than one comparison takes.
 */
export function statisticsOf(
  run: MeasuredRun,
  choice: Omit<StatisticsChoice, 'runId'>,
): Statistics {
  const { metrics } = choice;
  const factors = variedFactors(run);
  const varied = chosenFactor(factors, choice.factor);
  const against = varied && chosenLevel(varied, choice.against, 0);
  const comparison =
    varied && against !== null
      ? comparePairs(run, pairsAgainst(run, varied.factor, against), metrics)
      : null;
  const found = {
    counts: workOfTrials(run.trials),
    factor: varied?.factor ?? null,
    against,
    comparison,
    detectable: comparison ? detectableOf(comparison) : [],
    cells: cellsOfRun(run).map((cell) => figuresOfCell(cell, metrics)),
  };
  const aa = aaCheck(run, metrics);
  return {
    runId: run.head.id,
    ...found,
    factors,
    aa,
    words: [...statisticsWords(found), aa.words],
  };
}

function detectableOf({ rows, confidence, tests }: ComparisonReport): (number | null)[][] {
  return rows.map(({ metrics }) => metrics.map((one) => detectableRatio(one, confidence, tests)));
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
