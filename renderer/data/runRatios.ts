import { type Cell, describeCell } from '../../contracts/experiment/cell.ts';
import type { ReportMetric } from '../../contracts/report.ts';
import type { CellAnalysis, Comparison, Ratio, ResultDocument } from '../../contracts/result.ts';
import type { Protocol } from '../../contracts/words.ts';
import { workOfTrials } from '../../contracts/work.ts';
import { tlsLabel } from '../../metrics/cell-columns.ts';
import { cellLevelText } from '../../metrics/levels.ts';
import { ratioOf, ratioWords } from '../../metrics/ratios.ts';
import { protocolStyle } from '../look/protocols.ts';
import { distinct, surroundingWords } from './series.ts';

/** One ratio ready to draw. */
export interface RatioRow {
  readonly key: string;
  readonly protocol: Protocol;
  readonly label: string;
  readonly detail: string;
  readonly ratio: Ratio;
  /** `1.84×`. */
  readonly text: string;
}

/** A cell that two runs have in common. */
export interface CommonCell {
  readonly cell: Cell;
  readonly baseline: CellAnalysis;
  readonly other: CellAnalysis;
}

/** Cells that both runs completed, in the order of the first; none where the runs count different things. */
export function commonCells(baseline: ResultDocument, other: ResultDocument): CommonCell[] {
  if (workOfTrials(baseline.trials) !== workOfTrials(other.trials)) return [];
  const byName = new Map(other.analysis.cells.map((one) => [describeCell(one.cell), one]));
  return baseline.analysis.cells.flatMap((one) => {
    const found = byName.get(describeCell(one.cell));
    return found ? [{ cell: one.cell, baseline: one, other: found }] : [];
  });
}

/** The mean of a metric over the repetitions of a cell; null where nothing succeeded. */
export function cellMean(metric: ReportMetric, cell: CellAnalysis): number | null {
  const value = { throughput: cell.throughputRps, mean: cell.meanMs, p95: cell.p95Ms }[metric];
  return value > 0 ? value : null;
}

/** The ratios of the cells that two runs have in common. */
export function runRatioRows(cells: readonly CommonCell[], metric: ReportMetric): RatioRow[] {
  const all = cells.map(({ cell }) => cell);
  return cells.flatMap(({ cell, baseline, other }) => {
    const ratio = ratioOf(cellMean(metric, other), cellMean(metric, baseline));
    if (ratio === null) return [];
    return [row(describeCell(cell), cell, cellDetail(cell, all), ratio)];
  });
}

/** The ratios of encrypted cells to their plain baselines within a run. */
export function tlsRatioRows(comparisons: readonly Comparison[], metric: ReportMetric): RatioRow[] {
  const pairs = comparisons.filter(({ factor }) => factor === 'tls');
  const all = pairs.map(({ cell }) => cell);
  return pairs.map((pair) =>
    row(
      describeCell(pair.cell),
      pair.cell,
      [tlsLabel(pair.cell.tls), cellDetail({ ...pair.cell, tls: 'off' }, all)]
        .filter(Boolean)
        .join(' · '),
      pair[metric],
    ),
  );
}

function row(key: string, { protocol }: Cell, detail: string, ratio: Ratio): RatioRow {
  const label = protocolStyle(protocol).label;
  return { key, protocol, label, detail, ratio, text: ratioWords(ratio).times };
}

/** Levels that distinguish a cell from the others, besides its protocol. */
export function cellDetail(cell: Cell, all: readonly Cell[]): string {
  const varies = (level: (cell: Cell) => unknown) => distinct(all.map(level)).length > 1;
  const level = cellLevelText(cell);
  return [
    ...(varies(({ shape }) => shape) ? [cell.shape] : []),
    ...(varies(cellLevelText) || level !== 'own levels' ? [level] : []),
    ...(cell.tls === 'off' ? [] : [tlsLabel(cell.tls)]),
    ...(varies(({ client }) => client) ? [cell.client] : []),
    ...surroundingWords(cell, all),
  ].join(' · ');
}
