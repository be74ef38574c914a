import type { Cell } from '../../../contracts/experiment/cell.ts';
import { factorNames } from '../../../contracts/experiment/factors.ts';
import { cellLevelLabel } from '../../../metrics/cell-columns.ts';

/** Labels cells by the levels in which they differ; by protocol where they are equal. */
export function labelsAmong(all: readonly Cell[]): (cell: Cell) => string {
  const differs = factorNames.filter(
    (name) => new Set(all.map((one) => String(one[name] ?? ''))).size > 1,
  );
  const named = differs.includes('protocol') ? differs : (['protocol', ...differs] as const);
  return (cell) =>
    named
      .filter((name) => cell[name] !== undefined && name !== 'users' && name !== 'rate')
      .map((name) => (name === 'shape' ? cell.shape : cellLevelLabel(name, cell)))
      .join(' · ');
}
