import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClientKind, clientKinds } from '../../../contracts/words.ts';
import { removeTestIdentities, startService, type TestService } from '../../support/service.ts';
import {
  type Application,
  startApplication,
  stopwatchMedian,
  type Timed,
  timedProtocols,
} from '../../support/stopwatch.ts';
import { assignment, startWorker, type TestWorker } from '../../support/worker.ts';

/**
 * Accuracy of the latencies: a service answers after a known pause, and the median that one
 * user measures must lie within a millisecond of it. Never below, since no answer can come
 * before its pause is over; and above by a millisecond at most in the best of a few attempts,
 * because what else a machine does can only add to a latency.
 *
 * What a library itself does belongs to the latency of its user. How much that is depends on the
 * machine, so it is measured beside, by an application that calls the same library with a
 * stopwatch in its hand; the library client must agree with that one. And where a machine is so busy
 * that even its service answers late, the raw client must not say more than that stopwatch does.
 */
const attempts = 6;
const boundMs = 1;
/** For each median; fewer of the long ones. */
const callsOf = (delayMs: number) => (delayMs < 100 ? 15 : 7);

let service: TestService;
let worker: TestWorker;
beforeAll(() => {
  worker = startWorker();
});
afterAll(async () => {
  await worker.end();
  await removeTestIdentities();
});

async function makeLoad(
  cell: { protocol: Timed; client: ClientKind; users: number },
  requests: number,
): Promise<number> {
  const outcome = await worker.run(
    assignment(service, {
      cell: { ...cell, shape: 'small', tls: 'off' },
      requests,
      verify: 'sample',
    }),
  );
  expect(outcome.messages).toEqual([]);
  expect(outcome.latency.count).toBe(requests);
  return outcome.latency.percentile(50) / 1000;
}

describe.each(timedProtocols)('%s', (protocol) => {
  describe.each([5, 20, 100])('a pause of %d ms', (delayMs) => {
    const calls = callsOf(delayMs);
    let application: Application;
    beforeAll(async () => {
      service = await startService({ protocol, delayMs });
      application = await startApplication(protocol, service);
      // Code that has not been compiled yet would be part of the latency, on both sides.
      await Promise.all(Array.from({ length: 500 }, () => application.call()));
    });
    afterAll(async () => {
      application.close();
      await service.stop();
    });

    it.each(clientKinds)('%s client', async (client) => {
      await makeLoad({ protocol, client, users: 200 }, 1000);
      const seen: { measured: number; most: number }[] = [];
      while (seen.length < attempts && !seen.some(({ measured, most }) => measured <= most)) {
        const timed = await stopwatchMedian(application, calls);
        const measured = await makeLoad({ protocol, client, users: 1 }, calls);
        expect(measured).toBeGreaterThanOrEqual(delayMs);
        const most = client === 'raw' ? Math.max(delayMs + boundMs, timed) : timed + boundMs;
        seen.push({ measured, most });
      }
      expect(seen.filter(({ measured, most }) => measured <= most)).not.toEqual([]);
    });
  });
});
