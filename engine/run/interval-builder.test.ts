import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Interval } from '../../contracts/measurement.ts';
import type { Tick } from '../../contracts/worker-messages.ts';
import { tick } from '../../tests/support/ticks.ts';
import { IntervalBuilder } from './interval-builder.ts';

/** Stolen time is unknown. */
const untold = { take: () => ({}) };

function build(ticks: readonly Tick[], secondsAreRounds = false): Interval[] {
  const intervals: Interval[] = [];
  const builder = new IntervalBuilder((one) => intervals.push(one), untold, secondsAreRounds);
  for (const one of ticks) builder.add(one, null);
  builder.flush(null);
  return intervals;
}
/** Ticks of a phase from `start` to `end`, 250 ms each but the last. */
function ticksOf(phase: Tick['phase'], start: number, end: number): Tick[] {
  const list: Tick[] = [];
  for (let at = start; at < end; at += 250) {
    list.push(tick(phase, at, Math.min(at + 250, end), [1000]));
  }
  return list;
}
const rows = (intervals: readonly Interval[]) =>
  intervals.map(({ phase, startMs, lengthMs, ok }) => [phase, startMs, lengthMs, ok]);

it('builds seconds, and begins a new one with each phase', () => {
  const intervals = build([
    ...ticksOf('warm-up', 0, 1300),
    ...ticksOf('measured', 1300, 3300),
    ...ticksOf('drain', 3300, 3400),
  ]);
  expect(rows(intervals)).toEqual([
    ['warm-up', 0, 1000, 4],
    ['warm-up', 1000, 300, 2],
    ['measured', 1300, 1000, 4],
    ['measured', 2300, 1000, 4],
    ['drain', 3300, 100, 1],
  ]);
  expect(intervals.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
});

it('begins a new one with each round, and keeps its number', () => {
  const ticks = [0, 0, 1, 1].map((round, at) =>
    tick('measured', 250 * at, 250 * (at + 1), [1000], { round, rate: at }),
  );
  expect(build(ticks).map(({ round, lengthMs, rate }) => [round, lengthMs, rate])).toEqual([
    [0, 500, 1],
    [1, 500, 3],
  ]);
});

it('numbers the measured seconds where each is a round', () => {
  const intervals = build([...ticksOf('measured', 0, 2500), ...ticksOf('drain', 2500, 2600)], true);
  expect(intervals.map(({ round }) => round)).toEqual([0, 1, 2, null]);
});

it('excludes the time that the host withheld between stints', () => {
  let stolenShare = 0.9;
  const intervals: Interval[] = [];
  const take = () => {
    const shares = { stolenShare };
    stolenShare = 0;
    return shares;
  };
  const builder = new IntervalBuilder((interval) => intervals.push(interval), { take });
  for (const start of [0, 1000]) {
    stolenShare += 0.5;
    builder.begin();
    stolenShare += 0.1;
    for (const one of ticksOf('measured', start, start + 500)) builder.add(one, null);
    builder.flush(null);
  }
  expect(intervals.map(({ client }) => client.stolenShare)).toEqual([0.1, 0.1]);
});

it('adds up active time and waits for a core', () => {
  const health = { cpuSeconds: 0, eventLoopUtilization: 0.5, gcMs: 0, lagMs: 0, waitMs: 5 };
  const ticks = [0, 1, 2, 3].map((at) =>
    tick('measured', 250 * at, 250 * (at + 1), [], { health }),
  );
  expect(build(ticks)[0]?.client).toMatchObject({ activeSeconds: 0.5, waitMs: 20 });
});

it('commits a second as soon as it is full', () => {
  const intervals: Interval[] = [];
  const builder = new IntervalBuilder((interval) => intervals.push(interval), untold);
  const ticks = ticksOf('measured', 0, 1000);
  ticks.forEach((one, at) => {
    builder.add(one, null);
    expect(intervals).toHaveLength(at === 3 ? 1 : 0);
  });
  builder.flush(null);
  expect(intervals).toHaveLength(1);
});

it('counts every tick in one interval, none longer than a second and a tick', () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 250 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(lengths, fc.nat({ max: 40 }), (list, measuredFrom) => {
      let at = 0;
      const ticks = list.map((length, index) => {
        const start = at;
        at += length;
        return tick(index < measuredFrom ? 'warm-up' : 'measured', start, at, [1, 2]);
      });
      const intervals = build(ticks);
      const sum = (of: (interval: Interval) => number) =>
        intervals.reduce((all, interval) => all + of(interval), 0);
      expect(sum(({ ok }) => ok)).toBe(2 * list.length);
      expect(sum(({ latency }) => latency.count)).toBe(2 * list.length);
      expect(sum(({ bytesSent }) => bytesSent)).toBe(20 * list.length);
      expect(sum(({ lengthMs }) => lengthMs)).toBe(at);
      for (const { lengthMs } of intervals) expect(lengthMs).toBeLessThan(1250);
    }),
  );
});

it('weighs utilisation by time, sums CPU and takes the longest lag', () => {
  const health = (eventLoopUtilization: number, lagMs: number) => ({
    health: { cpuSeconds: 0.1, eventLoopUtilization, gcMs: 2, lagMs },
  });
  const [interval] = build([
    tick('measured', 0, 250, [], { ...health(1, 3), users: 2 }),
    tick('measured', 250, 1000, [], { ...health(0.2, 9), users: 5 }),
  ]);
  expect(interval?.users).toBe(5);
  expect(interval?.client).toMatchObject({ gcMs: 4, lagMs: 9 });
  expect(interval?.client.cpuSeconds).toBeCloseTo(0.2);
  expect(interval?.client.eventLoopUtilization).toBeCloseTo(0.4);
});

it('adds errors up and keeps service times where there are any', () => {
  const errors = [{ kind: 'status', code: '500', count: 2, message: 'm' }] as const;
  const { latency } = tick('measured', 0, 250, [7]);
  const one = (start: number) =>
    tick('measured', start, start + 250, [9], {
      errors: [...errors],
      failed: 2,
      service: latency,
    });
  const [interval] = build([one(0), one(250)]);
  expect(interval).toMatchObject({
    failed: 4,
    errors: [{ count: 4 }],
    service: { count: 2, max: 7 },
  });
  expect(build(ticksOf('measured', 0, 250))[0]?.service).toBeNull();
});

it('survives a stretch without length', () => {
  expect(build([tick('measured', 0, 0)])[0]?.client.eventLoopUtilization).toBe(0);
  expect(build([])).toEqual([]);
});
