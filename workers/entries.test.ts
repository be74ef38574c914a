import { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { entryUrl, type startedModules } from '../engine/platform/entries.ts';
import { scriptedHttp } from '../tests/support/driven.ts';
import { assignmentDefaults, closedLoad } from '../tests/support/loads.ts';
import { plainAddress } from '../tests/support/loopback.ts';
import { readingOf } from '../tests/support/wire-recordings.ts';

type Said = { readonly type: string } & Readonly<Record<string, unknown>>;

/** A thread of the workers, with what it has said since it was asked for. */
function threadOf(name: keyof typeof startedModules) {
  const thread = new Worker(entryUrl(name));
  onTestFinished(async () => void (await thread.terminate()));
  const said: Said[] = [];
  const heard = new Map<string, () => void>();
  thread.on('message', (one: Said) => {
    said.push(one);
    heard.get(one.type)?.();
  });
  return {
    said,
    of: (type: string) => said.filter((one) => one.type === type),
    send: (message: object) => thread.postMessage(message),
    /** The next message of this type. */
    hear: (type: string) =>
      new Promise<Said>((resolve, reject) => {
        heard.set(type, () => resolve(said.at(-1) ?? { type }));
        thread.once('error', reject);
      }),
  };
}

const echo = () => scriptedHttp(1, (response, { body }) => void response.end(body));
const cell = { protocol: 'rest', shape: 'small', users: 1, tls: 'off', client: 'raw' };
const asked = (port: number, change: object = {}) => ({
  ...assignmentDefaults,
  ...{ cell, address: plainAddress(port), timeoutMs: 20_000, ...change },
});

describe('the thread of a load worker', () => {
  it('prepares, starts, opens, extends and stops the trial that it has, and reports it', async () => {
    const { port } = await echo();
    const { send, hear, said, of } = threadOf('worker');
    const prepare = async (trial: number, change: object) => {
      const ready = hear('ready');
      send({ type: 'prepare', trial, assignment: asked(port, { verify: 'all', ...change }) });
      expect(await ready).toEqual({ type: 'ready', trial });
    };
    const failed = hear('failed');
    const unknown = asked(port, {
      verify: 'all',
      load: closedLoad({ users: 1 }),
      cell: { ...cell, shape: 'no' },
    });
    send({ type: 'prepare', trial: 2, assignment: unknown });
    expect(await failed).toMatchObject({ trial: 2, error: { code: 'WORKER_FAILED' } });
    await prepare(3, { load: closedLoad({ users: 1 }), requests: 4 });
    const first = hear('done');
    // Another trial's commands are none of this one.
    send({ type: 'stop', trial: 2 });
    send({ type: 'start', trial: 3, at: process.hrtime.bigint() });
    expect(await first).toMatchObject({ trial: 3, issued: 4, abandoned: 0, windowStartMs: 0 });
    expect(of('tick').every(({ trial }) => trial === 3)).toBe(true);
    expect(of('tick').reduce((sum, { tick }) => sum + (tick as { ok: number }).ok, 0)).toBe(4);
    // Opened at 20 s instead of 30.
    await prepare(4, { load: closedLoad({ users: 1, warmUp: 30_000, duration: 30_000 }) });
    send({ type: 'start', trial: 4, at: process.hrtime.bigint() + 60_000_000_000n });
    send({ type: 'open', trial: 4, atMs: 20_000 });
    send({ type: 'stop', trial: 3 });
    const second = hear('done');
    send({ type: 'stop', trial: 4 });
    expect(await second).toMatchObject({ trial: 4, issued: 0, windowStartMs: 20_000 });
    await prepare(7, { load: closedLoad({ users: 1, duration: 60 }) });
    const extended = hear('done');
    // Before its window begins, and so ends.
    send({ type: 'extend', trial: 7, untilMs: 90 });
    send({ type: 'start', trial: 7, at: process.hrtime.bigint() });
    expect(await extended).toMatchObject({ trial: 7, windowStartMs: 0, windowEndMs: 90 });
    // What is under way ends with the next.
    await prepare(5, { load: closedLoad({ users: 1 }) });
    const third = hear('done');
    await prepare(6, { load: closedLoad({ users: 1 }) });
    expect(await third).toMatchObject({ trial: 5, issued: 0 });
    expect(of('failed')).toHaveLength(1);
    expect(said.filter(({ type }) => type === 'done').map(({ trial }) => trial)).toEqual([
      3, 4, 7, 5,
    ]);
  });
});

describe('the thread of a capture', () => {
  it('makes the calls, reads their recording, and says what fails', async () => {
    const { port } = await echo();
    const { send, hear } = threadOf('wireWorker');
    const plain = { shape: 'echo:3', tls: 'off', client: 'raw', text: 'ascii' } as const;
    const reading = readingOf('rest', plain, []);
    const order = { ...reading.order, timeoutMs: 20_000, address: plainAddress(port) };
    const called = hear('called');
    send({ type: 'call', order });
    expect(await called).toMatchObject({ done: { calls: { length: order.calls } } });
    const read = hear('read');
    send({ type: 'read', reading });
    expect(await read).toMatchObject({ capture: { calls: [], client: 'raw', shape: 'echo:3' } });
    const failed = hear('failed');
    send({ type: 'call', order: { ...order, cell: { ...order.cell, shape: 'no' } } });
    expect(await failed).toMatchObject({ error: { code: 'WIRE_CAPTURE_FAILED' } });
  });
});

describe('the thread of the calls before a load', () => {
  it('returns the answer to each, or what failed', async () => {
    const { port } = await echo();
    const { send, hear } = threadOf('equivalenceWorker');
    const ask = asked(port, { sequence: 0, useCase: false, wanted: 'answer' });
    const answered = hear('answered');
    send(ask);
    expect(await answered).toMatchObject({ answer: { name: 'Coffee' } });
    const failed = hear('failed');
    send({ ...ask, wanted: 'nothing' });
    expect(await failed).toMatchObject({ error: { code: 'INTERNAL' } });
    const again = hear('answered');
    send(ask);
    await again;
  });
});

describe('the thread of the checks of a service', () => {
  it('reports each finding, then that it is done', async () => {
    const { port } = await echo();
    const { send, hear, said } = threadOf('conformWorker');
    const done = hear('done');
    const only = ['no-end', 'uncompressed'];
    const order = { workload: 'product', protocol: 'rest', timeoutMs: 20_000, idleMs: 1, only };
    send({ ...assignmentDefaults, address: plainAddress(port), ...order });
    expect(await done).toEqual({ type: 'done' });
    expect(
      said.slice(0, -1).map(({ type, finding }) => [type, (finding as { name: string }).name]),
    ).toEqual(only.map((name) => ['found', name]));
  });
});
