import { expect, it } from 'vitest';
import type { Ceiling } from '../../../contracts/calibration.ts';
import { environment } from '../../../tests/support/records.ts';
import { drawCeilings } from './ceilings-text.ts';

it('ceilings are a table, which says where the worker was not the limit', () => {
  const ceiling: Ceiling = {
    protocol: 'rest',
    client: 'raw',
    tls: false,
    throughputRps: 12_345.6,
    cpuUs: 80.56,
    utilization: 0.994,
    workerBound: true,
  };
  const draw = (...ceilings: Ceiling[]) =>
    drawCeilings({ at: '', environment, seconds: 2, ceilings });
  const other = {
    ...ceiling,
    protocol: 'grpc',
    tls: true,
    utilization: 0.5,
    workerBound: false,
  } as const;
  const lines = draw(ceiling, other).split('\n');
  expect(lines.slice(0, 3).map((line) => line.split(/ {2,}/))).toEqual([
    ['protocol', 'client', 'tls', 'req/s', 'CPU µs/req', 'busy', 'limit'],
    ['rest', 'raw', 'off', '12,346', '80.6', '99 %', 'worker'],
    ['grpc', 'raw', 'on', '12,346', '80.6', '50 %', 'not the worker'],
  ]);
  expect(lines.at(-2)).toMatch(/^Where the worker was not the limit/);
  expect(draw(ceiling)).not.toContain('Where the worker was not');
});
