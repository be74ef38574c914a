import { afterEach, describe, expect, it } from 'vitest';
import type { Assignment } from '../../../contracts/worker-messages.ts';
import { Histogram } from '../../../engine/stats/histogram.ts';
import { expectedProduct, makeProduct } from '../../../workloads/product/product.ts';
import { closedLoad, openLoad } from '../../support/loads.ts';
import { type Loopback, listen } from '../../support/loopback.ts';
import { assignment, plainPlace, runWorker } from '../../support/worker.ts';

/**
 * A service that answers at once, but stands still for a second when it has answered a hundred
 * requests: open load shows that in its high percentiles, closed load in its maximum only.
 */
describe('a service that freezes', () => {
  const frozenMs = 1000;
  const frozenAfter = 100;
  let server: Loopback;
  afterEach(() => server.close());

  async function startFreezing(): Promise<void> {
    const product = expectedProduct(
      'echo',
      makeProduct({ operation: 'echo', length: 1 }, 'ascii', 1),
    );
    const body = JSON.stringify(product);
    const answer = `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    let answered = 0;
    let held: (() => void)[] | null = null;
    server = await listen((socket) => {
      socket.on('data', () => {
        if (++answered === frozenAfter) {
          held = [];
          setTimeout(() => {
            for (const release of held?.splice(0) ?? []) release();
            held = null;
          }, frozenMs);
        }
        if (held) held.push(() => socket.write(answer));
        else socket.write(answer);
      });
    });
  }

  async function makeLoad(change: Pick<Assignment, 'load' | 'requests'>): Promise<Histogram> {
    await startFreezing();
    const outcome = await runWorker(
      assignment(plainPlace(server.port), { verify: 'none', ...change }),
    );
    expect(outcome.messages).toEqual([]);
    expect(outcome.done.dropped).toBe(0);
    return outcome.latency;
  }

  it('shows in the p99 of open load', async () => {
    const latency = await makeLoad({
      load: openLoad({ rate: 200, duration: 2500 }),
      requests: null,
    });
    expect(latency.count).toBeGreaterThan(400);
    expect(latency.percentile(99) / 1000).toBeGreaterThan(frozenMs * 0.9);
    // Two in five came while it stood still, and waited for half a second on average.
    expect(latency.percentile(80) / 1000).toBeGreaterThan(frozenMs * 0.3);
  });

  it('shows in the maximum of closed load, and nowhere else', async () => {
    const latency = await makeLoad({ load: closedLoad({ users: 4 }), requests: 2000 });
    expect(latency.max / 1000).toBeGreaterThanOrEqual(frozenMs - 1);
    const slow = new Histogram();
    for (const { lowest, count } of latency.buckets()) {
      for (let one = 0; one < count; one++) if (lowest > frozenMs * 500) slow.record(lowest);
    }
    expect(slow.count).toBeLessThanOrEqual(4);
    expect(latency.percentile(99) / 1000).toBeLessThan(frozenMs * 0.5);
  });
});
