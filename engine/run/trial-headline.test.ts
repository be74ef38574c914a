import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../contracts/exchange.ts';
import { type Load, loadSchema } from '../../contracts/experiment/load.ts';
import { type HopFigures, trialResultSchema } from '../../contracts/measurement.ts';
import { makeHealth, makeHistogram } from '../../tests/support/records.ts';
import { interval } from '../../tests/support/ticks.ts';
import { stintFacts, thresholdOf, trialConditions } from '../../tests/support/trial-facts.ts';
import { loadPlan } from './stints/load-plan.ts';
import { TrialRecord } from './trial-record.ts';
import { type StintFacts, type TrialConditions, trialResult } from './trial-result.ts';

const facts = (stints: readonly StintFacts[], change: Partial<TrialConditions> = {}) =>
  trialConditions({ stints, ...change });

const recordOf = (load: object, thinkTimeMs: number | null = null) => {
  const parsed: Load = loadSchema.parse(load);
  return new TrialRecord(loadPlan(parsed, { users: 5, rate: 10 }), null, thinkTimeMs);
};

/** Plays each stint with one second of as many answers as users, of a millisecond each. */
function play(load: object, answers: (level: number) => number, change: object = {}) {
  const record = recordOf(load);
  let played = 0;
  for (;;) {
    const next = record.plan.next(record.rounds, played++);
    if (!next) return { record, played: played - 1 };
    record.beginStint(next, 1);
    const users = next.profile[0]?.level ?? 0;
    const values = new Array<number>(answers(users)).fill(1000);
    record.add(interval('measured', values, { round: next.firstRound, users, ...change }));
    record.endRound();
  }
}

const exchange = (http: string): Exchange => ({
  ...{ methods: ['GET'], http: [http], codings: [], tls: [], cached: null, reads: true },
});
const hop = (cpuSeconds: number): HopFigures => ({
  ...{ cpuSeconds, rssPeakBytes: 10, heapPeakBytes: 5, eventLoopUtilization: 0.5, requests: 3 },
});

