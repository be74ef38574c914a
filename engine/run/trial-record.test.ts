import { describe, expect, it } from 'vitest';
import { type Load, loadSchema } from '../../contracts/experiment/load.ts';
import type { Interval } from '../../contracts/measurement.ts';
import { interval } from '../../tests/support/ticks.ts';
import { replay } from './recovery.ts';
import { loadPlan } from './stints/load-plan.ts';
import { TrialRecord } from './trial-record.ts';

const parse = (load: Record<string, unknown>): Load => loadSchema.parse(load);
const record = (load: Load, ceiling: number | null = null) =>
  new TrialRecord(loadPlan(load, {}), ceiling);

/** A second of a round with a number of successful requests of a millisecond each. */
const second = (round: number | null, ok: number, change: Partial<Interval> = {}) =>
  interval('measured', new Array(ok).fill(1000), { round, users: 4, ...change });

/** Plays every stint of a load, each with one second of `throughput(level)` answers. @param stored receives intervals. */
function play(
  load: Load,
  throughput: (level: number) => number,
  stored: Interval[] = [],
): TrialRecord {
  const made = record(load);
  for (let played = 0; ; played++) {
    const stint = made.plan.next(made.rounds, played);
    if (!stint) return made;
    made.beginStint(stint, 1);
    const level = stint.profile[0]?.level ?? 0;
    const index = stint.firstRound;
    const intervals = [
      interval('warm-up', [1000], { round: index, users: level }),
      second(index, throughput(level), { users: level, startMs: 2000 * index }),
      interval('drain', [1000], { users: level }),
    ];
    for (const one of intervals) made.add(one);
    stored.push(...intervals);
    made.endRound();
  }
}

describe('TrialRecord', () => {
  const search = parse({ model: 'search', method: 'doubling', to: 64 });
  const throughput = (users: number) => Math.min(users * 10, 80);

  it('turns the stints of a search into rounds, the final one representing it', () => {
    const made = play(search, throughput);
    const rounds = made.rounds.map(({ users, ok, kind }) => `${kind} ${users}: ${ok}`);
    const discovered = [
      'discovery 2: 20',
      'discovery 4: 40',
      'discovery 8: 80',
      'discovery 16: 80',
    ];
    expect(rounds).toEqual([...discovered, 'final 8: 80']);
    expect(made.rounds[3]?.outcome).toContain('8 users were best');
    expect(made.rounds[4]?.startSeconds).toBe(8);
    expect(made.headline()?.round.kind).toBe('final');
    expect(made.headline()?.figures.measured.ok).toBe(80);
    expect(made.total.measured.ok).toBe(300);
    expect(made.total.finished).toMatchObject({ warmUp: 5, measured: 300, drained: 5 });
  });

  it('records for each round of a bisection why it missed the objective', () => {
    const load = { model: 'search', method: 'bisection', objective: 'errors < 50%', to: 4 };
    const made = play(parse(load), (users) => (users > 2 ? 0 : 10));
    expect(made.rounds.map(({ users, missed }) => [users, missed])).toEqual([
      [2, undefined],
      [4, 'no request succeeded'],
      [4, 'no request succeeded'],
      [3, 'no request succeeded'],
      [3, 'no request succeeded'],
      [2, undefined],
    ]);
  });

  it('comes out the same when its intervals are read back', () => {
    const stored: Interval[] = [];
    const original = play(search, throughput, stored);
    const read = replay(loadPlan(search, {}), stored);
    expect(read.rounds).toEqual(original.rounds);
    expect(read.headline()?.round).toEqual(original.headline()?.round);
    const cut = replay(loadPlan(search, {}), stored.slice(0, 8));
    expect(cut.rounds).toEqual(original.rounds.slice(0, 3));
  });

  it('turns each second of a ramp into a round, at the level halfway through it', () => {
    const made = record(parse({ model: 'ramp', from: 10, to: 40, perSecond: 10, stopAt: 'end' }));
    const stint = made.plan.next([], 0);
    if (!stint) throw new Error('no stint');
    made.beginStint(stint, 1);
    expect(made.add(second(0, 5, { users: 20 }))).toBe(true);
    made.add(second(1, 6, { users: 30 }));
    expect(made.add(second(2, 1, { users: 31, lengthMs: 100 }))).toBe(false);
    expect(made.rounds.map(({ kind, users, ok }) => [kind, users, ok])).toEqual([
      ['ramp', 15, 5],
      ['ramp', 25, 6],
    ]);
    expect(made.total.measured.ok).toBe(12);
    expect(made.headline()).toBeNull();
  });

  it('turns each stage into a round', () => {
    const stages = [
      { for: '1s', to: 10 },
      { for: '2s', to: 10 },
    ];
    const made = record(parse({ model: 'stages', stages, of: 'rate' }));
    const stint = made.plan.next([], 0);
    if (!stint) throw new Error('no stint');
    made.beginStint(stint, 1);
    const lag = second(null, 3).latency;
    expect(made.add(second(0, 3, { rate: 10, lag, dropped: 1 }))).toBe(false);
    expect(made.add(second(1, 10, { rate: 10, lag, startMs: 1000 }))).toBe(true);
    made.add(second(1, 12, { rate: 10, lag, startMs: 2000 }));
    expect(made.endRound()).toBe(true);
    expect(made.endRound()).toBe(false);
    expect(made.rounds).toMatchObject([
      { rate: 5, users: null, ok: 3, seconds: 1, dropped: 1 },
      { rate: 10, users: null, ok: 22, seconds: 2, dropped: 0 },
    ]);
  });

  it('judges each round, against the ceiling of its workers', () => {
    const load = parse({ model: 'steps', levels: [4, 8], hold: '1s' });
    const made = record(load, 50);
    for (const workers of [1, 2]) {
      const stint = made.plan.next(made.rounds, made.rounds.length);
      if (!stint) throw new Error('no stint');
      made.beginStint(stint, workers);
      made.add(second(stint.firstRound, 48));
      made.endRound();
    }
    expect(made.rounds.map(({ verdict }) => verdict)).toEqual(['client-bound', 'ok']);
  });
});

