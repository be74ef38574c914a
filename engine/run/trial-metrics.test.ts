import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Phase } from '../../contracts/words.ts';
import { interval } from '../../tests/support/ticks.ts';
import { Histogram } from '../stats/histogram.ts';
import { summarise, TrialFigures } from './trial-metrics.ts';

const server = (cpuSeconds: number, rssBytes: number, eventLoopUtilization: number) => ({
  cpuSeconds,
  rssBytes,
  heapBytes: rssBytes / 2,
  eventLoopUtilization,
  requests: 0,
});
const figuresOf = (intervals: readonly ReturnType<typeof interval>[]) => {
  const figures = new TrialFigures();
  for (const one of intervals) figures.add(one, one.users);
  return figures;
};

it('summarise turns microseconds into milliseconds, and is all zeros when nothing succeeded', () => {
  const histogram = new Histogram();
  for (let ms = 1; ms <= 100; ms++) histogram.record(ms * 1000);
  const summary = summarise(histogram);
  expect(summary).toMatchObject({ mean: 50.5, min: 1, max: 100 });
  expect(summary.p50).toBeCloseTo(50, 1);
  expect(summary.p99).toBeCloseTo(99, 1);
  expect(summary.stddev).toBeCloseTo(28.866, 3);
  expect(Object.values(summarise(new Histogram()))).toEqual(new Array(10).fill(0));
});

describe('TrialFigures', () => {
  it('sums the measured window, and counts every finished request', () => {
    const anyInterval = fc
      .record({
        phase: fc.constantFrom<Phase>('warm-up', 'measured', 'drain'),
        latencies: fc.array(fc.integer({ min: 1, max: 1_000_000 }), { maxLength: 5 }),
        failed: fc.nat({ max: 5 }),
        lengthMs: fc.integer({ min: 1, max: 1000 }),
      })
      .map(({ phase, latencies, failed, lengthMs }) =>
        interval(phase, latencies, { failed, lengthMs }),
      );
    fc.assert(
      fc.property(fc.array(anyInterval, { maxLength: 20 }), (intervals) => {
        const figures = figuresOf(intervals);
        const sum = (phase: Phase | null, of: (one: (typeof intervals)[number]) => number) =>
          intervals
            .filter((one) => phase === null || one.phase === phase)
            .reduce((total, one) => total + of(one), 0);
        const all = (one: (typeof intervals)[number]) => one.ok + one.failed;
        expect(figures.finished).toEqual({
          warmUp: sum('warm-up', all),
          measured: sum('measured', all),
          drained: sum('drain', all),
          succeeded: sum(null, ({ ok }) => ok),
          dropped: 0,
        });
        expect(figures.measured).toEqual({
          ok: sum('measured', ({ ok }) => ok),
          failed: sum('measured', ({ failed }) => failed),
          dropped: 0,
          lengthMs: sum('measured', ({ lengthMs }) => lengthMs),
          bytesSent: sum('measured', ({ bytesSent }) => bytesSent),
          bytesReceived: sum('measured', ({ bytesReceived }) => bytesReceived),
        });
        expect(figures.latencyMs().max * 1000).toBeCloseTo(
          Math.max(
            0,
            ...intervals
              .filter(({ phase }) => phase === 'measured')
              .map(({ latency }) => latency.max),
          ),
        );
      }),
    );
  });

  it('uses the latency as service time unless it is recorded separately, and adds errors of the window up', () => {
    expect(figuresOf([interval('measured', [5000])]).serviceMs().max).toBe(5);
    const { latency } = interval('measured', [2000]);
    expect(figuresOf([interval('measured', [5000], { service: latency })]).serviceMs().max).toBe(2);
    const errors = [{ kind: 'status', code: '500', count: 3, message: 'm' } as const];
    const figures = figuresOf([
      interval('warm-up', [], { errors }),
      interval('measured', [], { errors }),
      interval('measured', [], { errors }),
    ]);
    expect(figures.errors).toEqual([{ ...errors[0], count: 6 }]);
  });

  it('knows the health of both sides over the window', () => {
    const client = (eventLoopUtilization: number, lagMs: number) => ({
      client: { cpuSeconds: 0.5, eventLoopUtilization, gcMs: 10, lagMs },
    });
    const figures = figuresOf([
      interval('warm-up', [], { ...client(1, 999), server: server(1, 9e9, 1) }),
      interval('measured', [], { ...client(0.9, 4), server: server(2, 300, 0.5), lengthMs: 1000 }),
      interval('measured', [], { ...client(0.5, 7), server: server(3.5, 200, 0.7), lengthMs: 500 }),
    ]);
    expect(figures.client).toEqual({
      cpuSeconds: 1,
      activeSeconds: 0,
      waitMs: 0,
      gcMs: 20,
      lagMs: 7,
    });
    expect(figures.clientUtilization).toBeCloseTo((0.9 * 1000 + 0.5 * 500) / 1500);
    expect(figures.serverUtilization).toBeCloseTo(0.6);
    expect(figures.serverCpuSeconds).toBe(1.5);
    expect(figures.server).toMatchObject({ rssPeakBytes: 300, heapPeakBytes: 150 });
  });

  it('has no values for a service that it does not see', () => {
    const figures = figuresOf([interval('measured', [1])]);
    expect([figures.serverUtilization, figures.serverCpuSeconds]).toEqual([null, 0]);
    expect(new TrialFigures().clientUtilization).toBe(0);
  });
});
