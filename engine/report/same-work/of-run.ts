import { type Cell, describeCell } from '../../../contracts/experiment/cell.ts';
import type { Comparison } from '../../../contracts/result.ts';
import type { SameWork } from '../../../contracts/same-work.ts';
import type { OrderedRun } from '../comparisons.ts';
import { entrantLabel } from '../finding/contests.ts';
import type { ContestWorks } from './comparable.ts';
import { sameWorkOf } from './same-work.ts';

/** More are not listed. */
const maxListed = 100;

/**
 * Whether the compared cells of a run did the same work: those of its finding, of its comparisons, then of other levels.
 * Those that did not come first.
 * @param works of the finding.
 */
export function sameWorkIn(
  run: OrderedRun,
  { stated, elsewhere }: ContestWorks,
  comparisons: readonly Comparison[],
): SameWork[] {
  const judged = new Map([...stated, ...elsewhere].map((work) => [keyOf(work), work]));
  const trials = new Map(run.cells.map((one) => [describeCell(one.cell), one.trials]));
  const judge = ({ cell, baseline, factor }: Comparison) => {
    const named = (side: Cell) => ({
      cell: side,
      trials: trials.get(describeCell(side)) ?? [],
      label: entrantLabel(side, factor),
    });
    return sameWorkOf(named(cell), named(baseline), factor);
  };
  const compared = comparisons.map((pair) => judged.get(keyOf(pair)) ?? judge(pair));
  const all = new Map([...stated, ...compared, ...elsewhere].map((work) => [keyOf(work), work]));
  const unlike = ({ verdict }: SameWork) => (verdict === 'not-comparable' ? 0 : 1);
  return [...all.values()].sort((a, b) => unlike(a) - unlike(b)).slice(0, maxListed);
}

/** Of a pair, whichever of its cells is the baseline. */
function keyOf({ cell, baseline }: Pick<SameWork, 'cell' | 'baseline'>): string {
  return [cell, baseline].map(describeCell).sort().join('\n');
}
