/* One file, because every test prepares a trial against this file's only server and receives its ticks. */
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AssignedLoad, Assignment, Tick } from '../contracts/worker-messages.ts';
import { assignmentDefaults, closedLoad, openLoad, pointsOf } from '../tests/support/loads.ts';
import { type Loopback, listen, plainAddress } from '../tests/support/loopback.ts';
import { expectedProduct, makeProduct } from '../workloads/product/product.ts';
import { constantArrivals, poissonArrivals } from './pacing/arrivals.ts';
import { Profile } from './pacing/profile.ts';
import { everyNth } from './pacing/turns.ts';
import { type TrialEnd, type TrialOptions, WorkerTrial } from './trial.ts';

const shape = { operation: 'echo', length: 16 } as const;
const body = JSON.stringify(expectedProduct('echo', makeProduct(shape, 'ascii', 1)));
const answer = `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

let server: Loopback;
afterEach(() => server.close());

const assignment = (
  load: AssignedLoad = closedLoad({ users: 3 }),
  change: Partial<Assignment> = {},
): Assignment => ({
  ...assignmentDefaults,
  cell: { protocol: 'rest', shape: 'small', tls: 'off', client: 'raw' },
  address: plainAddress(server.port),
  load,
  timeoutMs: 60_000,
  verify: 'all',
  ...change,
});

async function prepared(plan: Assignment, options?: TrialOptions) {
  const ticks: Tick[] = [];
  let finish: (end: TrialEnd) => void = () => undefined;
  const end = new Promise<TrialEnd>((resolve) => {
    finish = resolve;
  });
  const events = { tick: (tick: Tick) => ticks.push(tick), done: (one: TrialEnd) => finish(one) };
  const trial = await WorkerTrial.prepare(plan, events, options);
  return { trial, ticks, end };
}
const received = () => server.sockets.map(({ bytesRead }) => bytesRead);
const start = (trial: WorkerTrial) => trial.start(process.hrtime.bigint());
/** Stops the clock until it is set, in milliseconds from now, so that no machine is too slow for a moment. */
function clockByHand(): (ms: number) => void {
  const from = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(from);
  onTestFinished(() => clock.mockRestore());
  return (ms) => void clock.mockReturnValue(from + ms);
}

const sum = (ticks: readonly Tick[], of: (tick: Tick) => number) =>
  ticks.reduce((all, tick) => all + of(tick), 0);

/** A service that answers each request with `text`, or never. */
const serve = async (text: string | null) => {
  server = await listen((socket: Socket) => {
    socket.on('data', () => text !== null && socket.write(text));
  });
};

/** A started trial against a service that answers with `text`, or never. */
async function launch(
  text: string | null,
  load?: AssignedLoad,
  change?: Partial<Assignment>,
  options?: TrialOptions,
) {
  await serve(text);
  const made = await prepared(assignment(load, change), options);
  start(made.trial);
  return made;
}
const phaseOf = (ticks: readonly Tick[], wanted: Tick['phase']) =>
  ticks.filter(({ phase }) => phase === wanted);

type Bounds = { requests: number; timeoutMs?: number };

describe('WorkerTrial whose window is extended', () => {
  it('continues until the new end, and counts every request once', async () => {
    const { trial, ticks, end } = await launch(answer, closedLoad({ users: 3, duration: 2000 }));
    trial.extend(2400);
    const { issued, windowEndMs, abandoned } = await end;
    expect([windowEndMs, abandoned]).toEqual([2400, 0]);
    expect(sum(ticks, ({ ok }) => ok)).toBe(issued);
    expect(phaseOf(ticks, 'measured').at(-1)?.endMs).toBe(2400);
  });

  it('wakes open load without further arrivals', async () => {
    await serve(answer);
    const { trial, end } = await prepared(assignment(openLoad({ rate: 0.5, duration: 1900 })));
    const clock = clockByHand();
    start(trial);
    // The second arrival is due at 2 s, after the end: after the first one there is nothing to wait for.
    await expect.poll(() => received().some((bytes) => bytes > 0)).toBe(true);
    const first = received();
    clock(1800);
    trial.extend(2100);
    clock(2050);
    await expect.poll(received).not.toEqual(first);
    clock(2100);
    expect(await end).toMatchObject({ issued: 2, windowEndMs: 2100 });
  });

  it('stays closed when notified too late', async () => {
    const { trial, end } = await launch(answer, undefined, { requests: 9 });
    const { windowEndMs } = await end;
    trial.extend(60_000);
    expect(windowEndMs).toBeLessThan(60_000);
  });
});

describe('WorkerTrial with closed load', () => {
  it.each<[string, string | null, Bounds, { ok?: number; codes: string[] }]>([
    ['answered', answer, { requests: 50 }, { ok: 50, codes: [] }],
    ['failed', 'HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n', { requests: 9 }, { codes: ['500'] }],
    ['timed out', null, { requests: 6, timeoutMs: 20 }, { codes: ['TIMEOUT'] }],
  ])(
    'sends exactly the requested number, all %s, and counts each once',
    async (_what, text, change, { ok = 0, codes }) => {
      const { ticks, end } = await launch(text, undefined, change);
      const { requests } = change;
      expect(await end).toMatchObject({ issued: requests, abandoned: 0, windowStartMs: 0 });
      expect(sum(ticks, (tick) => tick.ok)).toBe(ok);
      expect(sum(ticks, ({ latency }) => latency.count)).toBe(ok);
      expect(sum(ticks, ({ failed }) => failed)).toBe(requests - ok);
      expect([...new Set(ticks.flatMap(({ errors }) => errors.map(({ code }) => code)))]).toEqual(
        codes,
      );
      if (ok > 0) expect(server.sockets).toHaveLength(3);
    },
  );

  it('lets users share connections, and measures their waiting separately', async () => {
    const shared = { connections: { shared: 2 }, sharedConnections: 2 };
    const load = closedLoad({ users: 5 });
    const { ticks, end } = await launch(answer, load, { requests: 2, ...shared });
    expect((await end).issued).toBe(2);
    expect(server.sockets.length).toBeLessThanOrEqual(2);
    expect(ticks.every(({ service }) => service !== null)).toBe(true);
  });

  it('ends with its window, and waits for requests in flight', async () => {
    const load = closedLoad({ users: 3, warmUp: 100, duration: 300 });
    const { ticks, end } = await launch(answer, load);
    const { issued, abandoned, windowStartMs, windowEndMs } = await end;
    expect([windowStartMs, windowEndMs, abandoned]).toEqual([100, 400, 0]);
    expect(sum(ticks, ({ ok }) => ok)).toBe(issued);
    expect(phaseOf(ticks, 'warm-up')).not.toEqual([]);
    const measured = phaseOf(ticks, 'measured');
    expect([measured[0]?.startMs, measured.at(-1)?.endMs]).toEqual([100, 400]);
  });

  it('abandons requests in flight soon after a stop: in the warm-up', async () => {
    const load = closedLoad({ users: 3, warmUp: 60_000, duration: 1000 });
    const { trial, ticks, end } = await launch(null, load);
    await expect.poll(() => server.sockets.length).toBe(3);
    trial.stop();
    const { issued, abandoned, windowStartMs, windowEndMs } = await end;
    expect([issued, abandoned]).toEqual([3, 3]);
    expect(windowEndMs).toBeLessThanOrEqual(windowStartMs);
    expect(phaseOf(ticks, 'measured')).toEqual([]);
  });

  it('abandons requests in flight soon after a stop: in the drain', async () => {
    const { trial, ticks, end } = await launch(null, closedLoad({ users: 3, duration: 500 }));
    await expect.poll(() => ticks.some(({ endMs }) => endMs >= 500)).toBe(true);
    trial.stop();
    trial.stop();
    expect(await end).toMatchObject({ issued: 3, abandoned: 3, windowEndMs: 500 });
  });

  it.each([
    ['before the barrier', 60_000_000_000n],
    ['before it was started', null],
  ])('has measured nothing when it is stopped %s', async (_when, barrierNs) => {
    await serve(null);
    const { trial, ticks, end } = await prepared(
      assignment(closedLoad({ users: 3, duration: 1000 })),
    );
    if (barrierNs) trial.start(process.hrtime.bigint() + barrierNs);
    trial.stop();
    expect(await end).toMatchObject({ issued: 0, abandoned: 0, windowEndMs: 0 });
    expect(ticks.every(({ startMs, endMs }) => startMs === 0 && endMs === 0)).toBe(true);
    expect(server.sockets).toHaveLength(0);
  });

  it('counts every refused connection once, with a pause in between', async () => {
    await serve(null);
    const { port } = server;
    await server.close();
    const { trial, ticks, end } = await prepared(
      assignment(undefined, { requests: 6, address: plainAddress(port) }),
    );
    start(trial);
    expect((await end).issued).toBe(6);
    expect(sum(ticks, ({ failed }) => failed)).toBe(6);
  });

  it('pauses users when the level falls, and resumes them when it rises', async () => {
    const load = closedLoad({ users: 4, duration: 900 });
    load.profile = pointsOf([0, 4], [300, 4], [300, 1], [600, 1], [600, 3]);
    await serve(answer);
    const { trial, ticks, end } = await prepared(assignment(load));
    const clock = clockByHand();
    const levels = () => [...new Set(phaseOf(ticks, 'measured').map(({ users }) => users))];
    /** Users who have sent something once the first one has sent many requests. */
    const busy = async () => {
      const before = received();
      const more = () => received().map((bytes, index) => bytes - (before[index] ?? 0));
      await expect.poll(() => (more()[0] ?? 0) > 50_000).toBe(true);
      return more().map((bytes) => bytes > 0);
    };
    start(trial);
    await expect.poll(() => received().length).toBe(4);
    expect(await busy()).toEqual([true, true, true, true]);
    clock(250);
    await expect.poll(levels).toEqual([4]);
    clock(450);
    // Requests in flight are still answered.
    await expect.poll(busy).toEqual([true, false, false, false]);
    clock(500);
    await expect.poll(levels).toEqual([4, 1]);
    clock(700);
    await expect.poll(busy).toEqual([true, true, true, false]);
    clock(750);
    await expect.poll(levels).toEqual([4, 1, 3]);
    clock(900);
    await end;
    expect(server.sockets).toHaveLength(4);
  });

  it('starts the users of a worker when the level of all reaches their numbers', async () => {
    await serve(answer);
    const load = closedLoad({ users: 0, duration: 500 });
    load.profile = pointsOf([0, 0], [400, 8]);
    const { trial, ticks, end } = await prepared(assignment(load, { worker: 1, workers: 4 }));
    const measured = () => phaseOf(ticks, 'measured').map(({ users }) => users);
    const clock = clockByHand();
    start(trial);
    // Users 1 and 5 of 8 are due after 100 and 300 ms.
    clock(101);
    await expect.poll(() => server.sockets.length).toBe(1);
    clock(299);
    const before = received();
    await expect.poll(() => (received()[0] ?? 0) > (before[0] ?? 0) + 50_000).toBe(true);
    expect(server.sockets).toHaveLength(1);
    await expect.poll(measured).toEqual([1]);
    clock(301);
    await expect.poll(() => server.sockets.length).toBe(2);
    clock(500);
    await end;
    expect(measured()).toEqual([1, 2]);
    expect(server.sockets).toHaveLength(2);
  });

  it('reports the round of each tick', async () => {
    const load = closedLoad({ users: 1 });
    load.segments = [
      { phase: 'measured', round: 0, untilMs: 100 },
      { phase: 'warm-up', round: 1, untilMs: 150 },
      { phase: 'measured', round: 1, untilMs: 250 },
    ];
    const { ticks, end } = await launch(answer, load);
    expect(await end).toMatchObject({ windowStartMs: 0, windowEndMs: 250 });
    const rows = ticks.map(({ phase, round, endMs }) => [phase, round, endMs]);
    expect(rows.slice(0, 3)).toEqual([
      ['measured', 0, 100],
      ['warm-up', 1, 150],
      ['measured', 1, 250],
    ]);
  });

  it('does the same without measuring, and reports only totals', async () => {
    const { ticks, end } = await launch(answer, undefined, { requests: 50 }, { measuring: false });
    expect(await end).toMatchObject({ issued: 50, measured: 50, abandoned: 0 });
    expect(ticks).toEqual([]);
  });

  it('refuses an unknown shape', async () => {
    await serve(null);
    const cell = { ...assignment().cell, shape: 'huge' };
    await expect(prepared(assignment(undefined, { cell }))).rejects.toThrow('huge');
  });
});

describe('WorkerTrial with open load', () => {
  it.each([
    ['constant', 100],
    ['poisson', null],
  ] as const)('issues every %s arrival that is due, and no other', async (arrivals, known) => {
    const load = openLoad({ rate: 200, arrivals, warmUp: 100, duration: 400 });
    const { ticks, end } = await launch(answer, load);
    const { issued, abandoned, dropped } = await end;
    const due = poissonArrivals(new Profile(load.profile), { every: 1 }, 1);
    let expected = 0;
    while (due.next() < 500) expected++;
    // Arrivals not sent in time, because the machine paused at the end, are dropped, and counted.
    expect([issued + dropped, abandoned]).toEqual([known ?? expected, 0]);
    expect(sum(ticks, ({ ok }) => ok)).toBe(issued);
    expect(sum(ticks, ({ lag }) => lag?.count ?? 0)).toBe(issued);
    expect(sum(ticks, ({ service }) => service?.count ?? 0)).toBe(issued);
    const rates = ticks.map(({ phase, rate }) => `${phase} ${rate}`);
    expect(new Set(rates)).toContain('measured 200');
    expect(rates.filter((rate) => rate.startsWith('drain') && rate !== 'drain 0')).toEqual([]);
  });

  it('sends the share of one worker among several', async () => {
    const load = openLoad({ rate: 100, duration: 300 });
    const { end } = await launch(answer, load, { worker: 2, workers: 4 });
    const due = constantArrivals(new Profile(load.profile), everyNth(2, 4));
    let expected = 0;
    while (due.next() < 300) expected++;
    const { issued, dropped } = await end;
    expect(issued + dropped).toBe(expected);
  });

  it('drops and counts arrivals beyond the limit in flight', async () => {
    const load = openLoad({ rate: 100, maxInFlight: 5, duration: 300 });
    const { trial, ticks, end } = await launch(null, load);
    await expect.poll(() => sum(ticks, ({ dropped }) => dropped)).toBe(25);
    trial.stop();
    expect(await end).toMatchObject({ issued: 5, abandoned: 5, dropped: 25, notes: [] });
    expect(server.sockets).toHaveLength(5);
  });

  it.each([
    [50, 'per-user', null, 19],
    [200, 'per-request', null, 20],
    [200, { shared: 2 }, 2, 2],
  ] as const)('at %i/s with connections %j', async (rate, connections, sharedConnections, most) => {
    const change = { connections, sharedConnections, requests: 20 };
    const { end } = await launch(answer, openLoad({ rate }), change);
    expect(await end).toMatchObject({ issued: 20, abandoned: 0, dropped: 0 });
    expect(server.sockets.length).toBeLessThanOrEqual(most);
  });

  it('aborts requests when the timeout has passed since their dispatch', async () => {
    const load = openLoad({ rate: 100, maxInFlight: 4, duration: 300 });
    const { ticks, end } = await launch(null, load, { timeoutMs: 30 });
    const { issued, dropped, abandoned } = await end;
    expect([issued + dropped, abandoned]).toEqual([30, 0]);
    expect(issued).toBeGreaterThan(4);
    expect(sum(ticks, ({ failed }) => failed)).toBe(issued);
  });

  it('measures latency from the intended start, even if the service is blocked', async () => {
    let held: Socket[] | null = null;
    server = await listen((socket) => {
      socket.on('data', () => (held ? held.push(socket) : socket.write(answer)));
    });
    const load = openLoad({ rate: 100, maxInFlight: 2, duration: 60_000 });
    const { trial, ticks, end } = await prepared(
      assignment(load, { connections: { shared: 1 }, sharedConnections: 1 }),
    );
    start(trial);
    await expect.poll(() => sum(ticks, ({ ok }) => ok)).toBeGreaterThan(0);
    held = [];
    await expect.poll(() => sum(ticks, ({ dropped }) => dropped)).toBeGreaterThan(50);
    const waiting: Socket[] = held;
    held = null;
    for (const socket of waiting) socket.write(answer);
    const before = sum(ticks, ({ ok }) => ok);
    await expect.poll(() => sum(ticks, ({ ok }) => ok)).toBeGreaterThan(before + 2);
    trial.stop();
    await end;
    const longest = (of: (tick: Tick) => number) => Math.max(...ticks.map(of));
    expect(longest(({ latency }) => latency.max)).toBeGreaterThan(500_000);
    // The second one waited for the connection, which is not part of its service time.
    expect(sum(ticks, ({ service }) => (service && service.max > 400_000 ? 1 : 0))).toBe(1);
  });
});
