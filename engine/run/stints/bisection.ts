import type { SearchLoad } from '../../../contracts/experiment/load.ts';
import type { Round } from '../../../contracts/measurement.ts';
import { levelInWords, levelOfRound } from '../../../metrics/levels.ts';
import type { Decision } from './doubling.ts';
import { whyBroken } from './objective.ts';

interface Bounds {
  /** The highest level that met the objective, and the lowest that missed it; null where there is none yet. */
  readonly kept: number | null;
  readonly broken: number | null;
}

function boundsOf(load: SearchLoad, rounds: readonly Round[]): Bounds {
  const broken = rounds.filter((round) => whyBroken(load, round) !== null).map(levelOfRound);
  const lowest = broken.length > 0 ? Math.min(...broken) : null;
  // Meeting the objective above a level that missed it was luck.
  const kept = rounds.map(levelOfRound).filter((level) => !broken.includes(level));
  const below = kept.filter((level) => lowest === null || level < lowest);
  return { kept: below.length > 0 ? Math.max(...below) : null, broken: lowest };
}

/** The round at the highest level that met the objective. */
export function bestOfBisection(load: SearchLoad, rounds: readonly Round[]): Round | null {
  const { kept } = boundsOf(load, rounds);
  return rounds.find((round) => levelOfRound(round) === kept) ?? null;
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
  const { kept, broken } = boundsOf(load, rounds);
  const roundWords = describeRound(load, last);
  if (kept === null) {
    const lowest = levelInWords(load.of, broken ?? load.from);
    return {
      outcome: `${roundWords} ${lowest} was the lowest level: no level was found.`,
      next: null,
    };
  }
  const level = broken === null ? higher(load, kept) : middle(load, kept, broken);
  if (level !== null) return { outcome: roundWords, next: { kind: 'probe', level } };
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
