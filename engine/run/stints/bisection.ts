import type { Round } from '../../../contracts/measurement.ts';
import { countOf } from '../../../metrics/format.ts';
import { levelInWords, levelOfRound } from '../../../metrics/levels.ts';
import { isPercentile, neededAnswers } from '../../experiment/samples.ts';
import type { Decision } from './doubling.ts';
import type { BoundedSearch } from './look.ts';
import { whyBroken } from './objective.ts';

interface Bounds {
  /** The highest level that met the objective, and the lowest that missed it or was blocked; null where there is none yet. */
  readonly kept: number | null;
  readonly broken: number | null;
  /** Rounds at the lowest one that the generator spoilt; 0 unless it was blocked. */
  readonly spoilt: number;
}

/**
 * `met`: in most of its rounds. `missed`: in two. `again`: once each, or one miss. `silent`: in none that counts. `blocked`: the
 * generator spoilt too many, the last one among them.
 */
type Standing = 'met' | 'missed' | 'again' | 'silent' | 'blocked';

/** A level that misses is repeated before it counts: one pause of the machine is no limit of the service. */
export function standingOf(load: BoundedSearch, rounds: readonly Round[]): Standing {
  const counted = rounds.filter((round) => counts(load, round));
  const missed = counted.filter((round) => whyBroken(load, round) !== null).length;
  const met = counted.length - missed;
  const silent = rounds.filter(
    (round) => !counted.includes(round) && !isSpoilt(load, round),
  ).length;
  if (missed >= 2 || (counted.length === 0 && silent >= maxSilent)) return 'missed';
  if (missed === 0 ? met > 0 : met >= 2) return 'met';
  const last = rounds.at(-1);
  if (last && isMissedLate(load, last) && spoiltOf(load, rounds) >= maxSpoilt) return 'blocked';
  return missed === 1 ? 'again' : 'silent';
}

/** Whether a round missed because the generator was late. */
function isMissedLate(load: BoundedSearch, round: Round): boolean {
  return whyBroken(load, round) !== null && isSpoilt(load, round);
}

function spoiltOf(load: BoundedSearch, rounds: readonly Round[]): number {
  return rounds.filter((round) => isMissedLate(load, round)).length;
}

/** Rounds at one level without enough answers before it counts as missed. */
const maxSilent = 3;
/** Rounds at one level that the generator spoilt before the search leaves it; a probe is tried once more at the end. */
export const maxSpoilt = 3;

/**
 * Whether a round says something about its level. A miss does not with fewer answers than its percentile needs, nor where
 * the generator was late.
 */
export function counts(load: BoundedSearch, round: Round): boolean {
  if (whyBroken(load, round) === null) return true;
  return !isSpoilt(load, round) && (hasEnough(load, round) || isClear(load, round));
}

/** Sent late, noticed late, and a service on the same machine that is late, too. */
const lateParts = 3;

/**
 * Whether a miss is the generator's: requests were sent, and answers noticed, so late that the service alone would have met the
 * objective. Where the lateness is unknown, as in closed load, the verdict decides.
 */
export function isSpoilt({ objective }: BoundedSearch, round: Round): boolean {
  const { verdict, ok, lateMs } = round;
  const isBound = verdict === 'client-bound';
  if (ok === 0) return false;
  if (!objective || !isPercentile(objective.metric) || lateMs === undefined) return isBound;
  const latency = round.latencyMs[objective.metric];
  const isExplained = latency - lateParts * lateMs <= objective.limit;
  return isExplained && (isBound || latency > objective.limit);
}

export function hasEnough(load: BoundedSearch, { ok, failed }: Round): boolean {
  return ok + failed >= neededOf(load);
}

/** Answers for a verdict on a level. */
export function neededOf({ objective }: BoundedSearch): number {
  return objective ? neededAnswers(objective.metric) : 1;
}

/** Fewest answers for a miss of the median to count. */
const fewAnswers = 8;

