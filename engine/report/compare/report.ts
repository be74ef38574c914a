import {
  type CellComparison,
  type ComparedMetric,
  type ComparedRun,
  type ComparisonReport,
  comparedMetrics,
  compareLimits,
  confidence,
} from '../../../contracts/compare.ts';
import { WirebenchError } from '../../../contracts/errors.ts';
import { describeCell } from '../../../contracts/experiment/cell.ts';
import { factorNames } from '../../../contracts/experiment/factors.ts';
import type { TrialResult } from '../../../contracts/measurement.ts';
import { workOfTrials } from '../../../contracts/work.ts';
import { otherWork } from '../same-work/same-work.ts';
import type { PairOf } from '../statistics/factors.ts';
import { sequentialPart, untilDecidedOf } from '../until-decided.ts';
import { cautionsOf } from './cautions.ts';
import {
  cellsOfRun,
  completedOf,
  type MeasuredCell,
  type MeasuredRun,
  worstVerdict,
} from './measured-run.ts';
import { compareTogether, type MetricPair, oneByOne } from './metric-comparison.ts';
import { figureOf, figuresOf } from './metrics.ts';
import { factorDifferences, runDifferences } from './run-differences.ts';

export type CellPair = PairOf<MeasuredCell>;

/** Every cell of some runs against the equal cell of the baseline; see {@link ComparisonReport}. */
export function compareRuns(
  baseline: MeasuredRun,
  others: readonly MeasuredRun[],
  metrics: readonly ComparedMetric[] = comparedMetrics,
): ComparisonReport {
  const ofBaseline = cellsOfRun(baseline);
  const matches = others.map((other) => matchCells(ofBaseline, cellsOfRun(other)));
  const pairs = matches.flatMap((match) => match.pairs);
  const unmatched = matches.flatMap((match, index) => {
    const other = others[index]?.head.id ?? '';
    return [
      ...match.onlyBaseline.map((cell) => ({ ...refOf(cell), missingIn: other })),
      ...match.onlyOther.map((cell) => ({ ...refOf(cell), missingIn: baseline.head.id })),
    ];
  });
  return { ...reportOf(baseline, others, pairs, metrics), unmatched };
}

/** Any cells against one. */
export function compareCells(
  baseline: MeasuredCell,
  others: readonly MeasuredCell[],
  metrics: readonly ComparedMetric[] = comparedMetrics,
): ComparisonReport {
  const runs = new Map(others.map(({ run }) => [run.head.id, run]));
  runs.delete(baseline.run.head.id);
  const pairs = others.map((other) => ({ baseline, other }));
  return { ...reportOf(baseline.run, [...runs.values()], pairs, metrics), unmatched: [] };
}

/**
 * Any pairs of cells of one run.
 * @param unseen pairs that the correction covers besides those.
 */
export function comparePairs(
  run: MeasuredRun,
  pairs: readonly CellPair[],
  metrics: readonly ComparedMetric[],
  unseen: Iterable<CellPair> = [],
): ComparisonReport {
  return { ...reportOf(run, [], pairs, metrics, unseen), unmatched: [] };
}

function refOf({ run, cell }: MeasuredCell) {
  return { runId: run.head.id, cell };
}

function matchCells(baseline: readonly MeasuredCell[], others: readonly MeasuredCell[]) {
  const rest = new Map(others.map((other) => [describeCell(other.cell), other]));
  const onlyBaseline: MeasuredCell[] = [];
  const pairs: CellPair[] = [];
  for (const one of baseline) {
    const name = describeCell(one.cell);
    const other = rest.get(name);
    if (other) pairs.push({ baseline: one, other });
    else onlyBaseline.push(one);
    rest.delete(name);
  }
  return { pairs, onlyBaseline, onlyOther: [...rest.values()] };
}

function reportOf(
  baseline: MeasuredRun,
  others: readonly MeasuredRun[],
  pairs: readonly CellPair[],
  metrics: readonly ComparedMetric[],
  unseen: Iterable<CellPair> = [],
): Omit<ComparisonReport, 'unmatched'> {
  if (pairs.length > compareLimits.rows) {
    throw new WirebenchError(
      'COMPARISON_INVALID',
      `${pairs.length} pairs of cells exceed the limit of ${compareLimits.rows} per comparison`,
      { hint: 'Compare fewer runs, or choose cells.' },
    );
  }
  const { rows, tests } = compareAll(pairs, metrics, unseen);
  const runs = [
    comparedRun(baseline, []),
    ...others.map((other) => comparedRun(other, runDifferences(baseline, other))),
  ];
  return { confidence, runs, rows, tests };
}

