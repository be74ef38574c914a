import type { Ratio } from '../contracts/result.ts';
import { groupDigits, significant } from './format.ts';

/** A ratio in forms that cannot be mistaken for each other: `1.84×`, `184 %`, `+84 %`. */
export interface RatioWords {
  readonly times: string;
  readonly percentOf: string;
  readonly percentChange: string;
}

/** Writes a ratio in its three forms; dashes if the baseline is zero. */
export function ratioWords(ratio: Ratio): RatioWords {
  if (![ratio.times, ratio.percentOf, ratio.percentChange].every(Number.isFinite)) {
    return { times: '–', percentOf: '–', percentChange: '–' };
  }
  const change = groupDigits(ratio.percentChange, percentDecimals(ratio.percentChange));
  return {
    times: `${groupDigits(ratio.times, Math.abs(ratio.times) < 0.1 ? 3 : 2)}×`,
    percentOf: `${groupDigits(ratio.percentOf, percentDecimals(ratio.percentOf))} %`,
    percentChange: `${ratio.percentChange > 0 ? '+' : ''}${change} %`,
  };
}

/** A ratio of two values; null if either is missing or negative, or the baseline is zero. */
export function ratioOf(value: number | null, baseline: number | null): Ratio | null {
  if (value === null || baseline === null || value < 0 || !(baseline > 0)) return null;
  const times = value / baseline;
  const percentChange = (100 * (value - baseline)) / baseline;
  return Number.isFinite(percentChange) && (times > 0 || value === 0)
    ? { times, percentOf: 100 * times, percentChange }
    : null;
}

function percentDecimals(percent: number): number {
  return Math.abs(percent) < 10 ? 1 : 0;
}

/** Decimals that show an interval, and on which side of 1 each of its ends is. */
export function intervalDecimals({ low, high }: { low: number; high: number }): number {
  const width = high - low;
  const byWidth = width > 0 ? -Math.floor(Math.log10(width)) : 2;
  // Two digits of the smaller end, so that 0.03 does not become 0.0.
  const bySize = low > 0 && low < 1 ? 1 - Math.floor(Math.log10(low)) : 0;
  const least = Math.min(6, Math.max(1, byWidth, Math.min(bySize, byWidth + 2)));
  const tellsSides = (decimals: number) =>
    [low, high].every((end) => Math.sign(Number(end.toFixed(decimals)) - 1) === Math.sign(end - 1));
  for (let decimals = least; decimals < 6; decimals++) if (tellsSides(decimals)) return decimals;
  return 6;
}

/** A ratio without an interval, to three digits: `1.84`, `0.0312`, `251`. */
export function plainRatio(times: number): string {
  return significant(times);
}

/** A p-value for people: `0.03`, `below 0.0001`. */
export function pWords(p: number): string {
  if (p < 0.0001) return 'below 0.0001';
  return significant(p, 2);
}

/** Percentage by which a ratio exceeds 1, in two digits: `8.4 %`, `0.31 %`, `1,300 %`. */
export function ratioPercent(times: number): string {
  const percent = Number((100 * (times - 1)).toPrecision(2));
  return `${percent >= 1000 ? groupDigits(percent, 0) : significant(percent)} %`;
}
