import { describe, expect, it } from 'vitest';
import { loadSchema } from '../../../contracts/experiment/load.ts';
import { makeRound } from '../../../tests/support/records.ts';
import { loadPlan } from './load-plan.ts';
import { peakOf, windowOf } from './stint.ts';

const plan = (load: Record<string, unknown>, cell: { users?: number; rate?: number } = {}) =>
  loadPlan(loadSchema.parse(load), cell);
const first = (load: Record<string, unknown>, cell: { users?: number; rate?: number } = {}) => {
  const stint = plan(load, cell).next([], 0);
  if (!stint) throw new Error('no stint');
  return stint;
};

describe('closed load', () => {
  const load = { model: 'closed', warmUp: '2s', duration: '10s' };

  it('is one stint of warm-up and window, and starts user k after k / rampUp seconds', () => {
    const stint = first(load, { users: 50 });
    expect(stint.profile).toEqual([{ atMs: 0, level: 50 }]);
    expect(stint.segments).toEqual([
      { phase: 'warm-up', round: null, untilMs: 2000 },
      { phase: 'measured', round: null, untilMs: 12_000 },
    ]);
    expect(windowOf(stint)).toEqual({ start: 2000, end: 12_000 });
    expect(plan(load, { users: 50 }).next([], 1)).toBeNull();
    const { profile } = first({ ...load, rampUp: 50 }, { users: 101 });
    expect(profile).toEqual([
      { atMs: 0, level: 1 },
      { atMs: 2000, level: 101 },
    ]);
    expect(first({ ...load, rampUp: 50 }, { users: 1 }).profile).toEqual([{ atMs: 0, level: 1 }]);
  });

  it('may end after a number of requests', () => {
    const stint = first({ model: 'closed', requests: 100 }, { users: 3 });
    expect(stint).toMatchObject({
      requests: 100,
      segments: [{ phase: 'measured', round: null, untilMs: null }],
    });
    expect(windowOf(stint)).toEqual({ start: 0, end: null });
  });
});

it('open load keeps its rate', () => {
  const load = { model: 'open', duration: '5s', arrivals: 'poisson' };
  expect(first(load, { rate: 200.5 }).profile).toEqual([{ atMs: 0, level: 200.5 }]);
  expect(plan(load, { rate: 1 })).toMatchObject({ unit: 'rate', arrivals: 'poisson' });
});

const stint = first({
  model: 'stages',
  from: 5,
  stages: [
    { for: '10s', to: 100 },
    { for: '20s', to: 100 },
    { for: '5s', to: 0 },
  ],
});

it('stages are rounds of one stint, each continuing from the end of the one before', () => {
  expect(stint.profile).toEqual([
    { atMs: 0, level: 5 },
    { atMs: 10_000, level: 100 },
    { atMs: 30_000, level: 100 },
    { atMs: 35_000, level: 0 },
  ]);
  expect(stint.segments.map(({ round, untilMs }) => [round, untilMs])).toEqual([
    [0, 10_000],
    [1, 30_000],
    [2, 35_000],
  ]);
  expect(stint.rounds).toHaveLength(3);
  expect(peakOf(stint)).toBe(100);
});

describe('a ramp', () => {
  const load = { model: 'ramp', to: 10_000, perSecond: 15 };
  const seconds = (count: number, throughput: (level: number) => number, failed = 0) =>
    Array.from({ length: count }, (_none, index) => {
      const users = 15 * index + 7.5;
      const throughputRps = throughput(users);
      const mean = (1000 * users) / throughputRps;
      const latencyMs = { ...makeRound(0, 1).latencyMs, mean };
      return makeRound(index, users, { kind: 'ramp', throughputRps, latencyMs, failed });
    });

  it('rises in a straight line, and every second of it is a round', () => {
    const stint = first(load);
    expect(stint.profile).toEqual([
      { atMs: 0, level: 0 },
      { atMs: (10_000 / 15) * 1000, level: 10_000 },
    ]);
    expect(plan(load).secondsAreRounds).toBe(true);
  });

  it('ends early when throughput has been flat for long, or when requests fail', () => {
    const ramp = plan(load);
    expect(ramp.hasSeenEnough(seconds(60, (users) => 100 * users))).toBe(false);
    const flat = seconds(60, (users) => Math.min(100 * users, 30_000));
    expect(ramp.hasSeenEnough(flat)).toBe(true);
    expect(ramp.hasSeenEnough(flat.slice(0, 22))).toBe(false);
    expect(ramp.conclude(flat)).toMatch(/plateau.* The ramp ended here\.$/);
    expect(plan({ ...load, stopAt: 'end' }).hasSeenEnough(flat)).toBe(false);
    const failing = seconds(40, (users) => 100 * users, 1_000_000);
    expect(plan(load).hasSeenEnough(failing)).toBe(true);
  });
});

const load = { model: 'steps', levels: [1, 2, 4, 8, 16, 32], hold: '5s' };
const flat = [1, 2, 4, 8].map((users, index) => {
  const throughputRps = Math.min(1000 * users, 2000);
  const latencyMs = { ...makeRound(0, 1).latencyMs, mean: users };
  return makeRound(index, users, { throughputRps, latencyMs });
});

it('steps go up the ladder, and end at saturation only where configured', () => {
  expect(plan(load).next(flat.slice(0, 2), 2)?.rounds).toEqual([{ kind: 'step', level: 4 }]);
  const all = Array.from({ length: 6 }, (_none, index) => makeRound(index, index + 1));
  expect(plan(load).next(all, 6)).toBeNull();
  expect(plan(load).next(flat, 4)?.rounds).toEqual([{ kind: 'step', level: 16 }]);
  const stopping = plan({ ...load, stopAt: 'saturation' });
  expect(stopping.next(flat, 4)).toBeNull();
  expect(stopping.conclude(flat)).toMatch(/plateau.* The ladder ended here\.$/);
  expect(stopping.conclude(flat.slice(0, 2))).toBe('');
});
