import type { TrialResult } from '../../../contracts/measurement.ts';
import { machineColumns, machineRows } from '../../../metrics/machine-columns.ts';
import { partColumns, partRows } from '../../../metrics/part-columns.ts';
import { placeColumns, placeRows } from '../../../metrics/place-columns.ts';
import { watchedColumns, watchedGaps, watchedRows } from '../../../metrics/watched-columns.ts';
import { terminalColumns } from './columns.ts';
import { drawTable, printable } from './table.ts';

/** The requests of mixes and the steps of flows as a table; empty where there are none. */
export function drawParts(trials: readonly TrialResult[]): string {
  const rows = partRows(trials);
  return rows.length === 0 ? '' : drawTable(terminalColumns(partColumns(rows)), rows);
}

/** The contribution of each machine as a table; empty where only this one generated the load. */
export function drawMachines(trials: readonly TrialResult[]): string {
  const rows = machineRows(trials);
  return rows.length === 0 ? '' : drawTable(terminalColumns(machineColumns(rows)), rows);
}

/** The contribution of each place as a table; empty where the load came from one place. */
export function drawPlaces(trials: readonly TrialResult[]): string {
  const rows = placeRows(trials);
  return rows.length === 0 ? '' : drawTable(terminalColumns(placeColumns(rows)), rows);
}

/** Metrics of watched machines next to the service as a table; empty where none was watched. */
export function drawWatched(trials: readonly TrialResult[]): string {
  const rows = watchedRows(trials);
  if (rows.length === 0) return '';
  const gaps = watchedGaps(trials).map((sentence) => `${printable(sentence)}\n`);
  return [drawTable(terminalColumns(watchedColumns(rows)), rows), ...gaps].join('');
}
