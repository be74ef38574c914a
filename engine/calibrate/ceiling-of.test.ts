import { expect, it } from 'vitest';
import type { Cell } from '../../contracts/experiment/cell.ts';
import { tick } from '../../tests/support/ticks.ts';
import { ceilingOf } from './ceiling-of.ts';

const cell: Cell = { protocol: 'soap', shape: 'small', users: 50, tls: 'on', client: 'library' };
const health = (cpuSeconds: number, eventLoopUtilization: number) => ({
  health: { cpuSeconds, eventLoopUtilization, gcMs: 0, lagMs: 0 },
});
const latencies = (count: number) => new Array<number>(count).fill(100);

it('adds the window up', () => {
  const ticks = [
    tick('measured', 0, 250, latencies(30), health(0.25, 1)),
    tick('measured', 250, 1000, latencies(70), health(0.65, 0.96)),
  ];
  const ceiling = ceilingOf(cell, ticks);
  expect(ceiling).toMatchObject({ protocol: 'soap', client: 'library', tls: true });
  expect(ceiling.throughputRps).toBeCloseTo(100);
  expect(ceiling.cpuUs).toBeCloseTo(9000);
  expect(ceiling.utilization).toBeCloseTo(0.97);
  expect(ceiling.workerBound).toBe(true);
});

it('is not credited to the worker when it waited for the service, or for a core', () => {
  const waited = tick('measured', 0, 1000, latencies(5), health(0.9, 0.9));
  const starved = tick('measured', 0, 1000, latencies(5), health(0.5, 1));
  expect(ceilingOf(cell, [waited]).workerBound).toBe(false);
  expect(ceilingOf(cell, [starved]).workerBound).toBe(false);
});

it('does not exist when a request failed, or none ended', () => {
  const error = { kind: 'mismatch', code: 'id', count: 1, message: 'not the same' } as const;
  const failed = tick('measured', 0, 1000, latencies(5), { failed: 1, errors: [error] });
  expect(() => ceilingOf(cell, [failed])).toThrow(/soap · small.*1 of 6 requests.*not the same/);
  expect(() => ceilingOf(cell, [])).toThrow(
    expect.objectContaining({ code: 'NO_REQUEST_SUCCEEDED' }),
  );
});
