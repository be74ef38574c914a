import type { PartResult, TrialResult } from '../contracts/measurement.ts';
import type { Column } from './columns.ts';
import { shareColumns, trialColumnsOf } from './share-columns.ts';

/** A request of a mix, or a step of a flow, with the trial that it is of. */
export interface PartRow {
  readonly trial: TrialResult;
  readonly part: PartResult;
}

/** What such tables are called. */
export const partsTitle = 'Requests of mixes and flows';

/** All of some trials, in the order in which they ran. */
export function partRows(trials: readonly TrialResult[]): PartRow[] {
  return trials.flatMap((trial) => (trial.parts ?? []).map((part) => ({ trial, part })));
}

/** Columns of their figures, and of their cells where they are of several trials. */
export function partColumns(rows: readonly PartRow[]): Column<PartRow>[] {
  return [
    ...trialColumnsOf(rows, ({ trial }) => trial),
    { id: 'request', header: 'Request', value: ({ part }) => part.name },
    ...shareColumns<PartRow>(({ part }) => part),
  ];
}
