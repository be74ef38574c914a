import fc from 'fast-check';
import { build, type Histogram as Reference } from 'hdr-histogram-js';
import { describe, expect, it } from 'vitest';
import { makeHistogram } from '../../tests/support/records.ts';
import { randomSource } from '../../workloads/messages/text.ts';
import { Histogram } from './histogram.ts';
import { correctedPercentile, findOmission } from './omission.ts';

const histogramOf = (values: readonly number[]) => Histogram.fromData(makeHistogram(values));

/** HdrHistogram's own correction of the same values. */
function referenceOf(values: readonly number[], interval: number): Reference {
  const reference = build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: 3_600_000_000,
    numberOfSignificantValueDigits: 3,
  });
  for (const value of values) reference.recordValueWithExpectedInterval(value, interval);
  return reference;
}

describe('correctedPercentile', () => {
  it('agrees with HdrHistogram, exactly where buckets have one value', () => {
    const cases = fc.record({
      values: fc.array(fc.integer({ min: 1, max: 2047 }), { minLength: 1, maxLength: 60 }),
      interval: fc.integer({ min: 1, max: 1000 }),
      percent: fc.constantFrom(1, 25, 50, 75, 90, 95, 99, 99.9, 100),
    });
    fc.assert(
      fc.property(cases, ({ values, interval, percent }) => {
        const theirs = referenceOf(values, interval).getValueAtPercentile(percent);
        expect(correctedPercentile(histogramOf(values), interval, percent)).toBe(theirs);
      }),
      { numRuns: 500 },
    );
  });

  it.each([50, 90, 99, 99.9])('agrees with it to 0.1 % at realistic sizes: p%d', (percent) => {
    const random = randomSource(1);
    const values = Array.from({ length: 20_000 }, () =>
      random() % 500 === 0 ? 1_000_000 + (random() % 5000) : 800 + (random() % 600),
    );
    const theirs = referenceOf(values, 1100).getValueAtPercentile(percent);
    const ours = correctedPercentile(histogramOf(values), 1100, percent);
    expect(Math.abs(ours / theirs - 1)).toBeLessThan(0.002);
  });

  it('counts what a user who waits a second leaves out', () => {
    const values = [...new Array<number>(1000).fill(1000), 1_000_000];
    // 999 more, from 999 ms down to 1 ms: half of all values are 1 ms, p99 lies near 980 ms.
    expect(histogramOf(values).percentile(99)).toBe(1000);
    expect(correctedPercentile(histogramOf(values), 1000, 50)).toBe(1000);
    expect(correctedPercentile(histogramOf(values), 1000, 99) / 1000).toBeCloseTo(980, -1);
  });

  it('costs nothing for long waits at a fast pace', () => {
    const values = Array.from({ length: 2000 }, (_none, index) => 3_500_000_000 - index * 1e6);
    const corrected = correctedPercentile(histogramOf(values), 1, 50);
    expect(corrected / 1e9).toBeGreaterThan(1);
  });

  it('changes nothing where no request takes longer than the interval', () => {
    const values = [100, 200, 300];
    expect(correctedPercentile(histogramOf(values), 1000, 99)).toBe(300);
    expect(correctedPercentile(new Histogram(), 1000, 99)).toBe(0);
    expect(() => correctedPercentile(histogramOf(values), 0, 99)).toThrow(RangeError);
  });
});

describe('findOmission', () => {
  const steady = new Array<number>(10_000).fill(1000);
  const stalled = [...steady, ...new Array<number>(10).fill(1_000_000)];

  it('finds the stall that a closed load hides', () => {
    const found = findOmission(histogramOf(stalled), 0);
    expect(found?.measuredP99Ms).toBe(1);
    expect(found?.correctedP99Ms).toBeGreaterThan(500);
  });

  it('is null for a steady service, and where think time is longer than the stall', () => {
    expect(findOmission(histogramOf(steady), 0)).toBeNull();
    expect(findOmission(histogramOf([...steady, 5000, 8000]), 0)).toBeNull();
    expect(findOmission(new Histogram(), 0)).toBeNull();
    expect(findOmission(histogramOf(stalled), 2000)).toBeNull();
  });
});
