import type { ErrorReport } from '../../contracts/errors.ts';
import type { CheckedAnswers, ErrorCount } from '../../contracts/measurement.ts';
import { type Work, workWords } from '../../contracts/work.ts';
import { formatCount, roughShare } from '../../metrics/format.ts';
import { proportionOf } from '../stats/proportion.ts';

/**
 * A trial fails when a larger share of its answers is wrong, 0–1. Beyond it, everything above p99 may
 * be wrong answers, so that the percentiles no longer describe the expected service.
 */
const toleratedWrong = 0.01;

/** Verified answers in the window of a trial. */
export interface ComparedAnswers {
  readonly checked: CheckedAnswers;
  /** Answers that are successful in their protocol, verified or not. */
  readonly answered: number;
  /** Message of the first wrong answer. */
  readonly message: string | null;
  readonly counts: Work;
}

/** Answers that are successful in their protocol but wrong by content or size. */
export function mismatchesIn(errors: readonly ErrorCount[]): number {
  return errors.reduce((sum, { kind, count }) => sum + (kind === 'mismatch' ? count : 0), 0);
}

/** Share of wrong answers among all received; an estimate where not all were verified. 0 where none was. */
export function wrongShareOf({ answers, wrong }: CheckedAnswers): number {
  return answers > 0 ? wrong / answers : 0;
}

/**
 * Why wrong answers fail a trial; null while they may be 1 % of all or fewer. For a sample, the whole 95 %
 * interval must lie above that, so that no trial fails by the chance of sampling.
 */
export function tooManyWrong(comparison: ComparedAnswers): ErrorReport | null {
  const { checked, message } = comparison;
  if (checked.wrong === 0) return null;
  const { share, low } = proportionOf(checked.wrong, checked.answers);
  if ((isCensus(comparison) ? share : low) <= toleratedWrong) return null;
  return {
    code: 'ANSWERS_WRONG',
    message: `${wrongWords(comparison)} The first: ${message ?? 'unknown'}`,
    hint: 'Check that the target is the expected service and has the expected data; verify: none accepts every answer.',
  };
}

/** Sentence about the wrong answers of a trial that does not fail; null without any. */
export function wrongNote(comparison: ComparedAnswers): string | null {
  if (comparison.checked.wrong === 0) return null;
  const rest = isCensus(comparison) ? '' : ' Answers that were not checked count as successful.';
  return `${wrongWords(comparison)}${rest}`;
}

const isCensus = ({ checked, answered }: ComparedAnswers) => checked.answers >= answered;

function wrongWords(comparison: ComparedAnswers): string {
  const { checked, counts, answered } = comparison;
  const { answers, wrong } = checked;
  const { share, low, high } = proportionOf(wrong, answers);
  const ofThem = `${formatCount(wrong)} of ${formatCount(answers)}`;
  if (counts === 'iterations') {
    return `${roughShare(share)} of the ${workWords[counts].many} got a wrong answer (${ofThem}).`;
  }
  if (isCensus(comparison)) return `${roughShare(share)} of the answers are wrong (${ofThem}).`;
  const interval = `95 % interval ${roughShare(low)} to ${roughShare(high)}`;
  return `${roughShare(share)} of the checked answers are wrong (${ofThem}, ${interval}; ${formatCount(answered)} received).`;
}
