import { groupByLevel, weightedMean } from './levels.ts';

/** Measurements at one level of load. */
export interface SaturationInput {
  /** Users or arrivals per second. */
  readonly level: number;
  /** Successful requests per second. */
  readonly throughputRps: number;
  /** Mean latency of the successful requests. */
  readonly meanMs: number;
  /** Requests that failed, or under open load were dropped, as a share of all intended ones, 0–1. */
  readonly errorShare: number;
}

export interface SaturationOptions {
  /** Maximum rise of throughput above its value at the plateau's first level. */
  tolerance?: number;
  /** Minimum extent of the tested levels beyond the plateau's first one. */
  span?: number;
  /** The share of errors above which requests "fail". */
  errorShare?: number;
  /**
   * Points that must lie beyond a plateau's first level, or be at or beyond the first failing one.
   * 1 suits ladders; a ramp that is judged second by second while it runs needs about 10.
   */
  confirm?: number;
  /** A level in words, such as `64 users`. */
  describe?: (level: number) => string;
  /** Outcome of requests that count as errors. */
  failed?: string;
}

export interface SaturationFinding {
  criterion: 'plateau' | 'failures' | 'none';
  /** Index of the saturation point; null without one. */
  index: number | null;
  /** Sentence about the rule that fired, or why none did, with numbers. */
  reason: string;
}

type Level = SaturationInput & { readonly index: number; readonly pointsFrom: number };
type Rules = Required<SaturationOptions>;

const defaults: Rules = {
  tolerance: 0.05,
  span: 0.25,
  errorShare: 0.01,
  confirm: 1,
  describe: (level) => `level ${figure(level)}`,
  failed: 'failed',
};
/** Maximum number of levels; more are joined, so that the noise of single seconds averages out. */
const maxLevels = 60;
/** Number of levels from which a single outlier can be distinguished from a peak, and removed. */
const enoughToSmooth = 12;
const fewestLevels = 3;

/**
 * The saturation point of a load whose level rises: where handled requests plateau or failures
 * begin, whichever comes at the lower level (M. Newton Hedelin, *Benchmarking and performance
 * analysis of communication protocols*, KTH 2024, §4.2.2 and §5.3).
 *
 * - `plateau`: the first level beyond which throughput never rises by more than `tolerance` (5 %),
 *   although the levels continue for `span` (25 %) more load, and while mean latency climbs. By Little's
 *   law (1961) users = throughput × time in the system, so at constant throughput latency grows as
 *   the users do; at least half of that growth is required.
 * - `failures`: the first level with more than `errorShare` (1 %) of errors, if the next has it too.
 *
 * All rules are ratios, so units do not matter. Points may come in any order and in any number: equal
 * levels are averaged, more than 60 are joined to 60, and from 12 on a running median of three
 * removes outliers. Works on a prefix as well, to stop a ramp early.
 */
export function detectSaturation(
  points: readonly SaturationInput[],
  options: SaturationOptions = {},
): SaturationFinding {
  const rules = { ...defaults, ...options };
  const levels = smooth(joinLevels(points));
  const failing = findFailures(levels, rules);
  const plateau = findPlateau(levels, rules);
  const bend = plateau.level;
  if (failing && (bend === null || failing.level <= bend.level)) {
    return {
      criterion: 'failures',
      index: failing.index,
      reason: describeFailures(failing, rules),
    };
  }
  if (bend === null) return { criterion: 'none', index: null, reason: plateau.reason };
  return { criterion: 'plateau', index: bend.index, reason: plateau.reason };
}

function joinLevels(points: readonly SaturationInput[]): Level[] {
  const groups = groupByLevel(
    points.map((point, index) => ({ ...point, index })),
    maxLevels,
  );
  let left = groups.reduce((sum, group) => sum + group.length, 0);
  return groups.map((group) => {
    const pointsFrom = left;
    left -= group.length;
    const mean = (name: keyof SaturationInput) => weightedMean(group, (point) => point[name]);
    return {
      index: group[Math.floor((group.length - 1) / 2)]?.index ?? 0,
      pointsFrom,
      level: mean('level'),
      throughputRps: mean('throughputRps'),
      meanMs: mean('meanMs'),
      errorShare: mean('errorShare'),
    };
  });
}

/** Tukey's running median of three (*Exploratory Data Analysis*, 1977), which keeps any monotone curve as it is. */
function smooth(levels: Level[]): Level[] {
  if (levels.length < enoughToSmooth) return levels;
  const inner = levels.map((level, at) => {
    const [before, after] = [levels[at - 1], levels[at + 1]];
    if (!before || !after) return level;
    const throughputRps = median3(before.throughputRps, level.throughputRps, after.throughputRps);
    return { ...level, throughputRps, meanMs: median3(before.meanMs, level.meanMs, after.meanMs) };
  });
  const [last, before, beforeThat] = [inner.at(-1), inner.at(-2), inner.at(-3)];
  if (!last || !before || !beforeThat) return inner;
  const end = (key: 'throughputRps' | 'meanMs') =>
    median3(last[key], before[key], 3 * before[key] - 2 * beforeThat[key]);
  return inner.with(-1, { ...last, throughputRps: end('throughputRps'), meanMs: end('meanMs') });
}

