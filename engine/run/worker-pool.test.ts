import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { tick } from '../../tests/support/ticks.ts';
import { assignment, plainPlace } from '../../tests/support/worker.ts';
import type { StintListeners } from './load-pool.ts';
import { WorkerPool } from './worker-pool.ts';

/** A pool whose threads the test plays. */
function pool() {
  const threads: (EventEmitter & { said: { type: string; trial: number }[]; ended: number })[] = [];
  const data: unknown[] = [];
  const made = new WorkerPool(7, (given) => {
    data.push(given);
    const said: { type: string; trial: number }[] = [];
    const thread = Object.assign(new EventEmitter(), {
      ...{ said, ended: 0 },
      postMessage: (command: { type: string; trial: number }) => said.push(command),
      terminate: async () => {
        thread.ended += 1;
        thread.emit('exit', 1);
        return 1;
      },
    });
    threads.push(thread);
    return thread as unknown as Worker;
  });
  const heard: unknown[] = [];
  const listeners = {
    tick: (worker: number, { ok }: { ok: number }) => heard.push(`tick ${worker} ${ok}`),
    done: (worker: number, { issued }: { issued: number }) =>
      heard.push(`done ${worker} ${issued}`),
    failed: ({ code, message }: { code: string; message: string }) =>
      heard.push(`${code} ${message}`),
  } as unknown as StintListeners;
  const of = (count: number) =>
    Array.from({ length: count }, (_, worker) =>
      assignment(plainPlace(1), { worker, workers: count }),
    );
  const report = (worker: number, message: object) => threads[worker]?.emit('message', message);
  return {
    pool: made,
    threads,
    data,
    heard,
    report,
    prepare: (count: number) => made.prepare(of(count), listeners),
  };
}

const done = {
  type: 'done',
  issued: 5,
  abandoned: 0,
  dropped: 0,
  measured: 5,
  windowStartMs: 0,
  windowEndMs: 1,
  notes: [],
  plan: null,
  encoded: null,
  parts: [],
};

/** Expects a start so many milliseconds after a moment, or later by no more than what has passed since then. */
function expectStart(start: number, ms: number, moment: number) {
  expect(Math.abs(start - moment - ms)).toBeLessThanOrEqual(performance.now() - moment);
}

it('load workers get their parts, begin together, and are heard in their trial only', async () => {
  const { pool: made, threads, data, heard, report, prepare } = pool();
  let isReady = false;
  const prepared = prepare(2).then(() => {
    isReady = true;
  });
  expect(data).toEqual([{ niceness: 7 }, { niceness: 7 }]);
  expect(threads.map(({ said }) => said)).toMatchObject(
    [0, 1].map((worker) => [{ type: 'prepare', trial: 1, assignment: { worker } }]),
  );
  report(1, { type: 'ready', trial: 1 });
  report(0, { type: 'ready', trial: 9 });
  // All that this could have led to, were it wrong.
  await new Promise(setImmediate);
  expect(isReady).toBe(false);
  report(0, { type: 'ready', trial: 1 });
  await prepared;
  const before = performance.now();
  const at = process.hrtime.bigint() + 50_000_000n;
  expectStart(made.start(at), 50, before);
  made.extend(500);
  made.open(300);
  made.stop();
  for (const { said } of threads) {
    expect(said.slice(1)).toEqual([
      { type: 'start', trial: 1, at },
      { type: 'extend', trial: 1, untilMs: 500 },
      { type: 'open', trial: 1, atMs: 300 },
      { type: 'stop', trial: 1 },
    ]);
  }
  report(1, { type: 'tick', trial: 1, tick: tick('measured', 0, 250, [1, 2]) });
  report(1, { type: 'tick', trial: 2, tick: tick('measured', 0, 250, [1]) });
  report(0, { ...done, trial: 1 });
  expect(heard).toEqual(['tick 1 2', 'done 0 5']);
  expect([made.takeNotes(), made.machines, made.elsewhere]).toEqual([[], [], null]);
  // A smaller trial leaves the others idle, and starts soon.
  const again = prepare(1);
  report(0, { type: 'ready', trial: 2 });
  await again;
  const later = performance.now();
  expectStart(made.start(), 30, later);
  expect([threads.length, threads[0]?.said.length, threads[1]?.said.length]).toEqual([2, 7, 5]);
  await made.close();
  expect(threads.map(({ ended }) => ended)).toEqual([1, 1]);
  expect(heard).toHaveLength(2);
});

it('a load worker that fails or ends is told once, and all are started anew', async () => {
  const { pool: made, threads, heard, report, prepare } = pool();
  const failing = prepare(1);
  report(0, { type: 'failed', trial: 1, error: { code: 'INTERNAL', message: 'no memory' } });
  await expect(failing).rejects.toMatchObject({ code: 'WORKER_FAILED', message: 'no memory' });
  const second = prepare(2);
  for (const worker of [0, 1]) report(worker, { type: 'ready', trial: 2 });
  await second;
  threads[1]?.emit('error', new Error('broken'));
  threads[1]?.emit('exit', 1);
  expect(heard).toEqual(['WORKER_FAILED A load worker ended: broken']);
  const third = prepare(1);
  await expect.poll(() => threads, { interval: 1 }).toHaveLength(3);
  expect(threads.map(({ ended }) => ended)).toEqual([1, 1, 0]);
  threads[2]?.emit('exit', 0);
  await expect(third).rejects.toMatchObject({ message: 'A load worker ended: the thread ended' });
  expect(heard).toHaveLength(1);
  await made.close();
});
