/** What there is to keep in mind of a run, from several places that may say the same. */
interface Sources {
  /** Limits of the finding. */
  readonly limits: readonly string[];
  /** Of the run, such as the advice before its start. */
  readonly warnings: readonly string[];
  /** Of its trials. */
  readonly notes: readonly string[];
  /** Whether the finding says that client and service shared cores, with what to do about it. */
  readonly saysShared: boolean;
  /** Whether it is said elsewhere how many trials have figures. */
  readonly saysMissing: boolean;
}

/** Said with more detail elsewhere on the page: which trials missed a threshold. */
const elsewhere = /^Threshold .* (?:missed by|has no verdict in) /;
const shared = /^Client and service share /;
const missing = /^\d+ of \d+ trials? did not complete/;

/** Sentences that say the same before and after a run; the first one is kept. */
const topics: readonly RegExp[] = [/^Each cell (was measured|runs) once/];

/** The limits of a finding that no other part of the page says with more detail. */
export function ownLimits(limits: readonly string[]): readonly string[] {
  return limits.filter((limit) => !elsewhere.test(limit));
}

/** The cautions of a run, each once, the most important first. */
export function cautions(sources: Sources): string[] {
  const { limits, warnings, notes, saysShared, saysMissing } = sources;
  const kept: string[] = [];
  for (const text of [...limits, ...warnings, ...notes]) {
    if (elsewhere.test(text)) continue;
    if (saysShared && shared.test(text)) continue;
    if (saysMissing && missing.test(text)) continue;
    const topic = topics.find((one) => one.test(text));
    // A note of a trial begins with its name.
    const isKnown = kept.some((one) => topic?.test(one) || text.endsWith(one));
    if (!isKnown) kept.push(text);
  }
  return kept;
}
