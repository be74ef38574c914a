import type { SearchLoad } from '../../../contracts/experiment/load.ts';
import type { Round } from '../../../contracts/measurement.ts';
import type { SearchAnswer } from '../../../contracts/search-answer.ts';
import { levelOfRound } from '../../../metrics/levels.ts';
import { isPercentile, shareBeyond } from '../../experiment/samples.ts';
import { wilsonInterval } from '../../stats/wilson.ts';
import { counts, hasEnough, neededOf, standingOf } from './bisection.ts';
import { type BoundedSearch, boundedSearch, isLook, probesOf } from './look.ts';
import { whyBroken } from './objective.ts';

/** What the rounds of a search by bisection say about its objective. */
export function answerOfSearch(load: SearchLoad, rounds: readonly Round[]): SearchAnswer {
  const search = boundedSearch(load, rounds);
  const probes = probesOf(rounds);
  const levels = [...Map.groupBy(probes, levelOfRound)]
    .map(([level, own]) => ({ level, own, standing: standingOf(search, own) }))
    .sort((a, b) => a.level - b.level);
  const missed = levels.filter(({ standing }) => standing === 'missed');
  const blocked = levels.filter(({ standing }) => standing === 'blocked');
  const ceiling = Math.min(...[...missed, ...blocked].map(({ level }) => level));
  const met = levels.filter(({ level, standing }) => standing === 'met' && level < ceiling);
  const last = probes.at(-1);
  // A last round that the generator spoilt says nothing.
  const final = last?.kind === 'final' && counts(search, last) ? last : null;
  const isMet = final !== null && whyBroken(search, final) === null;
  const best = met.at(-1);
  const level = final ? (isMet ? levelOfRound(final) : null) : (best?.level ?? null);
  const headline = final ?? best?.own.findLast((round) => whyBroken(search, round) === null);
  const low = met.findLast(
    (one) => one.level <= (level ?? Number.POSITIVE_INFINITY) && isSure(search, one.own, 'met'),
  );
  // Above a level that the generator could not send lies nothing that says more.
  const isBlocked = blocked.some(({ level: one }) => one === ceiling);
  const high = isBlocked
    ? undefined
    : (missed.find(({ own }) => isSure(search, own, 'missed')) ?? missed.at(-1));
  const look = rounds.find(isLook);
  return {
    objective: load.objective?.text ?? '',
    of: load.of,
    level,
    low: level === null ? null : (low?.level ?? met[0]?.level ?? level),
    high: high?.level ?? null,
    limit: limitOf(levels, high !== undefined),
    confirmed: isMet && hasEnough(search, final),
    ...(level !== null && headline && !hasEnough(search, headline)
      ? { few: { answers: headline.ok + headline.failed, needed: neededOf(search) } }
      : {}),
    ...(look && { look: { users: look.users ?? 0, throughputRps: look.throughputRps } }),
  };
}

function limitOf(
  levels: readonly { readonly standing: string }[],
  isMissed: boolean,
): SearchAnswer['limit'] {
  if (isMissed) return 'objective';
  return levels.some(({ standing }) => standing === 'blocked') ? 'generator' : 'to';
}

/** Whether more answers at a level would hardly change what its rounds say, at 95 %. */
function isSure(search: BoundedSearch, own: readonly Round[], wanted: 'met' | 'missed'): boolean {
  const { objective } = search;
  const counted = own.filter((round) => counts(search, round));
  if (!objective || !isPercentile(objective.metric)) return counted.length > 0;
  const without = { ...search, objective: undefined };
  if (wanted === 'missed' && counted.some((round) => whyBroken(without, round) !== null)) {
    return true;
  }
  const beyond = shareBeyond(objective.metric);
  // Rounds of older records do not have their slow answers counted.
  if (counted.some(({ slow }) => slow === undefined)) return true;
  const slow = counted.reduce((sum, round) => sum + (round.slow ?? 0), 0);
  const answers = counted.reduce((sum, { ok }) => sum + ok, 0);
  const { low, high } = wilsonInterval(slow, answers);
  return wanted === 'met' ? high < beyond : low > beyond;
}
