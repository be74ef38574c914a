import { describe, expect, it, onTestFinished } from 'vitest';
import { resultDocumentSchema } from '../../../contracts/result.ts';
import type { Tick } from '../../../contracts/worker-messages.ts';
import { Agent, type AgentPool } from '../../../engine/machines/agent.ts';
import { parseNatsAddresses } from '../../../engine/machines/nats-address.ts';
import { version } from '../../../engine/platform/version.ts';
import { Histogram } from '../../../engine/stats/histogram.ts';
import { startController, withoutNats } from '../../support/machines.ts';

const experiment = `wirebench: 1
name: Lies
factors: {protocol: rest, shape: small, users: 2}
load: {model: closed, warmUp: 0s, duration: 10m, thinkTime: 4ms}
`;

const tick: Tick = {
  phase: 'measured',
  // Of a load that has none.
  round: 7,
  startMs: 0,
  endMs: 2000,
  users: 1,
  ok: 0,
  failed: 0,
  dropped: 0,
  rate: null,
  latency: new Histogram().toData(),
  service: null,
  lag: null,
  errors: [],
  bytesSent: 0,
  bytesReceived: 0,
  health: { cpuSeconds: 0, eventLoopUtilization: 0, gcMs: 0, lagMs: 0 },
};

/** Load workers that tell of a load which they were not given, and never end. */
function lyingPool(): AgentPool {
  let tell = (): void => undefined;
  return {
    prepare: async (assignments, listeners) => {
      tell = () => {
        for (let second = 0; second < 3; second++) {
          const [startMs, endMs] = [second * 2000, (second + 1) * 2000];
          for (const worker of assignments.keys())
            listeners.tick(worker, { ...tick, startMs, endMs });
        }
      };
    },
    start: () => {
      tell();
      return 0;
    },
    extend: () => undefined,
    open: () => undefined,
    stop: () => undefined,
    close: async () => undefined,
  };
}

describe.skipIf(withoutNats !== null)(
  `a machine whose reports are well-formed and not of its load${withoutNats ? `: ${withoutNats}` : ''}`,
  () => {
    it('is named, and ends the trial at once', async () => {
      const { run, port, joining } = await startController(experiment, 1, ['--json', '--quiet']);
      const agent = await Agent.join({
        addresses: parseNatsAddresses(`127.0.0.1:${port}`, '--join'),
        token: joining.at(-1) ?? '',
        login: { by: 'nothing' },
        trust: { by: 'system' },
        facts: {
          name: 'liar',
          wirebench: version(),
          node: process.version,
          os: 'Linux',
          cpu: 'any',
          cores: 2,
          memoryBytes: 1,
          threads: 1,
        },
        pool: lyingPool(),
        say: () => undefined,
      });
      onTestFinished(() => agent.close(0));
      const { code, stdout } = await run.ended;
      expect(code).toBe(1);
      const [trial] = resultDocumentSchema.parse(JSON.parse(stdout)).trials;
      expect(trial?.failure?.code).toBe('WORKER_FAILED');
      expect(trial?.failure?.message).toContain('liar: its reports are not of its load');
    });
  },
);
