import type { ErrorKind } from '../../contracts/error-kinds.ts';
import { failureWords } from '../../metrics/failures.ts';
import { countOf, formatCount, formatMs, roughShare } from '../../metrics/format.ts';
import { clock } from '../../metrics/units.ts';
import type { LiveFailure, LiveHistory, Moment } from './liveHistory.ts';

/** What the live series of a trial show, in sentences; null where there is nothing to say. */
export interface LiveWords {
  readonly errors: string | null;
  /** Whether requests still fail. */
  readonly failing: boolean;
  readonly latency: string | null;
}

/** The latest stretch that counts as now, in seconds. */
const nowSeconds = 5;
/** Shortest stretch of failures only that is said to be all, in seconds. */
const shortestOutage = 1;
/** Shortest stretch without any answer that is worth a word, in seconds. */
const shortestSilence = 3;
/** Share of failures below which requests fail now and then. */
const worthSaying = 0.01;

export function liveWords(history: LiveHistory): LiveWords {
  const moments = momentsToRead(history);
  const errors = errorWords(moments, history);
  return { ...errors, latency: latencyWords(moments) };
}

/** All of the trial in order: what is recent in full, what was before it as it is kept. */
export function momentsToRead({ whole, pending, recent }: LiveHistory): readonly Moment[] {
  const [first] = recent;
  if (!first) return [];
  const begin = startOf(first);
  const kept = pending ? [...whole, pending] : whole;
  return [...kept.filter(({ at }) => at <= begin), ...recent];
}

const startOf = ({ at, span }: Moment) => at - span;
const fails = ({ failedRps }: Moment) => failedRps > 0;

function errorWords(
  moments: readonly Moment[],
  { failures }: Pick<LiveHistory, 'failures'>,
): Pick<LiveWords, 'errors' | 'failing'> {
  const last = moments.at(-1);
  const silent = silentSince(moments);
  if (silent !== null)
    return { errors: `Nothing was answered since ${clock(silent)}.`, failing: true };
  if (!last || !moments.some(fails)) return { errors: null, failing: false };
  const since = outageSince(moments);
  if (since !== null) {
    const kinds = failures.filter((one) => one.last > since);
    return { errors: `${outageOf(kinds)} since ${clock(since)}.`, failing: true };
  }
  const begin = last.at - nowSeconds;
  const now = moments.filter((moment) => startOf(moment) >= begin - 1e-9);
  const failed = total(now, ({ failedRps }) => failedRps);
  const share = failed / (failed + total(now, ({ throughputRps }) => throughputRps));
  if (failed > 0 && share >= worthSaying) {
    const from = now[0] ? startOf(now[0]) : begin;
    const kinds = failures.filter((one) => one.last > from);
    const seconds = Math.max(1, Math.round(last.at - from));
    return {
      errors: `${roughShare(share)} of the requests of the last ${countOf(seconds, 'second')} failed: ${named(kinds)}.`,
      failing: true,
    };
  }
  return { errors: pastWords(moments, failures), failing: false };
}

/** Since when nothing has ended, in seconds; null if something did lately, or nothing was asked. */
function silentSince(moments: readonly Moment[]): number | null {
  const last = moments.at(-1);
  const place = moments.findLastIndex(
    (one) => one.throughputRps > 0 || fails(one) || !isAsked(one),
  );
  const first = moments[place + 1];
  if (!last || !first) return null;
  const since = startOf(first);
  return last.at - since >= shortestSilence ? since : null;
}

const isAsked = ({ rate, users }: Moment) => (rate === null ? users > 0 : rate >= 1);

/** Since when nothing but failures ended, in seconds; null if something succeeded lately. */
function outageSince(moments: readonly Moment[]): number | null {
  let since: number | null = null;
  let until: number | null = null;
  for (const moment of [...moments].reverse()) {
    if (moment.throughputRps > 0) break;
    if (!fails(moment)) continue;
    since = startOf(moment);
    until ??= moment.at;
  }
  if (since === null || until === null) return null;
  return until - since >= shortestOutage ? since : null;
}

/** Kinds of errors that a service sends as its answer. */
const answered: ReadonlySet<ErrorKind> = new Set(['status', 'fault', 'mismatch', 'pool']);

function outageOf(kinds: readonly LiveFailure[]): string {
  const isAnswered = kinds.length > 0 && kinds.every(({ kind }) => answered.has(kind));
  const [only] = kinds;
  if (only && kinds.length === 1 && isAnswered) return `All answers are ${failureWords(only)}`;
  const all = isAnswered ? 'All answers are failures' : 'All requests fail';
  return kinds.length === 0 ? all : `${all} (${named(kinds)})`;
}

/** The kinds that occurred: one by its words, of several the most frequent in the trial. */
function named(kinds: readonly LiveFailure[]): string {
  const [most, ...others] = [...kinds].sort((a, b) => b.count - a.count);
  if (!most) return 'of unknown kinds';
  if (others.length === 0) return failureWords(most);
  return `${failureWords(most)} and ${countOf(others.length, 'other kind')}`;
}

