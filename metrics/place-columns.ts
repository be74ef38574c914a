import type { PlaceResult, TrialResult } from '../contracts/measurement.ts';
import { type Column, numbers } from './columns.ts';
import { formatCount } from './format.ts';
import { shareColumns, trialColumnsOf } from './share-columns.ts';

/** A place whose machines generated a part of the load, with the trial that it is of. */
export interface PlaceRow {
  readonly trial: TrialResult;
  readonly place: PlaceResult;
}

/** What such tables are called. */
export const placesTitle = 'Places';

/** All of some trials, in the order in which they ran; none where the load came from one place. */
export function placeRows(trials: readonly TrialResult[]): PlaceRow[] {
  return trials.flatMap((trial) => (trial.places ?? []).map((place) => ({ trial, place })));
}

/** What a place is called; of machines of which nobody said where they are, a dash. */
export const placeName = (name: string | null | undefined) => name ?? '–';

/** Columns of their figures, and of their cells where they are of several trials. */
export function placeColumns(rows: readonly PlaceRow[]): Column<PlaceRow>[] {
  return [
    ...trialColumnsOf(rows, ({ trial }) => trial),
    { id: 'place', header: 'Place', value: ({ place }) => placeName(place.name) },
    { id: 'machines', header: 'Machines', value: ({ place }) => place.machines.join(', ') },
    {
      id: 'workers',
      ...numbers<PlaceRow>('Workers', null, ({ place }) => place.workers, formatCount),
    },
    ...shareColumns<PlaceRow>(({ place }) => place),
  ];
}
