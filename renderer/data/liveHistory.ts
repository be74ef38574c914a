import type { LivePoint, SeriesPoint } from '../../contracts/engine-api.ts';
import type { ErrorKind } from '../../contracts/error-kinds.ts';
import type { BandCounts } from '../../contracts/heat-map.ts';
import type { ErrorCount } from '../../contracts/measurement.ts';
import type { Phase } from '../../contracts/words.ts';
import { joinedFigures } from '../../metrics/live.ts';

/** One drawn moment of a trial. Rates are per second; null if nothing was measured. */
export interface Moment {
  /** Seconds from the start of the trial, and the length of the moment. */
  readonly at: number;
  readonly span: number;
  readonly phase: Phase;
  readonly throughputRps: number;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
  readonly users: number;
  /** Arrivals wanted per second; null in closed load. */
  readonly rate: number | null;
  /** The round of the trial, from 0; null in a load without rounds. */
  readonly round: number | null;
  readonly failedRps: number;
  /** Arrivals per second that were not sent. */
  readonly droppedRps: number;
  /** Failures per second of each kind; empty if only the sum is known. */
  readonly errors: Readonly<Partial<Record<ErrorKind, number>>>;
  readonly clientCpu: number;
  readonly serverCpu: number | null;
  /** Successful requests by band of latency; empty if unknown. */
  readonly bands: BandCounts;
}

const noBands: BandCounts = [];

/** Converts a point of the engine into rates; `before` is the end of the previous point. */
export function toMoment(point: LivePoint | SeriesPoint, before: number): Moment {
  const span = Math.max(0.001, point.at - before);
  const errors: Partial<Record<ErrorKind, number>> = {};
  for (const { kind, count } of 'errors' in point ? point.errors : []) {
    errors[kind] = (errors[kind] ?? 0) + count / span;
  }
  const { at, phase, throughputRps, p50, p95, p99, users, rate, round } = point;
  const { clientCpu, serverCpu } = point;
  return {
    at,
    span,
    phase,
    throughputRps,
    p50,
    p95,
    p99,
    users,
    rate,
    round,
    failedRps: point.failed / span,
    droppedRps: point.dropped / span,
    errors,
    clientCpu,
    serverCpu,
    bands: 'bands' in point ? point.bands : noBands,
  };
}

/** Merges two neighbours into one moment; rates are averaged by length. */
export function mergeMoments(a: Moment, b: Moment): Moment {
  const span = a.span + b.span;
  const weigh = (x: number, y: number) => (x * a.span + y * b.span) / span;
  const errors: Partial<Record<ErrorKind, number>> = {};
  for (const kind of new Set([...keysOf(a.errors), ...keysOf(b.errors)])) {
    errors[kind] = weigh(a.errors[kind] ?? 0, b.errors[kind] ?? 0);
  }
  return {
    at: b.at,
    span,
    phase: b.phase,
    ...joinedFigures(a, b, weigh),
    users: b.users,
    rate: b.rate,
    round: b.round,
    failedRps: weigh(a.failedRps, b.failedRps),
    droppedRps: weigh(a.droppedRps, b.droppedRps),
    errors,
  };
}

function keysOf(errors: Moment['errors']): ErrorKind[] {
  return Object.keys(errors) as ErrorKind[];
}

/** Seconds of the close view, and the maximum points of the whole trial's view. */
export const recentSeconds = 120;
const wholeLimit = 600;

/**
 * History of the running trial: the last {@link recentSeconds} in full, and the whole trial
 * in at most 600 moments whose length doubles as it continues. Values are never changed in place,
 * so views can compare them by identity; a run of hours takes no more memory than one of minutes.
 */
export interface LiveHistory {
  readonly trial: number | null;
  readonly recent: readonly Moment[];
  readonly whole: readonly Moment[];
  /** Points merged into one moment of `whole`: 1, 2, 4 … */
  readonly stride: number;
  /** The moment still being merged, and its number of points. */
  readonly pending: Moment | null;
  readonly pendingPoints: number;
  /** Start of the measured window in seconds; null in the warm-up. */
  readonly measuredFrom: number | null;
  readonly last: Moment | null;
  /** Requests since the start of the trial, warm-up included. */
  readonly ok: number;
  readonly failed: number;
  readonly dropped: number;
  /** Failures since then by kind and code, in the order of their first. */
  readonly failures: readonly LiveFailure[];
}

