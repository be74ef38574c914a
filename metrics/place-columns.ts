import type { PlaceResult, TrialResult } from '../contracts/measurement.ts';
import { type Column, numbers } from './columns.ts';
import { formatCount } from './format.ts';
import { shareColumns, trialColumnsOf } from './share-columns.ts';

/** A place whose machines generated a part of the load, with its trial. */
export interface PlaceRow {
  readonly trial: TrialResult;
  readonly place: PlaceResult;
}

/** Title of these tables. */
export const placesTitle = 'Places';

/** All places of some trials, in the order of execution; empty if the load came from one place. */
export function placeRows(trials: readonly TrialResult[]): PlaceRow[] {
  return trials.flatMap((trial) => (trial.places ?? []).map((place) => ({ trial, place })));
}

/** Name of a place; a dash for machines without a known one. */
export const placeName = (name: string | null | undefined) => name ?? '–';

/** Columns of their metrics, and of their cells if there are several trials. */
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