function pastWords(moments: readonly Moment[], failures: readonly LiveFailure[]): string {
  const failing = moments.filter(fails);
  const [first] = failing;
  const last = failing.at(-1);
  const count = failures.reduce((sum, one) => sum + one.count, 0);
  if (!first || !last || count === 0) return 'Some requests failed.';
  const [from, to] = [clock(startOf(first)), clock(last.at)];
  const when = from === to ? `at ${from}` : `between ${from} and ${to}`;
  return `${formatCount(count)} failed ${when}: ${named(failures)}.`;
}

function total(moments: readonly Moment[], rate: (moment: Moment) => number): number {
  return moments.reduce((sum, moment) => sum + rate(moment) * moment.span, 0);
}

type Percentile = 'p99' | 'p50';
const percentileNames: Record<Percentile, string> = { p99: 'p99', p50: 'The median latency' };
/** Answers that a percentile needs on each side of a change. */
const answersNeeded: Record<Percentile, number> = { p99: 1000, p50: 20 };

/** Smallest factor between two levels, and least difference in milliseconds, that are a change. */
const smallestFactor = 2;
const leastMs = 1;
/** Fewest moments, and shortest stretch in seconds, on each side of a change. */
const fewestMoments = 4;
const shortestLevel = 2;
/** Share of the moments of each level that may lie on the wrong side of the middle between both. */
const strays = 0.1;

/** `p99 rose from 1.02 ms to 816 ms at 0:40.`; null where latency stayed on its level, or has none. */
export function latencyWords(moments: readonly Moment[]): string | null {
  return changeOf(moments, 'p99') ?? changeOf(moments, 'p50');
}

interface Level {
  readonly moment: Moment;
  readonly value: number;
}

function changeOf(moments: readonly Moment[], percentile: Percentile): string | null {
  const round = moments.at(-1)?.round ?? null;
  // Another round has another load.
  const measured = moments.filter((one) => one.phase === 'measured' && one.round === round);
  const levels = measured.flatMap((moment): Level[] => {
    const value = moment[percentile];
    return value === null || value <= 0 ? [] : [{ moment, value }];
  });
  const [after, before] = [...stretchesOf(levels)].reverse();
  const [first] = after ?? [];
  if (!before || !after || !first) return null;
  if (!isLevel(before, percentile) || !isLevel(after, percentile)) return null;
  const [from, to] = [median(before), median(after)];
  const rises = to > from;
  const isSmall = Math.max(from, to) / Math.min(from, to) < smallestFactor;
  if (isSmall || Math.abs(to - from) < leastMs) return null;
  if (strayShare(before, from, to) > strays || strayShare(after, to, from) > strays) return null;
  const verb = rises ? 'rose' : 'fell';
  return `${percentileNames[percentile]} ${verb} from ${formatMs(from)} to ${formatMs(to)} at ${clock(startOf(first.moment))}.`;
}

/** The share of a level that is nearer to the other one. */
function strayShare(levels: readonly Level[], own: number, other: number): number {
  const middle = Math.sqrt(own * other);
  return levels.filter(({ value }) => value > middle !== own > middle).length / levels.length;
}

/** Whether a stretch is long enough, and had enough answers, to have a percentile. */
function isLevel(levels: readonly Level[], percentile: Percentile): boolean {
  const seconds = levels.reduce((sum, { moment }) => sum + moment.span, 0);
  const count = levels.reduce((sum, { moment }) => sum + moment.throughputRps * moment.span, 0);
  return (
    levels.length >= fewestMoments && seconds >= shortestLevel && count >= answersNeeded[percentile]
  );
}

/** Stretches on about one level each, by halving where the values differ most. */
function stretchesOf(levels: readonly Level[]): (readonly Level[])[] {
  const logs = levels.map(({ value }) => Math.log(value));
  const divide = (from: number, to: number): (readonly Level[])[] => {
    const place = bestSplit(logs, from, to);
    return place === null
      ? [levels.slice(from, to)]
      : [...divide(from, place), ...divide(place, to)];
  };
  return divide(0, levels.length);
}

/** Difference of the means of logarithms, from which on two stretches are on different levels. */
const smallestStep = Math.log(1.5);

/** Where the values between two indexes are divided into the parts with the least spread; null where both are alike. */
function bestSplit(values: readonly number[], from: number, to: number): number | null {
  let sum = 0;
  for (let index = from; index < to; index++) sum += values[index] ?? 0;
  let best: { place: number; gain: number; step: number } | null = null;
  let left = 0;
  for (let place = from + 1; place <= to - fewestMoments; place++) {
    left += values[place - 1] ?? 0;
    const [before, after] = [place - from, to - place];
    if (before < fewestMoments) continue;
    const gain = left ** 2 / before + (sum - left) ** 2 / after;
    const step = Math.abs(left / before - (sum - left) / after);
    if (best === null || gain > best.gain) best = { place, gain, step };
  }
  return best === null || best.step < smallestStep ? null : best.place;
}

function median(levels: readonly Level[]): number {
  const sorted = levels.map(({ value }) => value).sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const [upper = 0, lower = upper] = [sorted[half], sorted[half - 1]];
  return sorted.length % 2 === 1 ? upper : (upper + lower) / 2;
}
