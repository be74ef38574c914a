import { type Cell, describeCell } from '../../../contracts/experiment/cell.ts';
import type { FactorName } from '../../../contracts/experiment/factors.ts';
import { protocolFacts } from '../../../contracts/protocols.ts';
import type { Comparison } from '../../../contracts/result.ts';
import type { SameWork } from '../../../contracts/same-work.ts';
import type { OrderedRun } from '../comparisons.ts';
import { type ContestField, type Contests, withLevel } from '../finding/contests.ts';
import { sameWorkOf } from './same-work.ts';

/** More are not listed. */
const maxListed = 100;

/**
 * Whether the compared cells of a run did the same work: those of its finding, of its comparisons, then of other levels.
 * Those that did not come first.
 */
export function sameWorkIn(
  run: OrderedRun,
  contests: Contests | null,
  comparisons: readonly Comparison[],
): SameWork[] {
  const fields = contests
    ? [contests, ...(contests.second ? [contests.second] : []), ...contests.elsewhere]
    : [];
  const pairs = [
    ...fields.slice(0, 2).flatMap(pairsOf),
    ...comparisons,
    ...fields.slice(2).flatMap(pairsOf),
  ];
  const trials = new Map(run.cells.map((one) => [describeCell(one.cell), one.trials]));
  const found = new Map<string, SameWork>();
  for (const { cell, baseline, factor } of pairs) {
    const key = [cell, baseline].map(describeCell).join('\n');
    const [one, two] = [cell, baseline].map((side) => ({
      cell: side,
      trials: trials.get(describeCell(side)) ?? [],
      label: labelOf(side, factor),
    }));
    if (!one || !two || found.has(key)) continue;
    found.set(key, sameWorkOf(one, two, factor));
  }
  const unlike = ({ verdict }: SameWork) => (verdict === 'not-comparable' ? 0 : 1);
  return [...found.values()].sort((a, b) => unlike(a) - unlike(b)).slice(0, maxListed);
}

interface ComparedCells {
  readonly cell: Cell;
  readonly baseline: Cell;
  readonly factor: FactorName;
}

function pairsOf({ contests, factor }: ContestField): ComparedCells[] {
  return contests.flatMap(({ pairs }) =>
    pairs.map(({ baseline, other }) => ({ cell: other.cell, baseline: baseline.cell, factor })),
  );
}

/** As in the sentences of findings. */
function labelOf(cell: Cell, factor: FactorName): string {
  const { label } = protocolFacts[cell.protocol];
  return factor === 'protocol' ? label : `${label} ${withLevel(factor, cell)}`;
}
