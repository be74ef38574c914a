import type { Round } from '../../../contracts/measurement.ts';
import { roughShare } from '../../../metrics/format.ts';
import { levelInWords, levelOfRound } from '../../../metrics/levels.ts';
import type { BoundedSearch } from './look.ts';
import { errorShareOf } from './stint.ts';

/** Outcome of a round of a search: a sentence about it, and the level of the next. */
export interface Decision {
  readonly outcome: string;
  readonly next: { readonly kind: 'discovery' | 'probe' | 'final'; readonly level: number } | null;
}

/** Share of errors in a round above which requests count as failing. */
export const toleratedErrors = 0.01;

/** Whether so many requests of a round failed that its throughput is meaningless. */
function fails(round: Round): boolean {
  return round.ok === 0 || errorShareOf(round) > toleratedErrors;
}

/** The round with the highest throughput, among those whose requests did not fail. */
export function bestOfDoubling(rounds: readonly Round[]): Round | null {
  return rounds
    .filter((round) => !fails(round))
    .reduce<Round | null>(
      (best, round) => (best && best.throughputRps >= round.throughputRps ? best : round),
      null,
    );
}

/**
 * Discovery by doubling: the level doubles each round while throughput gains `flatten` or more on the
 * round before, then the final round at the level of the highest throughput (the procedure of
 * J. Berg and D. Mebrahtu Redi, KTH 2023: rounds of 20 s from 2 clients, a final one of 100 s).
 * @param rounds of discovery so far.
 */
export function decideDoubling(load: BoundedSearch, rounds: readonly Round[]): Decision {
  const last = rounds.at(-1);
  if (!last) return { outcome: '', next: { kind: 'discovery', level: load.from } };
  const next = levelOfRound(last) * 2;
  const verdict = judgeRound(load, last, rounds.at(-2));
  if (verdict.goesOn && next <= load.to) {
    return {
      outcome: `${verdict.reason}, so the search goes on.`,
      next: { kind: 'discovery', level: next },
    };
  }
  const best = bestOfDoubling(rounds);
  const limit = verdict.goesOn ? `, but ${levelInWords(load.of, load.to)} is the limit` : '';
  if (!best) return { outcome: `${verdict.reason}${limit}: no level was found.`, next: null };
  const level = levelOfRound(best);
  const were = load.of === 'users' && level !== 1 ? 'were' : 'was';
  return {
    outcome: `${verdict.reason}${limit}: ${levelInWords(load.of, level)} ${were} best.`,
    next: load.final > 0 ? { kind: 'final', level } : null,
  };
}

function judgeRound(
  { flatten }: BoundedSearch,
  last: Round,
  before: Round | undefined,
): { reason: string; goesOn: boolean } {
  if (fails(last)) {
    return { reason: `${roughShare(errorShareOf(last))} of the requests failed`, goesOn: false };
  }
  if (!before) return { reason: 'This is the first round', goesOn: true };
  const gain = last.throughputRps / before.throughputRps - 1;
  if (gain >= flatten) return { reason: `Throughput rose by ${roughShare(gain)}`, goesOn: true };
  const moved =
    gain >= 0
      ? `rose by only ${roughShare(gain)}`
      : `did not rise, it fell by ${roughShare(-gain)}`;
  const less = gain >= 0 ? `, less than ${roughShare(flatten)}` : '';
  return { reason: `Throughput ${moved}${less}`, goesOn: false };
}
