import { type ErrorKind, errorKinds } from '../../contracts/error-kinds.ts';
import { type Work, workWords } from '../../contracts/work.ts';
import { type Moment, minSeconds } from './liveHistory.ts';

/** A named row of values beside a row of times. */
export interface TimeSeries {
  readonly key: string;
  readonly label: string;
  readonly values: readonly (number | null)[];
}

/** The time figures of a trial; all share the times of the moments. */
export type TimeFigure = 'throughput' | 'latency' | 'users' | 'dropped' | 'errors' | 'cpu';

/** The figures that a trial has: open load has no users, but arrivals that may be dropped. */
export function timeFiguresOf(moments: readonly Moment[]): readonly TimeFigure[] {
  const load = isOpen(moments) ? 'dropped' : 'users';
  return ['throughput', 'latency', load, 'errors', 'cpu'];
}

function isOpen(moments: readonly Moment[]): boolean {
  return moments.some(({ rate }) => rate !== null);
}

interface TimeFigureWords {
  readonly title: string;
  readonly unit: string;
  readonly better: 'higher' | 'lower' | null;
}

/** How a time figure of a trial is named, by what the trial counts. */
export function timeFigureWords(figure: TimeFigure, counts: Work): TimeFigureWords {
  const { rate, latencyTitle } = workWords[counts];
  if (figure === 'throughput') return { title: 'Throughput', unit: rate, better: 'higher' };
  if (figure === 'latency') return { title: latencyTitle, unit: 'ms', better: 'lower' };
  return otherWords[figure];
}

const otherWords: Record<Exclude<TimeFigure, 'throughput' | 'latency'>, TimeFigureWords> = {
  users: { title: 'Users', unit: 'users', better: null },
  dropped: { title: 'Dropped', unit: 'requests/s', better: 'lower' },
  errors: { title: 'Errors', unit: 'errors/s', better: 'lower' },
  cpu: { title: 'CPU', unit: 'cores', better: null },
};

/** The series of one time figure. */
export function timeSeries(figure: TimeFigure, moments: readonly Moment[]): TimeSeries[] {
  const pick = (key: string, label: string, value: (moment: Moment) => number | null) => ({
    key,
    label,
    values: moments.map(value),
  });
  switch (figure) {
    case 'throughput':
      return [
        pick(
          'throughput',
          isOpen(moments) ? 'Actual' : 'Throughput',
          (moment) => moment.throughputRps,
        ),
        ...(isOpen(moments) ? [pick('wanted', 'Wanted', ({ rate }) => rate)] : []),
      ];
    case 'latency':
      return [
        pick('p50', 'p50', (moment) => moment.p50),
        pick('p95', 'p95', (moment) => moment.p95),
        pick('p99', 'p99', (moment) => moment.p99),
      ];
    case 'users':
      return [pick('users', 'Users', (moment) => moment.users)];
    case 'dropped':
      return [pick('dropped', 'Dropped', (moment) => moment.droppedRps)];
    case 'errors':
      return errorSeries(moments);
    case 'cpu':
      return [
        pick('client', 'Client', (moment) => moment.clientCpu),
        pick('service', 'Service', (moment) => moment.serverCpu),
      ];
  }
}

/** Failures by kind where the kinds are known, else their sum. */
function errorSeries(moments: readonly Moment[]): TimeSeries[] {
  const seen = new Set<string>();
  // Most moments have no failures at all, so their few kinds are walked and not all there could be.
  for (const { errors } of moments) {
    for (const kind in errors) if (errors[kind as ErrorKind]) seen.add(kind);
  }
  const kinds = errorKinds.filter((kind) => seen.has(kind));
  if (kinds.length === 0) {
    return [{ key: 'all', label: 'All', values: moments.map(({ failedRps }) => failedRps) }];
  }
  return kinds.map((kind: ErrorKind) => ({
    key: kind,
    label: kind,
    values: moments.map(({ errors }) => errors[kind] ?? 0),
  }));
}

/** The largest value of several series; 0 when there is none. */
function seriesMax(series: readonly TimeSeries[]): number {
  let max = 0;
  for (const { values } of series) {
    for (const value of values) if (value !== null && value > max) max = value;
  }
  return max;
}

/** The index of the moment nearest to a time; -1 when there is none. Times must rise. */
export function nearestIndex(times: readonly number[], at: number): number {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  const [before, after] = [times[low - 1], times[low]];
  if (after === undefined) return -1;
  return before !== undefined && at - before < after - at ? low - 1 : low;
}

/**
 * The stretch of time that is drawn: it grows until it is `full` seconds long, then slides, and ends with the trial
 * where that is shorter.
 * @param length of the trial in seconds, where it is known.
 */
export function timeDomain(
  last: number,
  full: number,
  length = Number.POSITIVE_INFINITY,
): readonly [number, number] {
  if (last > full) return [last - full, last];
  const grown = Math.max(10, Math.ceil(last / 10) * 10);
  return [0, Math.min(full, Math.max(last, Math.min(grown, length), minSeconds))];
}

/** End of the time axis. */
export interface TimeTop {
  readonly max: number;
  /** The highest point, where that is cut off: in the warm-up, far above all that counts. */
  readonly cut: { readonly at: number; readonly value: number } | null;
}

/** Points after which the measured part sets the scale. */
const enough = 4;
/** How many times as high as the measured part the warm-up may be before it is cut off. */
const tallest = 2.5;

/**
 * The top of a time figure: of all of it, unless its warm-up would flatten what is measured.
 * @param from seconds at which the measured part began; infinite in the warm-up.
 */
export function timeTop(
  times: readonly number[],
  series: readonly TimeSeries[],
  from: number,
): TimeTop {
  const whole = seriesMax(series);
  const start = times.findIndex((at) => at > from);
  if (start <= 0 || times.length - start < enough) return { max: whole, cut: null };
  const max = seriesMax(series.map((one) => ({ ...one, values: one.values.slice(start) })));
  if (max === 0 || whole <= tallest * max) return { max: whole, cut: null };
  const values = series.find((one) => one.values.includes(whole))?.values ?? [];
  return { max, cut: { at: times[values.indexOf(whole)] ?? 0, value: whole } };
}
