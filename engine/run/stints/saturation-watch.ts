import type { Round } from '../../../contracts/measurement.ts';
import type { LevelUnit } from '../../../contracts/words.ts';
import { levelInWords, levelOfRound } from '../../../metrics/levels.ts';
import { detectSaturation, type SaturationFinding } from '../../stats/saturation.ts';

/** Saturation found in the rounds so far. @param confirm see {@link detectSaturation}. */
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

/** Share of requests that failed or were never sent, 0–1. */
function lostShare({ ok, failed, dropped }: Round): number {
  const all = ok + failed + dropped;
  return all > 0 ? (failed + dropped) / all : 0;
}
