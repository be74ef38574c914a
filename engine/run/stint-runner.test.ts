import { describe, expect, it } from 'vitest';
import { WirebenchError } from '../../contracts/errors.ts';
import { loadSchema } from '../../contracts/experiment/load.ts';
import type { LostMachine } from '../../contracts/measurement.ts';
import type { Tick } from '../../contracts/worker-messages.ts';
import { tick } from '../../tests/support/ticks.ts';
import { assignment, plainPlace } from '../../tests/support/worker.ts';
import { type Clock, realClock } from '../platform/clock.ts';
import type { LoadPool, StintListeners, StintMachine, WorkerEnd } from './load-pool.ts';
import { StintRunner } from './stint-runner.ts';
import { loadPlan } from './stints/load-plan.ts';

const windowMs = 600_000;

const end = (ofWorker: number): WorkerEnd => ({
  ...{ type: 'done', trial: 1, issued: ofWorker, abandoned: 0, dropped: 0, measured: ofWorker },
  ...{ windowStartMs: 0, windowEndMs: windowMs, notes: [], plan: null, encoded: null, parts: [] },
});

const machine = (name: string, workers: readonly number[]): StintMachine => ({
  ...{ name, cpu: 'any', cores: 1, roundTripMs: 1, clockErrorMs: 1 },
  workers,
});

/**
 * A stint on machines that the test controls, since the reports of load workers cannot be made to arrive in a
 * certain order.
 */
async function begun(machines: readonly StintMachine[], goesOn: boolean, clock = realClock) {
  const heard = Promise.withResolvers<StintListeners>();
  const start = Promise.withResolvers<number>();
  let stops = 0;
  const extendedTo: number[] = [];
  const pool: LoadPool = {
    prepare: async (_assignments, listeners) => heard.resolve(listeners),
    start: () => start.promise,
    extend: (untilMs) => extendedTo.push(untilMs),
    ...{ open: () => undefined, takeNotes: () => [] },
    stop: () => {
      stops += 1;
    },
    ...{ machines, elsewhere: null, close: async () => undefined },
  };
  const workers = machines.flatMap((one) => one.workers);
  const seen: string[] = [];
  const lost: LostMachine[] = [];
  const load = loadSchema.parse({ model: 'closed', warmUp: '0s', duration: `${windowMs}ms` });
  const stint = loadPlan(load, { users: workers.length }).next([], 0);
  if (!stint) throw new Error('a load without a stint');
  const runner = new StintRunner({
    ...{ pool, stint, timeoutMs: 1000, window: null, goesOn, clock },
    assignments: workers.map((worker) =>
      assignment(plainPlace(1), { worker, workers: workers.length }),
    ),
    started: () => seen.push('started'),
    tick: ({ ok }: Tick) => seen.push(`all ${ok}`),
    machineTick: (place, { ok }) => seen.push(`${machines[place]?.name} ${ok}`),
    failed: ({ code }) => seen.push(code),
    lost: (one) => lost.push(one),
  });
  const facts = runner.run();
  let isOver = false;
  void facts.then(() => {
    isOver = true;
  });
  const listeners = await heard.promise;
  return {
    ...{ listeners, seen, lost, facts, runner, extendedTo },
    start: async () => {
      start.resolve(clock.now());
      await turns();
    },
    isOver: async () => {
      await turns();
      return isOver;
    },
    stops: () => stops,
  };
}

/** Waits until pending promises have settled. */
const turns = () => new Promise((resolve) => setImmediate(resolve));
const gone = new WirebenchError('MACHINE_LOST', 'b has not been heard for some seconds');
const both = [machine('a', [0]), machine('b', [1])];
const one = (latencies: number) => tick('measured', 0, 250, new Array(latencies).fill(1000));