/** A miss that more answers would not change: requests fail or are not answered, or even the median is too slow. */
function isClear(load: BoundedSearch, round: Round): boolean {
  const { objective } = load;
  if (!objective || !isPercentile(objective.metric)) return true;
  const answers = round.ok + round.failed;
  const withoutLatency = { ...load, objective: undefined };
  if (answers >= fewAnswers && whyBroken(withoutLatency, round) !== null) return true;
  return answers >= fewAnswers && round.latencyMs.p50 > objective.limit;
}

function boundsOf(load: BoundedSearch, rounds: readonly Round[]): Bounds {
  const byLevel = Map.groupBy(rounds, levelOfRound);
  const of = (wanted: Standing) =>
    [...byLevel].filter(([, own]) => standingOf(load, own) === wanted).map(([level]) => level);
  const blocked = of('blocked');
  const broken = [...of('missed'), ...blocked];
  const lowest = broken.length > 0 ? Math.min(...broken) : null;
  const isBlocked = lowest !== null && blocked.includes(lowest);
  // Meeting the objective above a level that missed it was luck.
  const below = of('met').filter((level) => lowest === null || level < lowest);
  return {
    kept: below.length > 0 ? Math.max(...below) : null,
    broken: lowest,
    spoilt: isBlocked ? spoiltOf(load, byLevel.get(lowest) ?? []) : 0,
  };
}

/** The last round at the highest level that met the objective. */
export function bestOfBisection(load: BoundedSearch, rounds: readonly Round[]): Round | null {
  const { kept } = boundsOf(load, rounds);
  return (
    rounds.findLast((round) => levelOfRound(round) === kept && whyBroken(load, round) === null) ??
    null
  );
}

/** Longest round, however few requests a level has, in milliseconds. */
const longestRound = 300_000;
/** Length of a round of which no percentile is expected, in milliseconds. */
const shortRound = 1000;
/** More answers than needed, since some are late. */
const reserve = 1.1;

function rateAt(load: BoundedSearch, level: number, rounds: readonly Round[]): number {
  const near = rounds.findLast(({ throughputRps }) => throughputRps > 0);
  return load.of === 'rate' ? level : (near?.throughputRps ?? Number.POSITIVE_INFINITY);
}

/** Measured time in which a level gets the answers that a verdict needs, in milliseconds, within bounds. */
export function verdictLength(
  load: BoundedSearch,
  level: number,
  rounds: readonly Round[],
): number {
  const needed = ((neededOf(load) * reserve) / rateAt(load, level, rounds)) * 1000;
  return Math.min(needed, longestRound);
}

/**
 * Measured time of a round, in milliseconds. While no level has missed the objective, rounds with too few requests for
 * their percentile are short, since they only lead upwards; afterwards they last until there are enough.
 */
export function roundLength(load: BoundedSearch, level: number, rounds: readonly Round[]): number {
  const rate = rateAt(load, level, rounds);
  const needed = verdictLength(load, level, rounds);
  if (needed <= load.round) return load.round;
  const { kept, broken } = boundsOf(load, rounds);
  if (broken !== null && kept !== null) return needed;
  const few = (fewAnswers * reserve * 1000) / rate;
  return Math.min(load.round, Math.max(shortRound, few));
}

/**
 * The highest level that meets the objective: the level doubles until it misses or `to` is
 * reached, then comes the middle between the highest level that met it and the lowest that missed it,
 * until the two are within `precision` (or are neighbours, for users).
 * @param rounds probes so far.
 */
