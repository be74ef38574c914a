import type { Ratio } from '../../contracts/result.ts';
import { groupDigits } from './units.ts';

/** A ratio in words that cannot be mistaken for one another: `1.84×`, `184 %`, `+84 %`. */
export interface RatioWords {
  readonly times: string;
  readonly percentOf: string;
  readonly percentChange: string;
}

/** Writes a ratio in its three ways; a baseline of zero has none and gives dashes. */
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

/** A ratio of two figures; null where either is missing or the ratio would not be a number. */
export function ratioOf(value: number | null, baseline: number | null): Ratio | null {
  if (value === null || baseline === null || baseline <= 0) return null;
  const times = value / baseline;
  const percentChange = (100 * (value - baseline)) / baseline;
  return Number.isFinite(percentChange) ? { times, percentOf: 100 * times, percentChange } : null;
}

function percentDecimals(percent: number): number {
  return Math.abs(percent) < 10 ? 1 : 0;
}
