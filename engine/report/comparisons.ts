import { type Cell, describeCell } from '../../contracts/experiment/cell.ts';
import type { UntilDecided } from '../../contracts/experiment/repetitions.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import {
  type Comparison,
  type ComparisonMetric,
  comparisonMetrics,
} from '../../contracts/result.ts';
import { type Work, workOfTrials } from '../../contracts/work.ts';
import { cellsThroughLevels } from '../../metrics/levels.ts';
import { compareTogether, oneByOne } from './compare/metric-comparison.ts';
import { figureOf, figuresOf } from './compare/metrics.ts';
import { type LevelOrder, levelOrder } from './level-order.ts';
import { familyWithout, type PairOf, pairsAgainst } from './statistics/factors.ts';
import { sequentialPart, untilDecidedOf } from './until-decided.ts';

/** The completed repetitions of a cell. */
export interface RepeatedCell {
  readonly cell: Cell;
  readonly trials: readonly TrialResult[];
}

/** The trials of a run for its analysis. */
export interface OrderedRun {
  readonly trials: readonly TrialResult[];
  readonly order: LevelOrder;
  /** Cells with a completed repetition, in the order of the experiment. */
  readonly cells: readonly RepeatedCell[];
  /** Null where the number of repetitions was fixed. */
  readonly untilDecided: UntilDecided | null;
}

/** @param experiment the experiment file as it was run (YAML), for the order of levels. */
export function orderedRun(experiment: string, trials: readonly TrialResult[]): OrderedRun {
  const order = levelOrder(
    experiment,
    trials.map(({ cell }) => cell),
  );
  return {
    trials,
    order,
    cells: repeatedCells(trials, order),
    untilDecided: untilDecidedOf(experiment),
  };
}

function repeatedCells(trials: readonly TrialResult[], order: LevelOrder): RepeatedCell[] {
  const completed = trials.filter((trial) => trial.status === 'completed');
  const byCell = Map.groupBy(completed, (trial) => describeCell(trial.cell));
  const cells = [...byCell.values()].flatMap((own) =>
    own[0] === undefined ? [] : [{ cell: own[0].cell, trials: own }],
  );
  return cells.sort((a, b) => order.compare(a.cell, b.cell));
}

/** The cells none of whose trials went through several levels of load; see {@link cellsThroughLevels}. */
export function cellsAtOneLevel({ trials, cells }: OrderedRun): RepeatedCell[] {
  const mixed = cellsThroughLevels(trials);
  return cells.filter(({ cell }) => !mixed.has(describeCell(cell)));
}

/**
 * Each cell against its baselines: the first protocol listed, TLS off, the raw client, and no
 * gateway, all other levels equal; cells that went through levels of load have curves instead. All pairs
 * that differ in the factor alone are corrected together for each metric, as in the statistics of a run.
 * A pair with a side without results is left out.
 */
export function compareWithin(run: OrderedRun): Comparison[] {
  const { cells, order } = run;
  const counts = workOfTrials(cells.flatMap(({ trials }) => trials));
  const measured = cellsAtOneLevel(run).map(({ cell, trials }) => ({
    cell,
    trials,
    figures: comparisonMetrics.map((metric) => ({ metric, values: figuresOf(metric, trials) })),
  }));
  const [protocol = ''] = order.levels('protocol').map(String);
  const baselines = { protocol, tls: 'off', client: 'raw', gateway: 'off' } as const;
  return (['protocol', 'tls', 'client', 'gateway'] as const).flatMap((factor) =>
    compareFactor(measured, factor, baselines[factor], { counts, untilDecided: run.untilDecided }),
  );
}

/** A cell with the values of its trials. */
interface CellWithFigures extends RepeatedCell {
  readonly figures: readonly {
    readonly metric: ComparisonMetric;
    readonly values: readonly number[];
  }[];
}

function compareFactor(
  cells: readonly CellWithFigures[],
  factor: Comparison['factor'],
  against: string,
  { counts, untilDecided }: { counts: Work; untilDecided: UntilDecided | null },
): Comparison[] {
  const pairs = pairsAgainst(cells, factor, against);
  const figuresOfPair = ({ baseline, other }: PairOf<CellWithFigures>) =>
    baseline.figures.map(({ metric, values }, place) => ({
      metric,
      counts: { baseline: counts, other: counts },
      baseline: values,
      other: other.figures[place]?.values ?? [],
      ...sequentialPart(untilDecided, baseline.trials, other.trials, (trial) =>
        figureOf(metric, trial),
      ),
    }));
  const { comparisons } = compareTogether(
    pairs.flatMap(figuresOfPair),
    oneByOne(familyWithout(cells, factor, against), figuresOfPair),
  );
  return pairs.flatMap(({ other, baseline }, index) => {
    const figure = (metric: ComparisonMetric) =>
      comparisons[index * comparisonMetrics.length + comparisonMetrics.indexOf(metric)];
    const [throughput, mean, p95] = comparisonMetrics.map(figure);
    if (!throughput?.ratio || !mean?.ratio || !p95?.ratio) return [];
    return [
      {
        cell: other.cell,
        baseline: baseline.cell,
        factor,
        throughput: throughput.ratio,
        mean: mean.ratio,
        p95: p95.ratio,
        intervals: { throughput: throughput.interval, mean: mean.interval, p95: p95.interval },
        findings: { throughput: throughput.finding, mean: mean.finding, p95: p95.finding },
      },
    ];
  });
}
