import { normalQuantile } from './distributions.ts';
import { holm } from './holm.ts';
import { mean } from './moments.ts';
import { quantile } from './quantile.ts';
import { seededRandom } from './random.ts';
import { studentQuantile } from './student.ts';
import { type EstimateInterval, welchRatio } from './welch.ts';

/** A metric of two curves at one level of load, by repetition; all above 0. */
export interface PairedLevel {
  /** Users or arrivals per second, above 0. */
  readonly level: number;
  readonly one: readonly number[];
  readonly other: readonly number[];
}

export interface CrossoverOptions {
  /**
   * Whether repetition r of a curve is one trial over all levels, as in a ladder. Such curves are resampled as
   * a whole, since a slow trial is slow at all levels; otherwise each level is resampled separately.
   */
  readonly whole: boolean;
  readonly resamples?: number;
  readonly seed?: number;
  /** Confidence of intervals and of all signs together, 0–1. */
  readonly confidence?: number;
}

/** −1: the first curve is below the other, 1: above it, 0: neither, or not for certain. */
type CurveSide = -1 | 0 | 1;

/** A crossover of two curves. */
interface Crossing {
  readonly level: number;
  /** Side of the first curve beyond the crossing. */
  readonly side: CurveSide;
  /** Null where the curves are not certainly on different sides before and after it. */
  readonly interval: EstimateInterval | null;
}

export interface CurveCrossover {
  /** By rising level. */
  readonly crossings: readonly Crossing[];
  /** Side of the first curve at each level, by the means, and where certain. */
  readonly sides: readonly CurveSide[];
  readonly certain: readonly CurveSide[];
}

/** Smaller differences are negligible, however certain. */
const smallestDifference = 0.01;
/** With two repetitions a side's scatter is practically unknown: intervals then held in 75 % of simulations. */
export const fewestRepetitions = 3;
export const crossoverConfidence = 0.95;
const defaults = { resamples: 1000, seed: 1, confidence: crossoverConfidence };

type Rules = Required<CrossoverOptions>;
/** Logarithms of a level and of the ratio of the curves there. */
interface Point {
  readonly at: number;
  readonly ratio: number;
}

/**
 * Where two curves over load cross. Between neighbouring levels each is a straight line in logarithms of
 * both, and through the geometric mean of its repetitions at them. That is how throughput and latency of closed
 * load behave far from the knee: in proportion to the users or independent of them (the asymptotic bounds of
 * P. J. Denning, J. P. Buzen, *The Operational Analysis of Queueing Network Models*, ACM Computing Surveys 10,
 * 1978). Units and powers of level and metric do not matter then, and the ratio is straight as well.
 *
 * Welch's test of logarithms decides at which levels one curve is certainly above by more than a hundredth,
 * corrected after Holm over the levels. Between two neighbours among those with opposite signs the curves cross; if the means do so several times
 * there, the middle one is returned. Its interval consists of percentiles of a bootstrap (B. Efron, R. J. Tibshirani,
 * *An Introduction to the Bootstrap*, 1993, ch. 13): repetitions are drawn again from themselves, with
 * deviations from their mean raised by √(n / (n − 1)) and by Student's t with n − 1 degrees over the normal
 * quantile, since few repetitions make scatter too small. All other crossings of the means may be chance.
 *
 * The same values and seed give the same result.
 * @param levels by rising level, each once; with `whole`, as many repetitions everywhere.
 */
export function findCrossover(
  levels: readonly PairedLevel[],
  options: CrossoverOptions,
): CurveCrossover {
  const rules = { ...defaults, ...options };
  const points = levels.map(pointOf);
  const certain = certainSides(levels, rules.confidence);
  const seen = crossingsOf(points);
  const changes = certainChanges(certain);
  const found = changes.map(({ from, to }): Crossing => {
    const inside = seen.filter((one) => one.after > from && one.before < to);
    const middle = inside[(inside.length - 1) / 2]?.at ?? points[from]?.at ?? 0;
    const interval = intervalBetween(levels.slice(from, to + 1), middle, rules);
    return { level: Math.exp(middle), side: certain[to] ?? 0, interval };
  });
  const isTold = ({ before, after }: Seen) =>
    changes.some(({ from, to }) => after > from && before < to);
  const unsure = seen
    .filter((one) => !isTold(one))
    .map(({ at, side }): Crossing => ({ level: Math.exp(at), side, interval: null }));
  return {
    crossings: [...found, ...unsure].sort((a, b) => a.level - b.level),
    sides: points.map(({ ratio }) => sideOf(ratio)),
    certain,
  };
}

function pointOf({ level, one, other }: PairedLevel): Point {
  return { at: Math.log(level), ratio: mean(one.map(Math.log)) - mean(other.map(Math.log)) };
}

function sideOf(ratio: number): CurveSide {
  return ratio > 0 ? 1 : ratio < 0 ? -1 : 0;
}

