import { hrtime } from 'node:process';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { MachinePool } from '../../../engine/machines/machine-pool.ts';
import { Machines } from '../../../engine/machines/machines.ts';
import { openOwnHub } from '../../../engine/machines/own-hub.ts';
import { freePort } from '../../support/free-port.ts';
import { Cable, withoutNats } from '../../support/machines.ts';
import { join } from '../../support/noting-agent.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { assignment, plainPlace } from '../../support/worker.ts';

const { poll } = expect;

/** A run that is ready on two machines, one of them on a line of its own. */
async function prepared() {
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
  return { machines, pool, cable, near, far };
}

/** By how many milliseconds more than clocks are known the two were to begin apart; both have the clock of this machine. */
function apartMs({ pool, near, far }: Awaited<ReturnType<typeof prepared>>): number {
  const apart = Math.abs(Number((near[0] ?? 0n) - (far[0] ?? 0n))) / 1e6;
  const errors = pool.machines.map(({ clockErrorMs }) => clockErrorMs);
  return apart - errors.reduce((sum, ms) => sum + ms, 0);
}

describe.skipIf(withoutNats !== null)(
  `a start of which one machine hears too late${withoutNats ? `: ${withoutNats}` : ''}`,
  () => {
    it('is called off on the others, and comes later for all', async () => {
      const run = await prepared();
      const { machines, pool, cable, near, far } = run;

      const ask = machines.ask.bind(machines);
      const begunBefore: number[] = [];
      const asking = vi.spyOn(machines, 'ask').mockImplementation((id, command) => {
        if (command.type === 'disarm') begunBefore.push(near.length);
        return ask(id, command);
      });
      cable.silence();
      const starting = pool.start();
      await poll(() => begunBefore.length).toBe(2);
      expect(begunBefore).toEqual([0, 0]);
      cable.mend();
      await starting;
      await poll(() => [near.length, far.length]).toEqual([1, 1]);
      const starts = asking.mock.calls.filter(([, { type }]) => type === 'start');
      expect(starts.length).toBeGreaterThan(2);
      expect(apartMs(run)).toBeLessThanOrEqual(0);
    });

    it('goes on where it cannot be called off any more: the other begins late, with the same window', async () => {
      const run = await prepared();
      const { machines, pool, cable, near, far } = run;

      const ask = machines.ask.bind(machines);
      const asking = vi.spyOn(machines, 'ask').mockImplementation(async (id, command) => {
        // As on a controller that is too busy to say so in time.
        if (command.type === 'disarm') await poll(() => near.length).toBe(1);
        return ask(id, command);
      });
      cable.silence();
      const starting = pool.start();
      // Machines are handed a start a little before it.
      await poll(() => (near[0] ?? Number.POSITIVE_INFINITY) < hrtime.bigint()).toBe(true);
      cable.mend();
      await starting;
      expect([near.length, far.length]).toEqual([1, 1]);
      expect(apartMs(run)).toBeLessThanOrEqual(0);
      // Whoever is told once more has begun.
      for (const [id, command] of asking.mock.calls) {
        if (command.type === 'start') await ask(id, { ...command, follows: true });
      }
      expect([near.length, far.length]).toEqual([1, 1]);
      const late = pool.machines.map(({ name, beganLateMs = 0 }) => [name, beganLateMs > 0]);
      expect(Object.fromEntries(late)).toEqual({ near: false, far: true });
      expect(pool.takeNotes()).toEqual([
        expect.stringMatching(
          /^far received the start late, and began [\d,.]+ m?s after the others\.$/,
        ),
      ]);
    });
  },
);
