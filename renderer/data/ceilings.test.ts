import { expect, it } from 'vitest';
import type { Ceiling } from '../../contracts/calibration.ts';
import { ceilingKey, sortedCeilings } from './ceilings.ts';

const ceiling = (parts: Partial<Ceiling>): Ceiling => ({
  protocol: 'rest',
  client: 'raw',
  tls: false,
  throughputRps: 1,
  cpuUs: 1,
  utilization: 1,
  workerBound: true,
  ...parts,
});

it('orders ceilings by protocol, client and TLS', () => {
  const mixed = [
    ceiling({ protocol: 'grpc' }),
    ceiling({ tls: true }),
    ceiling({ client: 'library' }),
    ceiling({}),
  ];
  expect(sortedCeilings(mixed).map(ceilingKey)).toEqual([
    'rest/raw/plain',
    'rest/raw/tls',
    'rest/library/plain',
    'grpc/raw/plain',
  ]);
});
