import { describe, expect, it } from 'vitest';
import { trialEnergySchema } from '../../../contracts/energy.ts';
import { type EnergyFacts, trialEnergy } from './trial-energy.ts';

const cpu = { client: 1, service: 2, gateway: null, network: null };
const reading = { joules: 100, seconds: 10, samples: 11, machineCpuSeconds: 4, complete: true };
const counted: EnergyFacts = {
  terms: { source: 'rapl', baselineWatts: 6, intervalMs: 1000 },
  readings: [reading],
  cpu,
  windowSeconds: 10,
  ended: 80,
  remote: false,
};
const estimate: EnergyFacts = {
  ...counted,
  terms: { source: 'estimate', wattsPerCore: 12.5 },
  readings: [null],
};

describe('energy by counters', () => {
  it('is the energy above the baseline, divided by CPU time, including other processes', () => {
    const energy = trialEnergy(counted);
    expect(energy).toEqual({
      source: 'rapl',
      joules: 40,
      baselineJoules: 60,
      joulesPerRequest: 0.5,
      processes: [
        { who: 'client', joules: 10 },
        { who: 'service', joules: 20 },
        { who: 'rest', joules: 10 },
      ],
      intervalMs: 1000,
      samples: 11,
      wattsPerCore: null,
      flags: [],
    });
    expect(trialEnergySchema.parse(energy)).toEqual(energy);
  });

  it('adds stints up, and has no baseline where none was measured, no energy per request without requests', () => {
    const readings = [reading, { ...reading, joules: 70 }];
    const both = { joules: 50, baselineJoules: 120, samples: 22 };
    expect(trialEnergy({ ...counted, readings })).toMatchObject(both);
    const terms = { source: 'rapl', baselineWatts: null, intervalMs: 1000 } as const;
    expect(trialEnergy({ ...counted, terms, ended: 0 })).toMatchObject({
      joules: 100,
      baselineJoules: null,
      joulesPerRequest: null,
    });
  });

  it.each([
    ['short', { readings: [{ ...reading, joules: 50, seconds: 1.9 }] }],
    ['idle', { readings: [{ ...reading, joules: 59 }] }],
    ['remote', { remote: true }],
    ['unreadable', { readings: [{ ...reading, complete: false }] }],
    ['unreadable', { readings: [reading, null] }],
  ])('is marked as %s: %o', (flag, change) => {
    expect(trialEnergy({ ...counted, ...change })?.flags).toEqual([flag]);
  });

  it('attributes nothing where nothing was drawn', () => {
    const idle = { ...counted, readings: [{ ...reading, joules: 59 }] };
    expect(trialEnergy(idle)).toMatchObject({ joules: -1, processes: [] });
  });

  it('attributes all of it to the processes where the machine counted less CPU time than they; it is null where never read', () => {
    const readings = [{ ...reading, machineCpuSeconds: 2.9 }];
    const parts = trialEnergy({ ...counted, readings })?.processes.map(({ joules }) => joules);
    expect(parts?.[2]).toBe(0);
    expect((parts?.[0] ?? 0) + (parts?.[1] ?? 0)).toBeCloseTo(40, 10);
    expect(trialEnergy({ ...counted, readings: [null] })).toBeNull();
  });
});

it('estimates exactly CPU time times watts, and nothing else', () => {
  expect(trialEnergy(estimate)).toEqual({
    source: 'estimate',
    joules: 37.5,
    baselineJoules: null,
    joulesPerRequest: 37.5 / 80,
    processes: [
      { who: 'client', joules: 12.5 },
      { who: 'service', joules: 25 },
    ],
    intervalMs: null,
    samples: 0,
    wattsPerCore: 12.5,
    flags: [],
  });
});
