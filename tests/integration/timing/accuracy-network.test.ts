import { expect, it } from 'vitest';
import { engineRuns } from '../../support/engine-runs.ts';
import { withoutFreeCore } from '../../support/free-core.ts';

const { runToEnd } = engineRuns();

const attempts = 6;
const boundMs = 32;

/**
 * Half of the round trips of each protocol, in milliseconds: without a network, and with one of 30 ms. Both
 * at the same pace: processes that sleep for 30 ms at a time take longer for the same work, by a
 * millisecond on some machines.
 */
async function measure(protocol: string): Promise<{ plain: number; delayed: number }> {
  const { trials } = await runToEnd(`wirebench: 1
name: Accuracy of the emulated network
factors: {protocol: ${protocol}, users: 1, network: [none, 30ms]}
load: {model: closed, warmUp: 500ms, requests: 20, thinkTime: 30ms}
`);
  const [plain = Number.NaN, delayed = Number.NaN] = ['none', '30ms'].map(
    (network) => trials.find(({ cell }) => cell.network === network)?.latencyMs.p50,
  );
  return { plain, delayed };
}

/** In the best of a few attempts: other programs can only add to a latency. A busy machine cannot show it. */
it.for(['rest', 'grpc'])(
  'adds 30 ms to a round trip of %s, and no more than a millisecond or two of its own',
  async (protocol, { skip }) => {
    const busy = await withoutFreeCore();
    skip(busy !== null, busy ?? '');
    const best = { plain: Number.POSITIVE_INFINITY, delayed: Number.POSITIVE_INFINITY };
    for (let attempt = 0; attempt < attempts; attempt++) {
      const { plain, delayed } = await measure(protocol);
      expect(delayed).toBeGreaterThanOrEqual(30);
      best.plain = Math.min(best.plain, plain);
      best.delayed = Math.min(best.delayed, delayed);
      if (best.delayed - best.plain < boundMs) break;
    }
    expect(best.delayed - best.plain).toBeLessThan(boundMs);
  },
);