describe('an automatic warm-up', () => {
  const closed = parse({
    model: 'closed',
    warmUp: { until: 'steady', within: '10s' },
    duration: '5s',
  });
  const warming = (count: number) => Array.from({ length: count }, () => interval('warm-up', [1]));
  const measured = interval('measured', [1]);

  it.each([
    [7, 'steady'],
    [10, 'maximum'],
  ] as const)('is read from stored intervals: after %d s it was %s', (seconds, ended) => {
    const made = replay(loadPlan(closed, {}), [...warming(seconds), measured, measured]);
    expect(made.warmUp).toEqual({ seconds, ended });
  });

  it('is the default for services on the JVM, and has no end where nothing was measured, or where it has a fixed length', () => {
    const plain = parse({ model: 'closed', duration: '5s' });
    const made = replay(loadPlan(plain, { stack: 'java' }), [...warming(20), measured]);
    expect(made.warmUp).toEqual({ seconds: 20, ended: 'steady' });
    expect(replay(loadPlan(plain, { stack: 'go' }), [measured]).warmUp).toBeNull();
    expect(replay(loadPlan(closed, {}), warming(3)).warmUp).toBeNull();
    const timed = parse({ model: 'closed', warmUp: '3s', duration: '5s' });
    expect(replay(loadPlan(timed, {}), [...warming(3), measured]).warmUp).toBeNull();
  });

  it('is reported for each round of steps, and not for the trial', () => {
    const settle = { until: 'steady', within: '6s' };
    const made = play(parse({ model: 'steps', levels: [5, 9], hold: '5s', settle }), () => 10);
    expect(made.rounds.map(({ warmUp }) => warmUp)).toEqual([
      { seconds: 1, ended: 'steady' },
      { seconds: 1, ended: 'steady' },
    ]);
    expect(made.warmUp).toBeNull();
  });
});
