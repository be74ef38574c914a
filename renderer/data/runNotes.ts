import type { TrialResult } from '../../contracts/measurement.ts';
import { groupBy } from './group.ts';
import { trialWords } from './trialWords.ts';

/** Notes that say the same but for their figures. */
const alikeIn = (note: string) => note.replace(/\d[\d,.]*/g, '#');

/**
 * The notes of a run's trials, each kind once: with one of its trials as the example, and how many
 * have one. The table of all trials has every note in full.
 */
export function runNotes(trials: readonly TrialResult[]): string[] {
  const noted = trials.flatMap((trial) => trial.notes.map((note) => ({ trial, note })));
  return [...groupBy(noted, ({ note }) => alikeIn(note)).values()].flatMap((alike) => {
    const [first] = alike;
    if (!first) return [];
    const name = trialWords(first.trial, trials);
    if (alike.length === 1) return [`${name}: ${first.note}`];
    return [`${alike.length} of ${trials.length} trials, such as ${name}: ${first.note}`];
  });
}
