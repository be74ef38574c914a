import { expect, it } from 'vitest';
import type { Comparison, Ratio } from '../../contracts/result.ts';
import { type TrialParts, testTrial } from '../../tests/support/shown-trials.ts';
import { factorPairs } from './factorPairs.ts';

const half: Ratio = { times: 0.5, percentOf: 50, percentChange: -50 };

function trial(tls: 'off' | 'on', parts: TrialParts = {}) {
  return testTrial({ ...parts, cell: { tls, ...parts.cell } });
}

function compared(parts: TrialParts = {}): Comparison {
  return {
    cell: trial('on', parts).cell,
    baseline: trial('off', parts).cell,
    factor: 'tls',
    throughput: half,
    mean: half,
    p95: half,
  };
}

it('pairs of cells with and without TLS carry the means of both sides and the ratios of the analysis', () => {
  const trials = [
    trial('off', { throughputRps: 1000, requests: { ok: 4000, failed: 1000, dropped: 0 } }),
    trial('on', { index: 1, throughputRps: 400, verdict: 'suspect', reasons: ['Busy.'] }),
    trial('on', { index: 2, repetition: 2, throughputRps: 600 }),
  ];
  const [pair, ...others] = factorPairs('tls', [compared()], trials);
  expect(others).toEqual([]);
  expect(pair).toMatchObject({
    protocol: 'rest',
    pair: 'TLS vs no TLS',
    none: { throughputRps: 1000, meanMs: 2, p95Ms: 4 },
    having: { throughputRps: expect.closeTo(Math.sqrt(400 * 600), 9) },
    ratios: { throughputRps: half },
    verdict: 'suspect',
    reasons: ['Busy.'],
  });
});

it('pairs of cells with and without TLS compare CPU per request that ended, failed ones included, of client and service', () => {
  const server = { cpuSeconds: 2, rssPeakBytes: 1, heapPeakBytes: 1, eventLoopUtilization: 1 };
  const trials = [
    trial('off', { server, requests: { ok: 4000, failed: 1000, dropped: 0 } }),
    trial('on', { index: 1, server: { ...server, cpuSeconds: 3 } }),
  ];
  const [pair] = factorPairs('tls', [compared()], trials);
  expect(pair?.none).toMatchObject({ clientUs: 200, serviceUs: 400 });
  expect(pair?.ratios.serviceUs).toEqual({ times: 1.5, percentOf: 150, percentChange: 50 });
});

it('pairs of cells with and without TLS omit unknown values: remote services, the client in open load, failed cells', () => {
  const open = { cell: { users: undefined, rate: 100 } };
  const trials = [trial('off', open), trial('on', { ...open, status: 'failed' })];
  const [pair] = factorPairs('tls', [compared(open)], trials);
  expect(pair?.none).toMatchObject({ clientUs: null, serviceUs: null });
  expect(pair?.having.throughputRps).toBeNull();
  expect(pair?.ratios).toMatchObject({ clientUs: null, serviceUs: null });
});

it('pairs of cells with and without TLS are no other comparisons', () => {
  expect(factorPairs('tls', [{ ...compared(), factor: 'protocol' }], [])).toEqual([]);
});
