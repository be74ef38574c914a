import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Assignment, Tick } from '../contracts/worker-messages.ts';
import { expectedProduct, makeProduct } from '../contracts/workloads/product.ts';
import { type Loopback, listen, plainAddress } from '../tests/support/loopback.ts';
import { type TrialEnd, WorkerTrial } from './trial.ts';

const shape = { operation: 'echo', length: 16 } as const;
const body = JSON.stringify(expectedProduct('echo', makeProduct(shape, 'ascii', 1)));
const answer = `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

let server: Loopback;
afterEach(() => server.close());

type Load = Partial<Assignment['load']>;
const assignment = (load: Load, change: Partial<Assignment> = {}): Assignment => ({
  cell: { protocol: 'rest', shape: 'small', users: 3, tls: 'off', client: 'raw' },
  address: plainAddress(server.port),
  text: 'ascii',
  seed: 1,
  load: { model: 'closed', rampUp: 0, warmUp: 0, thinkTime: 0, ...load },
  connections: 'per-user',
  timeoutMs: 60_000,
  verify: 'all',
  users: 3,
  firstUser: 0,
  userStep: 1,
  requests: load.requests ?? null,
  sharedConnections: null,
  ...change,
});

async function prepared(plan: Assignment) {
  const ticks: Tick[] = [];
  let finish: (end: TrialEnd) => void = () => undefined;
  const end = new Promise<TrialEnd>((resolve) => {
    finish = resolve;
  });
  const trial = await WorkerTrial.prepare(plan, {
    tick: (tick) => ticks.push(tick),
    done: (one) => finish(one),
  });
  return { trial, ticks, end };
}
const start = (trial: WorkerTrial) => trial.start(process.hrtime.bigint());
const sum = (ticks: readonly Tick[], of: (tick: Tick) => number) =>
  ticks.reduce((all, tick) => all + of(tick), 0);

/** A service that answers each request with `text`, or never. */
const serve = async (text: string | null) => {
  server = await listen((socket: Socket) => {
    socket.on('data', () => text !== null && socket.write(text));
  });
};

describe('WorkerTrial', () => {
  it('makes just as many requests as it was told to, and counts every one', async () => {
    await serve(answer);
    const { trial, ticks, end } = await prepared(assignment({ requests: 50 }));
    start(trial);
    expect(await end).toMatchObject({ issued: 50, abandoned: 0, windowStartMs: 0 });
    expect(sum(ticks, ({ ok }) => ok)).toBe(50);
    expect(sum(ticks, ({ latency }) => latency.count)).toBe(50);
    expect(server.sockets).toHaveLength(3);
  });

  it('counts what fails, too, towards the requests', async () => {
    await serve('HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n');
    const { trial, ticks, end } = await prepared(assignment({ requests: 9 }));
    start(trial);
    expect((await end).issued).toBe(9);
    expect(ticks.flatMap(({ errors }) => errors.map(({ code }) => code))).toContain('500');
    expect(sum(ticks, ({ failed }) => failed)).toBe(9);
  });

  it('lets users share connections, and times their waiting apart', async () => {
    await serve(answer);
    const { trial, ticks, end } = await prepared(
      assignment({ requests: 2 }, { users: 5, connections: { shared: 2 }, sharedConnections: 2 }),
    );
    start(trial);
    expect((await end).issued).toBe(2);
    expect(server.sockets.length).toBeLessThanOrEqual(2);
    expect(ticks.every(({ service }) => service !== null)).toBe(true);
  });

  it('ends with its window, and waits for what is in flight', async () => {
    await serve(answer);
    const { trial, ticks, end } = await prepared(assignment({ warmUp: 100, duration: 300 }));
    start(trial);
    const { issued, abandoned, windowStartMs, windowEndMs } = await end;
    expect([windowStartMs, windowEndMs, abandoned]).toEqual([100, 400, 0]);
    expect(sum(ticks, ({ ok }) => ok)).toBe(issued);
    expect(new Set(ticks.map(({ phase }) => phase))).toContain('warm-up');
    const measured = ticks.filter(({ phase }) => phase === 'measured');
    expect([measured[0]?.startMs, measured.at(-1)?.endMs]).toEqual([100, 400]);
  });

  it('gives up what is in flight soon after a stop: in the warm-up', async () => {
    await serve(null);
    const { trial, ticks, end } = await prepared(assignment({ warmUp: 60_000, duration: 1000 }));
    start(trial);
    await expect.poll(() => server.sockets.length).toBe(3);
    trial.stop();
    const { issued, abandoned, windowStartMs, windowEndMs } = await end;
    expect([issued, abandoned]).toEqual([3, 3]);
    expect(windowEndMs).toBeLessThanOrEqual(windowStartMs);
    expect(ticks.some(({ phase }) => phase === 'measured')).toBe(false);
  });

  it('gives up what is in flight soon after a stop: in the drain', async () => {
    await serve(null);
    const { trial, ticks, end } = await prepared(assignment({ duration: 100 }));
    start(trial);
    await expect.poll(() => ticks.some(({ endMs }) => endMs >= 100)).toBe(true);
    trial.stop();
    trial.stop();
    expect(await end).toMatchObject({ issued: 3, abandoned: 3, windowEndMs: 100 });
  });

  it('ends at once when it is stopped before the barrier', async () => {
    await serve(null);
    const { trial, end } = await prepared(assignment({ duration: 1000 }));
    trial.start(process.hrtime.bigint() + 60_000_000_000n);
    trial.stop();
    expect(await end).toMatchObject({ issued: 0, abandoned: 0 });
    expect(server.sockets).toHaveLength(0);
  });

  it('has measured nothing when it is stopped before it was started', async () => {
    await serve(null);
    const { trial, ticks, end } = await prepared(assignment({ duration: 1000 }));
    trial.stop();
    expect(await end).toMatchObject({ issued: 0, abandoned: 0, windowEndMs: 0 });
    expect(ticks.every(({ startMs, endMs }) => startMs === 0 && endMs === 0)).toBe(true);
  });

  it('counts a request that takes too long as timed out, and goes on', async () => {
    await serve(null);
    const { trial, ticks, end } = await prepared(assignment({ requests: 6 }, { timeoutMs: 20 }));
    start(trial);
    expect(await end).toMatchObject({ issued: 6, abandoned: 0 });
    const codes = ticks.flatMap(({ errors }) => errors.map(({ code }) => code));
    expect([...new Set(codes)]).toEqual(['TIMEOUT']);
  });

  it('counts every refused connection once, with a pause in between', async () => {
    await serve(null);
    const { port } = server;
    await server.close();
    const { trial, ticks, end } = await prepared(
      assignment({ requests: 6 }, { address: plainAddress(port) }),
    );
    start(trial);
    expect((await end).issued).toBe(6);
    expect(sum(ticks, ({ failed }) => failed)).toBe(6);
  });

  it('does not know a shape that does not exist', async () => {
    await serve(null);
    const cell = { ...assignment({}).cell, shape: 'huge' };
    await expect(prepared(assignment({}, { cell }))).rejects.toThrow('huge');
  });
});
