import { expect, it } from 'vitest';
import { engineRuns } from '../support/engine-runs.ts';

const { runToEnd } = engineRuns();

it('adds 30 ms to a round trip, and no more than a millisecond or two of its own', async () => {
  const { trials } = await runToEnd(`wirebench: 1
name: Accuracy of the emulated network
factors: {protocol: [rest, grpc], users: 1, network: [none, 30ms]}
load: {model: closed, warmUp: 1s, requests: 100}
`);
  const median = (protocol: string, network: string) =>
    trials.find(({ cell }) => cell.protocol === protocol && cell.network === network)?.latencyMs
      .p50 ?? Number.NaN;
  for (const protocol of ['rest', 'grpc']) {
    const added = median(protocol, '30ms') - median(protocol, 'none');
    expect(median(protocol, '30ms')).toBeGreaterThanOrEqual(30);
    expect(added).toBeLessThan(32);
  }
});
