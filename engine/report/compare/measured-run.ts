import { type Cell, describeCell } from '../../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../../contracts/measurement.ts';
import type { RunHead } from '../../../contracts/result.ts';
import type { Verdict } from '../../../contracts/words.ts';
import type { FileDigest } from '../../store/handover.ts';
import { levelOrder } from '../level-order.ts';

/** A run for comparisons. */
export interface MeasuredRun {
  readonly head: RunHead;
  readonly trials: readonly TrialResult[];
  /** Files of its experiment, for differences between runs. */
  readonly files?: readonly FileDigest[];
}

/** A cell of a run with all its trials. */
export interface MeasuredCell {
  readonly run: MeasuredRun;
  readonly cell: Cell;
  readonly trials: readonly TrialResult[];
}

/** The cells of a run in the order of its experiment. */
export function cellsOfRun(run: MeasuredRun): MeasuredCell[] {
  const byName = Map.groupBy(run.trials, ({ cell }) => describeCell(cell));
  const cells = [...byName.values()].flatMap((trials) => {
    const cell = trials[0]?.cell;
    return cell === undefined ? [] : [{ run, cell, trials }];
  });
  const order = levelOrder(
    run.head.experiment,
    cells.map(({ cell }) => cell),
  );
  return cells.sort((a, b) => order.compare(a.cell, b.cell));
}

/** The trials whose results count. */
export function completedOf(trials: readonly TrialResult[]): TrialResult[] {
  return trials.filter(({ status }) => status === 'completed');
}

const rank: Record<Verdict, number> = { ok: 0, suspect: 1, 'client-bound': 2 };

/** The worst verdict among some trials. */
export function worstVerdict(trials: readonly TrialResult[]): Verdict {
  return trials.reduce<Verdict>(
    (worst, { client }) => (rank[client.verdict] > rank[worst] ? client.verdict : worst),
    'ok',
  );
}
