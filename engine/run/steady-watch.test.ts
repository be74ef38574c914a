import { describe, expect, it } from 'vitest';
import { loadSchema } from '../../contracts/experiment/load.ts';
import { tick } from '../../tests/support/ticks.ts';
import { openingAfter, SteadyWatch, warmingUp } from './steady-watch.ts';
import { planClosed, planOpen } from './stints/plain.ts';
import { planSteps } from './stints/steps.ts';
import type { SteadyRule } from './stints/stint.ts';

const rule: SteadyRule = { of: 'throughput', fromMs: 0, atLeastMs: 5000 };

/** Milliseconds until a warm-up of these ticks is steady; null when it never is. */
function endOf(rule: SteadyRule, answers: (at: number) => readonly number[]): number | null {
  const watch = new SteadyWatch(rule);
  for (let at = 0; at < 200; at++) {
    if (watch.add(tick('warm-up', 250 * at, 250 * at + 250, answers(at)))) return 250 * at + 250;
  }
  return null;
}
const equal = (count: number, us = 1000) => new Array<number>(count).fill(us);

describe('SteadyWatch', () => {
  it('finds throughput steady after two windows without a rise, and never while nothing succeeds', () => {
    expect(endOf(rule, () => equal(40))).toBe(5000);
    expect(endOf(rule, () => [])).toBeNull();
    expect(endOf(rule, (at) => equal(Math.min(100, 5 + 3 * at)))).toBeGreaterThan(32 * 250);
  });

  it('ignores the time while users start, and lasts as long as needed', () => {
    expect(endOf({ ...rule, fromMs: 2500 }, (at) => equal(at < 10 ? 1 : 40))).toBe(7500);
    expect(endOf({ ...rule, atLeastMs: 9000 }, () => equal(40))).toBe(9000);
  });

  it('uses the median latency of open load, which one slow answer does not move', () => {
    const of = { ...rule, of: 'latency' } as const;
    const answers = (at: number) => [...equal(19, 2000), at % 9 === 0 ? 900_000 : 2000];
    expect(endOf(of, answers)).toBe(5000);
    expect(endOf(of, (at) => equal(20, at < 30 ? 9000 - 200 * at : 2000))).toBeGreaterThan(7500);
    expect(endOf(of, () => [])).toBeNull();
  });
});

it.each([
  [5003, 5500],
  [5249, 5500],
  [5251, 5750],
])(
  'openingAfter leaves workers at %d ms a quarter of a second, and is an edge of ticks',
  (now, opening) => {
    expect(openingAfter(now)).toBe(opening);
  },
);

const load = <Model extends string>(model: Model, more: Record<string, unknown>) =>
  loadSchema.parse({ model, ...more }) as Extract<
    ReturnType<typeof loadSchema.parse>,
    { model: Model }
  >;
const warmUp = { until: 'steady', within: '30s', atLeast: '8s' };

it('a load with an automatic warm-up plans its maximum warm-up, and is watched once all users have started', () => {
  const closed = load('closed', { warmUp, duration: '10s', rampUp: 10 });
  expect(planClosed(closed, { users: 21 }).next([], 0)).toMatchObject({
    segments: [
      { phase: 'warm-up', untilMs: 30_000 },
      { phase: 'measured', untilMs: 40_000 },
    ],
    steady: { of: 'throughput', fromMs: 2000, atLeastMs: 8000 },
  });
});

it('a load with an automatic warm-up says what it waits for', () => {
  const open = planOpen(load('open', { warmUp: 'steady', duration: '10s' }), { rate: 5 });
  const stint = open.next([], 0);
  expect(stint?.steady && warmingUp(stint, stint.steady)).toBe(
    'Warming up until latency is steady (1 min at most)',
  );
  const steps = planSteps(load('steps', { levels: [5], hold: '5s', settle: warmUp }));
  const first = steps.next([], 0);
  expect(first?.steady && warmingUp(first, first.steady)).toBe(
    'Round 1: 5 users, warming up until throughput is steady (30 s at most)',
  );
});
