import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Round } from '../../contracts/measurement.ts';
import { resultDocumentSchema, saturationSchema } from '../../contracts/result.ts';
import { makeResult, makeRound } from '../../tests/support/records.ts';
import { ladderDocument } from '../../tests/support/sample-ladder.ts';
import { uslThroughput } from '../stats/usl.ts';
import { analyseSaturation, describeSaturationLevel } from './saturation.ts';

const law = { lambda: 1000, sigma: 0.1, kappa: 0.001 };
const levels = [1, 2, 4, 8, 16, 32, 64, 128];

function lawRound(index: number, users: number, part: Partial<Round> = {}): Round {
  const throughputRps = uslThroughput(law, users);
  const mean = (1000 * users) / throughputRps;
  const plain = makeRound(index, users, { throughputRps, ok: Math.round(throughputRps * 10) });
  return { ...plain, latencyMs: { ...plain.latencyMs, mean, p95: 2 * mean }, ...part };
}

function analyseOne(rounds: Round[], override?: number) {
  const overrides = override === undefined ? undefined : new Map([['t', override]]);
  const [found] = analyseSaturation([makeResult('t', { rounds })], overrides);
  if (found === undefined) throw new Error('no saturation was analysed');
  return found;
}

describe('the saturation of a trial', () => {
  it('has the curve of its rounds, the point, the knee and, of four levels or more, the law', () => {
    const found = analyseOne(levels.map((users, index) => lawRound(index, users)));
    expect(found).toMatchObject({ trialId: 't', of: 'users', criterion: 'plateau', manual: null });
    expect(found.curve.map((point) => point.level)).toEqual(levels);
    expect(found.point?.level).toBe(32);
    expect(found.point?.p95Ms).toBe(2 * (found.point?.meanMs ?? 0));
    expect(found.reason).toContain('Beyond 32 users');
    expect(levels).toContain(found.knee?.level);
    expect(found.usl?.peakUsers?.value).toBeCloseTo(30, 6);
    expect(found.usl?.points).toBe(levels.length);
    const three = [1, 2, 4].map((users, index) => lawRound(index, users));
    expect(analyseOne(three).usl).toBeNull();
  });

  it('leaves out trials without rounds, and the final round of a search', () => {
    expect(analyseSaturation([makeResult('t')])).toEqual([]);
    const discovery = levels.map((users, index) => lawRound(index, users, { kind: 'discovery' }));
    const final = lawRound(8, 32, { kind: 'final', throughputRps: 1 });
    expect(analyseOne([...discovery, final])).toEqual(analyseOne(discovery));
  });

  it('sorts probes by their level and averages those at the same one', () => {
    const probe = (index: number, users: number, throughputRps: number) =>
      makeRound(index, users, { kind: 'probe', throughputRps, seconds: 10 * (index + 1) });
    const { curve } = analyseOne([probe(0, 40, 100), probe(1, 10, 50), probe(2, 40, 200)]);
    expect(curve.map(({ level, throughputRps }) => [level, throughputRps])).toEqual([
      [10, 50],
      [40, 175],
    ]);
  });

  it('uses stages only when their levels rise', () => {
    const stages = (users: number[]) =>
      users.map((level, index) => lawRound(index, level, { kind: 'stage' }));
    const trial = (users: number[]) => makeResult('t', { rounds: stages(users) });
    expect(analyseSaturation([trial([10, 20, 30])])).toHaveLength(1);
    expect(analyseSaturation([trial([10, 20, 20])])).toEqual([]);
    expect(analyseSaturation([trial([10, 200, 10])])).toEqual([]);
  });

  it('joins the seconds of a ramp to sixty levels, and leaves out those without users', () => {
    const ramp = Array.from({ length: 600 }, (_none, index) =>
      index === 0
        ? makeRound(0, 0, { kind: 'ramp', ok: 0, throughputRps: 0 })
        : lawRound(index, index, { kind: 'ramp', seconds: 1 }),
    );
    const found = analyseOne(ramp);
    expect(found.curve.length).toBeGreaterThan(50);
    expect(found.curve.length).toBeLessThanOrEqual(60);
    expect(found.usl?.points).toBe(found.curve.length);
    expect(found.reason).toContain(`Beyond ${found.point?.level} users`);
    expect(found.point?.level).toBeGreaterThan(10);
    expect(found.point?.level).toBeLessThan(45);
  });

  it('of arrivals counts dropped ones as failures, and has no law', () => {
    const rounds = [100, 200, 400, 800].map((rate, index) => {
      const throughputRps = Math.min(rate, 300);
      const dropped = 10 * (rate - throughputRps);
      return makeRound(index, 0, { users: null, rate, throughputRps, dropped });
    });
    const found = analyseOne(rounds);
    expect(found).toMatchObject({ of: 'rate', criterion: 'failures', usl: null });
    expect(found.point?.level).toBe(400);
    expect(found.reason).toMatchSnapshot();
  });

  it('says when the generator was the limit and not the service', () => {
    const rounds = (bound: (users: number) => boolean) =>
      levels.map((users, index) =>
        lawRound(index, users, { verdict: bound(users) ? 'client-bound' : 'ok' }),
      );
    const remark = 'The load generator was the limit there';
    expect(analyseOne(rounds((users) => users >= 32)).reason).toContain(remark);
    expect(analyseOne(rounds((users) => users === 128)).reason).not.toContain(remark);
    expect(analyseOne(rounds((users) => users < 32)).reason).not.toContain(remark);
  });

  it.each([
    [24, 24, 0.5],
    [16, 16, 0],
    [1000, 128, 0],
    [0.5, 1, 0],
  ])('keeps a level set by hand, %d, beside the computed one', (level, from, share) => {
    const rounds = levels.map((users, index) => lawRound(index, users));
    const computed = analyseOne(rounds);
    const found = analyseOne(rounds, level);
    expect(found.point).toEqual(computed.point);
    const at = (users: number) => uslThroughput(law, users);
    const expected = share === 0 ? at(from) : at(16) + share * (at(32) - at(16));
    expect(found.manual?.level).toBe(level);
    expect(found.manual?.throughputRps).toBeCloseTo(expected, 6);
  });

  it('matches the schema, whatever the rounds are', () => {
    const number = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1e7, noNaN: true }));
    const kinds = ['ramp', 'step', 'stage', 'discovery', 'probe', 'final'] as const;
    const count = fc.integer({ min: 0, max: 10 });
    const round = fc.record({
      ...{ users: fc.option(number), rate: fc.option(number), throughputRps: number },
      ...{ kind: fc.constantFrom(...kinds), ok: count, failed: count, seconds: number },
    });
    fc.assert(
      fc.property(fc.array(round, { maxLength: 12 }), (parts) => {
        const rounds = parts.map((part, index) => makeRound(index, 1, part));
        for (const one of analyseSaturation([makeResult('t', { rounds })], new Map([['t', 5]]))) {
          expect(saturationSchema.parse(one)).toEqual(one);
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe('a level in words', () => {
  it.each([
    [1, 'users', '1 user'],
    [64, 'users', '64 users'],
    [1957.52, 'users', '1,958 users'],
    [7.5, 'users', '7.5 users'],
    [0.5, 'rate', '0.5 per second'],
    [12_345, 'rate', '12,345 per second'],
  ] as const)('%d %s is %s', (level, of, text) => {
    expect(describeSaturationLevel(level, of)).toBe(text);
  });
});

describe('the analysis of a ladder', () => {
  const { saturation } = ladderDocument().analysis;

  it('says which criterion fired for each protocol', () => {
    const found = saturation.map(
      ({ cell, criterion, manual }) =>
        `${cell.protocol} ${cell.client}: ${criterion} ${manual?.level}`,
    );
    expect(found).toMatchSnapshot();
  });

  it('matches the schema', () => {
    const document = ladderDocument();
    expect(resultDocumentSchema.parse(document)).toEqual(document);
  });
});
