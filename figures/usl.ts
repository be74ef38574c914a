import type { UslFit } from '../contracts/result.ts';
import { significant } from './format.ts';
import { roughLevel } from './levels.ts';

/** Share of the variance below which a curve says nothing of the points. */
const leastR2 = 0.7;
/** Ends of the interval of the peak, high ÷ low, from which on it is anywhere. */
const widestPeak = 100;

/** Why a fit of the Universal Scalability Law is not to be shown, as a sentence; null where it is. */
export function uslDoubt({ r2, peakUsers }: UslFit): string | null {
  if (r2 < leastR2) {
    return `The Universal Scalability Law does not fit (R² ${significant(r2, 2)}).`;
  }
  if (peakUsers && peakUsers.high >= widestPeak * peakUsers.low) {
    return `The Universal Scalability Law leaves open where throughput peaks (${roughLevel(peakUsers.low)} to ${roughLevel(peakUsers.high)} users).`;
  }
  return null;
}
