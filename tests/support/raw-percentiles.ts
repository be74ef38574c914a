import { expect } from 'vitest';
import type { TrialResult } from '../../contracts/measurement.ts';

/** The smallest value with at least this percentage at or below it, by definition: nearest rank. */
function plainPercentile(sorted: readonly number[], percent: number): number {
  return sorted[Math.max(1, Math.ceil((percent / 100) * sorted.length)) - 1] ?? Number.NaN;
}

/** Compares percentiles with all latencies that they summarise, in milliseconds, to the precision of the histogram. */
export function expectFiguresOf(
  raw: readonly number[],
  { p50, p75, p90, p95, p99, p999, mean, min, max }: TrialResult['latencyMs'],
): void {
  const sorted = raw.toSorted((a, b) => a - b);
  const figures = { 50: p50, 75: p75, 90: p90, 95: p95, 99: p99, 99.9: p999 };
  for (const [percent, reported] of Object.entries(figures)) {
    const true_ = plainPercentile(sorted, Number(percent));
    // Three digits, of values in whole microseconds, reported as the upper end of their bucket.
    expect(reported, `p${percent}`).toBeGreaterThanOrEqual(true_ - 0.0006);
    expect(reported, `p${percent}`).toBeLessThanOrEqual(true_ * 1.001 + 0.0006);
  }
  expect(min).toBeCloseTo(sorted[0] ?? Number.NaN, 2);
  expect(max).toBeCloseTo(sorted.at(-1) ?? Number.NaN, 2);
  expect(Math.abs(mean - raw.reduce((sum, ms) => sum + ms, 0) / raw.length)).toBeLessThan(0.0006);
}
