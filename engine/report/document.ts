import type { TrialResult } from '../../contracts/measurement.ts';
import { type ResultDocument, type RunHead, resultFormat } from '../../contracts/result.ts';
import { analyse } from './analysis.ts';
import { orderedRun } from './comparisons.ts';
import { findingOf } from './finding/finding.ts';
import { sameWorkIn } from './same-work/of-run.ts';

/**
 * The whole result of a run as one document, in execution order.
 * @param overrides saturation levels set by hand, by the id of the trial.
 */
export function buildDocument(
  head: RunHead,
  trials: TrialResult[],
  overrides?: ReadonlyMap<string, number>,
): ResultDocument {
  const inOrder = trials.toSorted((a, b) => a.index - b.index);
  const run = orderedRun(head.experiment, inOrder);
  const analysis = analyse(run, overrides);
  const { finding, works } = findingOf(head, run, analysis.saturation);
  return {
    format: resultFormat,
    run: head,
    trials: inOrder,
    analysis: { ...analysis, finding, sameWork: sameWorkIn(run, works, analysis.comparisons) },
  };
}

/** The document as text, for programs. */
export function toJson(document: ResultDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
