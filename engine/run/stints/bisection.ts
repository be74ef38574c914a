import type { SearchLoad } from '../../../contracts/experiment/load.ts';
import type { Threshold } from '../../../contracts/experiment/threshold.ts';
import type { Round } from '../../../contracts/measurement.ts';
import { countOf } from '../../../metrics/format.ts';
import { levelInWords, levelOfRound } from '../../../metrics/levels.ts';
import type { Decision } from './doubling.ts';
import { whyBroken } from './objective.ts';

interface Bounds {
  /** The highest level that met the objective, and the lowest that missed it; null where there is none yet. */
  readonly kept: number | null;
  readonly broken: number | null;
}

/** `met`: in most of its rounds. `missed`: in two. `again`: once each, or one miss. `silent`: in none that counts. */
type Standing = 'met' | 'missed' | 'again' | 'silent';

/** A level that misses is repeated before it counts: one pause of the machine is no limit of the service. */
function standingOf(load: SearchLoad, rounds: readonly Round[]): Standing {
  const counted = rounds.filter((round) => counts(load, round));
  const missed = counted.filter((round) => whyBroken(load, round) !== null).length;
  const met = counted.length - missed;
  const silent = rounds.filter((round) => !counted.includes(round) && !isSpoilt(round)).length;
  if (missed >= 2 || (counted.length === 0 && silent >= maxSilent)) return 'missed';
  if (missed === 1) return met >= 2 ? 'met' : 'again';
  return met > 0 ? 'met' : 'silent';
}

/** Rounds at one level without enough answers before it counts as missed. */
const maxSilent = 3;
/** Rounds at one level that the generator spoilt before the search gives up on it. */
const maxSpoilt = 3;

/**
 * Whether a round says something about its level. A miss does not with fewer answers than its percentile needs, nor where
 * the generator was late.
 */
function counts(load: SearchLoad, round: Round): boolean {
  if (whyBroken(load, round) === null) return true;
  return !isSpoilt(round) && (hasEnough(load, round) || isClear(load, round));
}

/** Requests were sent late, so what they waited for is the generator's fault. */
const isSpoilt = ({ verdict, ok }: Round) => verdict === 'client-bound' && ok > 0;

function hasEnough({ objective }: SearchLoad, { ok, failed }: Round): boolean {
  return ok + failed >= neededAnswers(objective);
}

/** Fewest answers for a miss of the median to count. */
const fewAnswers = 8;

/** A miss that more answers would not change: requests fail or are not answered, or even the median is too slow. */
function isClear(load: SearchLoad, round: Round): boolean {
  const { objective } = load;
  if (!objective || !isPercentile(objective.metric)) return true;
  const answers = round.ok + round.failed;
  const withoutLatency = { ...load, objective: undefined };
  if (answers >= fewAnswers && whyBroken(withoutLatency, round) !== null) return true;
  return answers >= fewAnswers && round.latencyMs.p50 > objective.limit;
}

function isPercentile(metric: Threshold['metric']): boolean {
  return /^p\d/.test(metric);
}

/** Answers that a percentile needs: ten beyond it, such as 1,000 for p99. */
function neededAnswers(objective: Threshold | undefined): number {
  if (!objective || !isPercentile(objective.metric)) return 1;
  const digits = objective.metric.slice(1);
  return Math.round(10 / (1 - Number(`0.${digits}`)));
}

function boundsOf(load: SearchLoad, rounds: readonly Round[]): Bounds {
  const byLevel = Map.groupBy(rounds, levelOfRound);
  const of = (wanted: Standing) =>
    [...byLevel].filter(([, own]) => standingOf(load, own) === wanted).map(([level]) => level);
  const broken = of('missed');
  const lowest = broken.length > 0 ? Math.min(...broken) : null;
  // Meeting the objective above a level that missed it was luck.
  const below = of('met').filter((level) => lowest === null || level < lowest);
  return { kept: below.length > 0 ? Math.max(...below) : null, broken: lowest };
}

