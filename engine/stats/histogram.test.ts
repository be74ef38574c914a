import fc from 'fast-check';
import { build } from 'hdr-histogram-js';
import type { JsHistogram } from 'hdr-histogram-js/dist/JsHistogram.js';
import { describe, expect, it } from 'vitest';
import { Histogram, highestTrackable } from './histogram.ts';

const values = fc.array(
  fc.oneof(fc.integer({ min: 0, max: 5000 }), fc.integer({ min: 0, max: highestTrackable })),
  { minLength: 1, maxLength: 400 },
);
const reference = (list: number[]) => {
  const histogram = build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: highestTrackable,
    numberOfSignificantValueDigits: 3,
    bitBucketSize: 64,
  }) as JsHistogram;
  for (const value of list) histogram.recordValue(value);
  return histogram;
};
const of = (list: number[]) => {
  const histogram = new Histogram();
  for (const value of list) histogram.record(value);
  return histogram;
};

describe('Histogram', () => {
  it('has the buckets of HdrHistogram', () => {
    fc.assert(
      fc.property(values, (list) => {
        const ours = of(list);
        const theirs = reference(list);
        for (const { lowest, highest, count } of ours.buckets()) {
          expect(theirs.lowestEquivalentValue(highest)).toBe(lowest);
          expect(theirs.highestEquivalentValue(lowest)).toBe(highest);
          expect(count).toBeGreaterThan(0);
        }
        expect(theirs.totalCount).toBe(ours.count);
      }),
    );
  });

  it('gives the nearest-rank percentile to the precision of its buckets, never above the maximum', () => {
    fc.assert(
      fc.property(values, fc.constantFrom(0, 1, 25, 50, 75, 90, 95, 99, 99.9, 100), (list, p) => {
        const sorted = [...list].sort((a, b) => a - b);
        const rank = Math.max(1, Math.ceil((p * sorted.length) / 100 - 1e-7));
        const exact = sorted[rank - 1] ?? 0;
        const got = of(list).percentile(p);
        expect(got).toBeGreaterThanOrEqual(exact);
        expect(got).toBeLessThanOrEqual(Math.min(exact + exact / 1000 + 0.5, sorted.at(-1) ?? 0));
      }),
    );
  });

  it('merges to the histogram of all values, through its data', () => {
    fc.assert(
      fc.property(values, values, (a, b) => {
        const merged = of(a);
        merged.add(Histogram.fromData(JSON.parse(JSON.stringify(of(b).toData()))));
        const whole = of([...a, ...b]).toData();
        const data = merged.toData();
        expect(data.buckets).toEqual(whole.buckets);
        expect([data.count, data.min, data.max]).toEqual([whole.count, whole.min, whole.max]);
        expect(data.sum).toBeCloseTo(whole.sum, 0);
      }),
    );
  });

  it('counts the values above another as its percentiles do', () => {
    const histogram = new Histogram();
    for (let us = 1; us <= 1000; us++) histogram.record(us);
    expect([0, 500, 999, 1000].map((us) => histogram.countAbove(us))).toEqual([1000, 500, 1, 0]);
    expect(histogram.countAbove(histogram.percentile(99))).toBe(10);
    expect(new Histogram().countAbove(0)).toBe(0);
  });

  it('keeps exact moments', () => {
    const histogram = of([2, 4, 4, 4, 5, 5, 7, 9]);
    expect(histogram.mean()).toBe(5);
    expect(histogram.stddev()).toBe(2);
    expect([histogram.min, histogram.max]).toEqual([2, 9]);
  });

  it('is empty at first and after a reset', () => {
    const histogram = of([5, 70_000]);
    histogram.reset();
    expect(histogram.toData()).toEqual(new Histogram().toData());
    expect(histogram.percentile(99)).toBe(0);
    histogram.record(3);
    expect([...histogram.buckets()]).toEqual([{ lowest: 3, highest: 3, count: 1 }]);
  });

  it('clamps values outside its range', () => {
    const histogram = of([-5, Number.MAX_SAFE_INTEGER]);
    expect([histogram.min, histogram.max]).toEqual([0, highestTrackable]);
  });

  it('refuses data of another layout', () => {
    const empty = new Histogram().toData();
    for (const part of [
      { buckets: [1] },
      { buckets: [9_999_999, 1], count: 1 },
      { buckets: [5, 2], count: 1 },
    ]) {
      expect(() => Histogram.fromData({ ...empty, ...part })).toThrow(RangeError);
    }
  });
});
