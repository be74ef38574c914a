import type { Cell } from '../../contracts/experiment/cell.ts';
import type { Analysis, CellAnalysis } from '../../contracts/result.ts';
import { centralFigure } from '../../metrics/central.ts';
import { errorShare } from '../../metrics/trial-columns.ts';
import { mean } from '../stats/moments.ts';
import { analyseClientTax } from './client-tax.ts';
import { figuresOf } from './compare/metrics.ts';
import { compareWithin, type OrderedRun, type RepeatedCell } from './comparisons.ts';
import { analyseCrossovers } from './crossover.ts';
import { analyseEnergy } from './energy.ts';
import { analyseSaturation } from './saturation.ts';
import { analyseTwoWay } from './two-way.ts';
import { analyseUseCases } from './use-cases.ts';

/**
 * The metrics of each cell over its completed repetitions; each cell against its baselines (see
 * {@link compareWithin}); saturation of each ramp, ladder or search; crossovers of curves over load;
 * which of two factors decides; the client tax of libraries; and the use cases of plans.
 * @param overrides saturation levels set by hand, by the id of the trial.
 */
export function analyse(run: OrderedRun, overrides?: ReadonlyMap<string, number>): Analysis {
  const { trials, order, cells } = run;
  const inOrder = <T extends { cell: Cell }>(items: T[]) =>
    items.sort((a, b) => order.compare(a.cell, b.cell));
  return {
    cells: cells.map(analyseCell),
    comparisons: compareWithin(run),
    saturation: inOrder(analyseSaturation(trials, overrides)),
    crossovers: analyseCrossovers(trials, order),
    twoWay: analyseTwoWay(run),
    clientTax: inOrder(analyseClientTax(trials)),
    useCases: inOrder(analyseUseCases(trials)),
    energy: inOrder(analyseEnergy(trials)),
  };
}

function analyseCell({ cell, trials }: RepeatedCell): CellAnalysis {
  const central = (metric: 'throughput' | 'mean' | 'p95') =>
    centralFigure(figuresOf(metric, trials)) ?? 0;
  return {
    cell,
    trials: trials.length,
    throughputRps: central('throughput'),
    meanMs: central('mean'),
    p95Ms: central('p95'),
    errorShare: mean(trials.map(errorShare)),
  };
}
