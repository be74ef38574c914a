import type { TrialResult } from '../contracts/measurement.ts';

/** A sentence about a trial. */
export interface TrialSentence {
  readonly trial: TrialResult;
  readonly text: string;
  /** Key that identifies equal sentences; defaults to the text without its numbers. */
  readonly kind?: string;
}

const withoutNumbers = (text: string) => text.replace(/\d[\d,.]*/g, '#');

/**
 * Each kind of sentence once, in the words of the first trial with it, plus the number of trials with it.
 * @param name of a trial.
 * @param planned trials of the run that the sentences are about.
 */
export function distinctSentences(
  sentences: readonly TrialSentence[],
  name: (trial: TrialResult) => string,
  planned: number,
): string[] {
  const kinds = new Map<string, { first: TrialSentence; trials: Set<TrialResult> }>();
  for (const one of sentences) {
    const kind = one.kind ?? withoutNumbers(one.text);
    const known = kinds.get(kind);
    if (known) known.trials.add(one.trial);
    else kinds.set(kind, { first: one, trials: new Set([one.trial]) });
  }
  return [...kinds.values()].map(({ first: { trial, text }, trials }) =>
    trials.size === 1
      ? `${name(trial)}: ${text}`
      : `${trials.size} of ${planned} trials, such as ${name(trial)}: ${text}`,
  );
}
