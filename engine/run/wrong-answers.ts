import type { ErrorReport } from '../../contracts/errors.ts';
import type { CheckedAnswers, ErrorCount } from '../../contracts/measurement.ts';
import { type Work, workWords } from '../../contracts/work.ts';
import { formatCount, roughShare } from '../../metrics/format.ts';
import { proportionOf } from '../stats/proportion.ts';

/**
 * A trial fails when more of its answers are wrong than this, 0–1. From there on all that lies beyond p99 may
 * be wrong answers, so that the percentiles no longer speak of the service that was asked for.
 */
const toleratedWrong = 0.01;

/** What was compared in the window of a trial. */
export interface ComparedAnswers {
  readonly checked: CheckedAnswers;
  /** Answers with their protocol's mark of success, compared or not. */
  readonly answered: number;
  /** Of the first wrong answer. */
  readonly message: string | null;
  readonly counts: Work;
}

/** Answers with their protocol's mark of success that were found wrong, by their content or by their size. */
export function mismatchesIn(errors: readonly ErrorCount[]): number {
  return errors.reduce((sum, { kind, count }) => sum + (kind === 'mismatch' ? count : 0), 0);
}

/** Share of wrong answers among all that came; an estimate where not all were compared. 0 where none was. */
export function wrongShareOf({ answers, wrong }: CheckedAnswers): number {
  return answers > 0 ? wrong / answers : 0;
}

/**
 * Why wrong answers fail a trial; null while they may be 1 % of all or fewer. Of a sample the whole 95 %
 * interval has to lie beyond that, so that no trial fails by the chance of what was looked at.
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

/** Wrong answers of a trial that goes through with them, in a sentence; null when there is none. */
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
