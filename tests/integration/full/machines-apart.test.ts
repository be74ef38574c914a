import { describe, expect, it, onTestFinished } from 'vitest';
import { type ResultDocument, resultDocumentSchema } from '../../../contracts/result.ts';
import { type CountingTarget, startCountingTarget } from '../../support/counting-target.ts';
import { startAgent, startController, withoutNats } from '../../support/machines.ts';
import { missingNetworks, Network, type NetworkMachine } from '../../support/namespaces.ts';
import { expectFiguresOf } from '../../support/raw-percentiles.ts';
import { recordedIn, recordingInto } from '../../support/recorder-logs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const missing = withoutNats ?? missingNetworks();
const controllerPort = 4222;
const targetPort = 8080;

interface Site {
  readonly network: Network;
  readonly target: CountingTarget;
  readonly agents: readonly NetworkMachine[];
  /** Every latency that load workers of the agents have recorded so far, in milliseconds. */
  latencies(): number[];
  /** Runs an experiment to its end, with one agent on each machine that is left. */
  run(experiment: string): Promise<ResultDocument>;
}

/** A controller, a service and so many agents, each on a machine of its own. */
async function makeSite(count: number): Promise<Site> {
  const network = new Network(count + 2);
  onTestFinished(() => network.remove());
  const [controller, service, ...agents] = network.machines;
  if (!controller || !service) throw new Error('a network without machines');
  const target = await startCountingTarget(service.address, targetPort, service);
  const at = { host: controller.address, port: controllerPort, before: controller.before };
  const args = ['--json', '--quiet', '--allow-host', service.address];
  const logs = temporaryFolder();
  const env = recordingInto(logs);
  return {
    ...{ network, target, agents },
    latencies: () => recordedIn(logs).flatMap(({ latencies }) => latencies),
    run: async (experiment) => {
      const { run, joining } = await startController(experiment, count, args, at);
      await Promise.all(
        agents.map(({ before, address }) =>
          startAgent(joining, address, { before, env, threads: 1 }),
        ),
      );
      const { code, stdout, stderr } = await run.ended;
      expect(stderr).not.toContain('Error');
      expect(code, stderr).toBe(0);
      return resultDocumentSchema.parse(JSON.parse(stdout));
    },
  };
}

describe.skipIf(missing !== null)(
  `load from machines on a network${missing ? `: ${missing}` : ''}`,
  () => {
    it.each([2, 4, 16])(
      'of %i is what the service counts, to the request, and its percentiles are those of all raw latencies',
      async (count) => {
        const { target, agents, latencies, run } = await makeSite(count);
        // Neither users nor requests can be divided evenly.
        const load = 'model: closed, warmUp: 0s, requests: 2003';
        const { trials } = await run(target.experiment(`users: ${count + 1}`, load));
        const cameAt = await target.cameAt();
        const [trial] = trials;
        if (!trial) throw new Error('no trial');
        expect(trial.status).toBe('completed');
        expect(trial.requests).toMatchObject({ ok: 2003, failed: 0 });
        const told = trial.machines?.map(({ name, requests }) => [name, requests.ok]) ?? [];
        // Of each machine, not of all together alone.
        expect(Object.fromEntries(told)).toEqual(
          Object.fromEntries(agents.map(({ address }) => [address, cameAt.get(address)?.length])),
        );
        const sum = agents.reduce(
          (all, { address }) => all + (cameAt.get(address)?.length ?? 0),
          0,
        );
        expect(sum).toBe(2003);
        const raw = latencies();
        expect(raw).toHaveLength(2003);
        expectFiguresOf(raw, trial.latencyMs);
      },
    );

    it('is that of each machine, also where the line of one is narrow', async () => {
      const { network, target, agents, run } = await makeSite(2);
      const [wide, narrow] = agents;
      if (!wide || !narrow) throw new Error('two agents');
      const bitsPerSecond = 512_000;
      network.narrow(narrow, bitsPerSecond, 5000);
      const load = 'model: closed, warmUp: 0s, requests: 1001';
      const { trials } = await run(target.experiment('users: 40', load));
      const cameAt = await target.cameAt();
      const [trial] = trials;
      const machineAt = (address: string) => trial?.machines?.find(({ name }) => name === address);
      for (const { address } of agents) {
        expect(machineAt(address)?.requests.ok).toBe(cameAt.get(address)?.length);
      }
      expect(trial?.requests.ok).toBe(1001);
      // Little’s law: 20 users, each of whose requests has more than 100 octets, cannot wait for less.
      const minMs = (20 * 100 * 8 * 1000) / bitsPerSecond;
      expect(machineAt(narrow.address)?.latencyMs.mean).toBeGreaterThan(minMs);
    });

    it('leaves no namespace behind', async () => {
      const network = new Network(2);
      const [one] = network.machines;
      if (!one) throw new Error('no machine');
      const target = await startCountingTarget(one.address, targetPort, one);
      expect(await target.cameAt()).toEqual(new Map());
      network.remove();
      await expect(startCountingTarget(one.address, targetPort, one)).rejects.toThrow(/ended/);
      network.remove();
    });
  },
);
