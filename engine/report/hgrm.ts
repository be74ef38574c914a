import type { HistogramData } from '../../contracts/measurement.ts';
import { Histogram } from '../stats/histogram.ts';

/** A latency histogram and its title. */
export interface TitledHistogram {
  title: string;
  data: HistogramData;
}

/** Lines per halving of the distance to 100 %, as HdrHistogram's tools write them. */
const ticksPerHalfDistance = 5;
/** Layout of all histograms, as required by the format. */
const layout = { buckets: 22, subBuckets: 2048 };
const usPerMs = 1000;

/**
 * HdrHistogram's percentile distribution (values in milliseconds), one section per histogram,
 * each under a comment line with its title. Mean and deviation are exact.
 */
export function toHgrm(histograms: readonly TitledHistogram[]): string {
  return histograms
    .map(({ title, data }) => {
      const oneLine = title.replaceAll(/\s+/g, ' ').trim();
      return `# ${oneLine}\n${distribution(Histogram.fromData(data))}`;
    })
    .join('\n');
}

function distribution(histogram: Histogram): string {
  const lines = ['       Value     Percentile TotalCount 1/(1-Percentile)', ''];
  for (const step of percentileSteps(histogram)) lines.push(stepLine(step));
  lines.push(
    `#[Mean    = ${ms(histogram.mean())}, StdDeviation   = ${ms(histogram.stddev())}]`,
    `#[Max     = ${ms(histogram.max)}, Total count    = ${padded(histogram.count, 12)}]`,
    `#[Buckets = ${padded(layout.buckets, 12)}, SubBuckets     = ${padded(layout.subBuckets, 12)}]`,
    '',
  );
  return lines.join('\n');
}

interface Step {
  /** Microseconds, the upper end of the bucket. */
  value: number;
  /** 0–1. */
  level: number;
  /** Values up to and including this bucket. */
  count: number;
}

/** The bucket of each percentile level, and the last bucket as 100 %. */
function* percentileSteps(histogram: Histogram): Generator<Step> {
  let level = 0;
  let count = 0;
  for (const bucket of histogram.buckets()) {
    count += bucket.count;
    const value = bucket.highest;
    const isLast = count === histogram.count;
    while ((100 * count) / histogram.count >= level) {
      yield { value, level: level / 100, count };
      level = nextLevel(level);
      if (isLast) break;
    }
    if (isLast) yield { value, level: 1, count };
  }
}

/** Levels in percent approach 100 in equal steps that halve with each halving of the distance. */
function nextLevel(level: number): number {
  const halvings = Math.floor(Math.log2(100 / (100 - level))) + 1;
  return level + 100 / (ticksPerHalfDistance * 2 ** halvings);
}

function stepLine({ value, level, count }: Step): string {
  const shown = `${ms(value)} ${level.toFixed(12).padStart(2)} ${padded(count, 10)}`;
  return level < 1 ? `${shown} ${(1 / (1 - level)).toFixed(2).padStart(14)}` : shown;
}

function ms(us: number): string {
  return (us / usPerMs).toFixed(3).padStart(12);
}

function padded(count: number, width: number): string {
  return String(count).padStart(width);
}
