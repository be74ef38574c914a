import { expect, it } from 'vitest';
import type { Calibration, Ceiling } from '../../contracts/calibration.ts';
import { environment, makeCell } from '../../tests/support/records.ts';
import { ceilingPerWorker } from './ceiling.ts';

const ceiling: Ceiling = {
  protocol: 'rest',
  client: 'raw',
  tls: false,
  throughputRps: 50_000,
  cpuUs: 20,
  utilization: 1,
  workerBound: true,
};
const calibration = (change: Partial<Ceiling> = {}): Calibration => ({
  at: '2026-03-01T10:00:00.000Z',
  environment,
  seconds: 2,
  ceilings: [
    { ...ceiling, tls: true, throughputRps: 30_000 },
    { ...ceiling, ...change },
  ],
});
const of = (cell: Parameters<typeof makeCell>[0], made: Calibration | null = calibration()) =>
  ceilingPerWorker(made, environment, makeCell(cell));

it('ceilingPerWorker is that of the protocol, the client and TLS', () => {
  expect(of({})).toBe(50_000);
  expect(of({ shape: 'typical', tls: 'tls1.3' })).toBe(30_000);
});

it.each([
  ['no calibration', of({}, null)],
  ['another driver', of({ client: 'library' })],
  ['a larger shape', of({ shape: 'large' })],
  ['a worker that was not the limit', of({}, calibration({ workerBound: false }))],
  [
    'another machine',
    ceilingPerWorker(calibration(), { ...environment, cpu: 'Other' }, makeCell()),
  ],
])('ceilingPerWorker is unknown with %s', (_what, value) => expect(value).toBeNull());
