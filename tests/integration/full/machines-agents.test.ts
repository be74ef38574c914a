import { existsSync } from 'node:fs';
import { join as pathOf } from 'node:path';
import { hrtime } from 'node:process';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { resultDocumentSchema } from '../../../contracts/result.ts';
import type { Tick } from '../../../contracts/worker-messages.ts';
import type { AgentPool } from '../../../engine/machines/agent.ts';
import { MachinePool } from '../../../engine/machines/machine-pool.ts';
import { Machines } from '../../../engine/machines/machines.ts';
import { openOwnHub } from '../../../engine/machines/own-hub.ts';
import { Histogram } from '../../../engine/stats/histogram.ts';
import { freePort } from '../../support/free-port.ts';
import { Cable, startController, withoutNats } from '../../support/machines.ts';
import { join, joinWith } from '../../support/noting-agent.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { assignment, plainPlace } from '../../support/worker.ts';

const { poll } = expect;
const lease = 'abcdef0123456789';

describe.skipIf(withoutNats !== null)(
  `a machine whose controller dies before it was heard${withoutNats ? `: ${withoutNats}` : ''}`,
  () => {
    it('is free as soon as the next controller comes, and what it measured is fetched', async () => {
      const own = { home: temporaryFolder(), host: '127.0.0.1', port: await freePort() };
      const open = () => Machines.open((listener) => openOwnHub(own, listener));
      const first = await open();
      await join(`${own.host}:${own.port}`, first.token, 'north');
      await poll(() => first.present.length).toBe(1);
      const id = first.present[0]?.id ?? '';
      const nothing = () => undefined;
      first.listen(lease, { report: nothing, lost: nothing, notice: nothing });
      await first.ask(id, { type: 'lease', lease, controller: first.name });
      const stint = { stint: 0, offsetMs: 0, workers: 1, machines: [{ id, workers: [0] }] };
      first.keepLease({ lease, trial: 'interrupted', stints: [stint] });
      await poll(() => existsSync(pathOf(own.home, 'machines', 'lease.json'))).toBe(true);
      await first.close();

      const next = await open();
      onTestFinished(() => next.close());
      const fetched: string[] = [];
      const fetching = next.fetchLeftBehind(new AbortController().signal, {
        add: (trial) => fetched.push(trial),
        failed: (trial) => fetched.push(`not ${trial}`),
      });
      await poll(() => next.present.map(({ beat }) => beat.lease)).toEqual([null]);
      await fetching;
      expect(fetched).toEqual(['interrupted']);
    });
  },
);

const lies = `wirebench: 1
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
      const { run, port, joining } = await startController(lies, 1, ['--json', '--quiet']);
      await joinWith(lyingPool(), `127.0.0.1:${port}`, joining.at(-1) ?? '', 'liar');
      const { code, stdout } = await run.ended;
      expect(code).toBe(1);
      const [trial] = resultDocumentSchema.parse(JSON.parse(stdout)).trials;
      expect(trial?.failure?.code).toBe('WORKER_FAILED');
      expect(trial?.failure?.message).toContain('liar: its reports are not of its load');
    });
  },
);

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
