import { describe, expect, it } from 'vitest';
import type { Calibration } from '../../contracts/calibration.ts';
import { makeCell } from '../../tests/support/records.ts';
import { environment } from '../platform/environment.ts';
import { calibratedRps, calibrationFor, refuseUncalibrated } from './calibrated.ts';

const here = environment();
const calibration: Calibration = {
  at: '2026-11-24T03:00:00.000Z',
  environment: here,
  seconds: 2,
  ceilings: [
    {
      ...{ protocol: 'rest', client: 'raw', tls: false, throughputRps: 30_000 },
      ...{ cpuUs: 30, utilization: 1, workerBound: true },
    },
  ],
};
const reported = calibrationFor(calibration, here);

describe('calibrations of machines', () => {
  it('are used for the unchanged machine only', () => {
    expect(reported).toEqual({
      at: calibration.at,
      ceilings: [{ protocol: 'rest', client: 'raw', tls: false, throughputRps: 30_000 }],
    });
    expect(calibrationFor(null, here)).toBeUndefined();
    expect(calibrationFor(calibration, { ...here, cores: here.cores + 1 })).toBeUndefined();
  });

  it('add up all load workers, in the cell', () => {
    const machine = { name: 'north', threads: 3, ...(reported && { calibration: reported }) };
    const cell = makeCell({ protocol: 'rest', client: 'raw', tls: 'off' });
    expect(calibratedRps(machine, cell)).toBe(90_000);
    expect(() => calibratedRps(machine, { ...cell, tls: 'on' })).toThrow(
      expect.objectContaining({
        code: 'MACHINES_UNAVAILABLE',
        message: expect.stringContaining('north has no calibration of'),
        hint: expect.stringContaining('wirebench calibrate'),
      }),
    );
  });

  it('are required of all machines', () => {
    const known = { name: 'north', threads: 3, ...(reported && { calibration: reported }) };
    expect(() => refuseUncalibrated([known])).not.toThrow();
    const unknown = ['south', 'west'].map((name) => ({ name, threads: 1 }));
    expect(() => refuseUncalibrated([known, ...unknown])).toThrow(/there is none of south, west/);
  });
});
