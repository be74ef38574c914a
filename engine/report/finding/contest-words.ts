import type { FactorName } from '../../../contracts/experiment/factors.ts';
import type { FindingEvidence } from '../../../contracts/result.ts';
import { intervalText } from '../../../metrics/comparisons.ts';
import { countOf, groupDigits, inSeries, threeDigits } from '../../../metrics/format.ts';
import { intervalDecimals } from '../../../metrics/ratios.ts';
import type { Contest, ContestField, ContestPair, Entrant } from './contests.ts';
import { type Measure, measuredText } from './measures.ts';

/** Sentences with the pairs of cells whose ratios they state. */
export interface Statement {
  readonly sentences: readonly string[];
  readonly pairs: readonly ContestPair[];
}

/** Maximum number of contests that are named; more are counted. */
export const maxNamed = 3;

/** Measure of contests, and number of tests that their correction covers. */
export interface Judging {
  readonly measure: Measure;
  readonly tests: number;
}

/**
 * The winner, the ratio and its certainty. Contests with the same kind of result share a sentence, so there are two
 * at most: one for decided contests, one for the others.
 */
export function describeContests(
  { contests, factor, tests }: ContestField,
  measure: Measure,
): Statement {
  const judging = { measure, tests };
  const outcomes = contests.map((contest) => standingOf(contest, measure));
  const described = outcomes.map((outcome) => describeOutcome(outcome, judging));
  const [only] = described;
  if (described.length === 1 && only) return { sentences: [only.words], pairs: only.pairs };
  if (described.length > maxNamed)
    return { sentences: [describeMany(outcomes, factor)], pairs: [] };
  const decided = described.filter(({ decided }) => decided);
  const open = described.filter(({ decided }) => !decided);
  return {
    sentences: [listed(decided), listed(open)].filter((text) => text !== ''),
    pairs: [...decided, ...open].flatMap(({ pairs }) => pairs),
  };
}

/** `for small, …; for large, …` */
function listed(outcomes: readonly DescribedOutcome[]): string {
  return outcomes.map(({ name, words }) => (name === '' ? words : `${name}, ${words}`)).join('; ');
}

/** `of 12 groups of cells that differ in protocol alone, gRPC is ahead in 5 and REST in 1; the winner is open in 6` */
function describeMany(outcomes: readonly ContestStanding[], factor: FactorName): string {
  const by = Map.groupBy(outcomes, verdictOf);
  const count = (verdict: Verdict) => by.get(verdict)?.length ?? 0;
  const all = `${outcomes.length} groups of cells that differ in ${factor} alone`;
  if (count('untold') === outcomes.length)
    return `none of ${all} has enough repetitions to tell which is ahead`;
  if (count('open') === outcomes.length) return `the winner is open in all ${all}`;
  if (count('alike') === outcomes.length)
    return `in none of ${all} does the best differ from the next by more than is worth mentioning`;
  const ahead = [...Map.groupBy(by.get('ahead') ?? [], ({ ranked }) => ranked[0]?.label ?? '')]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([label, own], index) => `${label}${index === 0 ? ' is ahead' : ''} in ${own.length}`);
  const parts = [
    ...(ahead.length > 0 ? [inSeries(ahead)] : []),
    ...(count('open') > 0 ? [`the winner is open in ${count('open')}`] : []),
    ...(count('alike') > 0
      ? [`the best do not differ by more than is worth mentioning in ${count('alike')}`]
      : []),
    ...(count('untold') > 0 ? [`there are too few repetitions to tell in ${count('untold')}`] : []),
    ...(count('alone') > 0 ? [`there is nothing to compare in ${count('alone')}`] : []),
  ];
  return `of ${all}, ${parts.join('; ')}`;
}

type Verdict = 'ahead' | 'open' | 'alike' | 'untold' | 'alone';

