import { describe, expect, it } from 'vitest';
import { type OccupancyFacts, occupancyOf } from './occupancy.ts';

/** 10 users with answers after 2 ms, for 10 s. */
const facts = (change: Partial<OccupancyFacts> = {}): OccupancyFacts => ({
  users: 10,
  planned: 10,
  windowSeconds: 10,
  ok: 50_000,
  failed: 0,
  latencyMs: { mean: 2, p99: 5, max: 20 },
  thinkTimeMs: 0,
  heldUpMs: 0,
  ...change,
});
const codes = (change: Partial<OccupancyFacts>) =>
  occupancyOf(facts(change))?.missing.map(({ code }) => code);

describe('occupancyOf', () => {
  it('accounts for all users where throughput × latency gives them', () => {
    expect(occupancyOf(facts())).toMatchObject({ users: 10, accounted: 10, missing: [] });
  });

  it('counts think time, which failed requests have too', () => {
    expect(codes({ ok: 10_000, thinkTimeMs: 8 })).toEqual([]);
    expect(codes({ ok: 9990, failed: 10, thinkTimeMs: 8 })).toEqual([]);
  });

  it.each([
    ['just within the tolerance', 47_500, []],
    ['time outside of requests', 46_000, ['outside-requests']],
  ])('finds %s', (_name, ok, expected) => {
    expect(codes({ ok })).toEqual(expected);
  });

  it('says what is missing, with its numbers', () => {
    const occupancy = occupancyOf(facts({ ok: 40_000, thinkTimeMs: 0 }));
    expect(occupancy?.missing).toEqual([
      {
        code: 'outside-requests',
        sentence:
          '20 % of the users’ time is in no latency (4,000 requests/s × 2.00 ms = 8.00 of 10.0 users): it went into connecting, or into the generator, which kept the service from getting more requests.',
      },
    ]);
  });

  it('does not blame the generator for the time of failed requests', () => {
    expect(codes({ ok: 40_000, failed: 100 })).toEqual(['failed-requests']);
  });

  it('names users that did not run', () => {
    expect(codes({ users: 6, ok: 30_000 })).toEqual(['users-not-running']);
    expect(codes({ users: 6, planned: null, ok: 30_000 })).toEqual([]);
  });

  it('names more latency than the users have time', () => {
    expect(codes({ ok: 60_000 })).toEqual(['more-than-users']);
  });

  it('allows for what the edges of a short window cut', () => {
    const short = { windowSeconds: 0.2, ok: 900, latencyMs: { mean: 2, p99: 12, max: 20 } };
    expect(codes(short)).toEqual([]);
    expect(codes({ ...short, ok: 700 })).toEqual(['outside-requests']);
  });

  it('leaves time in which the workers could not run to its own reason', () => {
    expect(codes({ ok: 40_000, heldUpMs: 2000 })).toEqual([]);
  });

  it('says nothing of a window with less than two answers for each user', () => {
    expect(codes({ windowSeconds: 0.1, ok: 19 })).toEqual([]);
    expect(codes({ windowSeconds: 0.1, ok: 20 })).toEqual(['outside-requests']);
  });

  it('says nothing without answers', () => {
    expect(occupancyOf(facts({ ok: 0 }))).toBeNull();
    expect(occupancyOf(facts({ users: 0 }))).toBeNull();
  });

  it('does not mark right windows, whose users begin and end anywhere in a request', () => {
    let seed = 1;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const marked = Array.from({ length: 2000 }, () => {
      const users = 1 + Math.floor(random() * 50);
      const windowMs = 200;
      const latencies: number[] = [];
      for (let user = 0; user < users; user++) {
        // A request is under way when the window opens.
        let at = -random() * 5;
        while (at < windowMs) {
          const latency = -5 * Math.log(1 - random());
          at += latency;
          if (at >= 0 && at < windowMs) latencies.push(latency);
        }
      }
      latencies.sort((a, b) => a - b);
      const ok = latencies.length;
      const sum = latencies.reduce((total, one) => total + one, 0);
      const found = occupancyOf({
        ...{ users, planned: users, windowSeconds: windowMs / 1000, ok, failed: 0, thinkTimeMs: 0 },
        heldUpMs: 0,
        latencyMs: {
          mean: ok > 0 ? sum / ok : 0,
          p99: latencies[Math.max(0, Math.ceil(ok * 0.99) - 1)] ?? 0,
          max: latencies.at(-1) ?? 0,
        },
      });
      return found !== null && found.missing.length > 0;
    });
    expect(marked.filter(Boolean).length).toBeLessThanOrEqual(10);
  });
});
