import { describe, expect, it } from 'vitest';
import { smallExperiment } from '../../tests/support/experiments.ts';
import { makeResult, makeRun } from '../../tests/support/records.ts';
import { openedStore } from '../../tests/support/stores.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { tick } from '../../tests/support/ticks.ts';
import { MachinesKeeper } from '../machines/keeper.ts';
import { environment } from '../platform/environment.ts';
import type { Store } from '../store/store.ts';
import { RunManager } from './manager.ts';
import { addLeftBehind, noteNotFetched, recoverInterrupted } from './recovery.ts';

function managing(store: Store = openedStore()) {
  const home = temporaryFolder();
  const machines = new MachinesKeeper(home, { add: () => undefined, failed: () => undefined });
  return { store, home, manager: new RunManager(store, home, 3, machines) };
}

const placed = (text: string) => ({ text, folder: temporaryFolder() }) as never;
const busy = (what: string) => ({
  code: 'RUN_BUSY',
  message: `${what} is in progress; stop it or wait for it to finish`,
});

describe('the manager of runs', () => {
  it('starts nothing while this machine is occupied, and ends that with the engine', async () => {
    const { manager } = managing();
    let ended = 0;
    const occupy = (name?: string) => manager.occupy(async () => void ended++, name);
    const release = occupy();
    expect(() => occupy()).toThrow(expect.objectContaining(busy('A calibration')));
    await expect(manager.start(placed(smallExperiment()))).rejects.toMatchObject(
      busy('A calibration'),
    );
    await expect(manager.refine('x', 1, { folder: '' })).rejects.toMatchObject(
      busy('A calibration'),
    );
    release();
    const again = occupy('A check');
    expect(() => occupy()).toThrow(expect.objectContaining(busy('A check')));
    expect(ended).toBe(0);
    await manager.close();
    expect(ended).toBe(1);
    again();
    await manager.close();
    expect([ended, manager.current, manager.niceness]).toEqual([1, null, 3]);
  });

  it.each([
    ['nonsense', 'EXPERIMENT_INVALID', undefined],
    [
      smallExperiment({ protocols: 'rest', more: 'target: {rest: "http://far.example"}' }),
      'HOST_NOT_CONFIRMED',
      'Load would go to far.example, which has not been confirmed as a target',
    ],
    [smallExperiment({ more: 'machines: 2' }), 'MACHINES_UNAVAILABLE', /^No machine can join/],
    [
      smallExperiment({ users: '900000000' }),
      expect.stringMatching(/USERS_EXCEED_LIMIT|EXPERIMENT_INVALID/),
      undefined,
    ],
  ])('refuses what cannot be run: %#', async (text, code, message) => {
    const { manager } = managing();
    const refused = await manager.start(placed(text)).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code });
    if (message !== undefined)
      expect(String(Reflect.get(Object(refused), 'message'))).toMatch(message);
    expect(manager.current).toBeNull();
  });

  it('knows no run that is not in progress', () => {
    const { manager } = managing();
    const none = { code: 'RUN_NOT_ACTIVE', message: 'This run is not in progress' };
    expect(() => manager.active('x')).toThrow(expect.objectContaining(none));
    expect(() => manager.watchable('x')).toThrow(expect.objectContaining(none));
  });

  const decided = `${smallExperiment()}repetitions: {until: decided}\n`;
  const fixed = 'The number of repetitions of this run was fixed.';
  it.each([
    [smallExperiment(), 'completed', 1, {}, fixed],
    [decided, null, 1, {}, 'This run is running.'],
    [decided, 'failed', 1, {}, 'This run is failed.'],
    [decided, 'completed', 0, {}, 'This run has no results yet.'],
    [
      decided,
      'stopped',
      1,
      { cpu: 'other' },
      'This run was measured where the processor was other, and here it is CPU.',
    ],
    [
      decided,
      'stopped',
      1,
      { cores: 999 },
      'This run was measured where the number of cores was 999, and here it is CORES.',
    ],
    [
      decided,
      'completed',
      1,
      { node: 'v1' },
      'This run was measured where Node was v1, and here it is NODE.',
    ],
  ] as const)(
    'makes no run more exact that cannot go on: %#',
    async (experiment, status, results, other, message) => {
      const { manager, store } = managing();
      const here = environment();
      const run = makeRun('r', 1, { experiment, environment: { ...here, ...other } });
      store.createRun(run);
      const [trial] = run.trials;
      if (!trial) throw new Error('no trial');
      if (results > 0) {
        store.startTrial(trial.id, '2026-03-01T10:00:00.000Z');
        store.finishTrial(trial.id, makeResult(trial.id));
      }
      if (status !== null) store.finishRun('r', status, '2026-03-01T10:01:00.000Z');
      const words = message
        .replace('CPU', here.cpu)
        .replace('CORES', String(here.cores))
        .replace('NODE', here.node);
      await expect(manager.refine('r', 5, { folder: '' })).rejects.toMatchObject({
        code: 'RUN_NOT_EXTENDABLE',
        message: words,
      });
      await expect(manager.refine('other', 5, { folder: '' })).rejects.toMatchObject({
        code: 'RUN_NOT_FOUND',
      });
    },
  );
});

describe('what is left of a run', () => {
  it('is noted once where it could not be fetched', () => {
    const store = openedStore();
    const run = makeRun('r');
    store.createRun(run);
    const id = run.trials[0]?.id ?? '';
    for (let n = 0; n < 2; n++) noteNotFetched(store, id, new Error('gone'));
    noteNotFetched(store, 'unknown', new Error('gone'));
    expect(store.runHead('r').warnings).toEqual([
      'What the machines measured after the engine had ended could not be fetched: gone',
    ]);
    noteNotFetched(store, id, 'later');
    expect(store.runHead('r').warnings).toHaveLength(2);
  });

  it('is nothing for a trial that is unknown or was not interrupted', () => {
    const store = openedStore();
    const run = makeRun('r');
    store.createRun(run);
    const id = run.trials[0]?.id ?? '';
    store.startTrial(id, '2026-03-01T10:00:00.000Z');
    store.finishTrial(id, makeResult(id));
    const ticks = [tick('measured', 0, 1000, [1000], { round: 0 })];
    addLeftBehind(store, id, ticks);
    addLeftBehind(store, 'unknown', ticks);
    expect(store.intervals(id)).toEqual([]);
  });

  it('is nothing where no engine died', () => {
    const store = openedStore();
    store.createRun(makeRun('r'));
    expect(recoverInterrupted(store)).toEqual([]);
  });
});
