import { type Cell, describeCell } from '../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import {
  type Comparison,
  type ComparisonMetric,
  comparisonMetrics,
} from '../../contracts/result.ts';
import { type Work, workOfTrials } from '../../contracts/work.ts';
import { mixesLevels } from '../../figures/levels.ts';
import { compareTogether } from './compare/metric-comparison.ts';
import { figuresOf } from './compare/metrics.ts';
import { type LevelOrder, levelOrder } from './level-order.ts';

/** The completed repetitions of a cell. */
export interface RepeatedCell {
  readonly cell: Cell;
  readonly trials: readonly TrialResult[];
}

/** The trials of a run, as its analysis reads them. */
export interface OrderedRun {
  readonly trials: readonly TrialResult[];
  readonly order: LevelOrder;
  /** Those with a completed repetition, in the order of the experiment. */
  readonly cells: readonly RepeatedCell[];
}

/** @param experiment the experiment file as it was run (YAML), for the order of levels. */
export function orderedRun(experiment: string, trials: readonly TrialResult[]): OrderedRun {
  const order = levelOrder(
    experiment,
    trials.map(({ cell }) => cell),
  );
  return { trials, order, cells: repeatedCells(trials, order) };
}

function repeatedCells(trials: readonly TrialResult[], order: LevelOrder): RepeatedCell[] {
  const completed = trials.filter((trial) => trial.status === 'completed');
  const byCell = Map.groupBy(completed, (trial) => describeCell(trial.cell));
  const cells = [...byCell.values()].flatMap((own) =>
    own[0] === undefined ? [] : [{ cell: own[0].cell, trials: own }],
  );
  return cells.sort((a, b) => order.compare(a.cell, b.cell));
}

type Pair = Pick<Comparison, 'factor'> & {
  readonly one: RepeatedCell;
  readonly baseline: RepeatedCell;
};

/**
 * Each cell against its baselines: the first protocol listed, TLS off, the raw client, and no
 * gateway, all other levels equal; cells that went through levels of load have curves instead. Those
 * of one factor under one metric are corrected together, as the statistics of a run are. A pair
 * without figures on a side has none.
 */
export function compareWithin({ cells, order }: OrderedRun): Comparison[] {
  const atOneLevel = cells.filter(({ trials }) => !trials.some(mixesLevels));
  const counts = workOfTrials(cells.flatMap(({ trials }) => trials));
  const factors = Map.groupBy(pairsOf(atOneLevel, order), ({ factor }) => factor);
  return [...factors.values()].flatMap((pairs) => comparedPairs(pairs, counts));
}

function comparedPairs(pairs: readonly Pair[], counts: Work): Comparison[] {
  const { comparisons } = compareTogether(
    pairs.flatMap(({ one, baseline }) =>
      comparisonMetrics.map((metric) => ({
        metric,
        counts: { baseline: counts, other: counts },
        baseline: figuresOf(metric, baseline.trials),
        other: figuresOf(metric, one.trials),
      })),
    ),
  );
  return pairs.flatMap(({ factor, one, baseline }, index) => {
    const figure = (metric: ComparisonMetric) =>
      comparisons[index * comparisonMetrics.length + comparisonMetrics.indexOf(metric)];
    const [throughput, mean, p95] = comparisonMetrics.map(figure);
    if (!throughput?.ratio || !mean?.ratio || !p95?.ratio) return [];
    return [
      {
        cell: one.cell,
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

function pairsOf(cells: readonly RepeatedCell[], order: LevelOrder): Pair[] {
  const [firstProtocol] = order.levels('protocol');
  const baselines = { protocol: firstProtocol, tls: 'off', client: 'raw', gateway: 'off' } as const;
  const byName = new Map(cells.map((one) => [describeCell(one.cell), one]));
  return (['protocol', 'tls', 'client', 'gateway'] as const).flatMap((factor) =>
    cells.flatMap((one) => {
      const baselineCell = { ...one.cell, [factor]: baselines[factor] } as Cell;
      const baseline = byName.get(describeCell(baselineCell));
      return baseline === undefined || baseline === one ? [] : [{ factor, one, baseline }];
    }),
  );
}