/** Failures of one kind and code in the running trial. */
export interface LiveFailure extends ErrorCount {
  /** Ends of the points with the first and the last, in seconds. */
  readonly first: number;
  readonly last: number;
}

export const emptyHistory: LiveHistory = {
  trial: null,
  recent: [],
  whole: [],
  stride: 1,
  pending: null,
  pendingPoints: 0,
  measuredFrom: null,
  last: null,
  ok: 0,
  failed: 0,
  dropped: 0,
  failures: [],
};

/** The history with one more point; a point of another trial starts afresh. */
export function withPoint(history: LiveHistory, point: LivePoint): LiveHistory {
  const base = history.trial === point.trial ? history : { ...emptyHistory, trial: point.trial };
  const before = base.last?.at ?? 0;
  // The same point can come twice, in a snapshot and in the stream.
  if (base.last && point.at <= before) return base;
  const counts = {
    ok: base.ok + point.ok,
    failed: base.failed + point.failed,
    dropped: base.dropped + point.dropped,
    failures: withFailures(base.failures, point),
  };
  // Draining requests are in no result, and would look like a collapse.
  if (point.phase === 'drain') return { ...base, ...counts };
  const moment = toMoment(point, before);
  const measuredFrom = base.measuredFrom ?? (point.phase === 'warm-up' ? null : before);
  const kept = base.recent.findIndex(({ at }) => at > moment.at - recentSeconds);
  const recent = kept < 0 ? [] : base.recent.slice(kept);
  recent.push(moment);
  return {
    ...base,
    ...withWhole(base, moment),
    recent,
    measuredFrom,
    last: moment,
    ...counts,
  };
}

function withFailures(
  known: readonly LiveFailure[],
  { errors, at }: LivePoint,
): readonly LiveFailure[] {
  if (errors.length === 0) return known;
  const failures = [...known];
  for (const error of errors) {
    const place = failures.findIndex(
      ({ kind, code }) => kind === error.kind && code === error.code,
    );
    const before = failures[place];
    if (before) failures[place] = { ...before, count: before.count + error.count, last: at };
    else failures.push({ ...error, first: at, last: at });
  }
  return failures;
}

type Whole = Pick<LiveHistory, 'whole' | 'stride' | 'pending' | 'pendingPoints'>;

function withWhole(history: Whole, moment: Moment): Whole {
  const { stride } = history;
  const pending = history.pending ? mergeMoments(history.pending, moment) : moment;
  const pendingPoints = history.pendingPoints + 1;
  if (pendingPoints < stride) return { whole: history.whole, stride, pending, pendingPoints };
  const whole = [...history.whole, pending];
  const rest = { pending: null, pendingPoints: 0 };
  if (whole.length < wholeLimit) return { whole, stride, ...rest };
  return { whole: halve(whole), stride: stride * 2, ...rest };
}

/** Merges neighbours in pairs; an odd one at the end stays. */
export function halve(moments: readonly Moment[]): Moment[] {
  const result: Moment[] = [];
  for (let index = 0; index < moments.length; index += 2) {
    const [a, b] = [moments[index], moments[index + 1]];
    if (a) result.push(b ? mergeMoments(a, b) : a);
  }
  return result;
}

/** The history of a trial from all its points. */
export function historyOf(points: readonly LivePoint[]): LiveHistory {
  return points.reduce(withPoint, emptyHistory);
}

/** All of the trial, as far as it is kept. */
export function wholeTrial(history: LiveHistory): readonly Moment[] {
  return history.pending ? [...history.whole, history.pending] : history.whole;
}

/** Minimum length of a time axis in seconds, so that even an empty trial has one. */
export const minSeconds = 0.1;

/** A finished trial as stored: its moments, its end in seconds, and where the warm-up ended. */
export interface Course {
  readonly moments: readonly Moment[];
  readonly end: number;
  readonly measuredFrom: number;
}

/**
 * Prepares the stored points of a trial up to the end of its window; a long one is merged like a
 * live one.
 */
export function momentsOf(points: readonly SeriesPoint[]): Course {
  const counted = points.filter(({ phase }) => phase !== 'drain');
  let moments: readonly Moment[] = counted.map((point, index) =>
    toMoment(point, counted[index - 1]?.at ?? 0),
  );
  const first = moments.find(({ phase }) => phase !== 'warm-up');
  const end = Math.max(minSeconds, counted.at(-1)?.at ?? 0);
  while (moments.length > 2 * wholeLimit) moments = halve(moments);
  return { moments, end, measuredFrom: first ? Math.max(0, first.at - first.span) : end };
}