function comparedRun(run: MeasuredRun, differences: ComparedRun['differences']): ComparedRun {
  const { id, name, status, startedAt, environment } = run.head;
  const cells = cellsOfRun(run).map(({ cell, trials }) => ({
    cell,
    trials: completedOf(trials).length,
  }));
  return { id, name, status, startedAt, environment, cells, differences };
}

/** All metrics of all pairs. */
function compareAll(
  pairs: readonly CellPair[],
  metrics: readonly ComparedMetric[],
  unseen: Iterable<CellPair>,
): { rows: CellComparison[]; tests: number } {
  // All trials of a run have the same load.
  const workOf = once(({ trials }: MeasuredRun) => workOfTrials(trials));
  const completed = once(({ trials }: MeasuredCell) => completedOf(trials));
  const figures = once((cell: MeasuredCell) => {
    const done = completed(cell);
    return new Map(metrics.map((metric) => [metric, figuresOf(metric, done)]));
  });
  const countsOf = ({ baseline, other }: CellPair): CellComparison['counts'] => ({
    baseline: workOf(baseline.run),
    other: workOf(other.run),
  });
  const repeated = once(({ head }: MeasuredRun) => ({
    untilDecided: untilDecidedOf(head.experiment),
  }));
  const sequential = ({ baseline, other }: CellPair, metric: ComparedMetric) => {
    // Cells of different runs share no repetitions.
    if (baseline.run.head.id !== other.run.head.id) return {};
    const { untilDecided } = repeated(baseline.run);
    return sequentialPart(untilDecided, completed(baseline), completed(other), (trial) =>
      figureOf(metric, trial),
    );
  };
  const metricPairs = (pair: CellPair): MetricPair[] => {
    const counts = countsOf(pair);
    const [baseline, other] = [figures(pair.baseline), figures(pair.other)];
    return metrics.map((metric) => ({
      metric,
      counts,
      baseline: baseline.get(metric) ?? [],
      other: other.get(metric) ?? [],
      ...sequential(pair, metric),
    }));
  };
  const { comparisons, tests } = compareTogether(
    pairs.flatMap(metricPairs),
    oneByOne(unseen, metricPairs),
  );
  const count = metrics.length;
  const rows = pairs.map((pair, index) => {
    const factors = factorDifferences(pair.baseline.cell, pair.other.cell);
    const unlike = otherWorkOf(pair, completed);
    return {
      baseline: refOf(pair.baseline),
      other: refOf(pair.other),
      counts: countsOf(pair),
      metrics: comparisons.slice(index * count, (index + 1) * count),
      factors,
      cautions: [
        ...unlike.map(({ sentence }) => `Not the same work: ${sentence}`),
        ...cautionsOf(pair.baseline.trials, pair.other.trials, factors.length),
      ],
      ...(unlike.length > 0 ? { unlike } : {}),
      verdict: worstVerdict(completedOf([...pair.baseline.trials, ...pair.other.trials])),
    };
  });
  return { rows, tests };
}

/**
 * Errors have a caution of their own, and what two experiments say differently is listed as a difference.
 * @param completed of a cell, the same list each time: its work is known by it.
 */
function otherWorkOf(
  { baseline, other }: CellPair,
  completed: (cell: MeasuredCell) => readonly TrialResult[],
) {
  if (baseline.run.head.experiment !== other.run.head.experiment) return [];
  const varied = factorNames.filter((name) => baseline.cell[name] !== other.cell[name]);
  if (varied.length > 1) return [];
  const one = { cell: baseline.cell, trials: completed(baseline), label: 'the baseline' };
  const two = { cell: other.cell, trials: completed(other), label: 'the other' };
  if (one.trials.length === 0 || two.trials.length === 0) return [];
  return otherWork(two, one, varied[0] ?? null).filter(({ code }) => code !== 'errors');
}

/** Computes once per cell, however many pairs it is in. */
function once<Asked, Answer extends NonNullable<unknown>>(
  ask: (one: Asked) => Answer,
): (one: Asked) => Answer {
  const known = new Map<Asked, Answer>();
  return (one) => {
    const found = known.get(one);
    if (found !== undefined) return found;
    const answer = ask(one);
    known.set(one, answer);
    return answer;
  };
}
