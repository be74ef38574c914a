import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeHealth } from '../../tests/support/records.ts';
import { interval } from '../../tests/support/ticks.ts';
import { Histogram } from '../stats/histogram.ts';
import { measuredLatency, measuredService, percentileCurve, seriesOf } from './series.ts';

const histogramOf = (values: readonly number[]) => {
  const histogram = new Histogram();
  for (const value of values) histogram.record(value);
  return histogram;
};

describe('percentileCurve', () => {
  it('rises from the first to the last request, and ends at the maximum', () => {
    const values = fc.array(fc.integer({ min: 0, max: 3_600_000_000 }), {
      minLength: 1,
      maxLength: 300,
    });
    fc.assert(
      fc.property(values, (list) => {
        const histogram = histogramOf(list);
        const curve = percentileCurve(histogram);
        curve.forEach((point, at) => {
          const before = curve[at - 1];
          if (!before) return;
          expect(point.share).toBeGreaterThan(before.share);
          expect(point.ms).toBeGreaterThanOrEqual(before.ms);
        });
        expect(curve[0]?.share).toBe(0);
        expect(curve.at(-1)).toEqual({ share: 1, ms: histogram.max / 1000 });
      }),
    );
  });

  it('goes as far into the tail as there are requests', () => {
    const curve = percentileCurve(histogramOf(Array.from({ length: 1024 }, (_, at) => at + 1)));
    const last = curve.at(-2)?.share ?? 0;
    expect(last).toBeGreaterThan(1 - 1 / 1024);
    expect(curve.length).toBeLessThan(130);
  });

  it('has exactly the named percentiles of the trial, and is empty when nothing succeeded', () => {
    const histogram = histogramOf(Array.from({ length: 20_000 }, (_, at) => at ** 2));
    const curve = percentileCurve(histogram);
    for (const share of [0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 0.9999]) {
      const found = curve.find((one) => one.share === share);
      expect(found?.ms).toBe(histogram.percentile(share * 100) / 1000);
    }
    expect(percentileCurve(new Histogram())).toEqual([]);
  });
});

it('measuredLatency is that of the measured window alone', () => {
  const latency = measuredLatency([
    interval('warm-up', [9_000_000]),
    interval('measured', [1000]),
    interval('measured', [3000]),
    interval('drain', [8_000_000]),
  ]);
  expect([latency.count, latency.min, latency.max]).toEqual([2, 1000, 3000]);
});

const service = histogramOf([400]).toData();

it('measuredService is null where service times equal latencies, and that of the measured window, or of one of its rounds', () => {
  expect(measuredService([interval('measured', [1000])])).toBeNull();
  // Earlier versions stored the times of iterations twice.
  const twice = interval('measured', [400], { service });
  expect(measuredService([twice])).toBeNull();
  const intervals = [
    interval('warm-up', [9000], { service }),
    interval('measured', [1000], { service, round: 0 }),
    interval('measured', [3000], { round: 1 }),
  ];
  expect(measuredService(intervals)?.count).toBe(2);
  expect(measuredService(intervals, 0)?.max).toBe(400);
});

it('seriesOf draws each interval at its end', () => {
  const points = seriesOf([
    interval('measured', [1000, 2000], { startMs: 0, lengthMs: 1000, server: makeHealth(1) }),
    interval('measured', [4000], {
      startMs: 1000,
      lengthMs: 500,
      server: makeHealth(1.4),
      failed: 2,
    }),
    interval('drain', [], { startMs: 1500, lengthMs: 0 }),
  ]);
  expect(points).toMatchObject([
    { at: 1, throughputRps: 2, ok: 2, clientCpu: 0.1, serverCpu: null },
    { at: 1.5, throughputRps: 2, ok: 1, failed: 2, clientCpu: 0.2, p50: 4 },
    { at: 1.5, throughputRps: 0, p50: null, p99: null, serverCpu: null },
  ]);
  expect(points[1]?.serverCpu).toBeCloseTo(0.8);
});

it('measuredLatency selects the latencies of that round', () => {
  const intervals = [0, 1].map((round) => interval('measured', [1000 * (round + 1)], { round }));
  expect(measuredLatency(intervals, 1).max).toBe(2000);
  expect(measuredLatency(intervals, 1).count).toBe(1);
  expect(measuredLatency(intervals).count).toBe(2);
});
