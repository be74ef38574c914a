import type { GainMetric } from '../../contracts/size-gain.ts';
import { gainMetricFacts } from '../../contracts/size-gain.ts';
import { groupDigits, shortDigits } from '../../metrics/format.ts';
import { plainRatio } from '../../metrics/ratios.ts';

/**
 * Distance of a ratio from 1, in words: `110 % more`, `52 % less`. The two are
 * not each other’s mirror: 2.1 times is 110 % more, and seen from there the other has 52 % less.
 */
export function moreOrLess(times: number): string {
  const percent = 100 * (times - 1);
  if (Math.abs(percent) < minMentioned) return 'as much';
  if (percent > 0) return `${digits(percent)} % more`;
  return `${lessDigits(-percent, 100 * times)} % less`;
}

/** Differences from 1 below this many percent are not mentioned. */
const minMentioned = 0.005;

function digits(percent: number): string {
  const rounded = Number(percent.toPrecision(2));
  return rounded < 1000 ? rounded.toString() : groupDigits(rounded, 0);
}

/** Near 100 %, the remainder determines the digits, so that 0.2 % of something is not “100 % less”. */
function lessDigits(percent: number, left: number): string {
  const decimals = left >= 1 || left <= 0 ? 0 : Math.ceil(-Math.log10(left));
  return percent < 95 ? digits(percent) : shortDigits(percent, decimals);
}

/** An interval of ratios in the same words: `80 % more to 150 % more`. */
export function moreOrLessRange({ low, high }: { low: number; high: number }): string {
  return `${moreOrLess(low)} to ${moreOrLess(high)}`;
}

interface GainFacts {
  readonly metric: GainMetric;
  readonly times: number;
  /** Names of the protocol and of the baseline. */
  readonly name: string;
  readonly baseline: string;
}

/** `110 % more throughput than REST (2.1×); REST has 52 % less than gRPC` */
export function gainWords({ metric, times, name, baseline }: GainFacts): string {
  const { noun } = gainMetricFacts[metric];
  const words = moreOrLess(times);
  if (words === 'as much') return `as much ${noun} as ${baseline}`;
  const back = `${baseline} has ${moreOrLess(1 / times)} than ${name}`;
  return `${words} ${noun} than ${baseline} (${plainRatio(times)}×); ${back}`;
}
