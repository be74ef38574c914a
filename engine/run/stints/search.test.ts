/** One file, because every rule of a search is tested by playing one against a scripted service. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SearchLoad, searchLoadSchema } from '../../../contracts/experiment/load.ts';
import type { Round } from '../../../contracts/measurement.ts';
import { levelOfRound } from '../../../metrics/levels.ts';
import { makeRound } from '../../../tests/support/records.ts';
import { randomSource } from '../../../workloads/messages/text.ts';
import { roundLength } from './bisection.ts';
import { boundedSearch } from './look.ts';
import { planSearch } from './search.ts';
import { windowOf } from './stint.ts';

const search = (fields: Record<string, unknown>): SearchLoad =>
  searchLoadSchema.parse({ model: 'search', ...fields });

/** Plays a search against a scripted service. @param measure metrics of a round at a level. */
function play(
  load: SearchLoad,
  measure: (level: number, kind: Round['kind'], seconds: number) => Partial<Round>,
  most = 200,
): Round[] {
  const plan = planSearch(load);
  const rounds: Round[] = [];
  for (let played = 0; played < most; played++) {
    const stint = plan.next(rounds, played);
    const planned = stint?.rounds[0];
    if (!planned) return rounds;
    const { start, end } = windowOf(stint);
    const seconds = ((end ?? 0) - (start ?? 0)) / 1000;
    const level = planned.level ?? 0;
    const isUsers = load.of === 'users' || planned.kind === 'look';
    const round = makeRound(played, level, {
      kind: planned.kind,
      users: isUsers ? level : null,
      rate: isUsers ? null : level,
      ...measure(level, planned.kind, seconds),
    });
    rounds.push(round);
    round.outcome = plan.conclude(rounds);
  }
  throw new Error('the search does not end');
}

/** Throughput that rises with the users up to a ceiling. */
const upTo = (ceiling: number) => (users: number) => ({
  throughputRps: Math.min(1000 * users, ceiling),
});
const levels = (rounds: readonly Round[]) => rounds.map(levelOfRound);

describe('discovery by doubling', () => {
  const load = search({ method: 'doubling' });

  it('doubles while throughput rises, and measures the best level for long', () => {
    const rounds = play(load, upTo(7_950));
    expect(levels(rounds)).toEqual([2, 4, 8, 16, 8]);
    expect(rounds.map(({ kind }) => kind)).toEqual([...new Array(4).fill('discovery'), 'final']);
    expect(rounds.map(({ outcome }) => outcome)).toEqual([
      'This is the first round, so the search goes on.',
      'Throughput rose by 100 %, so the search goes on.',
      'Throughput rose by 99 %, so the search goes on.',
      'Throughput rose by only 0 %, less than 2 %: 8 users were best.',
      'The final round, at 8 users: the figures of this trial.',
    ]);
  });

  it('continues at a gain of exactly the threshold, and uses the highest throughput, which need not be that of the last but one', () => {
    const short = search({ method: 'doubling', final: 0, to: 8 });
    const gain = (share: number) =>
      levels(play(short, (users) => ({ throughputRps: 1000 * (1 + share) ** Math.log2(users) })));
    expect(gain(0.0201)).toEqual([2, 4, 8]);
    expect(gain(0.0199)).toEqual([2, 4]);
    const slightly = play(load, (users) => ({ throughputRps: 1000 + users }));
    expect(levels(slightly)).toEqual([2, 4, 4]);
    const falling = play(load, (users) => ({ throughputRps: users < 10 ? 1000 * users : 10 }));
    expect(levels(falling)).toEqual([2, 4, 8, 16, 8]);
    expect(falling[3]?.outcome).toBe(
      'Throughput did not rise, it fell by 100 %: 8 users were best.',
    );
  });

  it('ends where failures begin, and does not choose that round', () => {
    const failing = (users: number) => ({
      throughputRps: 1000 * users,
      failed: users > 4 ? 5000 : 0,
    });
    const rounds = play(load, failing);
    expect(levels(rounds)).toEqual([2, 4, 8, 4]);
    expect(rounds[2]?.outcome).toBe('5.9 % of the requests failed: 4 users were best.');
  });

  it('finds nothing where even the first round fails', () => {
    const rounds = play(load, () => ({ ok: 0, failed: 100, throughputRps: 0 }));
    expect(rounds.map(({ outcome }) => outcome)).toEqual([
      '100 % of the requests failed: no level was found.',
    ]);
    expect(planSearch(load).headline?.(rounds)).toBe(rounds[0]);
  });

  it('stops at its limit', () => {
    const rounds = play(search({ method: 'doubling', to: 20 }), upTo(1e9));
    expect(levels(rounds)).toEqual([2, 4, 8, 16, 16]);
    expect(rounds[3]?.outcome).toBe(
      'Throughput rose by 100 %, but 20 users is the limit: 16 users were best.',
    );
  });

  it('is represented by the best round when there is no final one', () => {
    const without = search({ method: 'doubling', final: 0 });
    const rounds = play(without, (users) => ({ throughputRps: users < 10 ? 1000 * users : 10 }));
    expect(levels(rounds)).toEqual([2, 4, 8, 16]);
    expect(planSearch(without).headline?.(rounds)?.users).toBe(8);
  });

  it('keeps each level with its settling time, and numbers rounds consecutively', () => {
    const plan = planSearch(search({ method: 'doubling', round: '20s', settle: '1s' }));
    expect(plan.next([], 0)).toEqual({
      profile: [{ atMs: 0, level: 2 }],
      segments: [
        { phase: 'warm-up', round: 0, untilMs: 1000 },
        { phase: 'measured', round: 0, untilMs: 21_000 },
      ],
      steady: null,
      requests: null,
      firstRound: 0,
      activity: 'Round 1: 2 users',
      rounds: [{ kind: 'discovery', level: 2 }],
    });
    const next = plan.next([makeRound(0, 2, { kind: 'discovery' })], 1);
    expect(next).toMatchObject({ firstRound: 1, activity: 'Round 2: 4 users' });
  });
});

