import { WirebenchError } from '../../../contracts/errors.ts';
import type { Cell } from '../../../contracts/experiment/cell.ts';
import { type FactorName, factorNames } from '../../../contracts/experiment/factors.ts';
import type { VariedFactor } from '../../../contracts/statistics.ts';
import type { MeasuredRun } from '../compare/measured-run.ts';
import { levelOrder } from '../level-order.ts';

/** A cell's level of a factor as text; null without one. */
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
 * The requested factor, or the first.
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

/** The requested level, or the one at an index. @throws WirebenchError STATISTICS_INVALID */
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

interface OfCell {
  readonly cell: Cell;
}

/** Two cells, or their results, the second compared with the first. */
export interface PairOf<Of extends OfCell> {
  readonly baseline: Of;
  readonly other: Of;
}

/** Every cell with another level of a factor, paired with the otherwise equal cell. */
export function pairsAgainst<Of extends OfCell>(
  cells: readonly Of[],
  factor: FactorName,
  against: string,
): PairOf<Of>[] {
  const isBaseline = ({ cell }: Of) => levelOfFactor(factor, cell) === against;
  const baselines = new Map(
    cells.filter(isBaseline).map((one) => [levelsBesides([factor], one.cell), one]),
  );
  return cells.flatMap((other) => {
    const baseline = baselines.get(levelsBesides([factor], other.cell));
    return baseline && !isBaseline(other) ? [{ baseline, other }] : [];
  });
}

/**
 * All pairs of cells that differ in a factor alone, the earlier as the baseline. For a whole run, they are the
 * family that Holm's correction covers: the finding of a pair is then the same for any
 * baseline, and in every view.
 */
export function* familyOf<Of extends OfCell>(
  cells: readonly Of[],
  factor: FactorName,
): Generator<PairOf<Of>> {
  for (const alike of alikeBesides(cells, factor)) yield* everyTwo(alike);
}

/** Number of pairs of {@link familyOf}, without creating them. */
export function familySize(cells: readonly OfCell[], factor: FactorName): number {
  const sizes = alikeBesides(cells, factor).map(({ length }) => (length * (length - 1)) / 2);
  return sizes.reduce((sum, size) => sum + size, 0);
}

function alikeBesides<Of extends OfCell>(cells: readonly Of[], factor: FactorName): Of[][] {
  return [...Map.groupBy(cells, ({ cell }) => levelsBesides([factor], cell)).values()];
}

/** The pairs of the family in which neither cell has a level: those not in {@link pairsAgainst}. */
export function familyWithout<Of extends OfCell>(
  cells: readonly Of[],
  factor: FactorName,
  level: string,
): Generator<PairOf<Of>> {
  return familyOf(
    cells.filter(({ cell }) => levelOfFactor(factor, cell) !== level),
    factor,
  );
}

/** All pairs of some cells, the earlier as the baseline. */
export function* everyTwo<Of extends OfCell>(some: readonly Of[]): Generator<PairOf<Of>> {
  for (const [index, baseline] of some.entries()) {
    for (let next = index + 1; next < some.length; next++) {
      const other = some[next];
      if (other) yield { baseline, other };
    }
  }
}

/** Key of all levels of a cell, except for some factors. */
export function levelsBesides(factors: readonly FactorName[], cell: Cell): string {
  const levels = factorNames
    .filter((name) => !factors.includes(name))
    .map((name) => cell[name] ?? null);
  return JSON.stringify(levels);
}
