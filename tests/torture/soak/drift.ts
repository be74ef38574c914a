import type { SeriesPoint } from '../../../contracts/engine-api.ts';
import { mean, sortedMedian } from '../../../engine/stats/moments.ts';
import { mapTrend, type Trend, trendOf } from './trend.ts';
import type { CoreShares } from './work-of-others.ts';

/** The run's metrics in a part of its window, such as a minute, and the use of the machine meanwhile. */
export interface Block extends CoreShares {
  readonly atSeconds: number;
  /** Requests a second. */
  readonly throughput: number;
  /** Medians of the percentiles of single seconds, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

export type SharesAt = CoreShares & { readonly atSeconds: number };

/** Maximum number of blocks; for an hour they are minutes. */
const maxBlocks = 60;
/** So that each has some seconds and samples. */
const minSeconds = 5;

/**
 * Combines a window with the samples of the machine, block by block.
 * @param series seconds of the window. @param shares on the same clock, in seconds.
 */
export function blocksOf(series: readonly SeriesPoint[], shares: readonly SharesAt[]): Block[] {
  const [first, last] = [series[0], series.at(-1)];
  if (!first || !last) return [];
  const start = first.at;
  const count = Math.min(maxBlocks, Math.floor((last.at - start) / minSeconds));
  const length = (last.at - start) / count;
  const within = <T>(values: readonly T[], at: (one: T) => number, block: number) =>
    values.filter((one) => Math.floor((at(one) - start) / length) === block);
  return Array.from({ length: count }, (_, block) => {
    const points = within(series, ({ at }) => at, block);
    const machine = within(shares, ({ atSeconds }) => atSeconds, block);
    return {
      atSeconds: start + (block + 0.5) * length,
      throughput: mean(points.map(({ throughputRps }) => throughputRps)),
      p50: median(points.flatMap(({ p50 }) => p50 ?? [])),
      p99: median(points.flatMap(({ p99 }) => p99 ?? [])),
      own: mean(machine.map(({ own }) => own)),
      others: mean(machine.map(({ others }) => others)),
    };
  }).filter(({ throughput }) => throughput > 0);
}

const median = (values: readonly number[]) => sortedMedian(values.toSorted((a, b) => a - b));

/** A metric that must stay constant, and the factor by which it may change at most. */
export const steadyFigures = [
  { name: 'throughput', most: 1.1 },
  { name: 'p50', most: 1.1 },
  // The slowest percent suffers from other programs more than in proportion.
  { name: 'p99', most: 1.25 },
] as const;
export type SteadyFigure = (typeof steadyFigures)[number];

/** However busy others are, some part of a core is left. */
const minLeft = 0.02;

/** @returns the mean of a metric over each quarter of the window. */
export function quartersOf(blocks: readonly Block[], of: (block: Block) => number): number[] {
  const quarter = blocks.length / 4;
  return Array.from({ length: 4 }, (_, at) =>
    mean(blocks.slice(Math.floor(at * quarter), Math.floor((at + 1) * quarter)).map(of)),
  );
}

/**
 * The factor by which a metric changes from the first block to the last, with its 95 % interval, without the part
 * that correlates with the work of others: a machine that others begin to use is no drift.
 */
export function driftOf(blocks: readonly Block[], { name }: SteadyFigure): Trend | null {
  const [first, last] = [blocks[0], blocks.at(-1)];
  const points = blocks.map((block) => ({
    atSeconds: block.atSeconds,
    value: Math.log(block[name]),
  }));
  // A run that uses all it can get achieves what others leave it.
  const left = blocks.map(({ others }) => Math.log(Math.max(minLeft, 1 - others)));
  const trend = trendOf(points, left);
  if (!trend || !first || !last) return null;
  return mapTrend(trend, (slope) => Math.exp(slope * (last.atSeconds - first.atSeconds)));
}

/** @returns what is wrong with a metric over time, or null if it may be steady. */
export function driftFault(blocks: readonly Block[], figure: SteadyFigure): string | null {
  const drift = driftOf(blocks, figure);
  if (!drift || (drift.low <= figure.most && drift.high >= 1 / figure.most)) return null;
  return `it changes by a factor of ${describeFactor(drift)}`;
}

/** A factor with its interval. */
export const describeFactor = ({ slope, low, high }: Trend): string =>
  `${slope.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
