import { EventEmitter } from 'node:events';
import { createServer } from 'node:http';
import { getPriority } from 'node:os';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ServiceReport, ServiceStartOrder } from '../contracts/service-messages.ts';
import { portOf } from '../tests/support/port-of.ts';
import { bodyBytesHere, bodyBytesVariable } from './body-memory.ts';
import { ServiceCluster } from './cluster.ts';
import { HopProcess } from './hops/hop-process.ts';
import { type Child, obeyParent, report } from './parent.ts';
import { ServiceProcess } from './service-process.ts';

const host = '127.0.0.1';
const niceness = getPriority();

/** What a process says to its parent and how it exits, in their order; its intervals are held until they are asked for. */
function ownProcess() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const said: (ServiceReport | { exit: number })[] = [];
  return {
    said,
    report: async (message: ServiceReport) => void said.push(message),
    exit: (exit: number) => void said.push({ exit }),
    /** The last report, which has to be of this type. */
    last<T extends ServiceReport['type']>(type: T) {
      const last = said.at(-1);
      if (!last || !('type' in last) || last.type !== type) throw new Error(JSON.stringify(said));
      return last as ServiceReport & { type: T };
    },
  };
}

/** That a process which listens at this address measures when asked and each second what it was asked once, and stops. */
async function expectMeasured(
  { said, last }: ReturnType<typeof ownProcess>,
  process: { obey(message: unknown): Promise<void> },
  url: string,
): Promise<void> {
  await process.obey({ type: 'measure', id: 7 });
  expect(last('health')).toMatchObject({ id: 7, health: { requests: 1 } });
  vi.advanceTimersByTime(999);
  expect(said).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(last('health')).toMatchObject({ id: null, health: { requests: 1 } });
  await process.obey({ type: 'stop' });
  expect(said.slice(3)).toEqual([{ exit: 0 }]);
  expect(vi.getTimerCount()).toBe(0);
  await expect(fetch(url)).rejects.toThrow();
}

describe('a process', () => {
  function child(connected: boolean, send = true) {
    const sent: unknown[] = [];
    const exits: number[] = [];
    const made = Object.assign(new EventEmitter(), {
      connected,
      exit: (code: number) => void exits.push(code),
      ...(send && { send: (...[message, , , done]: unknown[]) => void sent.push(message, done) }),
    });
    return { made, child: made as unknown as Child, sent, exits };
  }

  it('reports to its parent until that has the report, and to none where there is none', async () => {
    const one = child(true);
    let isSent = false;
    const reported = report({ type: 'spawned', pid: 4 }, one.child).then(() => {
      isSent = true;
    });
    // All that the report could have led to before it is sent.
    await new Promise(setImmediate);
    expect([one.sent[0], isSent]).toEqual([{ type: 'spawned', pid: 4 }, false]);
    (one.sent[1] as () => void)();
    await reported;
    for (const other of [child(false), child(true, false)]) {
      await report({ type: 'spawned', pid: 4 }, other.child);
      expect(other.sent).toEqual([]);
    }
  });

  it('obeys its parent, fails where it cannot, and ends with it only', async () => {
    const one = child(true);
    const obeyed: unknown[] = [];
    const failed: unknown[] = [];
    const obey = async (message: unknown) => {
      obeyed.push(message);
      if (message === 2) throw 'why';
    };
    const fail = (error: unknown) => failed.push(error);
    obeyParent({ obey, fail }, one.child);
    for (const message of [1, 2, 3]) one.made.emit('message', message);
    await expect.poll(() => failed, { interval: 1 }).toEqual(['why']);
    for (const signal of ['SIGINT', 'SIGTERM']) expect(one.made.emit(signal)).toBe(true);
    expect([obeyed, one.exits]).toEqual([[1, 2, 3], []]);
    one.made.emit('disconnect');
    expect(one.exits).toEqual([0]);
    const other = child(true);
    const gone = vi.fn();
    obeyParent({ obey, fail, gone }, other.child);
    other.made.emit('disconnect');
    expect([gone.mock.calls.length, other.exits]).toEqual([1, []]);
  });

  it.each([undefined, 'started by the engine'])('does not run without a parent: %s', (alone) => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => error.mockRestore());
    const one = child(false);
    obeyParent(
      { obey: async () => undefined, fail: () => undefined, ...(alone && { alone }) },
      one.child,
    );
    expect(one.exits).toEqual([2]);
    expect(error.mock.calls).toEqual(alone ? [[alone]] : []);
  });
});

const order = (more: Partial<ServiceStartOrder> = {}): ServiceStartOrder => ({
  ...{ type: 'start', workload: 'product', protocol: 'rest', host, port: 0, tls: null, niceness },
  ...more,
});