/** `ahead` where the best is certainly ahead of all others; `alike` where it has equals, and no pair is open. */
function verdictOf({ contest, ranked, leaders, judged }: ContestStanding): Verdict {
  const [best, ...equals] = leaders;
  if (ranked.length < 2) return 'alone';
  if (equals.length === 0) return 'ahead';
  if (!judged) return 'untold';
  const isAlike = (one: Entrant) => pairOf(contest, one, best)?.compared.finding === 'alike';
  return equals.every(isAlike) ? 'alike' : 'open';
}

/** Outcome of a contest. */
export interface ContestStanding {
  readonly contest: Contest;
  /** The entrants with values, the best first. */
  readonly ranked: readonly Entrant[];
  /** The best, and all that do not certainly differ from it. */
  readonly leaders: readonly Entrant[];
  /** Whether every pair has an interval. */
  readonly judged: boolean;
}

export function standingOf(contest: Contest, { better }: Measure): ContestStanding {
  const ranked = contest.entrants
    .filter(({ value }) => value !== null && value > 0)
    .toSorted((a, b) => better * ((b.value ?? 0) - (a.value ?? 0)));
  const isBeaten = (one: Entrant, by: Entrant | undefined) => {
    const pair = pairOf(contest, one, by);
    return pair?.compared.finding === 'different' && winnerOf(pair, better) === by;
  };
  // Cells with fewer repetitions met another machine: the repetitions that both have decide.
  for (const _each of ranked) {
    const [first] = ranked;
    const place = first ? ranked.findIndex((one) => isBeaten(first, one)) : -1;
    if (place < 0) break;
    ranked.unshift(...ranked.splice(place, 1));
  }
  const [best] = ranked;
  const leaders = ranked.filter((one) => one === best || !isBeaten(one, best));
  const judged = ranked.every(
    (one) => one === best || pairOf(contest, one, best)?.compared.interval !== null,
  );
  return { contest, ranked, leaders, judged };
}

/** The better one of a pair by its ratio. */
function winnerOf({ baseline, other, compared: { ratio } }: ContestPair, better: 1 | -1): Entrant {
  return better * ((ratio?.times ?? 1) - 1) > 0 ? other : baseline;
}

/** Whether a pair has been neither decided nor found to be alike. */
export const isOpenPair = ({ compared: { finding } }: ContestPair) =>
  finding !== 'different' && finding !== 'alike';

/** Whether any entrant is certainly ahead of another. */
export const isDecided = ({ leaders, ranked }: ContestStanding) => leaders.length < ranked.length;

export function pairOf(
  { pairs }: Contest,
  a: Entrant | undefined,
  b: Entrant | undefined,
): ContestPair | undefined {
  return pairs.find(
    ({ baseline, other }) => (baseline === a && other === b) || (baseline === b && other === a),
  );
}

interface DescribedOutcome {
  readonly name: string;
  readonly words: string;
  readonly pairs: readonly ContestPair[];
  readonly decided: boolean;
}

function describeOutcome(
  { contest, ranked, leaders, judged }: ContestStanding,
  judging: Judging,
): DescribedOutcome {
  const { name } = contest;
  const { measure } = judging;
  const [best, second] = ranked;
  const silent = contest.entrants.filter((one) => !ranked.includes(one));
  const without = silent.length > 0 ? `; ${fewOf(silent)} ${measure.silent}` : '';
  if (!best) return { name, words: 'no request was answered', pairs: [], decided: false };
  if (!second) {
    return { name, words: `only ${best.label} answered`, pairs: [], decided: false };
  }
  const compared = ranked.slice(1).flatMap((one) => pairOf(contest, one, best) ?? []);
  if (!judged && compared.every((pair) => pair.compared.interval === null)) {
    const words = unjudgedWords(ranked, measure);
    const pair = ranked.length === 2 ? pairOf(contest, best, second) : undefined;
    return { name, words: words + without, pairs: pair ? [pair] : [], decided: false };
  }
  const followers = compared.filter((pair) => !leaders.includes(otherThan(best, pair)));
  const open = compared.filter((pair) => leaders.includes(otherThan(best, pair)));
  const parts = [
    ...(followers.length > 0 ? [aheadWords(best, followers, measure)] : []),
    ...openWords(best, open, judging),
  ];
  return {
    name,
    words: parts.join('; ') + without,
    pairs: [...followers.slice(0, maxNamed), ...open.slice(0, maxNamed)],
    decided: followers.length > 0,
  };
}

