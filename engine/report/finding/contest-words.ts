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

/** `of 12 comparisons gRPC is ahead in 5 and REST in 1; no difference can be detected in 6` */
function describeMany(outcomes: readonly ContestStanding[], factor: FactorName): string {
  const open = outcomes.filter((one) => !isDecided(one));
  const unjudged = open.filter(({ judged }) => !judged).length;
  const winners = outcomes.filter((one) => !open.includes(one));
  const byLeader = Map.groupBy(winners, ({ leaders }) => fewOf(leaders));
  const ahead = [...byLeader]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([label, own], index) =>
      index === 0
        ? `${label} ${/ and /.test(label) ? 'are' : 'is'} ahead in ${own.length}`
        : `${label} in ${own.length}`,
    );
  if (unjudged === outcomes.length) {
    return `none of ${outcomes.length} groups of cells that differ in ${factor} alone has enough repetitions to tell which is ahead`;
  }
  const undetected = open.length - unjudged;
  if (undetected === outcomes.length) {
    return `in none of ${outcomes.length} groups of cells that differ in ${factor} alone can a difference be detected`;
  }
  const parts = [
    ...(ahead.length > 0 ? [inSeries(ahead)] : []),
    ...(undetected > 0 ? [`no difference can be detected in ${undetected}`] : []),
    ...(unjudged > 0 ? [`${unjudged} have too few repetitions to tell`] : []),
  ];
  return `of ${outcomes.length} groups of cells that differ in ${factor} alone, ${parts.join('; ')}`;
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
  const [best] = ranked;
  const leaders = ranked.filter(
    (one) => one === best || pairOf(contest, one, best)?.compared.finding !== 'different',
  );
  const judged = ranked.every(
    (one) => one === best || pairOf(contest, one, best)?.compared.interval !== null,
  );
  return { contest, ranked, leaders, judged };
}

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
  const pair = pairOf(contest, best, second);
  if (ranked.length === 2 && pair) {
    const words = describePair(pair, judging);
    return {
      name,
      words: words + without,
      pairs: [pair],
      decided: pair.compared.finding === 'different',
    };
  }
  if (!judged) {
    const range = [best, ranked.at(-1) ?? second]
      .toSorted((a, b) => (a.value ?? 0) - (b.value ?? 0))
      .map((one) => `${measuredText(one.value, measure)} (${one.label})`)
      .join(' to ');
    return {
      name,
      words: `${measure.name} ranges from ${range}, with too few repetitions to tell which of ${ranked.length} is ahead${without}`,
      pairs: [],
      decided: false,
    };
  }
  const follower = ranked.find((one) => !leaders.includes(one));
  if (!follower) {
    return {
      name,
      words: `no difference can be detected between the best, ${best.label}, and ${restOf(ranked.slice(1))} with ${repetitions(ranked)}${without}`,
      pairs: [],
      decided: false,
    };
  }
  const toFollower = pairOf(contest, best, follower);
  const next = toFollower ? describePair(toFollower, judging, follower) : '';
  const tied =
    leaders.length === 1
      ? `${best.label} is ahead`
      : `${fewOf(leaders)} are ahead, with no detectable difference from the best of them, ${best.label}`;
  return {
    name,
    words: `${tied}${next === '' ? '' : `: ${withoutName(next, leaders)}`}${without}`,
    pairs: toFollower ? [toFollower] : [],
    decided: true,
  };
}

/** `gRPC answers 0.62 times what REST does (95 % interval 0.31 to 1.24): no detectable difference with 3 repetitions` */
export function describePair(
  pair: ContestPair,
  { measure, tests }: Judging,
  follower: Entrant | null = null,
): string {
  const { compared } = pair;
  const named = (one: Entrant) => (one === follower ? `the next, ${one.label},` : one.label);
  const [baseline, other] = [named(pair.baseline), named(pair.other)];
  const { ratio, interval, finding } = compared;
  const times = ratio ? timesDigits(ratio.times, interval) : null;
  if (times === null) return `${other} and ${baseline} have no ratio`;
  // A name that ends with a comma needs no second one before a bracket.
  const claim = claimOf(pair, times, [baseline, other], measure).replace(/,$/, '');
  if (interval === null) {
    return `${claim}, with too few repetitions to tell a difference from chance`;
  }
  const range = ` (95 % interval ${intervalText({ interval })})`;
  if (finding === 'different') return claim + range;
  if (finding === 'tentative') {
    return `${claim}${range}, which may be chance among ${countOf(tests, 'comparison')}`;
  }
  return `${claim}${range}: no detectable difference with ${repetitions([pair.baseline, pair.other])}`;
}

/** Claim about the only leader, which has just been named: `it answers 2.00 times what …`. */
export function withoutName(words: string, leaders: readonly Entrant[]): string {
  const [only, ...more] = leaders;
  return only && more.length === 0 && words.startsWith(`${only.label} `)
    ? `it${words.slice(only.label.length)}`
    : words;
}

function claimOf(
  pair: ContestPair,
  times: string,
  [baseline, other]: readonly [string, string],
  { metric, name, shown }: Measure,
): string {
  if (shown) {
    const [lower, upper] = [pair.baseline, pair.other].map(({ value }) => threeDigits(value));
    return `${other} ${shown.verb} ${upper} requests/s ${shown.where}, ${times} times the ${lower} of ${baseline}`;
  }
  return metric === 'throughput'
    ? `${other} answers ${times} times what ${baseline} does`
    : `${name} of ${other} is ${times} times that of ${baseline}`;
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
export function fewOf(entrants: readonly Entrant[]): string {
  const names = entrants.map(({ label }) => label);
  const rest = names.length - maxNamed;
  return inSeries(rest > 0 ? [...names.slice(0, maxNamed), `${rest} more`] : names);
}

/** All but the best: named, or counted where there are many. */
function restOf(others: readonly Entrant[]): string {
  return others.length > maxNamed ? `the ${others.length} others` : fewOf(others);
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
