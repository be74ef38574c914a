import type { PublishedPair } from '../../contracts/published.ts';
import {
  type Direction,
  directions,
  type PublishedTally,
} from '../../contracts/published-judgement.ts';
import { countOf } from '../../metrics/format.ts';

type Judged = Pick<PublishedPair, 'ours' | 'direction' | 'size' | 'trust'>;

function directionCounts(pairs: readonly Judged[]): Record<Direction, number> {
  const count = (one: Direction) => pairs.filter(({ direction }) => direction === one).length;
  return Object.fromEntries(directions.map((one) => [one, count(one)])) as Record<
    Direction,
    number
  >;
}

/** Numbers of ratios by verdict. */
export function tallyOf(pairs: readonly Judged[]): PublishedTally {
  const measured = pairs.filter(({ ours }) => ours !== null);
  const within = measured.filter(({ size }) => size === 'within');
  const sound = measured.filter(({ trust }) => trust?.sound);
  return {
    ratios: pairs.length,
    measured: measured.length,
    directions: directionCounts(measured),
    sound: directionCounts(sound),
    within: within.length,
    withinWide: within.filter(({ direction }) => direction === 'undetected').length,
    outside: measured.filter(({ size }) => size === 'outside').length,
    inDoubt: measured.length - sound.length,
  };
}

/** The sum of the tallies of several tables or runs. */
export function addTallies(all: readonly PublishedTally[]): PublishedTally {
  const sum = (of: (one: PublishedTally) => number) =>
    all.reduce((total, one) => total + of(one), 0);
  const counts = (of: (one: PublishedTally) => PublishedTally['directions']) =>
    Object.fromEntries(
      directions.map((direction) => [direction, sum((one) => of(one)[direction])]),
    ) as PublishedTally['directions'];
  return {
    ratios: sum(({ ratios }) => ratios),
    measured: sum(({ measured }) => measured),
    directions: counts((one) => one.directions),
    sound: counts((one) => one.sound),
    within: sum(({ within }) => within),
    withinWide: sum(({ withinWide }) => withinWide),
    outside: sum(({ outside }) => outside),
    inDoubt: sum(({ inDoubt }) => inDoubt),
  };
}

/** A tally in sentences: direction, size and trust. @param whose owner of the values, with its verb. */
export function tallyWords(tally: PublishedTally, whose = 'This run has'): string {
  const { ratios, measured } = tally;
  if (ratios === 0) return 'There is nothing to compare.';
  const first = `${whose} figures for ${measured} of ${countOf(ratios, 'published ratio')}.`;
  if (measured === 0) return first;
  return [first, directionSentence(tally), ...sizeSentence(tally), trustSentence(tally)].join(' ');
}

function directionSentence({ directions: of }: PublishedTally): string {
  const alone = of['leans-same'] + of['leans-opposite'] + of.untold;
  const verdicts = [
    [of.same, 'points', 'point', 'the same way'],
    [of.opposite, 'points', 'point', 'the opposite way'],
    [of['only-here'], 'differs', 'differ', 'only here'],
    [of.undetected, 'shows', 'show', 'no detectable difference'],
    [alone, 'has', 'have', `no interval and so no direction${leaningWords(of)}`],
  ] as const;
  const parts = verdicts.flatMap(([count, one, many, what]) =>
    count === 0 ? [] : [`${countOf(count, one, many)} ${what}`],
  );
  return `Of ours, ${parts.join(', ')}.`;
}

/** Where values without an interval lie. */
function leaningWords(of: PublishedTally['directions']): string {
  const parts = [
    ...(of['leans-same'] > 0 ? [`${of['leans-same']} on the same side`] : []),
    ...(of['leans-opposite'] > 0 ? [`${of['leans-opposite']} on the other side`] : []),
  ];
  return parts.length > 0 ? ` (${parts.join(', ')})` : '';
}

function sizeSentence({ within, withinWide, outside }: PublishedTally): string[] {
  const all = within + outside;
  if (all === 0) return [];
  const wide =
    withinWide > 0
      ? `, ${withinWide} of them in one so wide that it also includes no difference`
      : '';
  return [
    `In size, ${within} of ${countOf(all, 'published ratio')} ${within === 1 ? 'lies' : 'lie'} in our interval${wide}.`,
  ];
}

function trustSentence({ measured, inDoubt }: PublishedTally): string {
  if (inDoubt === 0) return 'None of our figures are in doubt.';
  if (inDoubt === measured) return 'All of our figures are in doubt.';
  return `${inDoubt} of ours ${inDoubt === 1 ? 'is' : 'are'} in doubt.`;
}
