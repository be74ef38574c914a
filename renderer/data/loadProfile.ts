import {
  type Load,
  type PlanLoad,
  type SearchLoad,
  type StagesLoad,
  type StepsLoad,
  searchRange,
} from '../../contracts/experiment/load.ts';
import { longestWarmUp, steadyOf, type WarmUp } from '../../contracts/experiment/warm-up.ts';
import type { LevelUnit } from '../../contracts/words.ts';
import { countOf, formatCount, formatDuration, significant } from '../../metrics/format.ts';
import { levelDigits, levelText } from '../../metrics/levels.ts';

/** A point of a load's course: its level at a time, in seconds from the start of the trial. */
interface ProfilePoint {
  readonly at: number;
  readonly level: number;
}

/** A period, in seconds. */
interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** How the level of a load moves over time, ready to draw. */
export interface LoadProfile {
  readonly of: LevelUnit;
  /** One for each level of the load's factor; a single one if the load sets its own levels. */
  readonly lines: readonly (readonly ProfilePoint[])[];
  /** The measured periods. */
  readonly measured: readonly TimeSpan[];
  /** End of the drawn time. */
  readonly seconds: number;
  /** The end of the load: its time, which is shorter if a warm-up ends early, a number of requests, or saturation if that comes first. */
  readonly end: 'time' | 'steady' | 'requests' | 'saturation';
}

/** Drawn instead of a measured time that depends on the answers. */
const unknownSeconds = 10;

/**
 * The course of a load. @param levels of the factor, for closed (users) and open load (rates).
 * @returns null for a search, whose course depends on what it finds, and a plan, whose iterations take as long as they do.
 */
export function loadProfile(load: Load, levels: readonly number[]): LoadProfile | null {
  switch (load.model) {
    case 'closed':
      return fixedProfile(load, 'users', levels, (users) => rampUp(users, load.rampUp));
    case 'open':
      return fixedProfile(load, 'rate', levels, (level) => [{ at: 0, level }]);
    case 'ramp': {
      const seconds = (load.to - load.from) / load.perSecond;
      const line = [
        { at: 0, level: load.from },
        { at: seconds, level: load.to },
      ];
      const end = load.stopAt === 'saturation' ? 'saturation' : 'time';
      const measured = [{ from: 0, to: seconds }];
      return { of: load.of, lines: [line], measured, seconds, end };
    }
    case 'steps':
      return stepsProfile(load);
    case 'stages':
      return stagesProfile(load);
    case 'search':
    case 'plan':
      return null;
  }
}

/** Closed load starts with one user and adds `perSecond` of them; 0 starts all at once. */
function rampUp(users: number, perSecond: number): ProfilePoint[] {
  if (perSecond === 0 || users <= 1) return [{ at: 0, level: users }];
  return [
    { at: 0, level: 1 },
    { at: (users - 1) / perSecond, level: users },
  ];
}

function fixedProfile(
  load: { readonly warmUp?: WarmUp | undefined; readonly duration?: number | undefined },
  of: LevelUnit,
  levels: readonly number[],
  start: (level: number) => ProfilePoint[],
): LoadProfile {
  const starts = levels.map(start);
  const warmUp = longestWarmUp(load.warmUp) / 1000;
  const reached = Math.max(warmUp, ...starts.map((points) => points.at(-1)?.at ?? 0));
  const byTime = load.duration !== undefined;
  const seconds = byTime ? warmUp + (load.duration ?? 0) / 1000 : reached + unknownSeconds;
  return {
    of,
    lines: starts.map((points) => clipped(points, seconds)),
    measured: [{ from: warmUp, to: seconds }],
    seconds,
    end: byTime ? (steadyOf(load.warmUp) ? 'steady' : 'time') : 'requests',
  };
}

/** A line up to `end`: cut off if longer, extended if shorter. */
function clipped(points: readonly ProfilePoint[], end: number): ProfilePoint[] {
  const within = points.filter(({ at }) => at <= end);
  const [last, next] = [within.at(-1), points[within.length]];
  if (!last || last.at === end) return within;
  const share = next ? (end - last.at) / (next.at - last.at) : 0;
  const level = next ? last.level + share * (next.level - last.level) : last.level;
  return [...within, { at: end, level }];
}

function stepsProfile({ of, levels, hold, settle, stopAt }: StepsLoad): LoadProfile {
  const unmeasured = longestWarmUp(settle) / 1000;
  const length = unmeasured + hold / 1000;
  const line = levels.flatMap((level, index) => [
    { at: index * length, level },
    { at: (index + 1) * length, level },
  ]);
  const measured = levels.map((_, index) => ({
    from: index * length + unmeasured,
    to: (index + 1) * length,
  }));
  const end = stopAt === 'saturation' ? 'saturation' : steadyOf(settle) ? 'steady' : 'time';
  return { of, lines: [line], measured, seconds: levels.length * length, end };
}

