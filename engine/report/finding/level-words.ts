import type { LevelUnit } from '../../../contracts/words.ts';
import { countOf, inSeries } from '../../../metrics/format.ts';
import { levelDigits, levelText } from '../../../metrics/levels.ts';
import {
  type ContestStanding,
  describePair,
  isDecided,
  type Judging,
  pairOf,
  type Statement,
  standingOf,
  withoutName,
} from './contest-words.ts';
import type { Contest, ContestPair, Contests, Entrant } from './contests.ts';

/** Maximum number of disagreements that are named; more are counted. */
const maxNamed = 2;

/**
 * `instead`: another is certainly ahead than at the headline's level. `ahead`: one is, while the headline
 * has no winner. `tied`: the headline's difference is certainly smaller there, and may be none.
 */
type Kind = 'instead' | 'ahead' | 'tied';

interface Disagreement {
  readonly kind: Kind;
  readonly contest: Contest;
  readonly level: number;
  /** The best there. */
  readonly best: Entrant;
  /** Whether it only has one opponent there. */
  readonly areTwo: boolean;
  readonly pair: ContestPair;
}

/** Crossing of two cells over load, in words; null where uncertain. */
export type CrossingOf = (pair: ContestPair) => string | null;

/** Certain disagreements of other levels of load with the headline. */
export function describeLevels(
  contests: Contests,
  of: LevelUnit,
  crossingOf: CrossingOf,
): Statement {
  const found = disagreements(contests);
  if (found.length === 0) return { sentences: [], pairs: [] };
  const merged = [
    ...Map.groupBy(found, ({ kind, contest, best, pair }) =>
      JSON.stringify([
        kind,
        contest.key,
        ...(kind === 'tied' ? [pair.compared.finding] : [best.label]),
        ...[pair.baseline, pair.other].map(({ label }) => label),
      ]),
    ).values(),
  ].map((some) => some.toSorted((a, b) => a.level - b.level));
  if (merged.length > maxNamed) {
    return { sentences: [describeCounts(found, contests, of)], pairs: [] };
  }
  const reports = merged.flatMap((some) => reportMerged(some, of, contests, crossingOf));
  return {
    sentences: [reports.map(({ words }) => words).join('; ')],
    pairs: reports.map(({ pair }) => pair),
  };
}

/** Disagreements with another winner come first. */
function disagreements(contests: Contests): Disagreement[] {
  const { measure } = contests;
  const found = contests.contests.flatMap((own) => {
    const headline = standingOf(own, measure);
    const there = contests.elsewhere.flatMap(({ level, contests: others }) => {
      const contest = others.find(({ key }) => key === own.key);
      if (!contest || level === null) return [];
      const found = disagreement(headline, standingOf(contest, measure));
      // Where contests are, so are their names at the headline's level.
      return found ? [{ ...found, contest: { ...contest, name: own.name }, level }] : [];
    });
    // Before a level with another winner, the difference must vanish.
    const turns = there.some(({ kind }) => kind === 'instead');
    return turns ? there.filter(({ kind }) => kind !== 'tied') : there;
  });
  const kinds: readonly Kind[] = ['instead', 'ahead', 'tied'];
  return found.sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
}

const named = ({ ranked }: ContestStanding, { label }: Entrant) =>
  ranked.find((one) => one.label === label);

function disagreement(
  headline: ContestStanding,
  there: ContestStanding,
): Pick<Disagreement, 'kind' | 'best' | 'areTwo' | 'pair'> | null {
  const [first] = headline.ranked;
  const [best] = there.ranked;
  const same = first && named(there, first);
  if (!same || !best) return null;
  const { leaders } = there;
  const found = { best, areTwo: there.ranked.length === 2 };
  const surelyBehind = leaders.includes(same) ? undefined : pairOf(there.contest, same, best);
  if (isDecided(headline)) {
    if (surelyBehind) return { ...found, kind: 'instead', pair: surelyBehind };
    const pair = tie(headline, there);
    return pair && { ...found, kind: 'tied', pair };
  }
  const next = there.ranked.find((one) => !leaders.includes(one));
  const pair = surelyBehind ?? pairOf(there.contest, best, next);
  return isDecided(there) && pair ? { ...found, kind: 'ahead', pair } : null;
}