function median3(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

function findFailures(levels: readonly Level[], rules: Rules): Level | null {
  const fails = (level: Level | undefined) => (level?.errorShare ?? 1) > rules.errorShare;
  const found = levels.find(
    (level, at) => fails(level) && fails(levels[at + 1]) && level.pointsFrom >= rules.confirm,
  );
  return found ?? null;
}

interface Plateau {
  level: Level | null;
  reason: string;
}

function findPlateau(levels: readonly Level[], rules: Rules): Plateau {
  const last = levels.at(-1);
  if (last === undefined || levels.length < fewestLevels) {
    const count = `${levels.length} ${levels.length === 1 ? 'level was' : 'levels were'}`;
    const reason = `Only ${count} measured; a saturation point needs at least ${fewestLevels}.`;
    return { level: null, reason };
  }
  const candidates = levels.filter((level) => isWide(level, last, rules));
  const flat = candidates.filter((level) => isFlat(level, levels, rules));
  const level = flat.find((one) => climbs(one, last));
  if (level) return { level, reason: describePlateau(level, levels, rules) };
  return { level: null, reason: describeNone(levels, candidates.at(-1), flat[0], rules) };
}

function isFlat(level: Level, levels: readonly Level[], { tolerance }: Rules): boolean {
  return level.throughputRps > 0 && riseBeyond(level, levels) <= tolerance;
}

/** Relative rise of the highest throughput at later levels above that of this one; negative when all are lower. */
function riseBeyond(level: Level, levels: readonly Level[]): number {
  const beyond = levels.slice(levels.indexOf(level) + 1).map((one) => one.throughputRps);
  return Math.max(...beyond) / level.throughputRps - 1;
}

function isWide(level: Level, last: Level, { span, confirm }: Rules): boolean {
  // Minus a billionth, so that levels such as 40 and 50 are 25 % apart in any unit.
  return last.level >= level.level * (1 + span) * (1 - 1e-9) && level.pointsFrom > confirm;
}

function climbs(level: Level, last: Level): boolean {
  const growth = last.meanMs / level.meanMs - 1;
  return growth >= 0.5 * (last.level / level.level - 1);
}

function describeFailures(level: Level, { errorShare, describe, failed }: Rules): string {
  return `From ${describe(level.level)} on, requests ${failed}: ${percent(level.errorShare)} of them there, more than the ${percent(errorShare)} allowed.`;
}

function describePlateau(
  level: Level,
  levels: readonly Level[],
  { tolerance, describe }: Rules,
): string {
  const last = levels.at(-1) ?? level;
  const rise = riseBeyond(level, levels);
  const lowest = level === levels[0] ? ', the lowest level tested,' : '';
  const peak = `${figure(level.throughputRps)} per second`;
  const rose = rise > 0 ? `by only ${percent(rise)} above ${peak}` : `no further than ${peak}`;
  return (
    `Beyond ${describe(level.level)}${lowest} throughput rose ${rose} (up to ${percent(tolerance)} counts as a plateau), ` +
    `while mean latency climbed from ${figure(level.meanMs)} ms to ${figure(last.meanMs)} ms at ${describe(last.level)}.`
  );
}

/** @param candidate the highest level with enough load beyond it, and `flat` the first that looks like a plateau. */
function describeNone(
  levels: readonly Level[],
  candidate: Level | undefined,
  flat: Level | undefined,
  { span, tolerance, describe }: Rules,
): string {
  const [first, last] = [levels[0], levels.at(-1)];
  if (!first || !last) return '';
  if (levels.every((level) => level.throughputRps === 0)) return 'No request succeeded.';
  if (flat) {
    return (
      `Throughput hardly rose beyond ${describe(flat.level)}, but mean latency did not climb with the load: ` +
      `it was ${figure(flat.meanMs)} ms there and ${figure(last.meanMs)} ms at ${describe(last.level)}.`
    );
  }
  if (!candidate) {
    return `The levels end ${percent(last.level / first.level - 1)} above the lowest; a plateau needs at least ${percent(span)} more load.`;
  }
  const rise = percent(riseBeyond(candidate, levels));
  return (
    `Throughput still rose by ${rise} from ${describe(candidate.level)} to ${describe(last.level)}, ` +
    `the last level; up to ${percent(tolerance)} counts as a plateau.`
  );
}

function percent(share: number): string {
  const value = 100 * share;
  return `${value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 1 : 0 })} %`;
}

/** Whole from 100 on, else to three significant digits. */
function figure(value: number): string {
  const format =
    value >= 100 ? { maximumFractionDigits: 0 } : ({ maximumSignificantDigits: 3 } as const);
  return value.toLocaleString('en-US', format);
}
