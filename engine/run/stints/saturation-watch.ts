import type { Round } from '../../../contracts/measurement.ts';
import type { LevelUnit } from '../../../contracts/words.ts';
import { levelInWords, levelOfRound } from '../../../metrics/levels.ts';
import { detectSaturation, type SaturationFinding } from '../../stats/saturation.ts';

/** What the rounds so far say about saturation. @param confirm see {@link detectSaturation}. */
export function saturationOf(
  rounds: readonly Round[],
  unit: LevelUnit,
  confirm: number,
): SaturationFinding {
  const points = rounds.map((round) => ({
    level: levelOfRound(round),
    throughputRps: round.throughputRps,
    meanMs: round.latencyMs.mean,
    errorShare: lostShare(round),
  }));
  return detectSaturation(points, { confirm, describe: (level) => levelInWords(unit, level) });
}

/** Requests that failed or were never sent, among all that came to an end, 0–1. */
function lostShare({ ok, failed, dropped }: Round): number {
  const all = ok + failed + dropped;
  return all > 0 ? (failed + dropped) / all : 0;
}