export function decideBisection(load: BoundedSearch, rounds: readonly Round[]): Decision {
  const last = rounds.at(-1);
  if (!last) return { outcome: '', next: { kind: 'probe', level: load.from } };
  const level = levelOfRound(last);
  const here = rounds.filter((round) => levelOfRound(round) === level);
  const standing = standingOf(load, here);
  const { kept, broken, spoilt } = boundsOf(load, rounds);
  const again: Decision['next'] = { kind: 'probe', level };
  const roundWords =
    standing === 'blocked'
      ? `The generator was late in ${spoiltOf(load, here)} rounds at ${levelInWords(load.of, level)}: it is the limit, not the service.`
      : describeRound(load, last);
  const isOpen = standing === 'silent' || standing === 'again';
  if (isOpen && isMissedLate(load, last)) {
    return {
      outcome: `${roundWords} The generator was late, so the round does not count and is repeated.`,
      next: again,
    };
  }
  if (standing === 'again') {
    return {
      outcome: `${roundWords} One round more decides about this level.`,
      next: again,
    };
  }
  if (standing === 'silent' && broken === null) {
    const next = higher(load, level);
    if (next !== null) {
      return {
        outcome: `${roundWords} With ${countOf(last.ok + last.failed, 'answer')} that is no verdict, so the search goes on.`,
        next: { kind: 'probe', level: next },
      };
    }
  }
  // Once for each level, since that is one late round more.
  const retried: Decision | null =
    broken !== null && spoilt === maxSpoilt
      ? {
          outcome: `${roundWords} The generator may have been late only for a while, so ${levelInWords(load.of, broken)} is tried once more.`,
          next: { kind: 'probe', level: broken },
        }
      : null;
  if (kept === null) {
    const lower = broken === null ? null : lowerLevel(load, broken);
    if (lower !== null) return { outcome: roundWords, next: { kind: 'probe', level: lower } };
    if (retried) return retried;
    const lowest = levelInWords(load.of, broken ?? load.from);
    return {
      outcome: `${roundWords} ${lowest} was the lowest level: no level was found.`,
      next: null,
    };
  }
  const within = spoilt > 0 ? Math.max(load.precision, roughPrecision) : load.precision;
  const next =
    broken === null ? higher(load, Math.max(kept, level)) : middle(load, { kept, broken, within });
  if (next !== null) return { outcome: roundWords, next: { kind: 'probe', level: next } };
  if (retried) return retried;
  const best = levelInWords(load.of, kept);
  const why =
    broken === null
      ? `${best} is the limit of this search`
      : `The highest level that meets it is ${best}`;
  return {
    outcome: `${roundWords} ${why}.`,
    next: load.final > 0 ? { kind: 'final', level: kept } : null,
  };
}

/** Half the level, down to `lowest`. @returns null there. */
function lowerLevel({ lowest, of }: BoundedSearch, broken: number): number | null {
  if (broken <= lowest) return null;
  const half = of === 'users' ? Math.floor(broken / 2) : broken / 2;
  return Math.max(lowest, half);
}

function describeRound(load: BoundedSearch, round: Round): string {
  const why = whyBroken(load, round);
  const level = levelInWords(load.of, levelOfRound(round));
  const objective = load.objective?.text ?? 'the objective';
  if (why === null && !hasEnough(load, round)) {
    const answers = countOf(round.ok + round.failed, 'answer');
    return `${level}: meets ${objective} with ${answers}, too few for a verdict.`;
  }
  return why === null
    ? `${level}: meets ${objective}.`
    : `${level}: does not meet ${objective}, because ${why}.`;
}

/** Twice the level, up to `to`. @returns null at the limit. */
function higher({ to }: BoundedSearch, kept: number): number | null {
  return kept >= to ? null : Math.min(kept * 2, to);
}

/** Precision below a level that was too much for the generator, since the service carries more anyway. */
const roughPrecision = 0.2;

/** @returns null when the bounds are close enough. */
function middle(
  load: BoundedSearch,
  { kept, broken, within }: { kept: number; broken: number; within: number },
): number | null {
  if ((broken - kept) / kept <= within) return null;
  const half = (kept + broken) / 2;
  const level = load.of === 'users' ? Math.floor(half) : half;
  return level > kept && level < broken ? level : null;
}
