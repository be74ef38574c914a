import { describe, expect, it } from 'vitest';
import type { ResultDocument } from '../../../contracts/result.ts';
import { makeCell, makeHead, makeResult } from '../../../tests/support/records.ts';
import { drawRun, drawTrials, remarks } from './run-text.ts';

const rest = makeResult('a');
const grpc = makeResult('b', { index: 1, cell: makeCell({ protocol: 'grpc', users: 1000 }) });

function makeDocument(part: Partial<ResultDocument> = {}): ResultDocument {
  return {
    format: 'wirebench-result/1',
    run: makeHead({ plannedTrials: 2 }),
    trials: [rest, grpc],
    analysis: { cells: [], comparisons: [], saturation: [], clientTax: [], useCases: [] },
    ...part,
  };
}

describe('drawTrials', () => {
  it('writes one line a trial', () => {
    const [head, first, second] = drawTrials([rest, grpc]).split('\n');
    expect(head).toMatch(/^#\s+protocol\s+shape\s+users\s+tls\s+client\s+req\/s\s+mean ms/);
    expect(first).toMatch(/^1\s+rest\s+small\s+10\s+off\s+raw\s+4,000 .* 40,000\s+0\s+ok$/);
    expect(second).toMatch(/^2\s+grpc\s+small\s+1,000 /);
  });

  it('shows repetitions and states only where they are informative', () => {
    expect(drawTrials([rest])).not.toMatch(/rep|status/);
    expect(drawTrials([rest, { ...rest, repetition: 2 }])).toContain(' rep ');
    expect(drawTrials([{ ...rest, status: 'stopped' }])).toMatch(/status[\s\S]*stopped/);
  });

  it('distinguishes rows that differ only in other factors', () => {
    const lines = (['none', '30ms'] as const).map((network, index) =>
      makeResult(network, {
        index,
        cell: makeCell({ network, gateway: index === 0 ? 'off' : 'on' }),
      }),
    );
    const [head, first, second] = drawTrials(lines).split('\n');
    expect(head).toMatch(/client\s+gateway\s+network\s+req\/s/);
    expect(first).toMatch(/raw\s+off\s+none\s+4,000/);
    expect(second).toMatch(/raw\s+on\s+30ms\s+4,000/);
  });

  it('writes no latency where nothing succeeded', () => {
    const dead = { ...rest, requests: { ok: 0, failed: 7, dropped: 0 }, throughputRps: 0 };
    expect(drawTrials([dead])).toMatch(/\s0\s+–\s+–\s+–\s+–\s+–\s+0\s+7/);
  });

  it('gives no verdict on trials without measurements', () => {
    const none = {
      window: { seconds: 0 },
      client: { ...rest.client, verdict: 'suspect' as const },
    };
    const lines = drawTrials([{ ...rest, ...none, status: 'skipped' }, rest]);
    expect(lines).toMatch(/ skipped +skipped\n.* ok +completed/);
    expect(lines).not.toContain('suspect');
  });

  it('shows the rate, the drops and the lag of open load', () => {
    const { users: _none, ...cell } = makeCell();
    const open = makeResult('o', {
      cell: { ...cell, rate: 250.5 },
      requests: { ok: 900, failed: 0, dropped: 1200 },
      lagMs: { ...rest.latencyMs, p99: 0.321 },
    });
    const [head, line] = drawTrials([open]).split('\n');
    expect(head).toMatch(/shape\s+rate\/s\s+tls.*errors\s+dropped\s+lag p99 ms\s+trust/);
    expect(line).toMatch(/small\s+250\.5\s+off.* 900\s+0\s+1,200\s+0\.321\s+ok$/);
    expect(drawTrials([rest])).not.toMatch(/rate|dropped|lag/);
  });

  it('says so when there are none', () => {
    expect(drawTrials([])).toBe('No trial was measured.\n');
  });
});

describe('remarks', () => {
  it('lists failures, errors, doubts and missed thresholds of each trial', () => {
    const trial = {
      ...rest,
      failure: { code: 'SERVICE_DIED' as const, message: 'it died' },
      errors: [
        { kind: 'reset' as const, code: 'ECONNRESET', count: 1200, message: 'gone\u001b[0m' },
      ],
      client: { ...rest.client, verdict: 'client-bound' as const, reasons: ['no core left'] },
      thresholds: [
        { rule: 'p99 < 5ms', passed: false, actual: 9 },
        { rule: 'errors < 1%', passed: true, actual: 0 },
      ],
      notes: ['a note'],
    };
    const place = 'trial 1, rest · small · 10 users · tls off · raw';
    expect(remarks(makeDocument({ trials: [trial] }))).toEqual([
      `${place}: failed (SERVICE_DIED): it died`,
      `${place}: 1,200 × reset ECONNRESET: gone [0m`,
      `${place}: client-bound: no core left`,
      `${place}: threshold missed: p99 < 5ms`,
      `${place}: a note`,
    ]);
  });

  it('lists each kind once, with the first trial as the example', () => {
    const error = (code: string, count: number) => ({
      kind: 'status' as const,
      code,
      count,
      message: 'refused',
    });
    const trials = [0, 1, 2].map((index) =>
      makeResult(String(index), {
        index,
        failure: { code: 'TARGET_SILENT', message: `no answer within ${index + 1} s` },
        errors: [error(index < 2 ? '503' : '404', 7 + index)],
      }),
    );
    const [first, , third] = [1, 2, 3].map(
      (number) => `trial ${number}, rest · small · 10 users · tls off · raw`,
    );
    expect(remarks(makeDocument({ trials }))).toEqual([
      `3 of 3 trials, such as ${first}: failed (TARGET_SILENT): no answer within 1 s`,
      `2 of 3 trials, such as ${first}: 7 × status 503: refused`,
      `${third}: 9 × status 404: refused`,
    ]);
  });
});

describe('drawRun', () => {
  it('begins with name, time and progress of the run', () => {
    const text = drawRun(makeDocument({ run: makeHead({ status: 'stopped', plannedTrials: 5 }) }));
    expect(text).toMatch(
      /^Example\nrun 1a2b3c4d-\S+ · stopped · 1 Mar 2026, \S+ · 2 of 5 trials\n\n#/,
    );
    expect(text).not.toMatch(/Comparisons|Remarks|Rounds|Saturation|Client tax/);
  });
});
