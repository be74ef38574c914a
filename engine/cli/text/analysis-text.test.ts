import { describe, expect, it } from 'vitest';
import type { Comparison, Crossover, Saturation } from '../../../contracts/result.ts';
import { makeCell, makeResult } from '../../../tests/support/records.ts';
import { drawClientTax, drawComparisons, drawCrossovers, drawSaturation } from './analysis-text.ts';

const rest = makeResult('a');
const grpc = makeResult('b', { index: 1, cell: makeCell({ protocol: 'grpc', users: 1000 }) });

describe('drawComparisons', () => {
  const comparison: Comparison = {
    cell: grpc.cell,
    baseline: rest.cell,
    factor: 'protocol',
    throughput: { times: 1.5, percentOf: 150, percentChange: 50 },
    mean: { times: 0.75, percentOf: 75, percentChange: -25 },
    p95: { times: 1, percentOf: 100, percentChange: 0 },
  };

  it('says how many times as much and how much more', () => {
    const [, line] = drawComparisons([comparison], 'requests').split('\n');
    expect(line).toMatch(/^grpc · .* protocol rest\s+×1\.50 \+50 %\s+×0\.75 −25 %\s+×1\.00/);
  });

  it('says how sure each ratio is', () => {
    const intervals = {
      throughput: { low: 1.2, high: 1.9 },
      mean: { low: 0.4, high: 1.3 },
      p95: null,
    };
    const findings = { throughput: 'different', mean: 'undetected', p95: 'untold' } as const;
    const [, line] = drawComparisons([{ ...comparison, intervals, findings }], 'requests').split(
      '\n',
    );
    expect(line).toMatch(
      /×1\.50 \(1\.2 to 1\.9\) \+50 %\s+≈ ×0\.75 \(0\.40 to 1\.30\) −25 %\s+×1\.00, no interval/,
    );
  });

  it('names what throughput counts', () => {
    expect(drawComparisons([comparison], 'iterations')).toMatch(/against\s+iterations\/s\s+mean/);
  });

  it('is empty without comparisons', () => expect(drawComparisons([], 'requests')).toBe(''));
});

describe('drawCrossovers', () => {
  const crossoverWith = (part: Partial<Crossover>): Crossover => ({
    factor: 'protocol',
    cell: grpc.cell,
    baseline: rest.cell,
    of: 'users',
    figure: 'throughput',
    levels: [{ level: 1, ratio: 2, certain: true }],
    repetitions: 3,
    crossings: [],
    confidence: 0.95,
    finding: 'Nothing crosses.',
    ...part,
  });
  const crossings = [{ level: 62, higher: 'cell' as const, interval: { low: 48, high: 81 } }];

  it('shows throughput, and latency where it crosses, under the pair of cells', () => {
    const text = drawCrossovers([
      crossoverWith({}),
      crossoverWith({ figure: 'p95', crossings, finding: 'p95 crosses.' }),
      crossoverWith({ figure: 'p99', finding: 'p99 does not.' }),
    ]);
    expect(text).toBe(
      'grpc · small · 1000 users · tls off · raw, vs REST\n  Nothing crosses.\n  p95 crosses.\n',
    );
  });

  it('is empty without any', () => expect(drawCrossovers([])).toBe(''));

  it('counts uncertain ones instead of showing them', () => {
    const levels = [{ level: 1, ratio: 2, certain: false }];
    const unsure = crossoverWith({ levels, finding: 'Uncertain.' });
    const seeming = crossoverWith({ crossings: [{ level: 62, higher: 'cell', interval: null }] });
    expect(drawCrossovers([unsure, seeming])).toBe(
      'Of 2 comparisons of two curves over load, none is certain: neither where they cross nor which is above.\n',
    );
    expect(drawCrossovers([unsure, crossoverWith({})])).toMatch(
      /\n {2}Nothing crosses\.\nOf 2 comparisons of two curves over load, 1 is not certain: /,
    );
  });
});

describe('drawSaturation', () => {
  const { users: _none, ...cell } = makeCell();
  const point = { level: 64, throughputRps: 12_345.6, meanMs: 5.2, p95Ms: 9 };
  const saturation: Saturation = {
    trialId: 't',
    cell,
    repetition: 1,
    of: 'users',
    criterion: 'plateau',
    reason: 'It went flat.',
    point,
    manual: null,
    knee: null,
    usl: null,
    curve: [],
  };

  it('says where, by which rule and why', () => {
    expect(drawSaturation([saturation])).toBe(
      'rest · small · tls off · raw: 64 users, 12,346 req/s, mean 5.20 ms (plateau)\n  It went flat.\n',
    );
  });

  it('marks a point set by hand, and shows the computed one too', () => {
    const manual = { ...point, level: 80 };
    expect(drawSaturation([{ ...saturation, manual, point: null, criterion: 'none' }])).toContain(
      ': 80 users, 12,346 req/s, mean 5.20 ms (set by hand; computed: none found)\n',
    );
  });

  it('adds the knee and the fit where there are any', () => {
    const estimate = (value: number) => ({ value, low: value / 2, high: value * 2 });
    const usl = {
      lambda: estimate(1000),
      sigma: estimate(0.05),
      kappa: estimate(0.0001),
      peakUsers: estimate(97.5),
      peakThroughputRps: estimate(9000),
      r2: 0.9987,
      points: 9,
      confidence: 0.95,
    };
    const text = drawSaturation([{ ...saturation, knee: { ...point, level: 32 }, usl }]);
    expect(text).toContain('Knee of the curve: 32 users,');
    expect(text).toContain('contention 0.05 (0.025 to 0.1), coherency 0.0001 (5.0e-5 to 0.0002)');
    expect(text).toContain(
      'peak at 97.5 (48.8 to 195) users with 9,000 (4,500 to 18,000) req/s; R² 0.999',
    );
    const endless = { ...usl, peakUsers: null, peakThroughputRps: null };
    expect(drawSaturation([{ ...saturation, usl: endless }])).toContain('no peak;');
  });

  it('is empty without any', () => expect(drawSaturation([])).toBe(''));
});

describe('drawClientTax', () => {
  it('shows CPU per request of both clients', () => {
    const tax = { cell: rest.cell, rawUs: 12.34, libraryUs: 61.7, taxUs: 49.36, times: 5 };
    expect(drawClientTax([tax])).toMatch(/10 users .*12\.3 µs\s+61\.7 µs\s+49\.4 µs\s+×5\.00/);
    expect(drawClientTax([])).toBe('');
  });
});
