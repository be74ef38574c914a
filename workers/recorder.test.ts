import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tick } from '../contracts/worker-messages.ts';
import { ByteMeter } from './byte-meter.ts';
import type { Failure } from './drivers/driver.ts';
import { CountingRecorder, Recorder } from './recorder.ts';
import { Timeline } from './timeline.ts';

const health = { cpuSeconds: 0, eventLoopUtilization: 0, gcMs: 0, lagMs: 0 };

interface Options {
  warmUp?: number;
  duration?: number | null;
  separate?: boolean;
  rateAt?: (ms: number) => number;
}

/** A recorder on a clock that the test controls. */
function recorder(options: Options = {}) {
  const ticks: Tick[] = [];
  const { warmUp = 0, duration = null, rateAt = null } = options;
  const timeline = new Timeline([
    { phase: 'warm-up', round: null, untilMs: warmUp },
    { phase: 'measured', round: 3, untilMs: duration === null ? null : warmUp + duration },
  ]);
  const made = new Recorder({
    timeline,
    meter: new ByteMeter(),
    health: { answered: () => undefined, take: () => health },
    separateService: options.separate ?? false,
    activeUsers: () => 7,
    rateAt,
    emit: (tick) => ticks.push(tick),
  });
  return { ticks, timeline, recorder: made };
}
const failure = (code: string, kind: Failure['kind'] = 'status', message = code) =>
  ({ kind, code, message }) as const;
const rows = (ticks: readonly Tick[]) =>
  ticks.map(({ phase, startMs, endMs, ok, failed }) => [phase, startMs, endMs, ok, failed]);

describe('Recorder', () => {
  it('counts each outcome in its stretch of time', () => {
    const { recorder: made, ticks } = recorder({ warmUp: 100, duration: 300 });
    made.success(50, 5, 5);
    made.success(100, 5, 5);
    made.failure(349, failure('500'));
    made.success(350, 5, 5);
    made.success(400, 5, 5);
    made.finish(420);
    expect(rows(ticks)).toEqual([
      ['warm-up', 0, 100, 1, 0],
      ['measured', 100, 350, 1, 1],
      ['measured', 350, 400, 1, 0],
      ['drain', 400, 420, 1, 0],
    ]);
    expect(ticks.every(({ users }) => users === 7)).toBe(true);
    expect(made.measured).toBe(3);
  });

  it('sends empty stretches too, so that nothing is missing', () => {
    const { recorder: made, ticks } = recorder();
    made.success(10, 1, 1);
    made.roll(1000);
    expect(ticks.map(({ startMs, ok }) => `${startMs}: ${ok}`)).toEqual([
      ...['0: 1', '250: 0', '500: 0', '750: 0'],
    ]);
  });

  it('counts everything exactly once, at any times', () => {
    const outcomes = fc.array(
      fc.record({ wait: fc.integer({ min: 0, max: 400 }), good: fc.boolean() }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(outcomes, fc.nat({ max: 900 }), fc.nat({ max: 900 }), (list, warmUp, window) => {
        const { recorder: made, ticks } = recorder({ warmUp, duration: window + 1 });
        let now = 0;
        let measured = 0;
        for (const { wait, good } of list) {
          now += wait;
          if (now >= warmUp && now < warmUp + window + 1) measured++;
          if (good) made.success(now, wait, wait);
          else made.failure(now, failure('X'));
        }
        made.finish(now + 1);
        const sum = (of: (tick: Tick) => number) => ticks.reduce((all, tick) => all + of(tick), 0);
        const right = list.filter(({ good }) => good).length;
        const wrong = list.length - right;
        expect([sum(({ ok }) => ok), sum(({ latency }) => latency.count)]).toEqual([right, right]);
        const tallied = sum(({ errors }) => errors.reduce((all, { count }) => all + count, 0));
        expect([sum(({ failed }) => failed), tallied]).toEqual([wrong, wrong]);
        expect(made.measured).toBe(measured);
        ticks.forEach((tick, at) => {
          expect(tick.startMs).toBe(ticks[at - 1]?.endMs ?? 0);
        });
      }),
    );
  });

  it('separates latency and service time if they differ', () => {
    for (const separate of [true, false]) {
      const { recorder: made, ticks } = recorder({ separate });
      made.success(20, 20, 12);
      made.finish(30);
      expect(ticks[0]?.latency).toMatchObject({ count: 1, min: 20_000, max: 20_000 });
      const service = expect.objectContaining({ count: 1, min: 12_000, max: 12_000 });
      expect(ticks[0]?.service).toEqual(separate ? service : null);
    }
  });

  it('counts errors by kind and code, with the first message of each', () => {
    const { recorder: made, ticks } = recorder();
    made.failure(1, failure('A', 'status', 'first'));
    made.failure(2, failure('A', 'status', 'second'));
    made.failure(3, failure('A', 'fault'));
    made.finish(10);
    expect(ticks[0]?.errors).toEqual([
      { kind: 'status', code: 'A', count: 2, message: 'first' },
      { kind: 'fault', code: 'A', count: 1, message: 'A' },
    ]);
  });

  it('counts codes beyond the fiftieth under OTHER, except known ones', () => {
    const { recorder: made, ticks } = recorder();
    for (let code = 0; code < 60; code++) made.failure(1, failure(String(code)));
    made.failure(2, failure('0'));
    made.finish(10);
    const errors = ticks[0]?.errors ?? [];
    expect(errors).toHaveLength(51);
    expect(errors.find(({ code }) => code === '0')?.count).toBe(2);
    expect(errors.find(({ code }) => code === 'OTHER')?.count).toBe(10);
  });

  it('has no rate, no lag and nothing dropped in closed load', () => {
    const { recorder: made, ticks } = recorder();
    made.finish(10);
    expect(ticks[0]).toMatchObject({ rate: null, lag: null, dropped: 0, round: 3 });
  });

  it('counts dropped arrivals and lateness in open load', () => {
    const { recorder: made, ticks } = recorder({ duration: 300, rateAt: (ms) => ms });
    made.lag(10, 0.25);
    made.drop(20);
    made.drop(260);
    made.lag(270, 1.5);
    made.finish(310);
    expect(ticks.map(({ dropped }) => dropped)).toEqual([1, 1, 0]);
    expect(ticks.map(({ lag }) => lag?.max)).toEqual([250, 1500, 0]);
    expect(ticks.map(({ rate }) => Math.round(rate ?? -1))).toEqual([250, 300, 0]);
  });

  it('reports the end of a stretch, because that takes time', () => {
    const { recorder: made } = recorder();
    const took = [10, 250, 251].map((now) => made.success(now, 1, 1));
    expect(took).toEqual([false, true, false]);
  });
});

describe('Tally', () => {
  it('counts measured requests only', () => {
    const { timeline } = recorder({ warmUp: 100, duration: 300 });
    const tally = new CountingRecorder(timeline);
    for (const now of [50, 100, 250, 399, 400]) tally.success(now);
    tally.failure(410);
    tally.finish(420);
    expect(tally.measured).toBe(3);
  });
});