/** The headline's best and next, where they are not decided and their interval does not overlap with the headline's. */
function tie(headline: ContestStanding, there: ContestStanding): ContestPair | null {
  const [first] = headline.ranked;
  const next = headline.ranked.find((one) => !headline.leaders.includes(one));
  if (!first || !next) return null;
  const pair = pairOf(there.contest, named(there, first), named(there, next));
  const [then, now] = [pairOf(headline.contest, first, next), pair].map(
    (one) => one?.compared.interval,
  );
  if (!pair || !then || !now || !['undetected', 'alike'].includes(pair.compared.finding))
    return null;
  const isApart = now.low > then.high || now.high < then.low;
  return isApart ? pair : null;
}

/** @param some at rising levels; the first is stated with its ratio. */
function reportMerged(
  some: readonly Disagreement[],
  of: LevelUnit,
  judging: Judging,
  crossingOf: CrossingOf,
): { words: string; pair: ContestPair }[] {
  const [first] = some;
  if (!first) return [];
  const { kind, contest, best, areTwo, pair, level } = first;
  const ratio = describePair(pair, judging);
  const at = `${contest.name === '' ? '' : `${contest.name}, `}at ${levelsText(some, of)}`;
  const claimed = (claim: string) =>
    some.length === 1 ? claim : `at ${levelText(of, level)}, ${claim}`;
  if (kind === 'tied') {
    const isAll = some.length === 1 || pair.compared.finding === 'alike';
    const smaller = ' the difference is smaller and may be none: ';
    return [{ words: isAll ? `${at}, ${ratio}` : at + smaller + claimed(ratio), pair }];
  }
  const { label } = pair.baseline.label === best.label ? pair.other : pair.baseline;
  const ahead = `${best.label} is ahead${areTwo ? '' : ` of ${label}`}`;
  const crossing = kind === 'instead' ? crossingOf(pair) : null;
  const crossed = crossing === null ? '' : `, and the two cross at ${crossing}`;
  const instead = kind === 'instead' ? ' instead' : '';
  const claim = claimed(withoutName(ratio, best));
  return [{ words: `${at}, ${ahead}${instead}: ${claim}${crossed}`, pair }];
}

/** `1, 8 and 32 users` */
function levelsText(some: readonly Disagreement[], of: LevelUnit): string {
  const [first] = some;
  if (first && some.length === 1) return levelText(of, first.level);
  const digits = some.map(({ level }) => levelDigits(level));
  return `${inSeries(digits)} ${of === 'users' ? 'users' : 'requests/s'}`;
}

/** `at fewer users the answer differs: of 24 groups, in 5 another is ahead, in 3 no difference can be detected` */
function describeCounts(
  found: readonly Disagreement[],
  { elsewhere, contests }: Contests,
  of: LevelUnit,
): string {
  const keys = new Set(contests.map(({ key }) => key));
  const all = elsewhere.flatMap((field) => field.contests.filter(({ key }) => keys.has(key)));
  const count = (kind: Kind) => found.filter((one) => one.kind === kind).length;
  const parts = [
    [count('instead'), 'another is ahead'],
    [count('ahead'), 'one is ahead where none is at the highest'],
    [count('tied'), 'the difference is smaller and may be none'],
  ] as const;
  const counts = parts.flatMap(([number, words]) => (number > 0 ? [`in ${number} ${words}`] : []));
  const fewer = of === 'users' ? 'fewer users' : 'lower rates';
  return `at ${fewer} the answer differs: of ${countOf(all.length, 'group')} of cells there, ${inSeries(counts)}`;
}
