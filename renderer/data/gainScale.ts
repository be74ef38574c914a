import type { GainMetric } from '../../contracts/size-gain.ts';
import { gainMetricFacts } from '../../contracts/size-gain.ts';
import { groupDigits, significant } from '../../metrics/format.ts';
import { ratioOf } from '../../metrics/ratios.ts';
import { ratioPlace, ratioScale } from './compareScale.ts';
import type { GainFigure, GainPoint } from './sizeGain.ts';
import { linearTicks, logScale, niceStep, type Scale, zeroScale } from './ticks.ts';

/** A vertical axis of gains on which up is better. */
export interface GainScale {
  /** Position of a ratio to the baseline: 0 at the lower end, 1 at the upper, clamped. */
  readonly place: (times: number) => number;
  /** Whether a ratio lies beyond an end. */
  readonly isBeyond: (times: number) => boolean;
  readonly ticks: readonly { readonly times: number; readonly text: string }[];
}

/** How far beyond the outermost point intervals are shown, relative to the range of the points. */
const reach = 0.6;

/**
 * The axis of a metric. Linear axes show percent of change, so that a point twice as high gains twice
 * as much; logarithmic axes show ratios, so that half as much is as far down as twice as much is up.
 */
export function gainScale(
  metric: GainMetric,
  points: readonly GainPoint[],
  log: boolean,
): GainScale {
  const upward = gainMetricFacts[metric].better === 'higher';
  return log ? logGain(points, upward) : linearGain(points, upward);
}

function linearGain(points: readonly GainPoint[], upward: boolean): GainScale {
  const sign = upward ? 1 : -1;
  const gain = (times: number) => sign * 100 * (times - 1);
  const { min, max, ticks } = signedScale(points, gain, upward);
  const place = (times: number) => (gain(times) - min) / (max - min);
  return {
    place: (times) => Math.min(1, Math.max(0, place(times))),
    isBeyond: (times) => place(times) < -1e-9 || place(times) > 1 + 1e-9,
    ticks: ticks.map((tick) => {
      const times = 1 + (sign * tick) / 100;
      return { times, text: tickText(times) };
    }),
  };
}

/** Contains 0, every point, and within reason every interval. */
function signedScale(
  points: readonly GainPoint[],
  gain: (times: number) => number,
  upward: boolean,
): Scale {
  const gains = [0, ...points.map(({ times }) => gain(times))];
  const ends = points.flatMap(({ interval }) =>
    interval ? [gain(interval.low), gain(interval.high)] : [],
  );
  const [low, high] = [Math.min(...gains), Math.max(...gains)];
  const room = Math.max(high - low, 10);
  const from = Math.max(low - reach * room, Math.min(low, ...ends));
  const to = Math.min(high + reach * room, Math.max(high, ...ends));
  const step = niceStep(Math.max(to - from, 5), 7);
  const [first, last] = [
    Math.floor((from - room / 40) / step) * step,
    Math.ceil((to + room / 40) / step) * step,
  ];
  // A loss cannot exceed 100 %, so the axis ends there.
  const [min, max] = upward ? [Math.max(first, -100), last] : [first, Math.min(last, 100)];
  const ticks = linearTicks(first, last, Math.round((last - first) / step));
  return { min, max, ticks: ticks.filter((tick) => tick >= min && tick <= max) };
}

function logGain(points: readonly GainPoint[], upward: boolean): GainScale {
  const turned = (times: number) => (upward ? times : 1 / times);
  const scale = ratioScale(
    points.map(({ times, interval }) => ({
      ratio: ratioOf(turned(times), 1),
      interval: interval && range(turned(interval.low), turned(interval.high)),
    })),
  );
  return {
    place: (times) => ratioPlace(scale, turned(times)),
    isBeyond: (times) => turned(times) < scale.min || turned(times) > scale.max,
    ticks: scale.ticks.map((tick) => ({ times: turned(tick), text: tickText(turned(tick)) })),
  };
}

function range(a: number, b: number) {
  return { low: Math.min(a, b), high: Math.max(a, b) };
}

/** `50 % more`; `0 %` on the line of the baseline. */
function tickText(times: number): string {
  const percent = Math.abs(100 * (times - 1));
  if (percent < 1e-9) return '0 %';
  const digits = percent < 100 ? significant(percent) : groupDigits(percent, 0);
  return `${digits} % ${times > 1 ? 'more' : 'less'}`;
}

/** The axis of sizes. */
export function sizeScale(bytes: readonly number[], log: boolean): Scale {
  const max = Math.max(1, ...bytes);
  if (!log) return zeroScale(max * 1.03, 7, 1);
  const least = Math.min(max, ...bytes.filter((one) => one > 0));
  return logScale(least / 1.15, max * 1.15);
}

/** All sizes on the axis. */
export function allSizes({ points, baselineSizes }: GainFigure): number[] {
  return [...points, ...baselineSizes].map(({ bytes }) => bytes);
}

/** Keys of the axes of a scatter plot: horizontal and vertical. */
export type GainAxis = 'size' | 'gain';

/**
 * The axes that read better logarithmic: sizes so far apart that a linear axis would squeeze most of
 * them against its end, and gains among which one protocol has many times of another.
 */
export function logarithmicAxes(figure: GainFigure): ReadonlySet<GainAxis> {
  const sizes = allSizes(figure);
  const times = [1, ...figure.points.map((point) => point.times)];
  const axes = new Set<GainAxis>();
  if (Math.max(...sizes) > 12 * Math.max(1, Math.min(...sizes))) axes.add('size');
  if (Math.max(...times) > 4 * Math.min(...times)) axes.add('gain');
  return axes;
}
