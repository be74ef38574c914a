import { type Cell, describeCell } from '../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import type { ClientTax } from '../../contracts/result.ts';
import { mean } from '../stats/moments.ts';
import { isOpen } from './compare/metrics.ts';

/**
 * Client-side cost of a library: CPU of the load workers per request that ended in the window, successful
 * or not, of library cells against the otherwise equal raw cells; means over the completed
 * repetitions. Open load is left out: its workers wait for the next arrival without sleeping, so their
 * CPU depends on the rate, not on the cost of a request; so are plans, whose workers are mostly idle.
 */
export function analyseClientTax(trials: readonly TrialResult[]): ClientTax[] {
  const usable = trials.filter(
    (trial) => trial.status === 'completed' && !isOpen(trial) && trial.plan === null,
  );
  const byCell = Map.groupBy(usable, (trial) => describeCell(trial.cell));
  return [...byCell.values()].flatMap((raw) => {
    const cell = raw[0]?.cell;
    if (cell?.client !== 'raw') return [];
    const library = byCell.get(describeCell({ ...cell, client: 'library' }));
    return library ? compare(cell, microseconds(raw), microseconds(library)) : [];
  });
}

/** Mean per request over the trials with ended requests; null without any. */
function microseconds(trials: readonly TrialResult[]): number | null {
  const figures = trials.flatMap(({ client, requests }) => {
    const ended = requests.ok + requests.failed;
    return ended === 0 ? [] : [(1e6 * client.cpuSeconds) / ended];
  });
  return figures.length === 0 ? null : mean(figures);
}

function compare(cell: Cell, rawUs: number | null, libraryUs: number | null): ClientTax[] {
  if (rawUs === null || libraryUs === null || rawUs <= 0) return [];
  return [{ cell, rawUs, libraryUs, taxUs: libraryUs - rawUs, times: libraryUs / rawUs }];
}
