import { type Cell, describeCell } from '../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import type { Analysis, CellAnalysis, Comparison, Ratio } from '../../contracts/result.ts';
import { errorShare } from '../../figures/trial-columns.ts';
import { mean } from '../stats/moments.ts';
import { analyseClientTax } from './client-tax.ts';
import { analyseCrossovers } from './crossover.ts';
import { analyseEnergy } from './energy.ts';
import { type LevelOrder, levelOrder } from './level-order.ts';
import { analyseSaturation } from './saturation.ts';
import { analyseUseCases } from './use-cases.ts';

/**
 * Means per cell over its completed repetitions; each cell against its baselines: the first
 * protocol listed, TLS off, the raw client, and no gateway, all other levels equal; where each ramp, ladder or
 * search saturated; where curves over load cross; what libraries cost the client; and the use cases of plans.
 * @param experiment the experiment file as it was run (YAML), for the order of levels.
 * @param overrides saturation levels set by hand, by the id of the trial.
 */
export function analyse(
  experiment: string,
  trials: readonly TrialResult[],
  overrides?: ReadonlyMap<string, number>,
): Analysis {
  const order = levelOrder(
    experiment,
    trials.map((trial) => trial.cell),
  );
  const cells = analyseCells(trials).sort((a, b) => order.compare(a.cell, b.cell));
  const inOrder = <T extends { cell: Cell }>(items: T[]) =>
    items.sort((a, b) => order.compare(a.cell, b.cell));
  return {
    cells,
    comparisons: compareCells(cells, order),
    saturation: inOrder(analyseSaturation(trials, overrides)),
    crossovers: analyseCrossovers(trials, order),
    clientTax: inOrder(analyseClientTax(trials)),
    useCases: inOrder(analyseUseCases(trials)),
    energy: inOrder(analyseEnergy(trials)),
  };
}

function analyseCells(trials: readonly TrialResult[]): CellAnalysis[] {
  const completed = trials.filter((trial) => trial.status === 'completed');
  const byCell = Map.groupBy(completed, (trial) => describeCell(trial.cell));
  return [...byCell.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [analyseCell(first.cell, [first, ...others])],
  );
}

function analyseCell(cell: Cell, trials: TrialResult[]): CellAnalysis {
  // Without a success there is no latency: its zeros would only pull the mean down.
  const answered = trials.filter((trial) => trial.requests.ok > 0);
  return {
    cell,
    trials: trials.length,
    throughputRps: mean(trials.map((trial) => trial.throughputRps)),
    meanMs: mean(answered.map((trial) => trial.latencyMs.mean)),
    p95Ms: mean(answered.map((trial) => trial.latencyMs.p95)),
    errorShare: mean(trials.map(errorShare)),
  };
}

function compareCells(cells: CellAnalysis[], order: LevelOrder): Comparison[] {
  const [firstProtocol] = order.levels('protocol');
  const baselines = {
    protocol: firstProtocol,
    tls: 'off',
    client: 'raw',
    gateway: 'off',
  } as const;
  const byName = new Map(cells.map((one) => [describeCell(one.cell), one]));
  return (['protocol', 'tls', 'client', 'gateway'] as const).flatMap((factor) =>
    cells.flatMap((one) => {
      const baselineCell = { ...one.cell, [factor]: baselines[factor] } as Cell;
      const baseline = byName.get(describeCell(baselineCell));
      if (baseline === undefined || baseline === one) return [];
      return compare(factor, one, baseline);
    }),
  );
}

/** Nothing when either has no figures to compare: no ratio to zero, and none of zero. */
function compare(
  factor: Comparison['factor'],
  one: CellAnalysis,
  baseline: CellAnalysis,
): Comparison[] {
  const throughput = ratio(one.throughputRps, baseline.throughputRps);
  const meanRatio = ratio(one.meanMs, baseline.meanMs);
  const p95 = ratio(one.p95Ms, baseline.p95Ms);
  if (throughput === null || meanRatio === null || p95 === null) return [];
  return [{ cell: one.cell, baseline: baseline.cell, factor, throughput, mean: meanRatio, p95 }];
}

/** A ratio in its three forms; null when one of the figures is zero or the result not a number. */
export function ratio(value: number, baseline: number): Ratio | null {
  const times = value / baseline;
  const percentChange = (100 * (value - baseline)) / baseline;
  const usable = value > 0 && baseline > 0 && Number.isFinite(percentChange);
  return usable ? { times, percentOf: 100 * times, percentChange } : null;
}