function certainSides(levels: readonly PairedLevel[], confidence: number): CurveSide[] {
  const tests = levels.map(({ one, other }) =>
    Math.min(one.length, other.length) < fewestRepetitions
      ? null
      : welchRatio(other, one, confidence),
  );
  const adjusted = holm(tests.map((test) => test?.p ?? 1));
  return tests.map((test, at) => {
    if (test === null || (adjusted[at] ?? 1) >= 1 - confidence) return 0;
    const difference = Math.abs(Math.log(test.ratio));
    return difference > Math.log1p(smallestDifference) ? sideOf(test.ratio - 1) : 0;
  });
}

/** Neighbours among the levels with a certain side, at which it changes. */
function certainChanges(certain: readonly CurveSide[]): { from: number; to: number }[] {
  const sure = certain.flatMap((side, at) => (side === 0 ? [] : [at]));
  return sure.flatMap((to, place) => {
    const from = sure[place - 1];
    return from === undefined || certain[from] === certain[to] ? [] : [{ from, to }];
  });
}

/** A crossing of the means: its place, and the levels just before and after it at which the curves differ. */
interface Seen {
  readonly at: number;
  readonly side: CurveSide;
  readonly before: number;
  readonly after: number;
}

function crossingsOf(points: readonly Point[]): Seen[] {
  const apart = points.flatMap(({ ratio }, index) => (ratio === 0 ? [] : [index]));
  return apart.flatMap((after, place) => {
    const before = apart[place - 1];
    const [a, b] = [points[before ?? -1], points[after]];
    if (before === undefined || !a || !b || sideOf(a.ratio) === sideOf(b.ratio)) return [];
    return [
      { at: meetingPoint(points.slice(before, after + 1)), side: sideOf(b.ratio), before, after },
    ];
  });
}

/** Zero of the ratio between two points of opposite sign; the middle of levels that are 0 throughout. */
function meetingPoint(points: readonly Point[]): number {
  const equal = points.slice(1, -1);
  const [first, last] = [equal[0], equal.at(-1)];
  if (first && last) return (first.at + last.at) / 2;
  const [a, b] = [points[0], points.at(-1)];
  if (!a || !b) return 0;
  // Divided before it is multiplied, so that it stays between them whatever the rounding.
  return a.at + (b.at - a.at) * (a.ratio / (a.ratio - b.ratio));
}

function intervalBetween(
  levels: readonly PairedLevel[],
  middle: number,
  rules: Rules,
): EstimateInterval {
  const random = seededRandom(rules.seed);
  const one = levels.map((level) => raised(level.one, rules.confidence));
  const other = levels.map((level) => raised(level.other, rules.confidence));
  const places = levels.map(({ level }) => Math.log(level));
  const side = sideOf(mean(one.at(-1) ?? []) - mean(other.at(-1) ?? []));
  const drawn = Float64Array.from({ length: rules.resamples }, () => {
    const above = drawnMeans(one, rules.whole, random);
    const below = drawnMeans(other, rules.whole, random);
    const points = places.map((at, index) => ({
      at,
      ratio: (above[index] ?? 0) - (below[index] ?? 0),
    }));
    return netCrossing(points, side);
  }).sort();
  const tail = (1 - rules.confidence) / 2;
  return {
    low: Math.exp(Math.min(middle, quantile(drawn, tail))),
    high: Math.exp(Math.max(middle, quantile(drawn, 1 - tail))),
  };
}

/** Logarithms with deviations corrected for the small number of repetitions. */
function raised(values: readonly number[], confidence: number): number[] {
  const logarithms = values.map(Math.log);
  const middle = mean(logarithms);
  const [count, share] = [values.length, (1 + confidence) / 2];
  const student = studentQuantile(share, count - 1) / normalQuantile(share);
  const factor = Math.sqrt(count / (count - 1)) * student;
  return logarithms.map((value) => middle + (value - middle) * factor);
}

/** The mean of each level over repetitions drawn with replacement. */
function drawnMeans(
  levels: readonly (readonly number[])[],
  whole: boolean,
  random: () => number,
): number[] {
  const draw = (count: number) => Array.from({ length: count }, () => Math.floor(random() * count));
  const shared = whole ? draw(levels[0]?.length ?? 0) : null;
  return levels.map((values) =>
    mean((shared ?? draw(values.length)).map((index) => values[index] ?? 0)),
  );
}

/** The middle crossing of a resample; a crossing before the first level or after the last counts as there. */
function netCrossing(points: readonly Point[], side: CurveSide): number {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return 0;
  if (sideOf(first.ratio) !== -side) return first.at;
  if (sideOf(last.ratio) !== side) return last.at;
  const seen = crossingsOf(points);
  return seen[(seen.length - 1) / 2]?.at ?? first.at;
}