/** The last round at the highest level that met the objective. */
export function bestOfBisection(load: SearchLoad, rounds: readonly Round[]): Round | null {
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

/**
 * Measured time of a round, in milliseconds. While no level has missed the objective, rounds with too few requests for
 * their percentile are short, since they only lead upwards; afterwards they last until there are enough.
 */
export function roundLength(load: SearchLoad, level: number, rounds: readonly Round[]): number {
  const near = rounds.findLast(({ throughputRps }) => throughputRps > 0);
  const rate = load.of === 'rate' ? level : (near?.throughputRps ?? Number.POSITIVE_INFINITY);
  const needed = ((neededAnswers(load.objective) * reserve) / rate) * 1000;
  if (needed <= load.round) return load.round;
  const { kept, broken } = boundsOf(load, rounds);
  if (broken !== null && kept !== null) return Math.min(needed, longestRound);
  const few = (fewAnswers * reserve * 1000) / rate;
  return Math.min(load.round, Math.max(shortRound, few));
}

/**
 * The highest level that meets the objective: the level doubles until it misses or `to` is
 * reached, then comes the middle between the highest level that met it and the lowest that missed it,
 * until the two are within `precision` (or are neighbours, for users).
 * @param rounds probes so far.
 */
export function decideBisection(load: SearchLoad, rounds: readonly Round[]): Decision {
  const last = rounds.at(-1);
  if (!last) return { outcome: '', next: { kind: 'probe', level: load.from } };
  const level = levelOfRound(last);
  const here = rounds.filter((round) => levelOfRound(round) === level);
  const standing = standingOf(load, here);
  const { kept, broken } = boundsOf(load, rounds);
  const again: Decision['next'] = { kind: 'probe', level };
  const roundWords = describeRound(load, last);
  const spoilt = here.filter((round) => whyBroken(load, round) !== null && isSpoilt(round));
  if (spoilt.length > 0 && standing === 'silent') {
    if (spoilt.length >= maxSpoilt) return spoiltEnd(load, level, kept);
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
  if (kept === null) {
    const lower = broken === null ? null : lowerLevel(load, broken);
    if (lower !== null) return { outcome: roundWords, next: { kind: 'probe', level: lower } };
    const lowest = levelInWords(load.of, broken ?? load.from);
    return {
      outcome: `${roundWords} ${lowest} was the lowest level: no level was found.`,
      next: null,
    };
  }
  const next = broken === null ? higher(load, Math.max(kept, level)) : middle(load, kept, broken);
  if (next !== null) return { outcome: roundWords, next: { kind: 'probe', level: next } };
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

/** The generator cannot send more: what it could send is the answer. */
function spoiltEnd(load: SearchLoad, level: number, kept: number | null): Decision {
  const limit = `The generator was late in ${maxSpoilt} rounds at ${levelInWords(load.of, level)}: it is the limit, not the service.`;
  if (kept === null) return { outcome: `${limit} No level was found.`, next: null };
  return {
    outcome: `${limit} The highest level that meets the objective is ${levelInWords(load.of, kept)}.`,
    next: load.final > 0 ? { kind: 'final', level: kept } : null,
  };
}

/** Half the level, down to `from`. @returns null at the lowest. */
function lowerLevel({ from, of }: SearchLoad, broken: number): number | null {
  if (broken <= from) return null;
  const half = of === 'users' ? Math.floor(broken / 2) : broken / 2;
  return Math.max(from, half);
}

function describeRound(load: SearchLoad, round: Round): string {
  const why = whyBroken(load, round);
  const level = levelInWords(load.of, levelOfRound(round));
  const objective = load.objective?.text ?? 'the objective';
  return why === null
    ? `${level}: meets ${objective}.`
    : `${level}: does not meet ${objective}, because ${why}.`;
}

/** Twice the level, up to `to`. @returns null at the limit. */
function higher({ to }: SearchLoad, kept: number): number | null {
  return kept >= to ? null : Math.min(kept * 2, to);
}

/** @returns null when the bounds are close enough. */
function middle(load: SearchLoad, kept: number, broken: number): number | null {
  if ((broken - kept) / kept <= load.precision) return null;
  const half = (kept + broken) / 2;
  const level = load.of === 'users' ? Math.floor(half) : half;
  return level > kept && level < broken ? level : null;
}
