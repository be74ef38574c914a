import type { Estimate, UslFit } from '../contracts/result.ts';
import { significant } from './format.ts';
import { levelDigits, roughLevel } from './levels.ts';

/** Coefficient of determination below which a curve does not describe the points. */
const minR2 = 0.7;
/** Ratio of an interval's ends, high ÷ low, from which on it counts as undetermined. */
const widest = 100;

/**
 * Whether an interval is informative. One that begins near 0 may have any width below 1: contention and
 * coherency are small numbers, so knowing that they are below 0.1 is informative.
 */
function isDetermined({ low, high }: Estimate): boolean {
  return high < 1 || high < widest * low;
}

/** Reason not to show a fit of the Universal Scalability Law, as a sentence; null if it is shown. */
export function uslDoubt({ r2, sigma, kappa, peakUsers }: UslFit): string | null {
  if (r2 < minR2) {
    return `The Universal Scalability Law does not fit (R² ${significant(r2, 2)}).`;
  }
  if (peakUsers && !isDetermined(peakUsers)) {
    return `The Universal Scalability Law leaves open where throughput peaks (${roughLevel(peakUsers.low)} to ${roughLevel(peakUsers.high)} users).`;
  }
  if (!isDetermined(sigma) && !isDetermined(kappa)) {
    return 'The Universal Scalability Law is not determined by these loads: contention and coherency may be anything.';
  }
  return null;
}

/** Three significant digits. */
function brief(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 100) return levelDigits(Math.round(value));
  const short = Number(value.toPrecision(3));
  return Math.abs(short) >= 0.0001 || short === 0 ? String(short) : short.toExponential(1);
}

/**
 * An estimate and its interval: `0.021` and `0.018 to 0.025`; words if the interval is not informative, and
 * a dash without an estimate.
 */
export function estimateTexts(estimate: Estimate | null | undefined): {
  readonly value: string;
  readonly interval: string;
} {
  if (!estimate) return { value: '–', interval: '' };
  if (!isDetermined(estimate)) return { value: 'not determined', interval: 'by these loads' };
  const { value, low, high } = estimate;
  return { value: brief(value), interval: `${brief(low)} to ${brief(high)}` };
}

/** The same in one text: `0.021 (0.018 to 0.025)`, `not determined by these loads`. */
export function estimateText(estimate: Estimate): string {
  const { value, interval } = estimateTexts(estimate);
  return isDetermined(estimate) ? `${value} (${interval})` : `${value} ${interval}`;
}