describe('a stint', () => {
  it('receives what was measured before its start was known', async () => {
    const stint = await begun(both, false);
    stint.listeners.tick(0, one(3));
    stint.listeners.done(0, end(3));
    await turns();
    expect(stint.seen).toEqual([]);
    await stint.start();
    expect(stint.seen).toEqual(['started', 'a 3']);
    stint.listeners.tick(1, one(4));
    stint.listeners.done(1, end(4));
    const { issued } = await stint.facts;
    expect(stint.seen).toEqual(['started', 'a 3', 'b 4', 'all 7']);
    expect(issued).toBe(7);
  });

  it('receives losses from before its start was known', async () => {
    const stint = await begun(both, true);
    stint.listeners.lost([1], gone);
    await stint.start();
    expect(stint.seen).toEqual(['started']);
    expect(stint.lost).toEqual([{ name: 'b', sinceSeconds: 0, workers: 1, ofWorkers: 2 }]);
  });

  it.each([true, false])(
    'misses nothing of a machine that is lost after its part is over, while others continue (%s)',
    async (goesOn) => {
      const stint = await begun(both, goesOn);
      await stint.start();
      stint.listeners.done(1, end(4));
      stint.listeners.lost([1], gone);
      expect(await stint.isOver()).toBe(false);
      stint.listeners.tick(0, one(3));
      stint.listeners.done(0, end(3));
      const { issued } = await stint.facts;
      expect(issued).toBe(7);
      expect(stint.seen).toEqual(['started', 'a 3', 'all 3']);
      expect(stint.lost).toEqual([]);
      expect(stint.stops()).toBe(0);
    },
  );

  it('reports which workers of a lost machine had not ended', async () => {
    const stint = await begun([machine('a', [0]), machine('b', [1, 2])], true);
    await stint.start();
    stint.listeners.tick(2, one(1));
    stint.listeners.done(1, end(4));
    stint.listeners.lost([1, 2], gone);
    expect(await stint.isOver()).toBe(false);
    stint.listeners.done(0, end(3));
    const { issued } = await stint.facts;
    expect(issued).toBeNull();
    expect(stint.lost).toEqual([{ name: 'b', sinceSeconds: 0.25, workers: 1, ofWorkers: 3 }]);
  });

  it('that is stopped before it has begun is stopped again when it has', async () => {
    const stint = await begun(both, false);
    await turns();
    stint.runner.stop();
    await stint.start();
    expect(stint.stops()).toBe(2);
    stint.listeners.done(0, end(0));
    stint.listeners.lost([1], gone);
    await stint.facts;
    expect(stint.seen).toEqual(['started', 'MACHINE_LOST']);
  });

  it('stops all workers when one has failed, and ignores further reports', async () => {
    const stint = await begun(both, false);
    await stint.start();
    stint.listeners.failed(new WirebenchError('WORKER_FAILED', 'a: out of memory'));
    await stint.facts;
    stint.listeners.tick(0, one(3));
    stint.listeners.tick(1, one(3));
    expect(stint.stops()).toBe(1);
    expect(stint.seen).toEqual(['started', 'WORKER_FAILED']);
  });

  it('stops the workers that had begun when one fails before the start is known', async () => {
    const stint = await begun(both, false);
    await turns();
    stint.listeners.failed(new WirebenchError('WORKER_FAILED', 'a: out of memory'));
    await stint.start();
    await stint.facts;
    expect(stint.stops()).toBe(2);
    expect(stint.seen).toEqual(['WORKER_FAILED', 'started']);
  });

  it('is extended while its window is open, and refuses it in words outside and near its end', async () => {
    let now = 0;
    const never = () => () => undefined;
    const clock: Clock = {
      ...{ now: () => now, reading: () => 0n, date: () => new Date(0) },
      ...{ after: never, every: never },
    };
    const stint = await begun(both, false, clock);
    const extend = () => stint.runner.extend(5000);
    const refused = (message: string) =>
      expect.objectContaining({ code: 'TRIAL_NOT_EXTENDABLE', message });
    const notNow = refused(
      'The trial is not generating load now; it can be extended only while it does.',
    );
    const tooLate = refused(
      'The measured window has closed or is about to: it is too late to extend it.',
    );
    expect(extend).toThrow(notNow);
    await stint.start();
    extend();
    expect(stint.extendedTo).toEqual([windowMs + 5000]);
    // At least a second must be left: of the extended window, not of that which was planned.
    now = windowMs - 999;
    extend();
    now = windowMs + 9001;
    expect(extend).toThrow(tooLate);
    now = windowMs + 20_000;
    expect(extend).toThrow(tooLate);
    now = windowMs + 9000;
    extend();
    expect(stint.extendedTo).toEqual([5000, 10_000, 15_000].map((more) => windowMs + more));
    stint.runner.stop();
    expect(extend).toThrow(notNow);
    stint.listeners.done(0, end(0));
    stint.listeners.done(1, end(0));
    await stint.facts;
  });
});