function otherThan(one: Entrant, { baseline, other }: ContestPair): Entrant {
  return baseline === one ? other : baseline;
}

/** Without intervals: the values, and what it takes to compare them. */
function unjudgedWords(ranked: readonly Entrant[], measure: Measure): string {
  const ends = [ranked[0], ranked.at(-1)].flatMap((one) => one ?? []);
  const range = ends
    .toSorted((a, b) => (a.value ?? 0) - (b.value ?? 0))
    .map((one) => `${measuredText(one.value, measure)} (${one.label})`)
    .join(' to ');
  const [best] = ranked;
  return `${measure.name} ranges from ${range}; whether ${best?.label} is ${measure.ahead} cannot be said after ${repetitions(ranked)}`;
}

/**
 * `REST handles 5.1 times as many requests a second as gRPC (between 3.0 and 7.5) and 1.9 times as many as SOAP
 * (between 1.6 and 2.2)`
 */
function aheadWords(best: Entrant, followers: readonly ContestPair[], measure: Measure): string {
  const named = followers.slice(0, maxNamed).toReversed();
  const clauses = named.map((pair, index) => {
    const other = otherThan(best, pair);
    const { times, between } = advantage(best, pair, measure);
    const isOfValues = isRatioOfValues(pair);
    return `${ratioClaim(best, other, times, { measure, isFirst: index === 0, isOfValues })}${between}`;
  });
  const more = followers.length - named.length;
  const rest = more > 0 ? `; ${best.label} is ahead of ${more} more` : '';
  return inSeries(clauses) + rest;
}

/** Whether the values of both have the ratio of the pair, which is of the repetitions that both have. */
function isRatioOfValues({ baseline, other, compared: { ratio } }: ContestPair): boolean {
  const times = (other.value ?? 0) / (baseline.value ?? 0);
  return Math.abs(times / (ratio?.times ?? 0) - 1) < 0.005;
}

/** How much better one is than the other of a pair, as a ratio above 1 where it is. */
function advantage(best: Entrant, { baseline, compared }: ContestPair, { better }: Measure) {
  const { ratio, interval } = compared;
  // The ratio of a document is other ÷ baseline.
  const isInverse = (baseline === best) === (better === 1);
  const turn = (value: number) => (isInverse ? 1 / value : value);
  const ends = interval && [turn(interval.low), turn(interval.high)].sort((a, b) => a - b);
  const bounds = ends && { low: ends[0] ?? 0, high: ends[1] ?? 0 };
  const times = ratio ? timesDigits(turn(ratio.times), bounds) : '–';
  return {
    times,
    bounds,
    between: bounds
      ? ` (between ${intervalText({ interval: bounds }).replace(' to ', ' and ')})`
      : '',
  };
}

function ratioClaim(
  best: Entrant,
  other: Entrant,
  times: string,
  { measure, isFirst, isOfValues }: { measure: Measure; isFirst: boolean; isOfValues: boolean },
): string {
  const { shown, metric, name, handled } = measure;
  if (shown) {
    const [upper, lower] = [best, other].map(({ value }) => threeDigits(value));
    const start = `${best.label} ${shown.verb} ${upper} ${measure.rate} ${shown.where}, `;
    const than = isOfValues ? `the ${lower} of` : 'as many as';
    return `${isFirst ? start : ''}${times} times ${than} ${other.label}`;
  }
  if (metric === 'throughput') {
    return isFirst
      ? `${best.label} handles ${times} times as many ${handled} a second as ${other.label}`
      : `${times} times as many as ${other.label}`;
  }
  return isFirst
    ? `${best.label} is faster: ${name} of ${other.label} is ${times} times as long`
    : `that of ${other.label} ${times} times`;
}

/** An open interval whose ends are further apart than this, as a ratio, says nothing. */
const widest = 100;

