import type { Round, TrialResult } from '../../contracts/measurement.ts';
import type { Saturation, SaturationPoint, UslFit } from '../../contracts/result.ts';
import type { LevelUnit, RoundKind } from '../../contracts/words.ts';
import { levelInWords, levelOfRound } from '../../metrics/levels.ts';
import { estimateUsl } from '../stats/bootstrap.ts';
import { kneedle } from '../stats/kneedle.ts';
import { groupByLevel, weightedMean } from '../stats/levels.ts';
import { detectSaturation } from '../stats/saturation.ts';

/** Levels to which the seconds of a ramp are joined, so that its curve is a line and not a cloud. */
const maxLevels = 60;
const kinds: readonly RoundKind[] = ['ramp', 'step', 'discovery', 'probe'];
/** Width of a running mean over levels of a ramp, so that noise does not count as a knee. */
const rampSmoothing = 5;

type CurvePoint = SaturationPoint & { errorShare: number };

/** Saturation of a curve, without fits. */
export type SaturationFound = Omit<Saturation, 'knee' | 'usl'>;

/** {@link findSaturation} with the knee and the Universal Scalability Law, whose intervals take a second of CPU. */
export function analyseSaturation(
  trials: readonly TrialResult[],
  overrides?: ReadonlyMap<string, number>,
): Saturation[] {
  return findSaturation(trials, overrides).map(({ isRamp, ...found }) => ({
    ...found,
    knee: findKnee(found.curve, isRamp ? rampSmoothing : 1),
    usl: found.of === 'users' ? fit(found.curve) : null,
  }));
}

/**
 * Saturation of each trial of a ramp, ladder or search; stages count when each has a higher level
 * than the one before. The final round of a search repeats a level and is left out.
 * @param overrides saturation levels set by hand, by trial.
 */
export function findSaturation(
  trials: readonly TrialResult[],
  overrides: ReadonlyMap<string, number> = new Map(),
): (SaturationFound & { isRamp: boolean })[] {
  return trials.flatMap((trial) => {
    const rounds = risingRounds(trial.rounds);
    const curve = curveOf(rounds);
    if (curve.length === 0) return [];
    const of: LevelUnit = rounds.some((round) => round.users === null) ? 'rate' : 'users';
    return [
      {
        trialId: trial.id,
        cell: trial.cell,
        repetition: trial.repetition,
        of,
        ...detect(curve, rounds, of),
        manual: manualPoint(curve, overrides.get(trial.id)),
        curve: curve.map(plain),
        isRamp: rounds.some((round) => round.kind === 'ramp'),
      },
    ];
  });
}

/** `64 users` or `200 per second`. */
export function describeSaturationLevel(level: number, of: LevelUnit): string {
  const rounded = Number(level.toPrecision(Math.max(3, Math.ceil(Math.log10(level + 1)))));
  return levelInWords(of, rounded);
}

function risingRounds(rounds: readonly Round[]): Round[] {
  const stages = rounds.filter((round) => round.kind === 'stage');
  const rising = stages.every((stage, at) => {
    const before = stages[at - 1];
    return before === undefined || levelOfRound(stage) > levelOfRound(before);
  });
  return rounds.filter((round) => kinds.includes(round.kind) || (rising && round.kind === 'stage'));
}

/** Averages equal levels: throughput and errors weighted by time, latencies by number of answers. */
function curveOf(rounds: readonly Round[]): CurvePoint[] {
  const groups = groupByLevel(
    rounds.map((round) => ({ level: levelOfRound(round), round })),
    maxLevels,
  );
  return groups.map((group) => {
    const joined = group.map(({ round }) => round);
    const bySeconds = (figure: (round: Round) => number) =>
      weightedMean(joined, figure, (round) => round.seconds);
    const byAnswers = (figure: (round: Round) => number) =>
      weightedMean(joined, figure, (round) => round.ok);
    const sum = (figure: (round: Round) => number) =>
      joined.reduce((total, round) => total + figure(round), 0);
    const unserved = sum((round) => round.failed + round.dropped);
    return {
      level: weightedMean(group, ({ level }) => level),
      throughputRps: bySeconds((round) => round.throughputRps),
      meanMs: byAnswers((round) => round.latencyMs.mean),
      p95Ms: byAnswers((round) => round.latencyMs.p95),
      errorShare: unserved === 0 ? 0 : unserved / (unserved + sum((round) => round.ok)),
    };
  });
}

function detect(curve: readonly CurvePoint[], rounds: readonly Round[], of: LevelUnit) {
  const describe = (level: number) => describeSaturationLevel(level, of);
  const failed = of === 'rate' ? 'failed or were not sent' : 'failed';
  const { criterion, index, reason } = detectSaturation(curve, { describe, failed });
  const point = pointAt(curve, index);
  return { criterion, reason: reason + generatorRemark(rounds, point), point };
}

/** Notes a plateau of the generator, which looks like one of the service. */
function generatorRemark(rounds: readonly Round[], point: SaturationPoint | null): string {
  const beyond = rounds.filter((round) => point !== null && levelOfRound(round) >= point.level);
  const bound = beyond.filter((round) => round.verdict === 'client-bound');
  if (bound.length === 0 || 2 * bound.length < beyond.length) return '';
  return ' The load generator was the limit there, so the service may saturate at a higher level.';
}

function findKnee(curve: readonly SaturationPoint[], smoothing: number): SaturationPoint | null {
  const points = curve.map(({ level, throughputRps }) => ({ x: level, y: throughputRps }));
  return pointAt(curve, kneedle(points, { smoothing }));
}

function pointAt(curve: readonly SaturationPoint[], index: number | null): SaturationPoint | null {
  const point = index === null ? undefined : curve[index];
  return point === undefined ? null : plain(point);
}

function plain({ level, throughputRps, meanMs, p95Ms }: SaturationPoint): SaturationPoint {
  return { level, throughputRps, meanMs, p95Ms };
}

function fit(curve: readonly SaturationPoint[]): UslFit | null {
  return estimateUsl(curve.map(({ level, throughputRps }) => ({ users: level, throughputRps })));
}

/** The metrics at a level, linearly interpolated between its neighbours; beyond the curve those of its end. */
function manualPoint(
  curve: readonly CurvePoint[],
  level: number | undefined,
): SaturationPoint | null {
  if (level === undefined) return null;
  const above = curve.find((point) => point.level >= level) ?? curve.at(-1);
  const below = curve.findLast((point) => point.level <= level) ?? curve[0];
  if (!above || !below) return null;
  const gap = above.level - below.level;
  const share = gap > 0 ? (level - below.level) / gap : 0;
  const between = (name: 'throughputRps' | 'meanMs' | 'p95Ms') =>
    below[name] + share * (above[name] - below[name]);
  return {
    level,
    throughputRps: between('throughputRps'),
    meanMs: between('meanMs'),
    p95Ms: between('p95Ms'),
  };
}
