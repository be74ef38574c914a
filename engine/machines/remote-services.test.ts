import { describe, expect, it } from 'vitest';
import { WirebenchError } from '../../contracts/errors.ts';
import type { AgentReply } from '../../contracts/machines.ts';
import type { HostedService, RemoteOrder } from '../../contracts/remote-service.ts';
import { lostMachine } from './gathering.ts';
import type { JoinedMachine, Machines } from './machines.ts';
import { RemoteServices } from './remote-services.ts';

const id = 'U'.padEnd(56, 'A');
const facts = { name: 'box', host: '10.0.0.7', os: 'Linux', cpu: 'fast', cores: 4, memoryBytes: 5 };
const machine = (more: object = {}) =>
  ({ id, beat: { facts: { ...facts, ...more } } }) as unknown as JoinedMachine;
const health = { cpuSeconds: 1, rssBytes: 2, heapBytes: 3, eventLoopUtilization: 0, requests: 4 };

const running: HostedService = {
  revision: 1,
  phase: 'running',
  host: '10.0.0.7',
  port: 81,
  pid: 9,
  health: null,
  log: ['a line'],
  remarks: ['a remark'],
  made: null,
};
const lost = () => lostMachine('box', 'does not answer');

type Listener = Parameters<Machines['listen']>[1];
type Answer = (order: RemoteOrder, count: number) => AgentReply | Promise<AgentReply>;

/** A controller with one machine, whose agent answers as a test says. */
function controller(
  answer: Answer = () => ({ type: 'service', service: running, measured: null }),
) {
  const asked: { type: string; do?: string; lease: string }[] = [];
  const forgotten: string[] = [];
  let listener: Listener | undefined;
  let present = [{ id }];
  let refusal: Error | null = null;
  const orders: RemoteOrder[] = [];
  const machines = {
    name: 'this controller',
    get present() {
      return present;
    },
    clocks: { look: async () => ({ roundTrip: 2_500_000n }) },
    listen: (_lease: string, given: Listener) => {
      listener = given;
    },
    forget: async (lease: string) => forgotten.push(lease),
    ask: async (_id: string, command: { type: string; order: RemoteOrder; lease: string }) => {
      asked.push({
        type: command.type,
        lease: command.lease,
        ...(command.order && { do: command.order.do }),
      });
      if (refusal) throw refusal;
      if (command.type !== 'service') return { type: 'ok' };
      orders.push(command.order);
      const { do: what } = command.order;
      return answer(command.order, orders.filter((one) => one.do === what).length);
    },
  } as unknown as Machines;
  return {
    machines,
    asked,
    orders,
    forgotten,
    listener: () => listener,
    leave: () => {
      present = [];
    },
    refuse: (error: Error) => {
      refusal = error;
    },
  };
}

const start = { workload: 'product', protocol: 'rest', tls: null } as never;
const never = new Promise<AgentReply>(() => undefined);
const reply = (
  more: Partial<HostedService>,
  measured: typeof health | null = null,
): AgentReply => ({
  type: 'service',
  service: { ...running, ...more },
  measured,
});

