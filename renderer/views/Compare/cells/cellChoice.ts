import type { CellOfRun, ComparedRun } from '../../../../contracts/compare.ts';
import { mostLoaded } from '../../../../metrics/levels.ts';
import { cellLabels, runLabels } from '../../../data/compareLabels.ts';
import { refKey } from '../../../data/compareRows.ts';

/** A cell that can be chosen, with its name. */
export interface CellChoice {
  readonly key: string;
  readonly ref: CellOfRun;
  readonly label: string;
}

/** All cells of the runs with results, the baseline's first. */
export function cellChoices(runs: readonly ComparedRun[]): CellChoice[] {
  const label = cellLabels(runs.flatMap(({ cells }) => cells.map(({ cell }) => cell)));
  const names = runLabels(runs);
  return runs.flatMap(({ id, cells }) =>
    cells
      .filter(({ trials }) => trials > 0)
      .map(({ cell }) => {
        const ref = { runId: id, cell };
        const run = runs.length > 1 ? `, ${names.get(id)}` : '';
        return { key: refKey(ref), ref, label: `${label(cell)}${run}` };
      }),
  );
}

/**
 * Initial comparison: the first cell of the baseline at its highest level of load,
 * with the otherwise equal cells of other protocols, or else with the next cell.
 */
export function firstChoice(choices: readonly CellChoice[]): {
  readonly baseline: CellChoice | null;
  readonly others: readonly CellChoice[];
} {
  const own = choices.filter(({ ref }) => ref.runId === choices[0]?.ref.runId);
  const baseline = mostLoaded(own, ({ ref }) => ref.cell);
  if (!baseline) return { baseline: null, others: [] };
  const at = choices.indexOf(baseline);
  const rest = [...choices.slice(at + 1), ...choices.slice(0, at)];
  const others = rest.filter(
    ({ ref }) => ref.runId === baseline.ref.runId && isSibling(ref, baseline.ref),
  );
  return { baseline, others: others.length > 0 ? others : rest.slice(0, 1) };
}

function isSibling({ cell: a }: CellOfRun, { cell: b }: CellOfRun): boolean {
  return (
    a.protocol !== b.protocol &&
    a.shape === b.shape &&
    a.users === b.users &&
    a.rate === b.rate &&
    a.tls === b.tls &&
    a.client === b.client
  );
}
