import { WirebenchError } from '../../../contracts/errors.ts';
import type { Cell } from '../../../contracts/experiment/cell.ts';
import { type FactorName, factorNames } from '../../../contracts/experiment/factors.ts';
import type { VariedFactor } from '../../../contracts/statistics.ts';
import { cellsOfRun, type MeasuredCell, type MeasuredRun } from '../compare/measured-run.ts';
import type { CellPair } from '../compare/report.ts';
import { levelOrder } from '../level-order.ts';

/** The level of a factor that a cell has, as a text; null where it has none. */
export function levelOfFactor(factor: FactorName, cell: Cell): string | null {
  const level = cell[factor];
  return level === undefined ? null : String(level);
}

/** The factors with two levels or more among the cells of a run, protocol first. */
export function variedFactors(run: MeasuredRun): VariedFactor[] {
  const cells = run.trials.map(({ cell }) => cell);
  const order = levelOrder(run.head.experiment, cells);
  return factorNames.flatMap((factor) => {
    const levels = order.levels(factor).map(String);
    return levels.length > 1 ? [{ factor, levels }] : [];
  });
}

/**
 * The factor that was asked for, or the first.
 * @throws WirebenchError STATISTICS_INVALID when the run does not vary it.
 */
export function chosenFactor(
  factors: readonly VariedFactor[],
  wanted: FactorName | null,
): VariedFactor | null {
  if (wanted === null) return factors[0] ?? null;
  const found = factors.find(({ factor }) => factor === wanted);
  if (found) return found;
  const has = factors.map(({ factor }) => factor).join(', ') || 'none';
  throw new WirebenchError(
    'STATISTICS_INVALID',
    `The run does not have two levels of “${wanted}” to compare; it varies ${has}.`,
    { hint: 'Choose one of these factors.' },
  );
}

/** The level that was asked for, or that at a place. @throws WirebenchError STATISTICS_INVALID */
export function chosenLevel(
  { factor, levels }: VariedFactor,
  wanted: string | null,
  place: number,
): string {
  const level = wanted ?? levels[place] ?? '';
  if (levels.includes(level)) return level;
  throw new WirebenchError(
    'STATISTICS_INVALID',
    `“${level}” is not a level of “${factor}” in this run; it has ${levels.join(', ')}.`,
    { hint: 'Choose one of its levels.' },
  );
}

/** Every cell with another level of a factor, beside the cell that equals it but for that level. */
export function pairsAgainst(run: MeasuredRun, factor: FactorName, against: string): CellPair[] {
  const cells = cellsOfRun(run);
  const isBaseline = ({ cell }: MeasuredCell) => levelOfFactor(factor, cell) === against;
  const baselines = new Map(
    cells.filter(isBaseline).map((one) => [levelsBesides([factor], one.cell), one]),
  );
  return cells.flatMap((other) => {
    const baseline = baselines.get(levelsBesides([factor], other.cell));
    return baseline && !isBaseline(other) ? [{ baseline, other }] : [];
  });
}

/** All levels of a cell but those of some factors, as a text that is equal for equal ones. */
export function levelsBesides(factors: readonly FactorName[], cell: Cell): string {
  const levels = factorNames
    .filter((name) => !factors.includes(name))
    .map((name) => cell[name] ?? null);
  return JSON.stringify(levels);
}
