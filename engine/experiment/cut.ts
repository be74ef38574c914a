import { writeDuration } from '../../contracts/experiment/duration.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import { isPlan, type Load } from '../../contracts/experiment/load.ts';
import { longestWarmUp, minSteady, type WarmUp } from '../../contracts/experiment/warm-up.ts';
import { countOf, formatDuration } from '../../metrics/format.ts';
import type { Override } from './overrides.ts';

/** Limits on the size of an experiment, and the repetitions of each cell. */
export interface CutLimits {
  /** Maximum of every measured window, in milliseconds. */
  readonly atMost?: number;
  /** Maximum number of requests that end a window. */
  readonly requests?: number;
  /** Trials of each cell, whether the experiment has more or fewer, or as many as decide its comparisons. */
  readonly repetitions?: number | 'decided';
}

/** The sizes of a load that a cut changes; keys that the load does not have are absent. Times in milliseconds. */
interface Sizes {
  readonly duration?: number;
  readonly requests?: number;
  readonly hold?: number;
  readonly final?: number;
  readonly round?: number;
  readonly iterations?: number;
  readonly warmUp?: WarmUp;
  readonly settle?: WarmUp;
}

/** A cut final round shortens the rounds of its search, too, but not below this, in milliseconds. */
const minRound = 2000;
/** Minimum that remains of a warm-up until steady, in milliseconds: twice the shortest time to detect a steady state. */
const minWithin = 2 * minSteady;

function sizesOf(load: Load): Sizes {
  const keys = ['duration', 'requests', 'hold', 'final', 'round', 'iterations', 'warmUp', 'settle'];
  return Object.fromEntries(
    Object.entries(load).filter(([key, value]) => keys.includes(key) && value !== undefined),
  );
}

/**
 * The sizes of a load within limits. Windows, levels, final rounds and warm-ups are cut at `atMost`; rounds
 * of a search in proportion to its final one. Iterations are reduced until the intervals between them fit. Ramps
 * and stages have no windows and are not cut.
 */
function cutSizes(load: Load, { atMost = Number.POSITIVE_INFINITY, requests }: CutLimits): Sizes {
  const sizes = sizesOf(load);
  const most = (ms: number) => Math.min(ms, atMost);
  const share = 'final' in load && load.final > atMost ? atMost / load.final : 1;
  const { duration, hold, final, round, warmUp, settle } = sizes;
  return {
    ...(duration === undefined ? {} : { duration: most(duration) }),
    ...(sizes.requests === undefined
      ? {}
      : { requests: Math.min(sizes.requests, requests ?? sizes.requests) }),
    ...(hold === undefined ? {} : { hold: most(hold) }),
    ...(final === undefined ? {} : { final: most(final) }),
    ...(round === undefined
      ? {}
      : { round: most(Math.max(Math.round(round * share), Math.min(round, minRound))) }),
    ...(isPlan(load) ? { iterations: fittingIterations(load, atMost) } : {}),
    ...(warmUp === undefined ? {} : { warmUp: cutWarmUp(warmUp, atMost) }),
    ...(settle === undefined ? {} : { settle: cutWarmUp(settle, atMost) }),
  };
}

function cutWarmUp(warmUp: WarmUp, atMost: number): WarmUp {
  if (typeof warmUp === 'number') return Math.min(warmUp, atMost);
  const within = Math.min(warmUp.within, Math.max(atMost, minWithin));
  return { ...warmUp, within, atLeast: Math.min(warmUp.atLeast, within) };
}

function fittingIterations(
  { iterations, interval, schedule }: Extract<Load, { model: 'plan' }>,
  atMost: number,
): number {
  if (schedule === 'load' || interval === 0) return iterations;
  return Math.max(1, Math.min(iterations, Math.floor(atMost / interval)));
}

/** The keys in which two sizes differ, in a fixed order. */
function changedKeys(from: Sizes, to: Sizes): (keyof Sizes)[] {
  return (Object.keys(words) as (keyof Sizes)[]).filter(
    (key) => to[key] !== undefined && JSON.stringify(from[key]) !== JSON.stringify(to[key]),
  );
}

/** The changes that bring an experiment within limits, as for `--set`; empty where it already is. */
export function cutOverrides(experiment: Experiment, limits: CutLimits): Override[] {
  const { load } = experiment;
  const cut = cutSizes(load, limits);
  const now = repeatedOf(experiment);
  const wanted = limits.repetitions ?? now;
  return [
    ...changedKeys(sizesOf(load), cut).map((key) => ({
      path: `load.${key}`,
      value: valueText(key, cut[key] ?? 0),
    })),
    ...(wanted === now ? [] : [{ path: 'repetitions', value: String(wanted) }]),
  ];
}

function repeatedOf({ repetitions, untilDecided }: Experiment): number | 'decided' {
  return untilDecided ? 'decided' : repetitions;
}

function valueText(key: keyof Sizes, value: WarmUp): string {
  if (key === 'requests' || key === 'iterations') return String(value);
  if (typeof value === 'number') return writeDuration(value);
  const [within, atLeast] = [value.within, value.atLeast].map(writeDuration);
  return `{until: steady, within: ${within}, atLeast: ${atLeast}}`;
}

const seconds = (ms: WarmUp) => formatDuration(longestWarmUp(ms) / 1000);
const lengthOf = (what: string) => (now: WarmUp, full: WarmUp) =>
  `${what} ${seconds(now)} instead of ${seconds(full)}`;
const numberOf = (noun: string) => (now: WarmUp, full: WarmUp) =>
  `${countOf(Number(now), noun)} instead of ${countOf(Number(full), noun)}`;

const words: Readonly<Record<keyof Sizes, (now: WarmUp, full: WarmUp) => string>> = {
  duration: lengthOf('window'),
  requests: numberOf('request'),
  hold: lengthOf('levels held'),
  final: lengthOf('final round'),
  round: lengthOf('rounds of the search'),
  iterations: numberOf('iteration'),
  warmUp: lengthOf('warm-up'),
  settle: lengthOf('warm-up of each round'),
};

/** Differences in size between a cut experiment and the original, a few words each: `window 10 s instead of 2 min`. */
export function cutWords(full: Experiment, ran: Experiment): string[] {
  const [from, to] = [sizesOf(full.load), sizesOf(ran.load)];
  return [
    ...changedKeys(from, to).flatMap((key) => {
      const [now, before] = [to[key], from[key]];
      return now === undefined || before === undefined ? [] : [words[key](now, before)];
    }),
    ...(repeatedOf(ran) === repeatedOf(full)
      ? []
      : [`${repeatedWords(ran)} instead of ${repeatedWords(full)}`]),
  ];
}

function repeatedWords({ repetitions, untilDecided }: Experiment): string {
  return untilDecided
    ? `${untilDecided.atLeast} to ${countOf(untilDecided.atMost, 'repetition')}`
    : countOf(repetitions, 'repetition');
}

/** Whether a run's experiment is smaller than the original in any respect; extra repetitions do not make it smaller. */
export function isSmaller(full: Experiment, ran: Experiment): boolean {
  const [from, to] = [sizesOf(full.load), sizesOf(ran.load)];
  const less = changedKeys(from, to).some(
    (key) => longestWarmUp(to[key]) < longestWarmUp(from[key]),
  );
  return less || ran.repetitions < full.repetitions;
}
