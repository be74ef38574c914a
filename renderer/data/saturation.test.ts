import { describe, expect, it } from 'vitest';
import type { Saturation, UslFit } from '../../contracts/result.ts';
import { testTrial } from '../../tests/support/shown-trials.ts';
import {
  fittedThroughput,
  readsBetterLogarithmic,
  saturationChoices,
  saturationRows,
  saturationSummary,
  saturationTable,
  uslLine,
} from './saturation.ts';

const exact = (value: number) => ({ value, low: value, high: value });
const usl: UslFit = {
  lambda: exact(100),
  sigma: exact(0.1),
  kappa: exact(0.001),
  peakUsers: exact(30),
  peakThroughputRps: exact(780),
  r2: 0.99,
  points: 4,
  confidence: 0.95,
};

function saturation(parts: Partial<Saturation> = {}, levels = [10, 20, 50, 100]): Saturation {
  const curve = levels.map((level) => {
    return { level, throughputRps: 10 * level, meanMs: 1, p95Ms: 2 };
  });
  return {
    trialId: 'trial-0',
    cell: { protocol: 'rest', shape: 'small', tls: 'off', client: 'raw' },
    repetition: 1,
    of: 'users',
    criterion: 'plateau',
    reason: 'It no longer rises.',
    point: curve[2] ?? null,
    manual: null,
    knee: curve[1] ?? null,
    usl,
    curve,
    ...parts,
  };
}

const cell = { protocol: 'grpc', shape: 'large', tls: 'off', client: 'raw' } as const;

describe('saturationRows', () => {
  const manual = { level: 20, throughputRps: 200, meanMs: 1, p95Ms: 2 };
  const rows = saturationRows(
    [saturation({ trialId: 'trial-1', cell, manual, repetition: 2 }), saturation()],
    [testTrial({ verdict: 'suspect', reasons: ['Near its limit.'] })],
  );

  it('stand in the order of the series, with the verdict of their trial, without a fit that says nothing', () => {
    const [poor] = saturationRows([saturation({ usl: { ...usl, r2: 0.2 } })], [testTrial({})]);
    expect(poor).toMatchObject({ usl: null, uslDoubt: expect.stringContaining('R² 0.2') });
    expect(rows[0]).toMatchObject({ usl, uslDoubt: null });
    expect(rows.map(({ series }) => series.label)).toEqual(['REST', 'gRPC']);
    expect(rows[0]).toMatchObject({ verdict: 'suspect', reasons: ['Near its limit.'] });
  });

  it('count what was set by hand before what was computed, and can be chosen by shape and repetition, and mark the points in their table', () => {
    expect(rows.map(({ point }) => point?.level)).toEqual([50, 20]);
    expect(saturationSummary('Saturation', rows)).toBe(
      'Saturation: throughput and p95 latency over level. REST saturates at 50 users with 500 requests/s. ' +
        'gRPC saturates at 20 users with 200 requests/s, set by hand.',
    );
    expect(saturationChoices(rows)).toEqual({ shapes: ['small', 'large'], repetitions: [1, 2] });
    const { header, rows: lines } = saturationTable('Saturation', rows.slice(0, 1));
    expect(header[1]).toBe('Users');
    expect(lines.map((line) => line.at(-1))).toEqual(['', 'knee', 'saturation', '']);
  });
});

it('the fitted law starts with the throughput of one user, falls behind a line and covers the levels that were measured', () => {
  expect(fittedThroughput(usl, 1)).toBe(100);
  expect(fittedThroughput(usl, 11)).toBeCloseTo(1100 / 2.11, 9);
  const { levels, throughputs } = uslLine(usl, saturation().curve, 10);
  expect([levels[0], levels.at(-1)?.toFixed(6)]).toEqual([10, '100.000000']);
  expect(throughputs).toHaveLength(11);
});

it('reads levels that double on a logarithmic axis', () => {
  const rows = (levels: number[]) => saturationRows([saturation({}, levels)], []);
  expect(readsBetterLogarithmic(rows([2, 4, 8, 16, 32, 64]))).toBe(true);
  expect(readsBetterLogarithmic(rows([10, 20, 50, 100]))).toBe(false);
  expect(readsBetterLogarithmic(rows([]))).toBe(false);
});
