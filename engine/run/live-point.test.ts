import { expect, it } from 'vitest';
import { livePointSchema } from '../../contracts/engine-api.ts';
import { tick } from '../../tests/support/ticks.ts';
import { livePoint } from './live-point.ts';

it('turns counts into rates and latencies into milliseconds', () => {
  const point = livePoint(4, tick('measured', 1000, 1250, [1000, 2000, 3000], { failed: 1 }), 0.7);
  expect(livePointSchema.parse(point)).toEqual(point);
  expect(point).toMatchObject({
    trial: 4,
    phase: 'measured',
    at: 1.25,
    throughputRps: 12,
    ok: 3,
    failed: 1,
    clientCpu: 0.4,
    serverCpu: 0.7,
  });
  expect(point.p50).toBeCloseTo(2, 1);
  expect(point.p99).toBe(3);
});

it('has no latencies where nothing succeeded, and no rates where no time passed', () => {
  expect(livePoint(0, tick('measured', 0, 250), null)).toMatchObject({
    p50: null,
    p95: null,
    p99: null,
    throughputRps: 0,
    serverCpu: null,
  });
  expect(livePoint(0, tick('drain', 250, 250, [5]), null)).toMatchObject({
    throughputRps: 0,
    clientCpu: 0,
  });
});
