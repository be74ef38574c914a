import { describe, expect, it } from 'vitest';
import {
  type BundledService,
  keptLogLines,
  keptServicePoints,
  type ServicePoint,
} from '../../contracts/services.ts';
import { afterServiceEvent, sparkPoints, type WatchedServices } from './serviceFeed.ts';

const service = (protocol: BundledService['protocol']): BundledService => ({
  protocol,
  state: 'running',
  workload: 'product',
  tls: 'off',
  stack: 'node',
  wantedPort: 0,
  port: 1,
  pid: 2,
  startedAt: null,
  reason: null,
  target: null,
  addresses: [],
  examples: [],
});
const point = (at: number): ServicePoint => ({
  at,
  requests: 1,
  requestsPerSecond: 1,
  cpuCores: 0,
  rssBytes: 0,
  heapBytes: 0,
  eventLoopUtilization: 0,
});
const start: WatchedServices = (['rest', 'soap'] as const).map((protocol) => ({
  service: service(protocol),
  points: [],
  log: [],
}));

describe('the feed of services', () => {
  it('has nothing before the first snapshot, and all of it after', () => {
    expect(
      afterServiceEvent(null, { type: 'point', protocol: 'rest', point: point(1) }),
    ).toBeNull();
    const snapshot = { type: 'snapshot', services: [...start] } as never;
    expect(afterServiceEvent(null, snapshot)).toEqual(start);
  });

  it('keeps as many points and lines as the engine does', () => {
    let services: WatchedServices | null = start;
    for (let at = 0; at < keptServicePoints + 5; at++) {
      services = afterServiceEvent(services, { type: 'point', protocol: 'rest', point: point(at) });
    }
    for (let index = 0; index < keptLogLines + 5; index++) {
      const line = { index, at: '', kind: 'output', text: '' } as const;
      services = afterServiceEvent(services, { type: 'log', protocol: 'rest', line });
    }
    expect(services?.[0]?.points).toHaveLength(keptServicePoints);
    expect(services?.[0]?.points[0]?.at).toBe(5);
    expect(services?.[0]?.log).toHaveLength(keptLogLines);
    expect(services?.[1]).toBe(start[1]);
  });

  it('forgets the figures of the process before when a service starts anew', () => {
    const one = afterServiceEvent(start, { type: 'point', protocol: 'soap', point: point(1) });
    const starting = { ...service('soap'), state: 'starting' as const };
    const again = afterServiceEvent(one, { type: 'changed', service: starting });
    expect(again?.[1]).toMatchObject({ points: [], service: { state: 'starting' } });
  });
});

it('a sparkline ends at the newest figure, has the last of them only and does not go below the ground', () => {
  const sparks = (values: readonly number[]) =>
    sparkPoints(values, 3).map(({ ago, value }) => [ago, value]);
  expect(sparks([9, 0, 5, 10])).toEqual([
    [-2, 0],
    [-1, 5],
    [0, 10],
  ]);
  expect(sparks([3])).toEqual([[0, 3]]);
  expect(sparks([])).toEqual([]);
  expect(sparks([-1])).toEqual([[0, 0]]);
});
