import type { CellOfRun } from '../../../contracts/compare.ts';
import { WirebenchError } from '../../../contracts/errors.ts';
import { describeCell } from '../../../contracts/experiment/cell.ts';
import {
  cellsOfRun,
  type MeasuredCell,
  type MeasuredRun,
} from '../../report/compare/measured-run.ts';
import type { Store } from '../../store/store.ts';

/** @throws WirebenchError RUN_NOT_FOUND */
export function measuredRun(store: Store, runId: string): MeasuredRun {
  return {
    head: store.runHead(runId),
    trials: store.trialResults(runId),
    files: store.fileDigests(runId),
  };
}

/** Reads the runs of one call, each only once. */
export function runReader(store: Store): (runId: string) => MeasuredRun {
  const known = new Map<string, MeasuredRun>();
  return (runId) => {
    const run = known.get(runId) ?? measuredRun(store, runId);
    known.set(runId, run);
    return run;
  };
}

/** @throws WirebenchError RUN_NOT_FOUND, or COMPARISON_INVALID when the run has no such cell. */
export function measuredCell(
  read: (runId: string) => MeasuredRun,
  { runId, cell }: CellOfRun,
): MeasuredCell {
  const run = read(runId);
  const name = describeCell(cell);
  const found = cellsOfRun(run).find((one) => describeCell(one.cell) === name);
  if (found) return found;
  throw new WirebenchError(
    'COMPARISON_INVALID',
    `The run “${run.head.name}” has no cell ${name} with results.`,
    { hint: 'Choose one of its cells.' },
  );
}

/** @throws WirebenchError COMPARISON_INVALID when there are more than one comparison can show. */
export function refuseTooMany(count: number, most: number, what: string): void {
  if (count <= most) return;
  throw new WirebenchError(
    'COMPARISON_INVALID',
    `${count} ${what} exceed the limit of ${most} per comparison, not counting the baseline.`,
    { hint: 'Choose fewer.' },
  );
}

/** @throws WirebenchError COMPARISON_INVALID when a name is listed twice. */
export function refuseRepeated(names: readonly string[], what: string): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return;
  throw new WirebenchError('COMPARISON_INVALID', `${what} ${twice} is listed twice.`, {
    hint: 'List each one once.',
  });
}