describe('bisection', () => {
  const objective = 'p99 < 50ms';
  /** Latency of one millisecond below a threshold, of a second from there on. */
  const slowFrom = (threshold: number) => (level: number) => ({
    throughputRps: level,
    ok: level * 10,
    latencyMs: { ...makeRound(0, 1).latencyMs, p99: level >= threshold ? 1000 : 1 },
  });

  it('doubles until the objective is missed, then halves the gap', () => {
    const load = search({ method: 'bisection', objective, from: 100, to: 5000, of: 'rate' });
    const rounds = play(load, slowFrom(1000));
    expect(levels(rounds)).toEqual([
      100, 200, 400, 800, 1600, 1600, 1200, 1200, 1000, 1000, 900, 950, 975, 975,
    ]);
    expect(rounds.at(-1)?.kind).toBe('final');
    expect(rounds[4]?.outcome).toBe(
      '1,600 per second: does not meet p99 < 50ms, because p99 was 1,000 ms. One round more decides about this level.',
    );
    expect(rounds[5]?.outcome).toBe(
      '1,600 per second: does not meet p99 < 50ms, because p99 was 1,000 ms.',
    );
    expect(rounds.at(-2)?.outcome).toBe(
      '975 per second: meets p99 < 50ms. The highest level that meets it is 975 per second.',
    );
  });

  it('finds any threshold within its precision, in few rounds', () => {
    const numbers = fc.record({
      from: fc.integer({ min: 1, max: 1000 }),
      factor: fc.double({ min: 1, max: 2000, noNaN: true }),
      precision: fc.integer({ min: 1, max: 100 }),
      threshold: fc.double({ min: 0.1, max: 100_000, noNaN: true }),
      of: fc.constantFrom('users', 'rate'),
    });
    fc.assert(
      fc.property(numbers, ({ from, factor, precision, threshold, of }) => {
        const to = Math.min(100_000, Math.floor(from * factor));
        const terms = { objective, from, to, of, precision: `${precision}%`, final: 0 };
        const load = search({ method: 'bisection', ...terms });
        const rounds = play(load, slowFrom(threshold), 60);
        expect(rounds.length).toBeLessThanOrEqual(3 * (Math.log2(to / from) + 2 + 8));
        const best = planSearch(load).headline?.(rounds);
        const found = best ? levelOfRound(best) : 0;
        if (from >= threshold) expect(rounds.at(-1)?.outcome).toContain('no level was found');
        else expect(found).toBeLessThan(threshold);
        if (to < threshold) expect(found).toBe(to);
        if (from >= threshold || to < threshold) return;
        const gap = Math.max(of === 'users' ? 1 : 0, (precision / 100) * found);
        expect(threshold).toBeLessThanOrEqual(found + gap + 1e-9);
      }),
      { numRuns: 300 },
    );
  });

  /** Probes meet the objective up to `short`, the longer final rounds only up to `long`. */
  const slowWhenHeld = (short: number, long: number) => (level: number, kind: Round['kind']) =>
    slowFrom(kind === 'final' ? long : short)(level);

  it('tries lower levels for long until one meets the objective, and says why', () => {
    const load = search({ method: 'bisection', objective, from: 100, to: 400, of: 'rate' });
    const rounds = play(load, slowWhenHeld(300, 250));
    const finals = rounds.filter(({ kind }) => kind === 'final');
    const [first, second, third] = [287.5, 258.75, 232.875].map((level) => expect.closeTo(level));
    expect(finals.map(levelOfRound)).toEqual([first, first, second, second, third]);
    expect(finals[0]?.outcome).toMatch(/, so it is repeated\.$/);
    expect(finals[1]?.outcome).toMatch(
      /does not meet p99 < 50ms, because p99 was 1,000 ms, so another follows at 258/,
    );
    expect(finals.at(-1)?.outcome).toMatch(/meets p99 < 50ms: the figures of this trial\.$/);
    expect(planSearch(load).headline?.(rounds)).toBe(finals.at(-1));
  });

  it('gives up after five final rounds that missed the objective, or at the lowest level', () => {
    const far = search({ method: 'bisection', objective, from: 1, to: 100_000, of: 'rate' });
    const rounds = play(far, slowWhenHeld(50_000, 0));
    expect(rounds.filter(({ kind }) => kind === 'final')).toHaveLength(6);
    expect(rounds.at(-1)?.outcome).toContain('none of 6 final rounds met it');
    const near = search({ method: 'bisection', objective, from: 200, to: 200 });
    expect(play(near, slowWhenHeld(500, 0)).at(-1)?.outcome).toMatch(/there is no lower level\.$/);
  });

  it('says so when even the lowest level misses the objective', () => {
    const rounds = play(search({ method: 'bisection', objective, from: 10 }), slowFrom(5));
    expect(levels(rounds)).toEqual([10, 20, 40, 80, 160, 160, 80, 80, 40, 40, 20, 20, 10, 10]);
    expect(rounds.at(-1)?.outcome).toBe(
      '10 users: does not meet p99 < 50ms, because p99 was 1,000 ms. 10 users was the lowest level: no level was found.',
    );
  });

  it('reaches its limit when every level meets the objective', () => {
    const rounds = play(search({ method: 'bisection', objective, from: 2, to: 5 }), slowFrom(99));
    expect(levels(rounds)).toEqual([2, 4, 5, 5]);
    expect(rounds[2]?.outcome).toContain('5 users is the limit of this search.');
  });

  /** Answers in a round, and whether a pause of the machine or the generator spoils it. */
  const queue =
    (capacity: number, random: () => number, spoilt: 'pause' | 'generator' | null) =>
    (load: SearchLoad) =>
    (level: number, kind: Round['kind'], seconds: number): Partial<Round> => {
      const isRate = load.of === 'rate' && kind !== 'look';
      const rate = isRate ? level : Math.min(capacity, level * 100);
      const isOver = rate > capacity;
      const isSpoilt = spoilt !== null && random() < 0.05;
      const ok = Math.round(Math.min(rate, capacity) * seconds);
      const slow = isOver ? 400 : isSpoilt ? 90 : 10;
      return {
        seconds,
        ok,
        throughputRps: ok / seconds,
        latencyMs: { ...makeRound(0, 1).latencyMs, p50: isOver ? 200 : 9, p99: slow },
        verdict: isSpoilt && spoilt === 'generator' ? 'client-bound' : 'ok',
      };
    };

  it.each([null, 'pause', 'generator'] as const)(
    'finds services of known capacity with its defaults, with single rounds spoilt by %s',
    (spoilt) => {
      const next = randomSource(38);
      const random = () => next() / 2 ** 32;
      const load = search({ method: 'bisection', of: 'rate', to: 100_000, objective });
      const found = Array.from({ length: 300 }, () => {
        const capacity = Math.round(50 * 100 ** random());
        const rounds = play(load, queue(capacity, random, spoilt)(load));
        const best = planSearch(load).headline?.(rounds);
        return best ? levelOfRound(best) / capacity : 0;
      });
      expect(Math.max(...found)).toBeLessThanOrEqual(1.0001);
      const right = found.filter((share) => share > 0.9);
      expect(right.length / found.length).toBeGreaterThanOrEqual(spoilt === null ? 1 : 0.95);
    },
  );

  it('ends at the level at which the generator is late again and again, and names it as the limit', () => {
    const load = search({ method: 'bisection', of: 'rate', from: 1000, to: 8000, objective });
    const rounds = play(load, (level, _kind, seconds) => ({
      ...{ seconds, ok: level * seconds, throughputRps: level },
      latencyMs: { ...makeRound(0, 1).latencyMs, p50: 5, p99: level > 2000 ? 90 : 9 },
      verdict: level > 2000 ? 'client-bound' : 'ok',
    }));
    expect(levels(rounds)).toEqual([
      ...[1000, 2000, 4000, 4000, 4000, 3000, 3000, 3000, 2500, 2500, 2500],
      ...[2250, 2250, 2250, 2250, 2000],
    ]);
    expect(rounds[4]?.outcome).toBe(
      'The generator was late in 3 rounds at 4,000 per second: it is the limit, not the service.',
    );
    expect(rounds.at(-3)?.outcome).toMatch(/so 2,250 per second is tried once more\.$/);
    expect(rounds.at(-2)?.outcome).toBe(
      'The generator was late in 4 rounds at 2,250 per second: it is the limit, not the service. The highest level that meets it is 2,000 per second.',
    );
  });

  /** A service of known capacity, in front of a generator that is late in some rounds. */
  const lateIn = (capacity: number, isLate: (seconds: number) => boolean) => {
    return (level: number, kind: Round['kind'], seconds: number): Partial<Round> => {
      const late = isLate(seconds);
      const served = kind === 'look' ? capacity : Math.min(level, capacity);
      const [p50, p99] = served < level && kind !== 'look' ? [200, 400] : [9, late ? 90 : 10];
      return {
        ...{ seconds, ok: Math.round(served * seconds), throughputRps: served },
        latencyMs: { ...makeRound(0, 1).latencyMs, p50, p99 },
        verdict: late ? 'client-bound' : 'ok',
      };
    };
  };

  /** Whether a round overlaps a stretch of time; in seconds. */
  const between = (from: number, to: number) => {
    let now = 0;
    return (seconds: number) => {
      const overlaps = now < to && now + seconds > from;
      now += seconds;
      return overlaps;
    };
  };

  it('tries a level at which the generator was late once more before it ends there', () => {
    const load = search({ method: 'bisection', of: 'rate', from: 36, objective });
    const rounds = play(load, lateIn(3500, between(4, 50)));
    expect(levels(rounds).slice(0, 9)).toEqual([36, 72, 72, 72, 54, 63, 72, 144, 288]);
    expect(rounds[5]?.outcome).toBe(
      '63 per second: meets p99 < 50ms. The generator may have been late only for a while, so 72 per second is tried once more.',
    );
    expect(planSearch(load).answer?.(rounds)).toMatchObject({
      ...{ level: 3456, high: 3600, limit: 'objective', confirmed: true },
    });
  });

  it('counts a miss of the level that it tries once more like any other', () => {
    const load = search({ method: 'bisection', of: 'rate', from: 1000, to: 2000, objective });
    // The three rounds after the first one, which are those at 2,000, last 20 s each.
    const rounds = play(load, lateIn(1950, between(21, 79)));
    expect(levels(rounds).slice(0, 8)).toEqual([1000, 2000, 2000, 2000, 1500, 1750, 2000, 2000]);
    expect(rounds[6]?.outcome).toMatch(/One round more decides about this level\.$/);
    expect(planSearch(load).answer?.(rounds)).toMatchObject({ high: 2000, limit: 'objective' });
  });

  it('is not decided by a busy spell of the generator', () => {
    const next = randomSource(39);
    const random = () => next() / 2 ** 32;
    const load = search({ method: 'bisection', of: 'rate', objective });
    const found = Array.from({ length: 300 }, () => {
      const capacity = Math.round(50 * 100 ** random());
      const start = 60 * random();
      const rounds = play(load, lateIn(capacity, between(start, start + 5 + 25 * random())));
      return (planSearch(load).answer?.(rounds).level ?? 0) / capacity;
    });
    expect(Math.max(...found)).toBeLessThanOrEqual(1.0001);
    const right = found.filter((share) => share > 0.9);
    expect(right.length / found.length).toBeGreaterThanOrEqual(0.99);
  });

  it.each([0.2, 0.5, 0.8])(
    'ends, and never above the service, with a generator that is late in %s of its rounds',
    (share) => {
      const next = randomSource(40);
      const random = () => next() / 2 ** 32;
      const load = search({ method: 'bisection', of: 'rate', objective });
      for (let searches = 0; searches < 50; searches++) {
        const capacity = Math.round(50 * 100 ** random());
        const rounds = play(
          load,
          lateIn(capacity, () => random() < share),
          60,
        );
        const { level } = planSearch(load).answer?.(rounds) ?? { level: null };
        expect(level ?? 0).toBeLessThanOrEqual(1.0001 * capacity);
      }
    },
  );

  it('starts from a look, and goes on as far as the service does where the file has no bound', () => {
    const load = search({ method: 'bisection', of: 'rate', objective });
    const rounds = play(load, (level, kind, seconds) =>
      kind === 'look'
        ? { throughputRps: 4000, seconds }
        : { ...slowFrom(30_000)(level), seconds, ok: level * seconds },
    );
    expect(levels(rounds).slice(0, 7)).toEqual([16, 500, 1000, 2000, 4000, 8000, 16_000]);
    const best = planSearch(load).headline?.(rounds);
    expect(best?.rate).toBeGreaterThan(28_500);
    expect(planSearch(load).answer?.(rounds)).toMatchObject({
      limit: 'objective',
      confirmed: true,
    });
  });

  it('goes below its first rate where even that misses, but not without end', () => {
    const load = search({ method: 'bisection', of: 'rate', objective });
    const slow = (limit: number) =>
      play(load, (level, kind, seconds) =>
        kind === 'look'
          ? { throughputRps: 4000 }
          : { ...slowFrom(limit)(level), seconds, ok: level * seconds, throughputRps: level },
      );
    expect(planSearch(load).headline?.(slow(100))?.rate).toBeGreaterThan(90);
    const none = slow(0);
    expect(none.at(-1)?.outcome).toContain(
      '7.81 per second was the lowest level: no level was found',
    );
    expect(none).toHaveLength(18);
  });

  it('does not count a round whose requests were sent later than the objective allows', () => {
    const load = search({ method: 'bisection', of: 'rate', from: 1000, to: 1000, objective });
    let late = 2;
    const rounds = play(load, (level, kind) => ({
      ...slowFrom(2000)(level),
      ...(kind === 'probe' && late-- > 0
        ? { lateMs: 15, latencyMs: { ...makeRound(0, 1).latencyMs, p99: 75 } }
        : { lateMs: 1 }),
    }));
    expect(rounds.map(({ kind }) => kind)).toEqual(['probe', 'probe', 'probe', 'final']);
    expect(rounds[1]?.outcome).toMatch(/The generator was late, so the round does not count/);
  });

  it('counts a miss that late requests do not explain, however late they were', () => {
    const load = search({ method: 'bisection', of: 'rate', from: 1000, to: 1000, objective });
    const rounds = play(load, () => ({
      ...{ ok: 10_000, throughputRps: 700, verdict: 'client-bound', lateMs: 60 },
      latencyMs: { ...makeRound(0, 1).latencyMs, p50: 900, p99: 1600 },
    }));
    expect(levels(rounds)).toEqual([1000, 1000]);
    expect(rounds[1]?.outcome).toContain('no level was found');
  });

  it('gives up on a level between a miss and rounds that the generator spoilt', () => {
    const load = search({ method: 'bisection', of: 'rate', from: 500, to: 1000, objective });
    let misses = 1;
    const rounds = play(load, (level) =>
      level < 1000 || misses-- > 0
        ? slowFrom(1000)(level)
        : { ...slowFrom(1000)(level), verdict: 'client-bound' },
    );
    expect(levels(rounds).slice(0, 6)).toEqual([500, 1000, 1000, 1000, 1000, 750]);
    expect(rounds[4]?.outcome).toMatch(/^The generator was late in 3 rounds/);
  });

  it('repeats a final round that the generator spoilt, and gives no verdict after three', () => {
    const load = search({ method: 'bisection', of: 'rate', from: 1000, to: 1000, objective });
    const spoilt = (times: number) => {
      let left = times;
      return play(load, (level, kind) => ({
        ...slowFrom(kind === 'final' && left-- > 0 ? 0 : 2000)(level),
        verdict: kind === 'final' && left >= 0 ? 'client-bound' : 'ok',
      }));
    };
    const once = spoilt(1);
    expect(levels(once)).toEqual([1000, 1000, 1000]);
    expect(once[1]?.outcome).toMatch(/but the generator was late, so it is repeated\.$/);
    expect(spoilt(9).at(-1)?.outcome).toMatch(
      /the generator was late, 3 times: no verdict on it\.$/,
    );
  });

  it('gives no verdict on a last round with fewer answers than its percentile needs', () => {
    const load = search({ method: 'bisection', of: 'rate', from: 2, to: 2, objective });
    const [, final] = play(load, (level, _kind, seconds) => ({ ok: level * seconds, seconds }));
    expect(final?.outcome).toBe(
      'The final round, at 2 per second, meets p99 < 50ms, but 600 answers are too few for a verdict, which needs 1,000: the figures of this trial.',
    );
  });

  it('is not misled by the few answers of low levels, and says why', () => {
    const load = search({ method: 'bisection', of: 'rate', from: 2, to: 100_000, objective });
    // Two of the first three requests are slow, as of a service that has just started.
    const cold = (level: number, _kind: Round['kind'], seconds: number) => ({
      seconds,
      ok: level * seconds,
      throughputRps: level,
      latencyMs: { ...makeRound(0, 1).latencyMs, p50: 5, p99: level < 10 || level > 1600 ? 90 : 9 },
    });
    const rounds = play(load, cold);
    expect(rounds[0]?.outcome).toContain('that is no verdict, so the search goes on');
    expect(levelOfRound(rounds.at(-1) ?? makeRound(0, 0))).toBeGreaterThan(1500);
  });

  it('gives every counted round the answers that its percentile needs', () => {
    const load = search({ method: 'bisection', of: 'rate', to: 100_000, objective: 'p999 < 50ms' });
    const length = (level: number, rounds: readonly Round[] = []) =>
      roundLength(boundedSearch(load, rounds), level, rounds) / 1000;
    const probe = (level: number, p99: number) =>
      makeRound(0, level, {
        ...{ users: null, rate: level, ok: 1e6, throughputRps: level },
        latencyMs: { ...makeRound(0, 1).latencyMs, p50: p99, p999: p99 },
      });
    expect(length(2000)).toBe(20);
    expect(length(10)).toBe(1);
    const bounded = [probe(100, 1), probe(200, 100), probe(200, 100)];
    expect(length(150, bounded)).toBeCloseTo((10_000 * 1.1) / 150);
    expect(length(2, bounded)).toBe(300);
  });

  it.each([
    ['failures', objective, { failed: 5000 }, '33 % of the requests failed'],
    ['dropped arrivals', objective, { dropped: 1 }, '0 % of the arrivals were dropped'],
    ['unanswered arrivals', objective, { ok: 9000 }, 'only 90 % of the intended requests'],
    ['its own objective of errors', 'errors < 50%', { failed: 5000 }, 'meets'],
    ['its own objective of drops', 'dropped < 50%', { dropped: 10 }, 'meets'],
  ] as const)('keeps an eye on %s', (_what, text, figures, why) => {
    const load = search({ method: 'bisection', objective: text, from: 1000, of: 'rate' });
    const [first] = play(load, () => ({ throughputRps: 1000, ok: 10_000, ...figures }));
    expect(first?.outcome).toContain(why);
  });

  it('grants Poisson arrivals their chance', () => {
    const first = (arrivals: string, ok: number) => {
      const load = search({ method: 'bisection', objective, from: 10, of: 'rate', arrivals });
      return play(load, (rate) => ({ throughputRps: 10, ok: rate === 10 ? ok : 0 }))[0]?.outcome;
    };
    expect(first('constant', 90)).toContain('does not meet');
    expect(first('poisson', 75)).toContain('meets p99');
    expect(first('poisson', 60)).toContain('does not meet');
  });
});
