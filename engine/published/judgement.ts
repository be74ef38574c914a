import {
  type PublishedMarkKind,
  publishedEqual,
  singleTrialReach,
} from '../../contracts/published.ts';
import {
  type Direction,
  directionWords,
  type PublishedReach,
  type PublishedTrust,
  publishedReachWords,
} from '../../contracts/published-judgement.ts';
import { intervalText } from '../../metrics/comparisons.ts';
import { plainRatio } from '../../metrics/ratios.ts';

/** Our ratio; `interval` is null with fewer than two trials on a side. */
export interface OurRatio {
  readonly times: number;
  readonly interval: { readonly low: number; readonly high: number } | null;
}

/** -1, 0 or 1: whether a published ratio is below, at or above 1. */
export function publishedSide(published: number): number {
  return Math.abs(Math.log(published)) < Math.log(1 + publishedEqual)
    ? 0
    : Math.sign(Math.log(published));
}

/** Whether ours points where the published ratio does. Only an interval decides; single trials lean. */
export function directionOf(published: number, ours: OurRatio | null): Direction {
  if (!ours || !(ours.times > 0) || !(published > 0)) return 'untold';
  const theirs = publishedSide(published);
  const side = Math.sign(Math.log(ours.times));
  if (ours.interval) {
    if (ours.interval.low <= 1 && ours.interval.high >= 1) return 'undetected';
    if (theirs === 0) return 'only-here';
    return side === theirs ? 'same' : 'opposite';
  }
  const isFar = Math.abs(Math.log(ours.times)) > Math.log(1 + singleTrialReach);
  if (!isFar || theirs === 0) return 'untold';
  return side === theirs ? 'leans-same' : 'leans-opposite';
}

/** Whether the published ratio lies in our interval. */
export function reachOf(published: number, ours: OurRatio | null): PublishedReach {
  if (!ours?.interval) return 'untold';
  const { low, high } = ours.interval;
  return published >= low && published <= high ? 'within' : 'outside';
}

const markWords: Readonly<Record<PublishedMarkKind, string>> = {
  capped: 'a published figure is capped',
  borrowed: 'a published figure is borrowed',
  misprint: 'a published figure is misprinted',
  doubtful: 'a published figure is doubtful',
};

interface PairFacts {
  /** Names of the compared levels: other, baseline. */
  readonly names: readonly [other: string, baseline: string];
  readonly published: number;
  readonly ours: OurRatio | null;
  readonly direction: Direction;
  readonly size: PublishedReach;
  readonly trust: PublishedTrust | null;
  readonly decision: string | null;
  readonly marks: readonly PublishedMarkKind[];
}

/** The pair in a sentence. */
export function pairWords(pair: PairFacts): string {
  const { names, published, ours, direction, trust, decision, marks } = pair;
  const what = `${names.join(' ÷ ')}: ${plainRatio(published)} published${decision ? ` (${decision})` : ''}`;
  if (!ours) return `${what}; this run has no figures for it.`;
  const parts = [
    `${what}, ${oursWords(ours)} here`,
    directionWords[direction] + directionReason(published, ours, direction),
    ...apartWords(pair),
    ...(trust && !trust.sound ? [`in doubt: ${trust.doubts.join(', ')}`] : []),
    ...marks.map((mark) => markWords[mark]),
  ];
  return `${parts.join('; ')}.`;
}

/** `0.5 (0.45 to 0.55)`, or what one trial on a side gives. */
function oursWords({ times, interval }: OurRatio): string {
  if (!interval) return `${plainRatio(times)} (no interval)`;
  return `${plainRatio(times)} (${intervalText({ interval })})`;
}

function directionReason(published: number, { interval }: OurRatio, direction: Direction): string {
  if (direction === 'leans-same' || direction === 'leans-opposite') {
    return ', which is not shown without an interval';
  }
  if (direction === 'untold' && !interval) return ' without an interval';
  if (direction === 'undetected' && publishedSide(published) === 0) {
    return ' here either, which does not show that there is none';
  }
  return '';
}

/** How far apart two ratios are, whichever is the larger, and where the published one lies. */
function apartWords({ published, ours, size, direction }: PairFacts): string[] {
  if (!ours || !(ours.times > 0)) return [];
  const factor = factorUp(ours.times / published);
  const apart = `${plainRatio(factor)} times apart in size`;
  if (size === 'untold') return [apart];
  return [`${apart}, the published ratio ${publishedReachWords(size, direction)}`];
}

function factorUp(factor: number): number {
  return factor >= 1 ? factor : 1 / factor;
}