/** Pairs that are not decided: those without a difference worth mentioning, and the open ones. */
function openWords(
  best: Entrant,
  pairs: readonly ContestPair[],
  { measure, tests }: Judging,
): string[] {
  const alike = pairs.filter(({ compared }) => compared.finding === 'alike');
  const open = pairs.filter((pair) => !alike.includes(pair));
  const equals = alike.map((pair) => otherThan(best, pair));
  const named = open.slice(0, maxNamed).map((pair) => {
    const { bounds } = advantage(best, pair, measure);
    const isWide = !bounds || bounds.high > widest * bounds.low;
    const range = isWide ? 'too few repetitions' : `${intervalText({ interval: bounds })} times`;
    const chance =
      pair.compared.finding === 'tentative' && !isWide
        ? `, which may be chance among ${countOf(tests, 'comparison')}`
        : '';
    return `${otherThan(best, pair).label} (${range}${chance})`;
  });
  const more = open.length - named.length;
  const others = inSeries([...named, ...(more > 0 ? [`${more} more`] : [])]);
  return [
    ...(equals.length === 1
      ? [`${fewOf([best, ...equals])} do not differ by more than is worth mentioning`]
      : []),
    ...(equals.length > 1
      ? [`${best.label} differs by no more than is worth mentioning from ${fewOf(equals)}`]
      : []),
    ...(open.length > 0
      ? [`it is open whether ${best.label} is ${measure.ahead} than ${others}`]
      : []),
  ];
}

/** A pair by itself: as in {@link aheadWords} where it is decided, otherwise what is open. */
export function describePair(pair: ContestPair, judging: Judging): string {
  const { measure } = judging;
  const { baseline, other, compared } = pair;
  const isDifferent = compared.finding === 'different';
  const best = isDifferent ? winnerOf(pair, measure.better) : betterOf(pair, measure);
  if (!compared.ratio) return `${other.label} and ${baseline.label} have no ratio`;
  if (compared.interval === null) return unjudgedWords([best, otherThan(best, pair)], measure);
  return isDifferent
    ? aheadWords(best, [pair], measure)
    : openWords(best, [pair], judging).join('; ');
}

function betterOf({ baseline, other }: ContestPair, { better }: Measure): Entrant {
  return better * ((other.value ?? 0) - (baseline.value ?? 0)) > 0 ? other : baseline;
}

/** The claim of a decided pair whose winner has just been named: `it handles 2.00 times as many …`. */
export function withoutName(words: string, { label }: Entrant): string {
  const faster = `${label} is faster: `;
  if (words.startsWith(faster)) return words.slice(faster.length);
  return words.startsWith(`${label} `) ? `it${words.slice(label.length)}` : words;
}

/** Same decimals as the interval, so that the two can be compared. */
export function timesDigits(times: number, interval: { low: number; high: number } | null): string {
  const decimals = [0.1, 10, 100].filter((bound) => times >= bound).length;
  return groupDigits(
    times,
    interval ? Math.max(3 - decimals, intervalDecimals(interval)) : 3 - decimals,
  );
}

export function repetitions(entrants: readonly Entrant[]): string {
  const counts = entrants.map(({ values }) => values.length);
  const [low, high] = [Math.min(...counts), Math.max(...counts)];
  return low === high ? countOf(low, 'repetition') : `${low} to ${high} repetitions`;
}

/** `gRPC, REST, SOAP and 2 more`; the tables have the values of all. */
function fewOf(entrants: readonly Entrant[]): string {
  const names = entrants.map(({ label }) => label);
  const rest = names.length - maxNamed;
  return inSeries(rest > 0 ? [...names.slice(0, maxNamed), `${rest} more`] : names);
}

/** A pair in the document. */
export function evidenceOf(
  { baseline, other, compared }: ContestPair,
  { metric }: Measure,
): FindingEvidence {
  const { ratio, interval, finding } = compared;
  return {
    metric,
    cell: other.cell,
    baseline: baseline.cell,
    trials: { cell: other.values.length, baseline: baseline.values.length },
    ratio,
    interval,
    finding,
  };
}
