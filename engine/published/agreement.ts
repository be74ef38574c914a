import {
  type Agreement,
  agreementWords,
  type PublishedMarkKind,
  publishedEqual,
  singleTrialReach,
} from '../../contracts/published.ts';
import { intervalDecimals, plainRatio } from '../../figures/ratios.ts';

/** Our ratio; `interval` is null with fewer than two trials on a side. */
export interface OurRatio {
  readonly times: number;
  readonly interval: { readonly low: number; readonly high: number } | null;
}

/** -1, 0 or 1: on which side of equal the published ratio is. */
function directionOf(published: number): number {
  return Math.abs(Math.log(published)) < Math.log(1 + publishedEqual)
    ? 0
    : Math.sign(Math.log(published));
}

/** The same of ours; undefined where one trial each is too little to say. */
function ourDirection({ times, interval }: OurRatio): number | undefined {
  if (interval) {
    if (interval.low <= 1 && interval.high >= 1) return 0;
    return Math.sign(Math.log(times));
  }
  const far = Math.abs(Math.log(times)) > Math.log(1 + singleTrialReach);
  return far ? Math.sign(Math.log(times)) : undefined;
}

/**
 * Whether two ratios point the same way. Where the published figures are equal, ours agree when they show
 * no difference.
 */
export function agreementOf(published: number, ours: OurRatio | null): Agreement {
  if (!ours || !(ours.times > 0) || !(published > 0)) return 'untold';
  const direction = ourDirection(ours);
  if (direction === undefined) return 'untold';
  if (direction === directionOf(published)) return 'agrees';
  return direction === 0 ? 'undetected' : 'disagrees';
}

const markWords: Readonly<Record<PublishedMarkKind, string>> = {
  capped: 'a published figure is capped',
  borrowed: 'a published figure is borrowed',
  misprint: 'a published figure is misprinted',
  doubtful: 'a published figure is doubtful',
};

interface PairFacts {
  /** As words name what is compared: other, baseline. */
  readonly names: readonly [other: string, baseline: string];
  readonly published: number;
  readonly ours: OurRatio | null;
  readonly agreement: Agreement;
  readonly marks: readonly PublishedMarkKind[];
}

/** The pair in a sentence. */
export function pairWords({ names, published, ours, agreement, marks }: PairFacts): string {
  const [other, baseline] = names;
  const what = `${other} ÷ ${baseline}: ${plainRatio(published)} published`;
  if (!ours) return `${what}; this run has no figures for it.`;
  const factor = ours.times / published;
  const parts = [
    `${what}, ${oursWords(ours)} here`,
    agreementWords[agreement] + reasonWords(published, ours, agreement),
    ...(factor > 0 ? [`the ratios differ by a factor of ${plainRatio(factorUp(factor))}`] : []),
    ...marks.map((mark) => markWords[mark]),
  ];
  return `${parts.join('; ')}.`;
}

function oursWords({ times, interval }: OurRatio): string {
  if (!interval) return `${plainRatio(times)} (one trial each)`;
  const decimals = intervalDecimals(interval);
  return `${plainRatio(times)} (${interval.low.toFixed(decimals)} to ${interval.high.toFixed(decimals)})`;
}

function reasonWords(published: number, ours: OurRatio, agreement: Agreement): string {
  if (agreement === 'untold') return ' from one trial each that are this close';
  if (agreement === 'agrees' && directionOf(published) === 0) return ': neither shows a difference';
  if (agreement === 'disagrees' && directionOf(published) === 0) {
    return ': the published figures are equal, ours are not';
  }
  return ours.interval || agreement === 'undetected' ? '' : ' in direction';
}

/** How far apart two ratios are, whichever is the larger. */
export function factorUp(factor: number): number {
  return factor >= 1 ? factor : 1 / factor;
}