function stagesProfile({ of, from, stages }: StagesLoad): LoadProfile {
  let at = 0;
  const line = [{ at, level: from }];
  for (const stage of stages) {
    at += stage.for / 1000;
    line.push({ at, level: stage.to });
  }
  return { of, lines: [line], measured: [{ from: 0, to: at }], seconds: at, end: 'time' };
}

/** Short description of a load that sets its own levels; null for closed and open load. */
export function loadWords(load: Load): string | null {
  switch (load.model) {
    case 'closed':
    case 'open':
      return null;
    case 'ramp':
      return `a ramp to ${levelText(load.of, load.to)}`;
    case 'steps': {
      const steps = load.levels.length === 1 ? 'one step' : `${load.levels.length} steps`;
      return `${steps} up to ${levelText(load.of, Math.max(...load.levels))}`;
    }
    case 'stages': {
      const stages = load.stages.length === 1 ? 'one stage' : `${load.stages.length} stages`;
      const top = Math.max(load.from, ...load.stages.map(({ to }) => to));
      return `${stages} up to ${levelText(load.of, top)}`;
    }
    case 'search':
      return searchRange(load).grows
        ? 'a search for the highest rate'
        : `a search up to ${levelText(load.of, searchRange(load).to)}`;
    case 'plan':
      return `${iterationsText(load.iterations)} of each use case${load.schedule === 'load' ? ', all at once' : ''}`;
  }
}

/** `1 iteration`, `100 iterations`. */
function iterationsText(count: number): string {
  return countOf(count, 'iteration');
}

/** Description of a load whose course cannot be drawn; empty for others. */
export function courseSentence(load: Load): string {
  if (load.model === 'plan') return planSentence(load);
  return load.model === 'search' ? searchSentence(load) : '';
}

const forms = {
  staged: 'each stage’s requests together and the stages one after the other',
  sequential: 'one request after another',
  parallel: 'all requests together that need no answer of another',
} as const;

function planSentence(load: PlanLoad): string {
  const { iterations, schedule, interval, form, setUp, warmUpIterations } = load;
  const pace =
    schedule === 'load'
      ? 'all at once'
      : `one after the other with ${formatDuration(interval / 1000)} between`;
  const before =
    warmUpIterations > 0 ? `${iterationsText(warmUpIterations)} to warm up, then ` : '';
  const count =
    before === '' ? iterationsText(iterations) : `${formatCount(iterations)} that count`;
  return `${before}${count}, ${pace}: ${forms[form]}. Connecting is ${setUp} the time of an iteration.`;
}

/** Description of a search. */
function searchSentence(load: SearchLoad): string {
  const round = formatDuration(load.round / 1000);
  const { from, to } = searchRange(load);
  const range = [from, 2 * from, 4 * from].filter((level) => level <= to);
  const looks =
    load.method === 'doubling'
      ? `Rounds of ${round} at ${range.map(levelDigits).join(', ')} … ${levelText(load.of, to)}, while throughput rises by ${percent(load.flatten)} or more.`
      : `Rounds of ${round}${searchedRange(load)} find the highest level that meets ${load.objective?.text ?? 'the objective'}, to within ${percent(load.precision)}.`;
  const last =
    load.final > 0 ? ` Then ${formatDuration(load.final / 1000)} at the level found.` : '';
  return looks + last;
}

/** ` between 100 and 5,000 requests/s`; `, the first at an eighth of what a short closed load carries,` */
function searchedRange(load: SearchLoad): string {
  const { from, to, looks, grows } = searchRange(load);
  const top = levelText(load.of, to);
  if (!looks)
    return grows
      ? ` from ${levelText(load.of, from)} on`
      : ` between ${levelDigits(from)} and ${top}`;
  const bound = grows ? '' : ` and none above ${top}`;
  return `, the first at an eighth of what a short closed load carries${bound},`;
}

function percent(share: number): string {
  return `${significant(share * 100)} %`;
}

/** Text alternative of the drawn course. */
export function profileSummary(profile: LoadProfile): string {
  const tops = profile.lines.map((line) => Math.max(...line.map(({ level }) => level)));
  const what = tops.map((top) => levelText(profile.of, top)).join(', ');
  const ends = {
    time: `over ${formatDuration(profile.seconds)}`,
    steady: `over at most ${formatDuration(profile.seconds)}, less where figures are steady sooner`,
    saturation: `over at most ${formatDuration(profile.seconds)}, ending at saturation`,
    requests: 'until the requests are done',
  };
  return `Up to ${what} ${ends[profile.end]}.`;
}
