import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Histogram } from '../../engine/stats/histogram.ts';
import {
  type DelayingService,
  type Delays,
  startDelayingService,
} from '../support/delaying-service.ts';
import { withoutFreeCore } from '../support/free-core.ts';
import { closedLoad } from '../support/loads.ts';
import { assignment, plainPlace, startWorker, type TestWorker } from '../support/worker.ts';

/**
 * How true whole distributions are: a service holds each request for a time drawn from a known
 * distribution, and every percentile that the client measures must agree with the same percentile
 * of the times that the service really held them to within 2 % or 0.3 ms: never below, and above
 * in the best of a few attempts for each percentile, because what else the machine does can only
 * add to a latency. A machine that others keep busy cannot show it.
 */
const percentiles = [50, 75, 90, 95, 99, 99.9];
const attempts = 60;
const requests = 400;
const users = 3;

let service: DelayingService;
let worker: TestWorker;
beforeEach(() => {
  worker = startWorker();
});
afterEach(async () => {
  await worker.end();
  service.stop();
});

async function measure(
  protocol: 'rest' | 'grpc',
  count: number,
  users: number,
): Promise<Histogram> {
  const outcome = await worker.run(
    assignment(plainPlace(service.port), {
      cell: { protocol, shape: 'small', users, tls: 'off', client: 'raw' },
      load: closedLoad({ users }),
      requests: count,
      verify: 'sample',
    }),
  );
  expect(outcome.messages).toEqual([]);
  expect(outcome.latency.count).toBe(count);
  return outcome.latency;
}

function histogramOf(valuesMs: readonly number[]): Histogram {
  const histogram = new Histogram();
  for (const ms of valuesMs) histogram.record(ms * 1000);
  return histogram;
}

const cases: [string, Delays][] = [
  ['fixed 5 ms', { kind: 'fixed', ms: 5 }],
  ['uniform 5 to 15 ms', { kind: 'uniform', fromMs: 5, toMs: 15 }],
  ['5 ms with 1 % of 250 ms', { kind: 'bimodal', ms: 5, slowMs: 250, slowShare: 0.01 }],
];

describe.each(['rest', 'grpc'] as const)('%s', (protocol) => {
  it.for(cases)('%s', async ([, delays], { skip }) => {
    const busy = await withoutFreeCore();
    skip(busy !== null, busy ?? '');
    service = await startDelayingService(protocol, delays);
    // Code that has not been compiled yet would be part of the latency.
    await measure(protocol, 1000, 50);
    await service.takeHolds();
    const best = percentiles.map(() => ({ excess: Number.POSITIVE_INFINITY, bound: 0 }));
    for (let attempt = 0; attempt < attempts; attempt++) {
      const measured = await measure(protocol, requests, users);
      const held = histogramOf(await service.takeHolds());
      expect(held.count).toBe(requests);
      percentiles.forEach((percent, index) => {
        const expected = held.percentile(percent) / 1000;
        const bound = Math.max(0.3, expected * 0.02);
        const excess = measured.percentile(percent) / 1000 - expected;
        expect(excess).toBeGreaterThan(-bound);
        const before = best[index];
        if (!before || excess - bound < before.excess - before.bound)
          best[index] = { excess, bound };
      });
      if (best.every(({ excess, bound }) => excess <= bound)) break;
    }
    for (const { excess, bound } of best) expect(excess).toBeLessThanOrEqual(bound);
  });
});
