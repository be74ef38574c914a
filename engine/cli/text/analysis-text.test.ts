import { describe, expect, it } from 'vitest';
import type { Comparison, Crossover, Saturation } from '../../../contracts/result.ts';
import { makeCell, makeResult } from '../../../tests/support/records.ts';
import { drawClientTax, drawComparisons, drawCrossovers, drawSaturation } from './analysis-text.ts';

const rest = makeResult('a');
const grpc = makeResult('b', { index: 1, cell: makeCell({ protocol: 'grpc', users: 1000 }) });

describe('drawComparisons', () => {
  const comparison: Comparison = {
    ...{ cell: grpc.cell, baseline: rest.cell, factor: 'protocol' },
    throughput: { times: 1.5, percentOf: 150, percentChange: 50 },
    mean: { times: 0.75, percentOf: 75, percentChange: -25 },
    p95: { times: 1, percentOf: 100, percentChange: 0 },
  };
  const sure: Comparison = {
    ...comparison,
    intervals: { throughput: { low: 1.2, high: 1.9 }, mean: { low: 0.4, high: 1.3 }, p95: null },
    findings: { throughput: 'different', mean: 'undetected', p95: 'untold' },
  };

  it.each([
    ['how many times as much and how much more', [comparison], 'requests'],
    ['how sure each ratio is', [sure], 'requests'],
    ['what throughput counts', [comparison], 'iterations'],
    ['nothing without comparisons', [], 'requests'],
  ] as const)('says %s', (_what, comparisons, counts) => {
    expect(drawComparisons(comparisons, counts)).toMatchSnapshot();
  });
});

describe('drawCrossovers', () => {
  const crossoverWith = (part: Partial<Crossover>): Crossover => ({
    ...{ factor: 'protocol', cell: grpc.cell, baseline: rest.cell, of: 'users', repetitions: 3 },
    levels: [{ level: 1, ratio: 2, certain: true }],
    ...{ figure: 'throughput', crossings: [], confidence: 0.95, finding: 'Nothing crosses.' },
    ...part,
  });
  const crossings = [{ level: 62, higher: 'cell' as const, interval: { low: 48, high: 81 } }];
  const unsure = crossoverWith({
    levels: [{ level: 1, ratio: 2, certain: false }],
    finding: 'No.',
  });
  const seeming = crossoverWith({ crossings: [{ level: 62, higher: 'cell', interval: null }] });

  it.each([
    [
      'throughput, and latency where it crosses, under the pair of cells',
      [
        crossoverWith({}),
        crossoverWith({ figure: 'p95', crossings, finding: 'p95 crosses.' }),
        crossoverWith({ figure: 'p99', finding: 'p99 does not.' }),
      ],
    ],
    ['nothing without any', []],
    ['how many are uncertain', [unsure, seeming]],
    ['the certain one of two', [unsure, crossoverWith({})]],
  ])('shows %s', (_what, crossovers) => {
    expect(drawCrossovers(crossovers)).toMatchSnapshot();
  });
});

describe('drawSaturation', () => {
  const { users: _none, ...cell } = makeCell();
  const point = { level: 64, throughputRps: 12_345.6, meanMs: 5.2, p95Ms: 9 };
  const saturation: Saturation = {
    ...{ trialId: 't', cell, repetition: 1, of: 'users', criterion: 'plateau', point, curve: [] },
    ...{ reason: 'It went flat.', manual: null, knee: null, usl: null },
  };
  const about = (value: number) => ({ value, low: value / 2, high: value * 2 });
  const usl = {
    ...{ lambda: about(1000), sigma: about(0.05), kappa: about(0.0001), peakUsers: about(97.5) },
    ...{ peakThroughputRps: about(9000), r2: 0.9987, points: 9, confidence: 0.95 },
  };
  const manual = { ...point, level: 80 };

  it.each<[string, Saturation[]]>([
    ['where, by which rule and why', [saturation]],
    [
      'a point set by hand, and that none was computed',
      [{ ...saturation, manual, point: null, criterion: 'none' }],
    ],
    ['the knee and the fit', [{ ...saturation, knee: { ...point, level: 32 }, usl }]],
    [
      'a fit without a peak',
      [{ ...saturation, usl: { ...usl, peakUsers: null, peakThroughputRps: null } }],
    ],
    ['nothing without any', []],
  ])('says %s', (_what, found) => {
    expect(drawSaturation(found)).toMatchSnapshot();
  });
});

it('shows CPU per request of both clients', () => {
  const tax = { cell: rest.cell, rawUs: 12.34, libraryUs: 61.7, taxUs: 49.36, times: 5 };
  expect(drawClientTax([tax])).toMatchSnapshot();
  expect(drawClientTax([])).toBe('');
});
