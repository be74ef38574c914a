import { describe, expect, it } from 'vitest';
import type { TrialEnergy } from '../../contracts/energy.ts';
import { makeCell, makeResult } from '../../tests/support/records.ts';
import { analyseEnergy } from './energy.ts';

const energy = (joules: number, part: Partial<TrialEnergy> = {}): TrialEnergy => ({
  ...{ source: 'rapl', joules, baselineJoules: 10 * joules, joulesPerRequest: joules / 1000 },
  ...{
    processes: [{ who: 'client', joules: joules / 2 }],
    intervalMs: 100,
    samples: 5,
    wattsPerCore: null,
    flags: [],
  },
  ...part,
});
const trial = (of: TrialEnergy | null, part: Parameters<typeof makeResult>[1] = {}) =>
  makeResult('one', { ...(of && { energy: of }), ...part });

describe('the energy of a cell', () => {
  it('is that of its completed repetitions', () => {
    const [one, ...others] = analyseEnergy([
      trial(energy(4, { flags: ['short'] })),
      trial(energy(1, { flags: ['idle', 'short'] })),
      trial(energy(100), { status: 'failed' }),
      trial(energy(2, { processes: [{ who: 'service', joules: 3 }] })),
      trial(null),
    ]);
    expect(others).toEqual([]);
    expect(one).toEqual({
      ...{ cell: makeCell(), source: 'rapl', trials: 3, intervalMs: 100, wattsPerCore: null },
      joules: { mean: 7 / 3, median: 2, min: 1, max: 4 },
      joulesPerRequest: { mean: expect.closeTo(0.007 / 3), median: 0.002, min: 0.001, max: 0.004 },
      baselineJoules: expect.closeTo(70 / 3),
      processes: [
        { who: 'client', joules: expect.closeTo(2.5 / 3) },
        { who: 'service', joules: 1 },
      ],
      flags: ['short', 'idle'],
    });
  });

  it('has the mean of the middle two of an even number, and what is known only', () => {
    const of = (values: number[], part: Partial<TrialEnergy> = {}) =>
      analyseEnergy(values.map((value) => trial(energy(value, part))))[0];
    expect(of([8, 1, 2, 4])?.joules.median).toBe(3);
    expect(of([1], { joulesPerRequest: null, baselineJoules: null })).toMatchObject({
      joulesPerRequest: null,
      baselineJoules: null,
    });
    const some = analyseEnergy([
      trial(energy(1, { joulesPerRequest: null, baselineJoules: null })),
      trial(energy(3)),
    ])[0];
    expect(some).toMatchObject({
      baselineJoules: 30,
      joulesPerRequest: { mean: 0.003 },
      trials: 2,
    });
  });

  it('is one for each cell, and none without', () => {
    const grpc = makeCell({ protocol: 'grpc' });
    const cells = analyseEnergy([
      trial(energy(1)),
      trial(energy(2), { cell: grpc }),
      trial(energy(3)),
    ]);
    expect(cells.map(({ cell, joules }) => [cell.protocol, joules.mean])).toEqual([
      ['rest', 2],
      ['grpc', 2],
    ]);
    expect(analyseEnergy([trial(null)])).toEqual([]);
  });
});
