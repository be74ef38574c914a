import { describe, expect, it } from 'vitest';
import { WirebenchError } from '../../contracts/errors.ts';
import type { Cell } from '../../contracts/experiment/cell.ts';
import type { Assignment, Tick } from '../../contracts/worker-messages.ts';
import { makeCell, makePlanned } from '../../tests/support/records.ts';
import { tick } from '../../tests/support/ticks.ts';
import type { ServiceProcess } from '../run/forked-service.ts';
import type { LoadPool, StintListeners } from '../run/load-pool.ts';
import { measureCeiling } from './measure-ceiling.ts';
import { NullServices } from './null-service.ts';

const planned = makePlanned({ cell: makeCell({ users: 50 }) });
const failing = (code: string) => expect.objectContaining({ code });

/** Measures with a worker whose ticks are given, for each attempt. */
function measuring(
  attempts: readonly (readonly Tick[])[],
  {
    seconds = 2,
    stop = new AbortController(),
    act = (_listeners: StintListeners): void => undefined,
    deaths = [] as string[],
  } = {},
) {
  const given: Assignment[] = [];
  let stopped = 0;
  const pool = {
    machines: [],
    elsewhere: null,
    prepare: async (assignments: readonly Assignment[], listeners: StintListeners) => {
      const [assignment] = assignments;
      if (assignment) given.push(assignment);
      for (const one of attempts[given.length - 1] ?? []) listeners.tick(0, one);
      act(listeners);
      const end = { type: 'done', notes: [], windowStartMs: 0, windowEndMs: 0 };
      listeners.done(0, end as never);
    },
    start: () => performance.now(),
    stop: () => {
      stopped += 1;
    },
  } as unknown as LoadPool;
  const service = {
    host: '127.0.0.1',
    port: 7000,
    onDeath: (hear: (reason: string) => void) => {
      for (const reason of deaths) hear(reason);
    },
  } as unknown as ServiceProcess;
  const context = {
    seconds,
    home: '/none',
    pool,
    cores: { workers: null, services: null },
    signal: stop.signal,
  } as never;
  return { ceiling: measureCeiling(planned, service, context), given, stopped: () => stopped };
}

const busy = { health: { cpuSeconds: 0.99, eventLoopUtilization: 1, gcMs: 0, lagMs: 0 } };
const answered = [
  tick('warm-up', 0, 1000, [5, 5, 5]),
  tick(
    'measured',
    1000,
    2000,
    Array.from({ length: 500 }, () => 9),
    busy,
  ),
];

describe('the ceiling of a driver', () => {
  it('is what one worker did in the measured time', async () => {
    const { ceiling, given } = measuring([answered]);
    expect(await ceiling).toMatchObject({
      protocol: 'rest',
      client: 'raw',
      tls: false,
      throughputRps: 500,
      workerBound: true,
    });
    expect(given).toHaveLength(1);
    expect(given[0]).toMatchObject({ address: { host: '127.0.0.1', port: 7000, tls: null } });
  });

  it('is tried again with a longer warm-up where nothing was answered', async () => {
    const long = measuring([[], [], answered]);
    expect(await long.ceiling).toMatchObject({ throughputRps: 500 });
    expect(long.given).toHaveLength(3);
    const none = measuring([]);
    await expect(none.ceiling).rejects.toThrow(failing('NO_REQUEST_SUCCEEDED'));
    expect(none.given).toHaveLength(3);
    const short = measuring([], { seconds: 0.2 });
    await expect(short.ceiling).rejects.toThrow(failing('NO_REQUEST_SUCCEEDED'));
    expect(short.given).toHaveLength(4);
    const failed = measuring([[tick('measured', 0, 1000, [], { failed: 1 })], answered]);
    await expect(failed.ceiling).rejects.toThrow(failing('NO_REQUEST_SUCCEEDED'));
    expect(failed.given).toHaveLength(1);
  });

  it('is none where it was ended early', async () => {
    const stop = new AbortController();
    stop.abort();
    const { ceiling, stopped } = measuring([answered], { stop });
    expect(await ceiling).toBeNull();
    expect(stopped()).toBeGreaterThan(0);
  });

  it('fails with the worker, or with the service', async () => {
    const dies = (listeners: StintListeners) =>
      listeners.failed(new WirebenchError('WORKER_FAILED', 'broken'));
    await expect(measuring([answered], { act: dies }).ceiling).rejects.toThrow(
      failing('WORKER_FAILED'),
    );
    const gone = measuring([answered], { deaths: ['was killed', 'again'] });
    await expect(gone.ceiling).rejects.toThrow(
      expect.objectContaining({
        code: 'SERVICE_DIED',
        message: 'The null rest service was killed',
      }),
    );
    expect(gone.stopped()).toBeGreaterThan(0);
  });
});

describe('null services', () => {
  it('are one at a time, kept while cells need them', async () => {
    const calls: string[] = [];
    const start = async ({
      protocol,
      workload,
      port,
      null: isNull,
      tls,
      niceness,
    }: Parameters<NonNullable<ConstructorParameters<typeof NullServices>[1]>>[0]) => {
      calls.push(`start ${protocol} ${workload} ${port} ${isNull} ${tls === null} ${niceness}`);
      return {
        pid: 1,
        stop: async () => calls.push(`stop ${protocol}`),
      } as unknown as ServiceProcess;
    };
    const services = new NullServices(
      { home: '/none', niceness: 10, cores: { workers: null, services: null } as never },
      start as never,
    );
    const of = (protocol: Cell['protocol'], client: Cell['client'] = 'raw') =>
      services.of(makeCell({ protocol, client }));
    await services.stop();
    const first = await of('rest');
    expect(await of('rest', 'library')).toBe(first);
    expect(await of('grpc')).not.toBe(first);
    await services.stop();
    await services.stop();
    expect(calls).toEqual([
      'start rest product 0 true true 10',
      'stop rest',
      'start grpc product 0 true true 10',
      'stop grpc',
    ]);
  });
});
