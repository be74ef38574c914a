import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { MachinePool } from '../../engine/machines/machine-pool.ts';
import { Machines } from '../../engine/machines/machines.ts';
import { openOwnHub } from '../../engine/machines/own-hub.ts';
import { freePort } from '../support/free-port.ts';
import { Cable, withoutNats } from '../support/machines.ts';
import { join } from '../support/noting-agent.ts';
import { patience } from '../support/patience.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { assignment, plainPlace } from '../support/worker.ts';

const { poll } = expect;

describe.skipIf(withoutNats !== null)(
  `a start of which one machine hears too late${withoutNats ? `: ${withoutNats}` : ''}`,
  () => {
    it('is called off on the others, and comes later for all', {
      timeout: 2 * patience,
    }, async () => {
      const place = { host: '127.0.0.1', port: await freePort() };
      const own = { home: temporaryFolder(), ...place };
      const machines = await Machines.open((listener) => openOwnHub(own, listener));
      onTestFinished(() => machines.close());
      const cable = await Cable.to(place.port);
      const address = `${place.host}:${place.port}`;
      const near = await join(address, machines.token, 'near');
      const far = await join(cable.through([address])[0] ?? '', machines.token, 'far');
      await poll(() => machines.present.length).toBe(2);
      const options = { goesOn: false, byCalibration: false };
      const pool = await MachinePool.lease(machines, machines.present, options);
      onTestFinished(() => pool.close());
      const target = plainPlace(await freePort());
      const assignments = [0, 1].map((worker) => assignment(target, { worker, workers: 2 }));
      const nothing = () => undefined;
      const listeners = { tick: nothing, done: nothing, lost: nothing, failed: nothing };
      await pool.prepare(assignments, listeners, null);

      const ask = vi.spyOn(machines, 'ask');
      const asked = (type: string) => ask.mock.calls.filter(([, command]) => command.type === type);
      cable.silence();
      const starting = pool.start();
      await poll(() => asked('disarm').length).toBe(2);
      expect(near).toEqual([]);
      cable.mend();
      await starting;
      await poll(() => [near.length, far.length]).toEqual([1, 1]);
      expect(asked('start').length).toBeGreaterThan(2);
      // Both have the clock of this machine.
      const apartMs = Math.abs(Number((near[0] ?? 0n) - (far[0] ?? 0n))) / 1e6;
      const errors = pool.machines.map(({ clockErrorMs }) => clockErrorMs);
      expect(apartMs).toBeLessThanOrEqual(errors.reduce((sum, ms) => sum + ms, 0));
    });
  },
);