describe('the result of a trial', () => {
  it('of a search is that of its final round and of its stint alone', () => {
    const search = { model: 'search', method: 'doubling', to: 16 };
    const { record, played } = play(search, (users) => Math.min(users * 10, 80));
    const last = played - 1;
    const stints = Array.from({ length: played }, (_, index) =>
      stintFacts({
        ...{ workers: index + 1, windowSeconds: 9, serverCpuSeconds: 100 + index, issued: index },
        exchange: exchange(`1.${index}`),
        gateway: hop(index),
      }),
    );
    const result = trialResult(record, facts(stints, { ceilingPerWorker: 50 }));
    expect(trialResultSchema.parse(result)).toEqual(result);
    expect(result).toMatchObject({
      headlineRound: last,
      window: { seconds: 1 },
      requests: { ok: 80 },
      throughputRps: 80,
      client: { workers: last + 1, ceilingRps: 50 * (last + 1) },
      exchange: { http: [`1.${last}`] },
      gateway: { cpuSeconds: last },
    });
    expect(result.accounting.issued).toBe((last * (last + 1)) / 2);
    expect(result.server).toBeNull();
    expect(result).not.toHaveProperty('search');
    // A stint that was not reported.
    expect(trialResult(record, facts([]))).toMatchObject({
      client: { workers: 1, ceilingRps: null },
      window: { seconds: 1 },
    });
  });

  it('over several stints has the sums of all, as far as all are known', () => {
    const steps = { model: 'steps', levels: [2, 4], hold: '1s' };
    const { record } = play(steps, (users) => users * 10, { server: makeHealth(1), failed: 1 });
    const of = (first: Partial<StintFacts>, second: Partial<StintFacts>, change = {}) =>
      trialResult(record, facts([stintFacts(first), stintFacts(second)], change));
    const known = of(
      {
        serverCpuSeconds: 1,
        issued: 20,
        abandoned: 1,
        dropped: 2,
        gateway: hop(1),
        network: hop(3),
      },
      {
        serverCpuSeconds: 2,
        issued: 41,
        abandoned: 3,
        dropped: 5,
        gateway: hop(2),
        network: hop(5),
        workers: 3,
      },
      { thinkTimeMs: 0 },
    );
    expect(known).toMatchObject({
      window: { seconds: 2 },
      throughputRps: 30,
      client: { workers: 3 },
      server: { cpuSeconds: 3 },
      accounting: { issued: 61, abandoned: 4, dropped: 7, measured: 62, succeeded: 60 },
      gateway: { cpuSeconds: 3 },
      network: { cpuSeconds: 8 },
      headlineRound: null,
    });
    expect(known).not.toHaveProperty('occupancy');
    expect(known).not.toHaveProperty('search');
    const unknown = of(
      { serverCpuSeconds: 1, issued: 20, dropped: 2, gateway: hop(1) },
      { issued: null, dropped: null },
    );
    expect(unknown).toMatchObject({
      server: { cpuSeconds: 0 },
      accounting: { issued: 62, dropped: 0 },
    });
    expect(unknown).not.toHaveProperty('gateway');
    expect(unknown).not.toHaveProperty('network');
    expect(unknown).not.toHaveProperty('energy');
  });

  it('has energy by process, without the service where that is elsewhere', () => {
    const record = recordOf({ model: 'closed', duration: '2s' });
    record.add(
      interval('measured', [1000, 1000], {
        server: makeHealth(1),
        failed: 2,
        client: { cpuSeconds: 2, eventLoopUtilization: 0.5, gcMs: 1, lagMs: 1 },
      }),
    );
    const terms = { source: 'estimate', wattsPerCore: 10 } as const;
    const of = (remote: boolean) =>
      trialResult(
        record,
        facts([stintFacts({ serverCpuSeconds: 3, gateway: hop(1), network: hop(4) })], {
          energy: terms,
          remote,
        }),
      ).energy;
    expect(of(false)).toMatchObject({
      joules: 100,
      joulesPerRequest: 25,
      flags: [],
      processes: [
        { who: 'client', joules: 20 },
        { who: 'service', joules: 30 },
        { who: 'gateway', joules: 10 },
        { who: 'network', joules: 40 },
      ],
    });
    expect(of(true)).toMatchObject({ joules: 70, flags: ['remote'] });
    expect(trialResult(record, facts([], { energy: terms }))).not.toHaveProperty('energy');
  });

  it('of arrivals has their share that was dropped, and how late they were sent', () => {
    const record = recordOf({ model: 'open', duration: '2s' });
    const lag = makeHistogram([1000, 1000, 1000, 1000, 1000, 1000]);
    record.add(
      interval('measured', [2000, 2000, 2000, 2000], {
        failed: 2,
        dropped: 4,
        rate: 10,
        lag,
        lengthMs: 2000,
      }),
    );
    const thresholds = ['dropped <= 40%', 'dropped < 40%', 'errors < 30%'].map(thresholdOf);
    const result = trialResult(record, facts([stintFacts()], { thresholds }));
    expect(result.thresholds.map(({ rule, passed, actual }) => [rule, passed, actual])).toEqual([
      ['dropped <= 40%', true, 0.4],
      ['dropped < 40%', false, 0.4],
      ['errors < 30%', false, expect.closeTo(1 / 3)],
    ]);
    expect(result.lagMs?.p50).toBeCloseTo(1, 1);
    expect(result.requests).toEqual({ ok: 4, failed: 2, dropped: 4 });
    expect(result.client.reasons).toEqual([
      expect.stringMatching(/^4 arrivals were not sent \(40 %\)/),
    ]);
    const late = recordOf({ model: 'open', duration: '2s' });
    const next = late.plan.next([], 0);
    if (next) late.beginStint(next, 1);
    late.add(
      interval('measured', [2000], {
        rate: 10,
        lag: makeHistogram(new Array(6).fill(400_000)),
        lengthMs: 2000,
        client: { cpuSeconds: 2, eventLoopUtilization: 1, gcMs: 1, lagMs: 1 },
      }),
    );
    const whole = trialResult(late, facts([stintFacts()])).client;
    expect([whole.verdict, ...whole.reasons]).toEqual([
      'client-bound',
      expect.stringMatching(/^The generator sent 70 % fewer requests than intended/),
    ]);
  });

  it('has what is known of its surroundings, and nothing of what is not', () => {
    const record = recordOf({ model: 'closed', duration: '2s' }, 0);
    const opened = (connections: number) => ({ connections, handshakes: 1, resumed: 0 });
    record.add(interval('warm-up', [1000], { opened: opened(5) }));
    const health = makeHealth(1, { heapTotalBytes: 80, threads: 7 });
    record.add(interval('measured', [1000], { opened: opened(2), server: health }));
    const part = { name: 'a', ok: 1, failed: 0, errors: [], latency: makeHistogram([1000]) };
    const on = { name: 'box', os: 'Linux', cpu: 'any', cores: 2 } as never;
    const lost = { name: 'b', sinceSeconds: 1, workers: 1, ofWorkers: 2 };
    const machines = {
      ...{ lost: [lost], late: [] },
      results: (round: number | null, seconds: number) => [{ name: `${round} ${seconds}` }],
      places: () => [],
    } as never;
    const given = { made: { node: '24' } as never, log: ['one', 'two'], serviceOn: on, machines };
    const watched = [{ name: 'w' }] as never;
    const answer = { fields: ['a'], values: 1, characters: 1, records: null, digest: 'x' };
    const result = trialResult(
      record,
      facts([stintFacts({ parts: [part] as never })], {
        ...given,
        watched,
        answer,
        thinkTimeMs: 0,
      }),
    );
    expect(result).toMatchObject({
      opened: { measured: opened(2), all: { connections: 7, handshakes: 2, resumed: 0 } },
      parts: [{ name: 'a', requests: { ok: 1, failed: 0 }, throughputRps: 0.5 }],
      machines: [{ name: 'null 2' }],
      lostMachines: [lost],
      serviceOn: on,
      server: { heapTotalPeakBytes: 80, heapIdlePeakBytes: 30, threadsPeak: 7 },
      occupancy: expect.anything(),
      client: { verdict: 'suspect' },
      ...{ made: given.made, log: ['one', 'two'], watched, answer },
    });
    expect(result).not.toHaveProperty('places');
    const plain = recordOf({ model: 'closed', duration: '2s' });
    plain.add(interval('measured', [1000], { server: makeHealth(1) }));
    const bare = trialResult(plain, facts([stintFacts()], { log: [], watched: [] }));
    for (const name of [
      'opened',
      'parts',
      'machines',
      'places',
      'lostMachines',
      'serviceOn',
      'made',
      'log',
      'watched',
      'answer',
      'exchange',
      'occupancy',
      'warmUp',
    ]) {
      expect(bare).not.toHaveProperty(name);
    }
    expect(bare.server).toEqual({
      cpuSeconds: 0,
      rssPeakBytes: 100,
      heapPeakBytes: 50,
      eventLoopUtilization: 0.4,
    });
  });
});

