import { describe, expect, it } from 'vitest';
import { judge, type VerdictFacts } from './verdict.ts';

const facts = (
  utilization: number,
  serverUtilization: number | null = 0.5,
  client: Partial<VerdictFacts['client']> = {},
): VerdictFacts => ({
  client: { cpuSeconds: 1, eventLoopUtilization: utilization, gcMs: 0, lagMs: 0, ...client },
  windowSeconds: 10,
  serverUtilization,
  serverWaitShare: 0,
  longWaitMs: 0,
  p99Ms: 14.5,
  stolenShare: 0,
  answers: 1000,
  succeeded: 1000,
  error: null,
  users: 10,
  throughputRps: 100,
  open: null,
  occupancy: null,
  ceilingRps: null,
});

describe('judge', () => {
  it.each([
    ['an idle generator', facts(0.2), 'ok', 0],
    ['a generator just below its limit', facts(0.79), 'ok', 0],
    ['a busy generator', facts(0.8), 'suspect', 1],
    ['a saturated generator, the service less so', facts(0.95, 0.94), 'client-bound', 1],
    ['a saturated generator, the service unobserved', facts(0.99, null), 'client-bound', 1],
    ['both saturated', facts(0.99, 0.97), 'suspect', 1],
    ['a stall', facts(0.1, 0.5, { lagMs: 100 }), 'suspect', 1],
    ['a short stall', facts(0.1, 0.5, { lagMs: 99 }), 'ok', 0],
    ['much garbage collection', facts(0.1, 0.5, { gcMs: 1000 }), 'suspect', 1],
    ['some garbage collection', facts(0.1, 0.5, { gcMs: 999 }), 'ok', 0],
    ['everything together', facts(0.9, 0.5, { gcMs: 5000, lagMs: 500 }), 'suspect', 3],
  ] as const)('%s', (_title, input, verdict, reasons) => {
    const judged = judge(input);
    expect(judged.verdict).toBe(verdict);
    expect(judged.reasons).toHaveLength(reasons);
  });

  it('gives numeric reasons', () => {
    expect(judge(facts(0.987, 0.31)).reasons[0]).toBe(
      'A load worker was busy 99 % of the time, the service only 31 %: the generator was the limit, not the service.',
    );
    expect(judge(facts(0.987, null)).reasons[0]).not.toContain('service only');
  });

  it('names the error and not the worker where nothing succeeded', () => {
    const error = 'connect ECONNREFUSED 127.0.0.1:9';
    expect(judge({ ...facts(0.99, null), succeeded: 0, error })).toEqual({
      verdict: 'suspect',
      reasons: [
        'Every request failed, so the results do not describe the service: connect ECONNREFUSED 127.0.0.1:9.',
      ],
    });
    const none = { ...facts(0, null), windowSeconds: 0, answers: 0, succeeded: 0 };
    expect(judge(none).reasons).toEqual(['Nothing was measured.']);
  });

  it('suspects a window with fewer answers than users', () => {
    expect(judge({ ...facts(0.2), answers: 9 })).toEqual({
      verdict: 'suspect',
      reasons: ['Only 9 answers came from 10 users: the window is too short for steady results.'],
    });
    expect(judge({ ...facts(0.2), answers: 0 }).reasons[0]).toContain('No answer came');
    expect(judge({ ...facts(0.2), answers: 10 }).verdict).toBe('ok');
  });

  describe('of a generator that competes for its core with other programs', () => {
    const starved = (activeSeconds: number, utilization = 0.97, server: number | null = 0.2) =>
      facts(utilization, server, { cpuSeconds: 3, activeSeconds });

    it('is client-bound, whatever the service does', () => {
      expect(judge(starved(9.7, 0.97, 0.99))).toEqual({
        verdict: 'client-bound',
        reasons: [
          'A load worker had work 97 % of the time, but got CPU for only 31 % of that: other programs took its core.',
        ],
      });
    });

    it('needs both: much work, and little CPU time', () => {
      expect(judge(starved(5, 0.8, 0.99)).verdict).toBe('suspect');
      expect(judge(starved(5.01, 0.8, 0.99)).verdict).toBe('client-bound');
      expect(judge(starved(9.7, 0.79)).verdict).toBe('ok');
    });

    it.each([
      [4000, 'client-bound', 'was short of CPU 40 % of the time: other programs'],
      [3999, 'suspect', 'was short of CPU 40 % of the time, so its own delays'],
      [2000, 'suspect', 'was short of CPU 20 % of the time'],
      [1999, 'ok', ''],
    ] as const)('follows from %d ms of CPU wait in ten seconds: %s', (waitMs, verdict, why) => {
      const judged = judge(facts(0.1, 0.99, { waitMs }));
      expect(judged.verdict).toBe(verdict);
      expect(judged.reasons.join()).toContain(why);
    });

    // The waits are 4 % of the window, but p99 rises from 11.6 to 14.5 ms.
    it.each([
      [2, 14.5, 'suspect'],
      [1, 20, 'suspect'],
      [1, 20.1, 'ok'],
      [0.5, 2, 'ok'],
    ] as const)(
      'follows from waits of %d ms in a p99 of %d ms: %s',
      (longWaitMs, p99Ms, verdict) => {
        const judged = judge({ ...facts(0.1, 0.5, { waitMs: 400 }), longWaitMs, p99Ms });
        expect(judged.verdict).toBe(verdict);
        const reason = `In at least one of 25 samples a load worker had been short of CPU for ${longWaitMs} ms or more before it noticed an answer, so its delays may be part of the latency.`;
        expect(judged.reasons).toEqual(verdict === 'ok' ? [] : [reason]);
      },
    );

    it('follows from a service that waits for CPU, and from a host that withholds it', () => {
      const judged = (part: Partial<VerdictFacts>) => judge({ ...facts(0.1), ...part });
      expect(judged({ serverWaitShare: 0.38 }).reasons).toEqual([
        'The service was short of CPU 38 % of the time: other programs, perhaps the load workers, slowed it down.',
      ]);
      expect(judged({ serverWaitShare: 0.19 }).verdict).toBe('ok');
      expect(judged({ stolenShare: 0.05 }).reasons[0]).toContain('withheld 5');
      expect(judged({ stolenShare: 0.04 }).verdict).toBe('ok');
    });

    it('is not derived from records without active time', () => {
      expect(judge(facts(0.97, 0.99)).verdict).toBe('suspect');
    });
  });

  describe('against a calibrated ceiling of 1,000 per second', () => {
    const at = (throughputRps: number, server: number | null = 0.5) =>
      judge({ ...facts(0.5, server), throughputRps, ceilingRps: 1000 });

    it.each([
      [900, 'client-bound', '90 % of what this client can do on this machine (1,000 per second'],
      [899, 'suspect', '90 % of what'],
      [750, 'suspect', '75 % of what'],
      [749, 'ok', undefined],
    ] as const)('%d per second is %s', (throughput, verdict, reason) => {
      const judged = at(throughput);
      expect(judged.verdict).toBe(verdict);
      expect(judged.reasons).toEqual(reason ? [expect.stringContaining(reason)] : []);
    });

    it('blames the service when it was saturated', () => {
      expect(at(950, 0.95).verdict).toBe('suspect');
      expect(at(950, null).verdict).toBe('client-bound');
    });
  });

  describe('of open load', () => {
    const open = (part: Partial<NonNullable<VerdictFacts['open']>>, utilization = 0.3) =>
      judge({
        ...facts(utilization),
        users: null,
        open: { wanted: 10_000, sent: 10_000, dropped: 0, poisson: false, lagP99Ms: 0.2, ...part },
      });

    it.each([
      ['everything in time', open({}), 'ok'],
      ['a little late', open({ lagP99Ms: 1.99 }), 'ok'],
      ['late', open({ lagP99Ms: 2 }), 'suspect'],
      ['very late, but all sent', open({ lagP99Ms: 50 }), 'suspect'],
      ['too few, and late', open({ sent: 9700, lagP99Ms: 11 }), 'client-bound'],
      ['too few, and busy', open({ sent: 9700 }, 0.95), 'client-bound'],
      ['a shortfall within tolerance', open({ sent: 9800, lagP99Ms: 11 }), 'suspect'],
      ['Poisson, fewer by chance', open({ sent: 9700, poisson: true, lagP99Ms: 11 }), 'suspect'],
      ['Poisson, far fewer', open({ sent: 9400, poisson: true, lagP99Ms: 11 }), 'client-bound'],
      ['busy, but all sent', open({}, 0.96), 'suspect'],
      ['dropped by a stalled service', open({ sent: 5000, dropped: 5000 }), 'suspect'],
    ] as const)('%s', (_what, judged, verdict) => {
      expect(judged.verdict).toBe(verdict);
    });

    it('says what it means for the results', () => {
      expect(open({ sent: 9000, dropped: 1000 }).reasons).toEqual([
        '1,000 arrivals were not sent (10 %), because maxInFlight requests had no answer yet: the latency does not include them.',
      ]);
      expect(open({ sent: 5000, lagP99Ms: 80.4 }).reasons).toEqual([
        'The generator sent 50 % fewer requests than intended, and 1 % were sent more than 80 ms late: it was the limit.',
      ]);
    });
  });

  it('divides nothing by a window without length', () => {
    expect(judge({ ...facts(0, 0, { gcMs: 5 }), windowSeconds: 0 }).verdict).toBe('ok');
  });
});
