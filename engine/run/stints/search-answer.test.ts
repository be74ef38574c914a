import { describe, expect, it } from 'vitest';
import { type SearchLoad, searchLoadSchema } from '../../../contracts/experiment/load.ts';
import type { Round } from '../../../contracts/measurement.ts';
import { makeRound } from '../../../tests/support/records.ts';
import { answerOfSearch } from './search-answer.ts';

const search = (fields: Record<string, unknown> = {}): SearchLoad =>
  searchLoadSchema.parse({
    ...{ model: 'search', method: 'bisection', of: 'rate', objective: 'p99 < 50ms' },
    ...fields,
  });

/** @param slow share of the answers beyond the limit. */
const at = (rate: number, slow: number, part: Partial<Round> = {}): Round => {
  const ok = part.ok ?? 10_000;
  return makeRound(0, rate, {
    ...{ kind: 'probe', users: null, rate, ok, seconds: ok / rate, throughputRps: rate },
    slow: Math.round(slow * ok),
    latencyMs: { ...makeRound(0, 1).latencyMs, p50: 5, p99: slow >= 0.01 ? 90 : 9 },
    ...part,
  });
};
const looked = makeRound(0, 16, { kind: 'look', users: 16, rate: null, throughputRps: 1600 });

describe('the answer of a search', () => {
  it('lies between the highest level that met the objective for certain and the lowest that missed it for certain', () => {
    const rounds = [
      ...[looked, at(200, 0), at(400, 0), at(800, 0), at(1600, 0.5), at(1600, 0.5)],
      // Close to 1 %, so that either may be chance.
      ...[at(1200, 0.0095), at(1300, 0.0105), at(1300, 0.0105)],
      at(1200, 0.0095, { kind: 'final' }),
    ];
    expect(answerOfSearch(search(), rounds)).toEqual({
      ...{ objective: 'p99 < 50ms', of: 'rate', level: 1200, low: 800, high: 1600 },
      ...{ limit: 'objective', confirmed: true, look: { users: 16, throughputRps: 1600 } },
    });
    const clear = rounds.map((round) =>
      round.rate === 1300 ? at(1300, 0.2) : round.rate === 1200 ? { ...round, slow: 0 } : round,
    );
    expect(answerOfSearch(search(), clear)).toMatchObject({ low: 1200, high: 1300 });
  });

  it('counts a level that failures missed as certain, and one that met it without counts', () => {
    const rounds = [
      at(200, 0, { slow: undefined }),
      ...[0, 1].map(() => at(400, 0, { failed: 5000 })),
      at(200, 0, { kind: 'final' }),
    ];
    expect(answerOfSearch(search(), rounds)).toMatchObject({ low: 200, high: 400, level: 200 });
  });

  it('is what the last round confirms, below a level that only short rounds met', () => {
    const rounds = [
      ...[at(200, 0), at(400, 0), at(800, 0.5), at(800, 0.5)],
      ...[at(400, 0.2, { kind: 'final' }), at(400, 0.2, { kind: 'final' })],
      at(360, 0, { kind: 'final' }),
    ];
    expect(answerOfSearch(search(), rounds)).toMatchObject({
      ...{ level: 360, low: 360, high: 400, confirmed: true },
    });
    expect(answerOfSearch(search(), rounds.slice(0, -1))).toMatchObject({
      ...{ level: null, low: null, high: 400, confirmed: false },
    });
  });

  it('is at least its level where the search or the generator ended it, and unconfirmed without a last round', () => {
    const up = [at(500, 0), at(1000, 0)];
    expect(answerOfSearch(search({ to: 1000, final: 0 }), up)).toMatchObject({
      ...{ level: 1000, low: 1000, high: null, limit: 'to', confirmed: false },
    });
    const late = [0, 1, 2].map(() => at(2000, 0.5, { verdict: 'client-bound' }));
    const final = at(1000, 0, { kind: 'final' });
    expect(answerOfSearch(search(), [...up, ...late, final])).toMatchObject({
      ...{ level: 1000, high: null, limit: 'generator', confirmed: true },
    });
  });

  it('says when its last round has too few answers for the percentile', () => {
    const few = [at(2, 0, { ok: 40 }), at(2, 0, { ok: 600, kind: 'final' })];
    expect(answerOfSearch(search({ objective: 'p999 < 50ms' }), few)).toMatchObject({
      ...{ level: 2, confirmed: false, few: { answers: 600, needed: 10_000 } },
    });
  });

  it('is none before a level was tried, with the look', () => {
    expect(answerOfSearch(search(), [looked])).toMatchObject({
      ...{ level: null, low: null, high: null, confirmed: false },
      look: { users: 16 },
    });
  });
});
