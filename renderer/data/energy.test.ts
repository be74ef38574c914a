import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testEnergy as energy, testTrial } from '../../tests/support/shown-trials.ts';
import {
  consumersOf,
  energyDigits,
  energyNotes,
  energyRows,
  energySummary,
  energyTable,
  energyUnit,
  partPerRequest,
} from './energy.ts';

it.each([
  [[12, 0.5], 'J'],
  [[0.01], 'J'],
  [[0.009, 20], 'mJ'],
  [[0.000_002], 'µJ'],
  [[0.000_000_3], 'µJ'],
  [[0.000_000_004], 'nJ'],
  [[0], 'J'],
  [[], 'J'],
])('the unit of energy of %o is %s', (values, unit) => {
  expect(energyUnit(values).unit).toBe(unit);
});

it('the unit of energy writes only zero as zero, down to nanojoules', () => {
  const joules = fc.double({ min: 1e-10, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(fc.array(joules, { minLength: 1 }), (values) => {
      const unit = energyUnit(values);
      if (Math.min(...values) < 1e-11) return;
      for (const value of values) expect(energyDigits(value, unit)).toMatch(/[1-9]/);
    }),
  );
});

describe('rows of energy', () => {
  const grpc = testTrial({ cell: { protocol: 'grpc' }, verdict: 'suspect', reasons: ['Busy.'] });
  const all = [energy(), energy({ cell: grpc.cell, flags: ['short'] })];
  const rows = energyRows(all, [testTrial(), grpc]);

  it('name the cells and carry the verdict of their trials; split a request like its trial; mark estimates in every form', () => {
    expect(rows.map(({ label, verdict }) => [label, verdict])).toEqual([
      ['REST', 'ok'],
      ['gRPC', 'suspect'],
    ]);
    expect(consumersOf(all)).toEqual(['client', 'service']);
    expect(partPerRequest(energy(), 'service')).toBeCloseTo(0.000_6, 12);
    expect(partPerRequest(energy(), 'gateway')).toBeNull();
    expect(energyNotes(all)).toEqual([
      'An estimate: CPU time × 10 W per core. Nothing was measured.',
      '1 of 2 cells: shorter than two sampling intervals, so the figure is coarse.',
    ]);
    expect(energySummary(rows)).toContain('Energy per request in mJ');
    expect(energySummary(rows)).toContain('an estimate');
    expect(energyTable(rows).rows[0]).toContain('estimate, 10 W/core');
  });

  it('have their mean, median, least and most in the table', () => {
    const perRequest = { mean: 5, median: 4, min: 3, max: 8 };
    const { header, rows: written } = energyTable(
      energyRows([energy({ joulesPerRequest: perRequest })], [testTrial()]),
    );
    const from = header.indexOf('Per request (J)');
    expect(header.slice(from, from + 4)).toEqual([
      ...['Per request (J)', 'Median (J)', 'Least (J)', 'Most (J)'],
    ]);
    expect(written[0]?.slice(from, from + 4)).toEqual([5, 4, 3, 8]);
  });
});
