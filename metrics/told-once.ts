import type { TrialResult } from '../contracts/measurement.ts';

/** A sentence about a trial. */
export interface SaidOfTrial {
  readonly trial: TrialResult;
  readonly text: string;
  /** What makes it the same as others; left out: its words, whatever its figures. */
  readonly kind?: string;
}

const alikeIn = (text: string) => text.replace(/\d[\d,.]*/g, '#');

/**
 * Each kind of sentence once, in the words of the first trial it is said of, and of how many it is said.
 * @param name of a trial.
 * @param planned trials of the run that the sentences are about.
 */
export function saidOnce(
  said: readonly SaidOfTrial[],
  name: (trial: TrialResult) => string,
  planned: number,
): string[] {
  const kinds = new Map<string, { first: SaidOfTrial; trials: Set<TrialResult> }>();
  for (const one of said) {
    const kind = one.kind ?? alikeIn(one.text);
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
