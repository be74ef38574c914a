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

function percentDecimals(percent: number): number {
  return Math.abs(percent) < 10 ? 1 : 0;
}
