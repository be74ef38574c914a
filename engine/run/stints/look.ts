import {
  defaultMaxInFlight,
  type SearchLoad,
  searchRange,
} from '../../../contracts/experiment/load.ts';
import { maxLevel } from '../../../contracts/experiment/load-fields.ts';
import type { Round } from '../../../contracts/measurement.ts';
import { countOf, threeDigits } from '../../../metrics/format.ts';
import { levelInWords } from '../../../metrics/levels.ts';
import { holdingStint, type Stint } from './stint.ts';

/** A search with the levels that it really has. */
export interface BoundedSearch extends SearchLoad {
  readonly from: number;
  readonly to: number;
  /** No level is lower. */
  readonly lowest: number;
}

/** Users of the closed load before the first rate, and its longest measured time in milliseconds. */
const lookUsers = 16;
const longestLook = 2000;
/** The first rate, as a share of what the look carried. */
const firstShare = 1 / 8;
/** How far below its first rate a search goes. */
const lowestShare = 1 / 64;
const leastRate = 0.01;

export const isLook = ({ kind }: Pick<Round, 'kind'>) => kind === 'look';

/** The rounds of a search without its look. */
export const probesOf = (rounds: readonly Round[]) => rounds.filter((round) => !isLook(round));

/** A short closed load, which shows the order of magnitude and is no verdict. */
export function lookStint(load: SearchLoad): Stint {
  const { settle, round, maxInFlight } = load;
  const { to, grows } = searchRange(load);
  const most = Math.min(lookUsers, maxInFlight ?? defaultMaxInFlight);
  // No more than the highest rate that the file allows.
  const users = grows ? most : Math.max(1, Math.min(most, Math.ceil(to / 100)));
  const thinkTimeMs = grows ? 0 : Math.ceil((1000 * users) / to);
  const lengthMs = Math.min(round, longestLook);
  const terms = { unit: 'users', kind: 'look', level: users, index: 0, settle, lengthMs } as const;
  return { ...holdingStint(terms), closed: { thinkTimeMs } };
}

/** The bounds of a search, after its look where it has one. */
export function boundedSearch(load: SearchLoad, rounds: readonly Round[]): BoundedSearch {
  const range = searchRange(load);
  const to = range.grows ? maxLevel : range.to;
  const look = rounds.find(isLook);
  if (!look) return { ...load, from: range.from, to, lowest: range.from };
  const share = Number((look.throughputRps * firstShare).toPrecision(2));
  const from = Math.min(to, share > 0 ? Math.max(leastRate, share) : range.from);
  return { ...load, from, to, lowest: Math.max(leastRate, from * lowestShare) };
}

/** The level that a look leads to, as a sentence. */
export function lookOutcome(load: SearchLoad, look: Round): string {
  const { from } = boundedSearch(load, [look]);
  const users = countOf(look.users ?? 0, 'user');
  const first = levelInWords(load.of, from);
  return look.throughputRps > 0
    ? `A look, no verdict: ${users} got ${threeDigits(look.throughputRps)} answers a second, so the search starts at ${first}.`
    : `A look, no verdict: ${users} got no answer, so the search starts at ${first}.`;
}
