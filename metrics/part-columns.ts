import type { PartResult, TrialResult } from '../contracts/measurement.ts';
import type { Column } from './columns.ts';
import { shareColumns, trialColumnsOf } from './share-columns.ts';

/** A request of a mix, or a step of a flow, with its trial. */
export interface PartRow {
  readonly trial: TrialResult;
  readonly part: PartResult;
}

/** Title of these tables. */
export const partsTitle = 'Requests of mixes and flows';

/** All parts of some trials, in the order of execution. */
export function partRows(trials: readonly TrialResult[]): PartRow[] {
  return trials.flatMap((trial) => (trial.parts ?? []).map((part) => ({ trial, part })));
}

/** Columns of their metrics, and of their cells if there are several trials. */
export function partColumns(rows: readonly PartRow[]): Column<PartRow>[] {
  return [
    ...trialColumnsOf(rows, ({ trial }) => trial),
    { id: 'request', header: 'Request', value: ({ part }) => part.name },
    ...shareColumns<PartRow>(({ part }) => part),
  ];
}
