import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type ResultDocument, resultDocumentSchema } from '../../../contracts/result.ts';
import { errorAt } from '../../../engine/machines/clock-offset.ts';
import { Machines } from '../../../engine/machines/machines.ts';
import { openOwnHub } from '../../../engine/machines/own-hub.ts';
import { type CountingTarget, startCountingTarget } from '../../support/counting-target.ts';
import { makeFolder, removeFolder } from '../../support/folder.ts';
import { freePort } from '../../support/free-port.ts';
import { startAgent, startController, withoutNats } from '../../support/machines.ts';
import { missingNetworks, Network, type NetworkMachine } from '../../support/namespaces.ts';
import { buildOtherClock, otherClock } from '../../support/other-clock.ts';
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
    it('is what the service counts of each, also where the line of one is narrow, with the percentiles of all raw latencies', async () => {
      const { network, target, agents, latencies, run } = await makeSite(2);
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
      expect(trial?.status).toBe('completed');
      expect(trial?.requests).toMatchObject({ ok: 1001, failed: 0 });
      const raw = latencies();
      expect(raw).toHaveLength(1001);
      if (trial) expectFiguresOf(raw, trial.latencyMs);
      // Little’s law: 20 users, each of whose requests has more than 100 octets, cannot wait for less.
      const minMs = (20 * 100 * 8 * 1000) / bitsPerSecond;
      expect(machineAt(narrow.address)?.latencyMs.mean).toBeGreaterThan(minMs);
    });
  },
);

const folder = makeFolder();
const built = buildOtherClock(folder);
const library = 'library' in built ? built.library : '';
const missingClocks = withoutNats ?? ('missing' in built ? built.missing : null);
const missingNetwork = missingClocks ?? missingNetworks();
beforeAll(() => () => removeFolder(folder));

/** Five seconds ahead and too fast, and five behind and too slow. */
const clocks = () => [
  otherClock(library, 5_000_000_000n, 200n),
  otherClock(library, -5_000_000_000n, -200n),
];

describe.skipIf(missingClocks !== null)(
  `clocks that are apart${missingClocks ? `: ${missingClocks}` : ''}`,
  () => {
    it('are known to no worse than is said, now and later', async () => {
      const place = { host: '127.0.0.1', port: await freePort() };
      const own = { home: temporaryFolder(), ...place };
      const machines = await Machines.open((listener) => openOwnHub(own, listener));
      onTestFinished(() => machines.close());
      const joining = ['agent', '--join', `${place.host}:${place.port}`, '--token', machines.token];
      const apart = clocks();
      for (const [name, { env }] of apart.entries()) {
        await startAgent(joining, `clock-${name}`, { env, threads: 1 });
      }
      await expect.poll(() => machines.present.length).toBe(2);
      for (const [index, { id }] of machines.present.entries()) {
        for (let look = 0; look < 20; look++) {
          const found = await machines.clocks.look(id);
          const now = process.hrtime.bigint();
          for (const at of [found.at, now, now + 600_000_000_000n]) {
            const true_ = (apart[index]?.readingAt(at) ?? 0n) - at;
            const wrong = found.offset < true_ ? true_ - found.offset : found.offset - true_;
            expect(wrong).toBeLessThanOrEqual(errorAt(found, at));
          }
          expect(Math.abs(Number(found.offset))).toBeGreaterThan(4.9e9);
        }
      }
    });
  },
);

describe.skipIf(missingNetwork !== null)(
  `a start by clocks that are apart${missingNetwork ? `: ${missingNetwork}` : ''}`,
  () => {
    it('is one start for the service', async () => {
      const network = new Network(4);
      onTestFinished(() => network.remove());
      const [controller, service, ...agents] = network.machines;
      if (!controller || !service) throw new Error('a network without machines');
      const target = await startCountingTarget(service.address, 8080, service);
      const trials = 8;
      const requests = 40;
      const { run, joining } = await startController(
        target.experiment(
          'users: 2',
          `model: closed, warmUp: 0s, requests: ${requests}`,
          `repetitions: ${trials}\n`,
        ),
        2,
        ['--json', '--quiet', '--allow-host', service.address],
        { host: controller.address, port: 4222, before: controller.before },
      );
      const apart = clocks();
      for (const [place, { before, address }] of agents.entries()) {
        const env = apart[place]?.env ?? {};
        await startAgent(joining, address, { before, env, threads: 1 });
      }
      const { code, stdout, stderr } = await run.ended;
      expect(code, stderr).toBe(0);
      const document = resultDocumentSchema.parse(JSON.parse(stdout));
      expect(document.trials).toHaveLength(trials);
      const cameAt = await target.cameAt();
      const spreads = document.trials.map((_, trial) => {
        const firsts = agents.map(({ address }) => cameAt.get(address)?.[(trial * requests) / 2]);
        return (
          Math.max(...firsts.map((at) => at ?? Number.NaN)) -
          Math.min(...firsts.map((at) => at ?? Number.NaN))
        );
      });
      // What else the machine does can only delay a request: of a wrong clock each trial would tell.
      expect(Math.min(...spreads)).toBeLessThan(5);
      for (const { machines = [] } of document.trials) {
        for (const { clockErrorMs, roundTripMs } of machines) {
          expect(clockErrorMs).toBeGreaterThan(roundTripMs / 2);
        }
      }
    });
  },
);
