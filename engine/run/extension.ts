import { WirebenchError } from '../../contracts/errors.ts';
import type { Load } from '../../contracts/experiment/load.ts';
import { groupDigits, shortDigits } from '../../metrics/format.ts';

/** A window with less time left may close in a worker before the extension arrives. */
export const extensionMarginMs = 1000;

/** Sentence about why trials of a load cannot be extended; null when they can. */
export function whyNotExtendable(load: Load): string | null {
  switch (load.model) {
    case 'closed':
    case 'open':
      return load.duration !== undefined
        ? null
        : 'This load ends after a number of requests, not after a time, so it cannot be extended.';
    case 'ramp':
      return 'A ramp ends at its highest level: if extended, it would be a different ramp.';
    case 'steps':
      return 'All steps have the same length: an extended one could not be compared with the others.';
    case 'stages':
      return 'The stages have set lengths: if extended, this would be a different load.';
    case 'plan':
      return 'This load ends after a number of iterations, not after a time, so it cannot be extended.';
    case 'search':
      return 'A search ends when it has found its level: extended rounds could not be compared with the others.';
  }
}

export function notExtendable(why: string): WirebenchError {
  return new WirebenchError('TRIAL_NOT_EXTENDABLE', why);
}

/**
 * Notes about an extension in the result.
 * @param endsApart seconds between the first and last end of the workers’ windows.
 */
export function extensionNotes(load: Load, addedMs: number, endsApart: number): string[] {
  if (addedMs === 0) return [];
  const plannedMs = ('duration' in load ? load.duration : undefined) ?? 0;
  const seconds = (ms: number) => `${shortDigits(ms / 1000, 3)} s`;
  const note = `The measured window was extended by ${seconds(addedMs)} while it was open, from ${seconds(plannedMs)} to ${seconds(plannedMs + addedMs)}.`;
  if (endsApart < 1) return [note];
  const late = `A load worker received the extension too late: it ended ${groupDigits(endsApart, 1)} s before the others, so the load was smaller from then on.`;
  return [note, late];
}
