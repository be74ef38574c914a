import { expect, it } from 'vitest';
import { engineRuns } from '../support/engine-runs.ts';

const { runToEnd } = engineRuns();

/** The best of a few trials each: what else a machine does can only add to a latency. */
it('adds 30 ms to a round trip, and no more than a millisecond or two of its own', async () => {
  const { trials } = await runToEnd(`wirebench: 1
name: Accuracy of the emulated network
repetitions: 4
factors: {protocol: [rest, grpc], users: 1, network: [none, 30ms]}
load: {model: closed, warmUp: 200ms, requests: 20}
`);
  const medians = (protocol: string, network: string) =>
    trials
      .filter(({ cell }) => cell.protocol === protocol && cell.network === network)
      .map(({ latencyMs }) => latencyMs.p50 ?? Number.NaN);
  for (const protocol of ['rest', 'grpc']) {
    const delayed = medians(protocol, '30ms');
    expect(delayed).toHaveLength(4);
    const best = Math.min(...delayed);
    expect(best).toBeGreaterThanOrEqual(30);
    expect(best - Math.min(...medians(protocol, 'none'))).toBeLessThan(32);
  }
});
