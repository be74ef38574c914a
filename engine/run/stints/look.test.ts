import { describe, expect, it } from 'vitest';
import { type SearchLoad, searchLoadSchema } from '../../../contracts/experiment/load.ts';
import { makeRound } from '../../../tests/support/records.ts';
import { boundedSearch, lookOutcome, lookStint } from './look.ts';
import { planSearch } from './search.ts';

const search = (fields: Record<string, unknown> = {}): SearchLoad =>
  searchLoadSchema.parse({
    ...{ model: 'search', method: 'bisection', of: 'rate', objective: 'p99 < 50ms' },
    ...fields,
  });
const looked = (throughputRps: number) =>
  makeRound(0, 16, { kind: 'look', users: 16, rate: null, throughputRps });
const first = (load: SearchLoad) => planSearch(load).next([], 0)?.rounds[0];

describe('the look before a search', () => {
  it('comes before a search for a rate whose file names no first level, and before no other', () => {
    expect(first(search())).toEqual({ kind: 'look', level: 16 });
    expect(first(search({ from: 100 }))).toEqual({ kind: 'probe', level: 100 });
    expect(first(search({ of: 'users' }))).toEqual({ kind: 'probe', level: 2 });
    const doubling = searchLoadSchema.parse({ model: 'search', method: 'doubling', of: 'rate' });
    expect(first(doubling)).toEqual({ kind: 'discovery', level: 2 });
  });

  it('is a short closed load', () => {
    expect(lookStint(search({ settle: '500ms', round: '6s' }))).toMatchObject({
      profile: [{ atMs: 0, level: 16 }],
      segments: [
        { phase: 'warm-up', round: 0, untilMs: 500 },
        { phase: 'measured', round: 0, untilMs: 2500 },
      ],
      activity: 'First look: 16 users',
      closed: { thinkTimeMs: 0 },
    });
    expect(lookStint(search({ round: '1s', settle: '0s' })).segments).toMatchObject([
      { phase: 'measured', untilMs: 1000 },
    ]);
  });

  it.each([5, 100, 900, 100_000])(
    'never sends more than %i a second where the file says so',
    (to) => {
      const { profile, closed } = lookStint(search({ to }));
      const users = profile[0]?.level ?? 0;
      // Each user waits that long between an answer and its next request.
      expect((1000 * users) / (closed?.thinkTimeMs ?? 0)).toBeLessThanOrEqual(
        to === 100_000 ? 16_000 : to,
      );
    },
  );

  it('has no more users than requests may be in flight', () => {
    expect(lookStint(search({ maxInFlight: 4 })).profile).toEqual([{ atMs: 0, level: 4 }]);
  });

  it('gives an eighth of its throughput as the first rate, within the bounds of the file', () => {
    const of = (rps: number, fields = {}) => boundedSearch(search(fields), [looked(rps)]);
    expect(of(1984)).toMatchObject({ from: 250, to: 1_000_000, lowest: 250 / 64 });
    expect(of(1984, { to: 100 })).toMatchObject({ from: 100, to: 100 });
    expect(of(0)).toMatchObject({ from: 2 });
    expect(of(0.01)).toMatchObject({ from: 0.01, lowest: 0.01 });
    expect(boundedSearch(search({ from: 10 }), [])).toMatchObject({ from: 10, lowest: 10 });
  });

  it('says what follows, and is neither a verdict nor the figures of the trial', () => {
    const load = search();
    const look = looked(1984);
    const plan = planSearch(load);
    expect(plan.conclude([look])).toBe(
      'A look, no verdict: 16 users got 1,984 answers a second, so the search starts at 250 per second.',
    );
    expect(lookOutcome(load, looked(0))).toBe(
      'A look, no verdict: 16 users got no answer, so the search starts at 2 per second.',
    );
    expect(plan.missed?.(looked(0))).toBeNull();
    expect(plan.headline?.([look])).toBeNull();
    expect(plan.next([look], 1)).toMatchObject({
      firstRound: 1,
      rounds: [{ kind: 'probe', level: 250 }],
    });
  });
});