describe('services on another machine', () => {
  it('need a machine with an address, which is reserved for the run', async () => {
    const one = controller();
    const { host: _, ...nowhere } = facts;
    await expect(
      RemoteServices.lease(one.machines, { id, beat: { facts: nowhere } } as never),
    ).rejects.toMatchObject({
      code: 'MACHINES_MISSING',
      message: expect.stringMatching(/^box does not know the address/),
    });
    expect(one.asked).toEqual([]);
    const services = await RemoteServices.lease(one.machines, machine({ other: 1 }));
    expect(services.machine).toEqual({ ...facts, roundTripMs: 2.5 });
    expect(one.asked.map(({ type }) => type)).toEqual(['lease']);
    const [{ lease = '' } = {}] = one.asked;
    expect(lease).toMatch(/^[\da-f]{16}$/);
    await services.close();
    expect(one.asked.map(({ type }) => type)).toEqual(['lease', 'release']);
    expect(one.forgotten).toEqual([lease]);
  });

  it('are refused by a machine that is gone, or reserved by another', async () => {
    const one = controller();
    one.refuse(lost());
    await expect(RemoteServices.lease(one.machines, machine())).rejects.toMatchObject({
      code: 'MACHINE_LOST',
      message: 'box does not answer, so no service can run there',
    });
    expect(one.forgotten).toHaveLength(1);
    one.refuse(new WirebenchError('MACHINES_MISSING', 'taken'));
    await expect(RemoteServices.lease(one.machines, machine())).rejects.toThrow('taken');
    one.refuse(new WirebenchError('MACHINES_MISSING', 'taken'));
    const other = controller();
    const services = await RemoteServices.lease(other.machines, machine());
    other.leave();
    await expect(services.start('node', start)).rejects.toMatchObject({
      code: 'MACHINE_LOST',
      message: 'box is gone',
    });
  });

  it('start, and have the state of their machine', async () => {
    const states = [reply({ phase: 'starting', revision: 1 }), reply({ revision: 3 })];
    const one = controller((order, count) => {
      if (order.do === 'start') return reply({ phase: 'starting', revision: 0 });
      if (order.do === 'state') return states[count - 1] ?? never;
      if (order.do === 'measure') return reply({ revision: 4, health }, health);
      return reply({ revision: 9, phase: 'ended', reason: 'was stopped' });
    });
    const services = await RemoteServices.lease(one.machines, machine());
    const service = await services.start('node', start);
    expect(one.orders.slice(0, 4)).toMatchObject([
      { do: 'start', stack: 'node', start: { host: '10.0.0.7', port: 0, workload: 'product' } },
      { do: 'state', seen: 0 },
      { do: 'state', seen: 1 },
      { do: 'state', seen: 3 },
    ]);
    expect(service).toMatchObject({ host: '10.0.0.7', port: 81, pid: 9, health: null, made: null });
    expect([service.log, service.remarks]).toEqual([['a line'], ['a remark']]);
    one.listener()?.notice('It was lost and made again.');
    expect(service.remarks).toEqual(['a remark', 'It was lost and made again.']);
    expect(await service.measure()).toEqual(health);
    expect(service.health).toEqual(health);
    service.onDeath(() => expect.unreachable());
    await services.close();
    expect(one.orders.at(-1)).toEqual({ do: 'stop' });
    expect(await service.measure()).toBeNull();
  });

  it.each([
    [
      { phase: 'failed', error: { code: 'SERVICE_START_FAILED', message: 'no room', hint: 'h' } },
      'box: no room',
    ],
    [{ phase: 'ended', reason: 'ended with code 3' }, 'The service on box ended with code 3'],
    [{ phase: 'ended' }, 'The service on box was not waited for'],
  ] as const)('do not start: %j', async (state, message) => {
    const one = controller(() => reply({ ...state, revision: 2 } as never));
    const services = await RemoteServices.lease(one.machines, machine());
    await expect(services.start('node', start)).rejects.toMatchObject({
      code: 'SERVICE_START_FAILED',
      message,
    });
  });

  it('are not waited for any more once that is aborted', async () => {
    const gone = new AbortController();
    const one = controller((order) => {
      gone.abort();
      return order.do === 'stop'
        ? reply({ phase: 'ended', revision: 2 })
        : reply({ phase: 'starting' });
    });
    const services = await RemoteServices.lease(one.machines, machine());
    await expect(services.start('node', start, gone.signal)).rejects.toThrow(
      'The service on box was not waited for',
    );
    expect(one.orders.map((order) => order.do)).toEqual(['start', 'stop']);
  });

  /** A started service whose later states a test decides. */
  async function started() {
    let next = Promise.withResolvers<AgentReply>();
    const one = controller((order) => {
      if (order.do === 'start') return reply({});
      if (order.do === 'state') return next.promise;
      if (order.do === 'measure') return never;
      return reply({ phase: 'ended', revision: 99 });
    });
    const services = await RemoteServices.lease(one.machines, machine());
    const service = await services.start('node', start);
    const deaths: unknown[] = [];
    service.onDeath((reason, failure) => deaths.push([reason, failure?.code]));
    const become = async (state: Partial<HostedService>) => {
      const { resolve } = next;
      next = Promise.withResolvers();
      resolve(reply(state));
      await new Promise((settled) => setImmediate(settled));
    };
    const fail = async (error: Error) => {
      const { reject } = next;
      next = Promise.withResolvers();
      reject(error);
      await new Promise((settled) => setImmediate(settled));
    };
    return { ...one, services, service, deaths, become, fail };
  }

  it('report their end once, and ignore what is older', async () => {
    const one = await started();
    await one.become({ revision: 5, log: ['newer'] });
    await one.become({ revision: 4, log: ['older'] });
    expect([one.service.log, one.deaths]).toEqual([['newer'], []]);
    await one.become({ revision: 6, phase: 'ended', reason: 'was ended by SIGKILL' });
    expect(one.deaths).toEqual([['was ended by SIGKILL', undefined]]);
    one.listener()?.lost(id, 'is gone');
    expect(one.deaths).toHaveLength(1);
    expect(await one.service.measure()).toBeNull();
    one.service.onDeath((reason) => one.deaths.push(reason));
    expect(one.deaths.at(-1)).toBe('was ended by SIGKILL');
  });

  it('are lost with their machine, and no longer asked for', async () => {
    const one = await started();
    const measured = one.service.measure();
    one.listener()?.lost('another', 'is gone');
    expect(one.deaths).toEqual([]);
    one.listener()?.lost(id, 'is gone');
    expect(one.deaths).toEqual([['box is gone', 'MACHINE_LOST']]);
    expect(await measured).toBeNull();
    const before = one.orders.length;
    await one.service.stop();
    expect(one.orders).toHaveLength(before);
  });

  it('are lost where their machine refuses to tell of them', async () => {
    const one = await started();
    await one.fail(new WirebenchError('INTERNAL', 'another lease'));
    expect(one.deaths).toEqual([['box no longer runs the service for this run', 'MACHINE_LOST']]);
  });

  it('report no end that was asked for', async () => {
    const one = await started();
    await one.service.stop();
    one.listener()?.lost(id, 'is gone');
    expect(one.deaths).toEqual([]);
    expect(one.orders.filter((order) => order.do === 'stop')).toHaveLength(1);
  });

  it('are asked again where a message may be lost', async () => {
    const one = controller((order, count) => {
      if (order.do === 'start' && count < 3) throw lost();
      return order.do === 'state' ? never : reply({});
    });
    const services = await RemoteServices.lease(one.machines, machine());
    expect((await services.start('node', start)).port).toBe(81);
    expect(one.orders.filter((order) => order.do === 'start')).toHaveLength(3);
  });
});
