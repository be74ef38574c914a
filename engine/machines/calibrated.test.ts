import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Calibration } from '../../contracts/calibration.ts';
import { makeCell } from '../../tests/support/records.ts';
import { databaseFile, openedStore } from '../../tests/support/stores.ts';
import { environment } from '../platform/environment.ts';
import {
  calibratedRps,
  calibrationFor,
  divideByCalibration,
  keptCalibration,
  refuseUncalibrated,
} from './calibrated.ts';

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

  it('are read from the database of the machine, if there is one', async () => {
    const file = databaseFile();
    expect(await keptCalibration(file, here)).toBeUndefined();
    expect(existsSync(file)).toBe(false);
    const store = openedStore(file);
    expect(await keptCalibration(file, here)).toBeUndefined();
    store.saveCalibration(calibration);
    expect(await keptCalibration(file, here)).toEqual(reported);
  });

  it('divide a load among the machines in proportion', () => {
    const of = (name: string, threads: number, throughputRps: number) => ({
      name,
      facts: {
        ...{ name: 'other', threads },
        calibration: {
          at: calibration.at,
          ceilings: [{ protocol: 'rest', client: 'raw', tls: false, throughputRps } as const],
        },
      },
    });
    const machines = [of('a', 1, 30_000), of('b', 3, 10_000), of('c', 2, 5000)];
    const cell = makeCell({ protocol: 'rest', client: 'raw', tls: 'off' });
    const sizes = (wanted: number, least = 1e6) => {
      const { hands, turns } = divideByCalibration(machines, cell, wanted, least);
      const share = (workers: readonly number[]) =>
        workers.reduce(
          (sum, one) => sum + (turns[one]?.own.length ?? 0) / (turns[one]?.of ?? 1),
          0,
        );
      return [hands.map(({ length }) => length), hands.map((one) => share(one).toFixed(2))];
    };
    expect(sizes(100)).toEqual([
      [1, 3, 2],
      ['0.43', '0.43', '0.14'],
    ]);
    expect(sizes(4)).toEqual([
      [1, 2, 1],
      ['0.43', '0.43', '0.14'],
    ]);
    expect(sizes(6, 2)).toEqual([
      [1, 1, 0],
      ['0.50', '0.50', '0.00'],
    ]);
    const unknown = { name: 'd', facts: { name: 'other', threads: 1 } };
    expect(() => divideByCalibration([unknown], cell, 1, 1)).toThrow('d has no calibration of');
    expect(() => divideByCalibration([of('z', 1, 0)], cell, 1, 1)).toThrow('z has no calibration');
  });
});
