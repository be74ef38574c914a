import type { Cell } from './cell.ts';
import { levelFor } from './protocol-levels.ts';
import type { Threshold } from './threshold.ts';

/** Whether all conditions after `when` match the cell; in a level with a value for each protocol, the cell's own. */
export function appliesTo(threshold: Threshold, cell: Cell): boolean {
  return threshold.when.every(({ factor, level }) =>
    factor === 'users' || factor === 'rate'
      ? cell[factor] === Number(level)
      : levelFor(cell[factor], cell.protocol) === level,
  );
}