describe('a record', () => {
  it('has the answers beyond the limit of a search, and how late they were sent', () => {
    const search = {
      model: 'search',
      method: 'bisection',
      of: 'rate',
      from: 10,
      to: 10,
      objective: 'p95 < 5ms',
    };
    const record = recordOf(search);
    const next = record.plan.next([], 0);
    if (!next) throw new Error('no stint');
    record.beginStint(next, 1);
    const lag = makeHistogram([3000, 3000, 3000]);
    record.add(
      interval('measured', [1000, 4000, 6000, 9000], { round: next.firstRound, rate: 10, lag }),
    );
    expect(record.soFar(null)?.utilization).toBe(0.5);
    record.endRound();
    const [round] = record.rounds;
    expect(round?.slow).toBe(2);
    expect(round?.lateMs).toBeCloseTo(3, 1);
    expect([round?.rate, round?.users]).toEqual([10, null]);
    expect(trialResult(record, facts([stintFacts()])).search).toMatchObject({ of: 'rate' });
  });

  it('says nothing before anything was measured, and has the last report of a service that was too busy', () => {
    const record = recordOf({ model: 'closed', duration: '2s' });
    record.add(interval('warm-up', [1000]));
    expect(record.soFar(5)).toBeNull();
    record.add(interval('measured', [1000]));
    expect(record.soFar(5)?.judgement.verdict).toEqual(expect.any(String));
    expect(record.total.server).toBeNull();
    record.lastReport(makeHealth(4, { rssBytes: 300 }));
    record.lastReport(makeHealth(5, { rssBytes: 900 }));
    expect(record.total.server?.rssPeakBytes).toBe(300);
    const searched = play(
      { model: 'search', method: 'doubling', to: 4 },
      (users) => users * 10,
    ).record;
    searched.lastReport(makeHealth(4, { rssBytes: 300 }));
    expect(searched.headline()?.figures.server?.rssPeakBytes).toBe(300);
    expect([searched.ofRound(0)?.round.index, searched.ofRound(99)]).toEqual([0, null]);
  });
});