describe('the process of a service', () => {
  async function started(more: Partial<ServiceStartOrder> = {}) {
    const own = ownProcess();
    const service = new ServiceProcess(own);
    await service.obey(order(more));
    const { port } = own.last('started');
    onTestFinished(() => service.obey({ type: 'stop' }));
    return { own, service, port, url: `http://${host}:${port}` };
  }

  it('says where it listens, measures when asked and each second, and stops', async () => {
    const { own, service, port, url } = await started();
    expect(own.said).toEqual([{ type: 'started', host, port: expect.any(Number) }]);
    expect(port).toBeGreaterThan(0);
    expect((await fetch(`${url}/nowhere`)).status).toBe(404);
    await expectMeasured(own, service, url);
  });

  it('starts once, and says why it fails', async () => {
    const { own, service, port } = await started();
    await expect(service.obey(order())).rejects.toMatchObject({ code: 'SERVICE_START_FAILED' });
    await expect(service.obey({ type: 'unknown' })).rejects.toThrow();
    await service.fail(new Error('no room'));
    const error = { code: 'SERVICE_START_FAILED', message: 'no room' };
    expect(own.said.slice(1)).toEqual([{ type: 'failed', error }, { exit: 1 }]);
    expect(vi.getTimerCount()).toBe(0);
    const other = new ServiceProcess(ownProcess());
    await expect(other.obey(order({ port }))).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it.each([
    [true, ['GET /nowhere: nothing is there']],
    [false, []],
  ])('reports the errors of clients where they are wanted: %j', async (log, expected) => {
    const { own, url } = await started({ log });
    await fetch(`${url}/nowhere`);
    expect(own.said.slice(1)).toEqual(
      expected.map((message) => ({ type: 'client-error', message })),
    );
  });

  it.each([
    ['rest', 'reduced', false],
    ['rest', 'full', true],
    ['graphql', 'reduced', true],
  ] as const)(
    'offers over %s with %s fields those that few need: %j',
    async (protocol, fields, expected) => {
      const { url } = await started({ workload: 'delivery', protocol, setup: { fields } });
      const types = '{ __schema { types { name fields { name } } } }';
      const answer = await (protocol === 'rest'
        ? fetch(`${url}/openapi.json`)
        : fetch(`${url}/graphql`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ query: types }),
          }));
      expect(answer.status).toBe(200);
      expect((await answer.text()).includes('"referralCode"')).toBe(expected);
    },
  );

  it('answers after its delay', async () => {
    const { url } = await started({ delayMs: 40 });
    const before = performance.now();
    await (await fetch(`${url}/products/echo`, { method: 'POST', body: '{}' })).text();
    expect(performance.now() - before).toBeGreaterThan(30);
  });

  it('as a null service answers without a workload', async () => {
    const { own, service, url } = await started({ null: true });
    const answer = await fetch(`${url}/products/echo`, { method: 'POST', body: '{}' });
    expect(answer.status).toBe(200);
    await service.obey({ type: 'measure', id: 1 });
    expect(own.last('health')).toMatchObject({ health: { requests: 1 } });
  });

  it.each([
    ['from two on', 2, 1],
    ['not for one', 1, 0],
  ])('has processes of its own %s', async (_when, workers, count) => {
    const own = ownProcess();
    const die: ((reason: string) => void)[] = [];
    const stop = vi.fn(async () => undefined);
    const measure = async (health: object) => ({ ...health, requests: 99 });
    const service = new ServiceProcess(own, async (_order, onDeath) => {
      die.push(onDeath);
      return { port: 4321, stop, measure } as unknown as ServiceCluster;
    });
    await service.obey(order({ workers }));
    expect(die).toHaveLength(count);
    await service.obey({ type: 'measure', id: 3 });
    expect(own.last('health').health?.requests).toBe(count ? 99 : 0);
    if (count) {
      expect(own.said[0]).toEqual({ type: 'started', host, port: 4321 });
      const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      onTestFinished(() => error.mockRestore());
      die[0]?.('SIGKILL');
      expect(own.said.at(-1)).toEqual({ exit: 1 });
      expect(error.mock.calls).toEqual([[expect.stringContaining('SIGKILL')]]);
    }
    await service.obey({ type: 'stop' });
    expect([own.said.at(-1), stop.mock.calls.length]).toEqual([{ exit: 0 }, count]);
  });
});

