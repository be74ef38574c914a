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
  answers: 1000,
  users: 10,
});

describe('judge', () => {
  it.each([
    ['an idle generator', facts(0.2), 'ok', 0],
    ['a generator just below its limit', facts(0.79), 'ok', 0],
    ['a busy generator', facts(0.8), 'suspect', 1],
    ['a saturated generator before a service that is not', facts(0.95, 0.94), 'client-bound', 1],
    [
      'a saturated generator before a service that nobody sees',
      facts(0.99, null),
      'client-bound',
      1,
    ],
    ['both saturated', facts(0.99, 0.97), 'suspect', 1],
    ['a stall', facts(0.1, 0.5, { lagMs: 100 }), 'suspect', 1],
    ['a short stall', facts(0.1, 0.5, { lagMs: 99 }), 'ok', 0],
    ['much garbage collection', facts(0.1, 0.5, { gcMs: 1000 }), 'suspect', 1],
    ['some garbage collection', facts(0.1, 0.5, { gcMs: 999 }), 'ok', 0],
    ['everything at once', facts(0.9, 0.5, { gcMs: 5000, lagMs: 500 }), 'suspect', 3],
  ] as const)('%s', (_title, input, verdict, reasons) => {
    const judged = judge(input);
    expect(judged.verdict).toBe(verdict);
    expect(judged.reasons).toHaveLength(reasons);
  });

  it('says why, in figures', () => {
    expect(judge(facts(0.987, 0.31)).reasons[0]).toBe(
      'A load worker was busy 99 % of the time, the service only 31 %: the generator was the limit, not the service.',
    );
    expect(judge(facts(0.987, null)).reasons[0]).not.toContain('service only');
  });

  it('suspects a window with fewer answers than users', () => {
    expect(judge({ ...facts(0.2), answers: 9 })).toEqual({
      verdict: 'suspect',
      reasons: ['Only 9 answers came from 10 users: the window is too short for steady figures.'],
    });
    expect(judge({ ...facts(0.2), answers: 0 }).reasons[0]).toContain('No answer came');
    expect(judge({ ...facts(0.2), answers: 10 }).verdict).toBe('ok');
  });

  it('divides nothing by a window without length', () => {
    expect(judge({ ...facts(0, 0, { gcMs: 5 }), windowSeconds: 0 }).verdict).toBe('ok');
  });
});
