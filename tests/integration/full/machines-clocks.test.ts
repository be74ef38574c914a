import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { resultDocumentSchema } from '../../../contracts/result.ts';
import { errorAt } from '../../../engine/machines/clock-offset.ts';
import { Machines } from '../../../engine/machines/machines.ts';
import { openOwnHub } from '../../../engine/machines/own-hub.ts';
import { startCountingTarget } from '../../support/counting-target.ts';
import { makeFolder, removeFolder } from '../../support/folder.ts';
import { freePort } from '../../support/free-port.ts';
import { startAgent, startController, withoutNats } from '../../support/machines.ts';
import { missingNetworks, Network } from '../../support/namespaces.ts';
import { buildOtherClock, otherClock } from '../../support/other-clock.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = makeFolder();
const built = buildOtherClock(folder);
const library = 'library' in built ? built.library : '';
const missing = withoutNats ?? ('missing' in built ? built.missing : null);
const missingNetwork = missing ?? missingNetworks();
beforeAll(() => () => removeFolder(folder));

/** Five seconds ahead and too fast, and five behind and too slow. */
const clocks = () => [
  otherClock(library, 5_000_000_000n, 200n),
  otherClock(library, -5_000_000_000n, -200n),
];

describe.skipIf(missing !== null)(`clocks that are apart${missing ? `: ${missing}` : ''}`, () => {
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
});

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