describe('a service in several processes', () => {
  const health = { cpuSeconds: 1, rssBytes: 10, heapBytes: 5, eventLoopUtilization: 0.5 };

  /** Processes that answer as told. */
  function processes(answers: (index: number) => object | null = () => null) {
    const made: (EventEmitter & {
      sent: { type: string; id?: number; port?: number }[];
      dead: boolean;
    })[] = [];
    const variables: object[] = [];
    const fork = (share: object) => {
      const index = made.length;
      variables.push(share);
      const one = Object.assign(new EventEmitter(), {
        ...{ id: 11 + index, sent: [] as { type: string }[], dead: false },
        exitedAfterDisconnect: false,
        isDead: () => one.dead,
        send(message: { type: string; id?: number; port?: number }) {
          one.sent.push(message);
          const started = { type: 'started', host, port: 4321 };
          if (message.type === 'start')
            setImmediate(() => one.emit('message', answers(index) ?? started));
          if (message.type === 'stop') setImmediate(() => one.emit('exit', 0, null));
        },
      });
      made.push(one);
      return one as never;
    };
    const deaths: string[] = [];
    const command = { ...order(), workers: 3 } as never;
    const begin = () => ServiceCluster.start(command, (reason) => deaths.push(reason), fork);
    return { made, variables, deaths, begin };
  }

  it('has all of them listen at one port, with a share of the memory each, and stops those that live', async () => {
    const { made, variables, deaths, begin } = processes();
    const service = await begin();
    expect(service.port).toBe(4321);
    expect(made.map(({ sent }) => sent)).toEqual(Array(3).fill([{ ...order(), workers: 1 }]));
    expect(variables).toEqual(Array(3).fill({ [bodyBytesVariable]: String(bodyBytesHere(3)) }));
    made[0]?.emit('exit', null, 'SIGKILL');
    made[1]?.emit('exit', 3, null);
    expect(deaths).toEqual(['SIGKILL', 'code 3']);
    for (const one of made.slice(0, 1)) one.dead = true;
    await service.stop();
    expect(made.map(({ sent }) => sent.slice(1))).toEqual([
      [],
      [{ type: 'stop' }],
      [{ type: 'stop' }],
    ]);
    // Those asked to end have not died.
    expect(deaths).toHaveLength(2);
  });

  it('measures all of them by number, and none that ends meanwhile', async () => {
    const { made, begin } = processes();
    const service = await begin();
    const own = { ...health, requests: 5 };
    const [first, second] = [service.measure(own), service.measure(own)];
    const tell = (index: number, id: number | null, requests: number) =>
      made[index]?.emit('message', { type: 'health', id, health: { ...health, requests } });
    tell(0, null, 1e6);
    tell(0, 2, 30);
    tell(0, 1, 1);
    tell(1, 1, 2);
    tell(1, 2, 40);
    made[2]?.emit('exit', 1, null);
    expect(await first).toMatchObject({ requests: 3, cpuSeconds: 3, eventLoopUtilization: 0.5 });
    expect((await second).requests).toBe(70);
    expect(made.map(({ sent }) => sent.slice(1))).toEqual(
      Array(3).fill([1, 2].map((id) => ({ type: 'measure', id }))),
    );
  });

  it.each([
    [
      { type: 'failed', error: { code: 'PORT_UNAVAILABLE', message: 'taken' } },
      { code: 'PORT_UNAVAILABLE', message: 'taken' },
    ],
    [{ type: 'spawned', pid: 1 }, { message: 'a process of the service said spawned first' }],
  ])('does not start where one of them says %j', async (answer, expected) => {
    const { made, begin } = processes((index) => (index === 1 ? answer : null));
    await expect(begin()).rejects.toMatchObject(expected);
    expect(made[2]?.sent).toEqual([]);
  });
});

describe('the process of a hop', () => {
  const hops = [
    ['network', { hop: 'network', roundTripMs: 0, jitterMs: 0, bitsPerSecond: null, seed: 1 }],
    ['gateway', { hop: 'gateway', protocol: 'rest', tls: null }],
  ] as const;

  it.each(hops)('passes requests on as a %s, measures, and stops', async (_name, kind) => {
    const own = ownProcess();
    const upstream = await portOf(createServer((_request, response) => response.end('up')));
    const hop = new HopProcess(own);
    const start = { type: 'start', host, port: 0, niceness, ...kind };
    await hop.obey({ ...start, upstream: { host, port: upstream } });
    const { port } = own.last('started');
    expect(own.said).toEqual([{ type: 'started', host, port: expect.any(Number) }]);
    const url = `http://${host}:${port}/`;
    expect(await (await fetch(url, { headers: { connection: 'close' } })).text()).toBe('up');
    await expectMeasured(own, hop, url);
  });

  it('stops before it began, and says why it fails', async () => {
    const own = ownProcess();
    const hop = new HopProcess(own);
    await hop.obey({ type: 'stop' });
    await hop.fail(new Error('no room'));
    const error = { code: 'SERVICE_START_FAILED', message: 'no room' };
    expect(own.said).toEqual([{ exit: 0 }, { type: 'failed', error }, { exit: 1 }]);
  });
});
