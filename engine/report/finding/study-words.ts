import type { TrialResult } from '../../../contracts/measurement.ts';
import type { PublishedTally } from '../../../contracts/published-judgement.ts';
import type { RunHead } from '../../../contracts/result.ts';
import { countOf, inSeries } from '../../../metrics/format.ts';
import { publishedOfRun } from '../../published/compare.ts';
import type { SaturationFound } from '../saturation.ts';

/**
 * Sentence that compares a run with the study of its experiment: direction, size and trust separately, with the
 * counts of the published comparison. Empty without a study, or without a result to compare.
 */
export function describeStudy(
  run: RunHead,
  trials: readonly TrialResult[],
  saturation: readonly SaturationFound[],
): string[] {
  const found = publishedOfRun({ run, trials, analysis: { saturation } });
  if (!found || found.tally.measured === 0) return [];
  return [studyWords(found.study.label, found.tally)];
}

/** `beside KTH 2024, of 12 published ratios 9 point the same way here and 1 the opposite way; …` */
function studyWords(label: string, tally: PublishedTally): string {
  return [`beside ${label}, ${directionWords(tally)}`, ...sizeWords(tally), trustWords(tally)].join(
    '; ',
  );
}

function directionWords({ measured, directions: of }: PublishedTally): string {
  const all = countOf(measured, 'published ratio');
  const untold = of['leans-same'] + of['leans-opposite'] + of.untold;
  if (untold === measured) {
    return measured === 1
      ? 'the one ratio has no interval here and so no direction'
      : `none of ${all} has an interval here, so none has a direction`;
  }
  const counts = [
    [of.same, 'points', 'point', 'the same way here'],
    [of.opposite, 'points', 'point', 'the opposite way'],
    [of['only-here'], 'differs', 'differ', 'only here'],
    [of.undetected, 'shows', 'show', 'no detectable difference here'],
    [untold, 'has', 'have', 'no interval'],
  ] as const;
  const parts = counts.flatMap(([count, one, many, what]) => {
    const who = count === measured ? (count === 1 ? 'the one ratio' : `all ${all}`) : count;
    return count === 0 ? [] : [`${who} ${count === 1 ? one : many} ${what}`];
  });
  return `${parts.length > 1 ? `of ${all} ` : ''}${inSeries(parts)}`;
}

/** Whether our interval includes the published ratio; this means little where it includes 1 as well. */
function sizeWords({ within, withinWide, outside }: PublishedTally): string[] {
  const all = within + outside;
  if (all === 0) return [];
  const which = withinWide === within ? 'all' : String(withinWide);
  const wide =
    withinWide === 0 ? '' : `, ${which} of them so wide that it includes no difference as well`;
  return [`our interval includes the published ratio in ${within} of ${all}${wide}`];
}

function trustWords({ measured, inDoubt }: PublishedTally): string {
  if (inDoubt === 0) return 'none of our figures are in doubt';
  return inDoubt === measured
    ? 'all of our figures are in doubt, so this neither confirms nor contradicts the study'
    : `${inDoubt} of ours ${inDoubt === 1 ? 'is' : 'are'} in doubt`;
}
