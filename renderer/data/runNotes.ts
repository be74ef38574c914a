import type { TrialResult } from '../../contracts/measurement.ts';
import { distinctSentences } from '../../metrics/distinct-sentences.ts';
import { trialWords } from './trialWords.ts';

/**
 * The notes of a run's trials, each kind once: with one of its trials as the example, and how many
 * have one. The table of all trials has every note in full.
 */
export function runNotes(trials: readonly TrialResult[]): string[] {
  const said = trials.flatMap((trial) => trial.notes.map((text) => ({ trial, text })));
  return distinctSentences(said, (trial) => trialWords(trial, trials), trials.length);
}
