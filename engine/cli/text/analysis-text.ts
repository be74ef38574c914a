import { describeCell } from '../../../contracts/experiment/cell.ts';
import type {
  ClientTax,
  Comparison,
  ComparisonMetric,
  Crossover,
  Saturation,
  SaturationPoint,
  TwoWay,
  UslFit,
} from '../../../contracts/result.ts';
import { type Work, workWords } from '../../../contracts/work.ts';
import { cellLevelLabel } from '../../../metrics/cell-columns.ts';
import { ratioWithInterval } from '../../../metrics/comparisons.ts';
import { sortCrossovers } from '../../../metrics/crossovers.ts';
import { formatChange, groupDigits, threeDigits } from '../../../metrics/format.ts';
import { levelDigits } from '../../../metrics/levels.ts';
import { gridName, gridPlace } from '../../../metrics/two-way.ts';
import { estimateText, uslDoubt } from '../../../metrics/usl.ts';
import { left, right } from './columns.ts';
import { drawTable, printable } from './table.ts';

function formatRatio(comparison: Comparison, metric: ComparisonMetric): string {
  const { [metric]: ratio, intervals, findings } = comparison;
  const change = formatChange(ratio.percentChange, 0);
  return `${ratioWithInterval(ratio, intervals?.[metric] ?? null, findings?.[metric])} ${change}`;
}

/**
 * Each protocol (or TLS level, or client) against its baseline: the ratio, its 95 % interval (`≈` if
 * it does not clearly differ from 1), and the percent change. Empty when there is nothing to compare.
 */
export function drawComparisons(comparisons: readonly Comparison[], counts: Work): string {
  if (comparisons.length === 0) return '';
  return drawTable<Comparison>(
    [
      left('cell', ({ cell }) => describeCell(cell)),
      left('against', ({ baseline, factor }) => `${factor} ${baseline[factor]}`),
      right(workWords[counts].shortRate, (comparison) => formatRatio(comparison, 'throughput')),
      right('mean', (comparison) => formatRatio(comparison, 'mean')),
      right('p95', (comparison) => formatRatio(comparison, 'p95')),
    ],
    comparisons,
  );
}

/** Where each trial saturated and by which criterion, a few lines a trial. Empty when there are none. */
export function drawSaturation(saturations: readonly Saturation[]): string {
  return saturations
    .flatMap(saturationLines)
    .map(printable)
    .join('\n')
    .concat(saturations.length > 0 ? '\n' : '');
}

function saturationLines(saturation: Saturation): string[] {
  const { cell, repetition, manual, point, reason, usl, knee, of } = saturation;
  const unit = of === 'users' ? 'users' : 'per second';
  const at = (where: SaturationPoint) =>
    `${levelDigits(where.level)} ${unit}, ${threeDigits(where.throughputRps)} req/s, mean ${threeDigits(where.meanMs)} ms`;
  const name = `${describeCell(cell)}${repetition > 1 ? ` · repetition ${repetition}` : ''}`;
  const found = point ? `${at(point)} (${saturation.criterion})` : 'none found';
  return [
    manual ? `${name}: ${at(manual)} (set by hand; computed: ${found})` : `${name}: ${found}`,
    `  ${reason}`,
    ...(knee ? [`  Knee of the curve: ${at(knee)}.`] : []),
    ...(usl ? [`  ${uslDoubt(usl) ?? uslLine(usl)}`] : []),
  ];
}

function uslLine({ sigma, kappa, peakUsers, peakThroughputRps, r2, confidence }: UslFit): string {
  const peak =
    peakUsers && peakThroughputRps
      ? `peak at ${estimateText(peakUsers)} users with ${estimateText(peakThroughputRps)} req/s`
      : 'no peak';
  return `Scalability: contention ${estimateText(sigma)}, coherency ${estimateText(kappa)}, ${peak}; R² ${groupDigits(r2, 3)}, intervals of ${Math.round(confidence * 100)} %.`;
}

/**
 * How the curves of two cells over load compare, where that is certain: their crossings and, for throughput, which is
 * higher even if they do not cross.
 */
export function drawCrossovers(crossovers: readonly Crossover[]): string {
  const { certain, remark } = sortCrossovers(crossovers);
  const reported = certain.filter(
    ({ figure, crossings }) => figure === 'throughput' || crossings.length > 0,
  );
  const nameOf = ({ cell, baseline, factor }: Crossover) =>
    `${describeCell(cell)}, vs ${cellLevelLabel(factor, baseline)}`;
  const lines = [...Map.groupBy(reported, nameOf)].flatMap(([name, pair]) => [
    name,
    ...pair.map(({ finding }) => `  ${finding}`),
  ]);
  return [...lines, ...(remark === null ? [] : [remark])]
    .map((line) => `${printable(line)}\n`)
    .join('');
}

/**
 * Which of two factors has the greater effect. Of each pair of factors only the first grid is shown, which has the highest
 * load, and of that the most informative metric.
 */
export function drawTwoWay(grids: readonly TwoWay[]): string {
  const firstGrids = [...Map.groupBy(grids, gridName).values()].flatMap(([first]) => first ?? []);
  const rest = grids.length - firstGrids.length;
  const lines = firstGrids.flatMap((grid) => [
    `${gridName(grid)}, ${gridPlace(grid)}`,
    ...grid.metrics.slice(0, 1).map(({ finding }) => `  ${finding}`),
  ]);
  const more =
    rest > 0 ? [`${rest} more at other levels; --json and the window have them all.`] : [];
  return [...lines, ...more].map((line) => `${printable(line)}\n`).join('');
}

/** Overhead of the library client over the raw one, in client CPU time per request. Empty unless both were measured. */
export function drawClientTax(taxes: readonly ClientTax[]): string {
  if (taxes.length === 0) return '';
  const us = (value: number) => `${threeDigits(value)} µs`;
  return drawTable<ClientTax>(
    [
      left('cell', ({ cell }) => describeCell(cell)),
      right('raw', ({ rawUs }) => us(rawUs)),
      right('library', ({ libraryUs }) => us(libraryUs)),
      right('tax', ({ taxUs }) => us(taxUs)),
      right('times', ({ times }) => `×${groupDigits(times, 2)}`),
    ],
    taxes,
  );
}
