import { expect, it } from 'vitest';
import { engineRuns } from '../../support/engine-runs.ts';
import { type Capacity, perSecond, serviceOfCapacity } from '../../support/known-capacity.ts';
import { testTimeoutMs } from '../../support/timeouts.ts';

const { runToEnd } = engineRuns();

/** The median and a whole second of settling are not sensitive to a busy machine; the backlog of an overload is. */
const experiment = (address: string) => `wirebench: 1
name: Known capacity
service:
  rest: {address: "${address}"}
  requests:
    get: {rest: {path: /orders}}
factors: {protocol: [rest], shape: [get]}
load: {model: search, method: bisection, of: rate, objective: p50 < 200ms, settle: 1s, round: 3s, final: 3s}
`;

it.each<Capacity>([
  { atOnce: 1, milliseconds: 20 },
  { atOnce: 12, milliseconds: 40 },
])(
  'finds what a service carries that works on $atOnce requests at a time for $milliseconds ms each',
  async (capacity) => {
    const service = await serviceOfCapacity(capacity);
    try {
      const { trials, analysis } = await runToEnd(experiment(service.address));
      const search = trials[0]?.search;
      const share = (search?.level ?? 0) / perSecond(capacity);
      expect(share).toBeGreaterThan(0.9);
      expect(share).toBeLessThan(1.1);
      expect(search).toMatchObject({ limit: 'objective', confirmed: true, look: { users: 16 } });
      expect(search?.high).toBeGreaterThan(search?.low ?? 0);
      expect(trials[0]?.rounds[0]).toMatchObject({ kind: 'look', users: 16, rate: null });
      expect(analysis.finding?.sentences[0]).toMatch(
        /^REST carries [\d,.]+ requests a second with p50 below 200 ms \(between [\d,.]+ and [\d,.]+, one repetition\)\.$/,
      );
    } finally {
      service.close();
    }
  },
  2 * testTimeoutMs,
);
