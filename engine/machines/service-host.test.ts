import { expect, it } from 'vitest';
import type { RemoteOrder } from '../../contracts/remote-service.ts';
import { serviceStartSchema } from '../../contracts/service-messages.ts';
import { ServiceHost } from './service-host.ts';

/** A service that no stack offers, so that nothing is started. */
const start: RemoteOrder = {
  do: 'start',
  stack: 'go',
  start: serviceStartSchema.parse({
    ...{ type: 'start', workload: 'product', protocol: 'rsocket', host: '0.0.0.0', port: 1 },
    ...{ tls: null, delayMs: 0, niceness: 0 },
  }),
};

it('a service is refused where others could not reach it, and unknown before it is started', async () => {
  const nowhere = new ServiceHost(undefined);
  await expect(nowhere.obey('service1', start)).rejects.toMatchObject({
    code: 'SERVICE_START_FAILED',
    hint: expect.stringContaining('--host ADDRESS'),
  });
  const service = {
    phase: 'ended',
    revision: Number.MAX_SAFE_INTEGER,
    reason: 'is no longer known there',
  };
  expect(await nowhere.obey('service1', { do: 'measure' })).toMatchObject({
    measured: null,
    service,
  });
  expect(nowhere.isServing).toBe(false);
  await nowhere.stop('was stopped');
});

it('a service that cannot be started has failed, with the reason, and another takes its place', async () => {
  const host = new ServiceHost('10.0.0.7');
  const beginning = host.obey('service1', start);
  expect(host.isServing).toBe(true);
  const begun = await beginning;
  expect(begun).toEqual({
    type: 'service',
    service: expect.objectContaining({ revision: 1, phase: 'starting', log: [] }),
  });
  const failed = {
    revision: 2,
    phase: 'failed',
    error: { code: 'SERVICE_START_FAILED', message: expect.stringContaining('Go') },
  };
  expect(await host.obey('service1', { do: 'state', seen: 1 })).toMatchObject({ service: failed });
  expect(host.isServing).toBe(false);
  expect(await host.obey('service1', { do: 'state', seen: 0 })).toMatchObject({ service: failed });
  expect(await host.obey('service1', { do: 'measure' })).toMatchObject({
    measured: null,
    service: failed,
  });
  // The same order again, as when its answer was lost.
  expect(await host.obey('service1', start)).toMatchObject({ service: failed });
  expect(await host.obey('service1', { do: 'stop' })).toMatchObject({ service: failed });
  expect(await host.obey('service2', { do: 'stop' })).toMatchObject({
    service: { phase: 'ended' },
  });
  expect(await host.obey('service2', start)).toMatchObject({
    service: { revision: 1, phase: 'starting' },
  });
  expect(await host.obey('service1', { do: 'measure' })).toMatchObject({
    service: { reason: 'is no longer known there' },
  });
  expect(await host.obey('service2', { do: 'stop' })).toMatchObject({
    service: { phase: 'failed' },
  });
});

it('a service that runs has the state of its process, and ends before another starts', async () => {
  const seen: string[] = [];
  let observer: { onHealth(health: object): void } | undefined;
  const deaths: ((reason: string) => void)[] = [];
  const log: string[] = [];
  const host = new ServiceHost('10.0.0.7', (async (
    stack: string,
    start: { host: string; port: number; workload: string },
    place: never,
  ) => {
    const { host: at, port, workload } = start;
    seen.push(`start ${stack} ${workload} ${at}:${port}`);
    observer = (place as { observer: typeof observer }).observer;
    return {
      ...{ port: 81, pid: 9, log, remarks: ['a remark'], made: null },
      onDeath: (listener: (reason: string) => void) => deaths.push(listener),
      measure: async () => ({ requests: 5 }),
      stop: async () => void seen.push('stop'),
    };
  }) as never);
  const order = { ...start, stack: 'node' } as RemoteOrder;
  await host.obey('service1', order);
  const running = {
    phase: 'running',
    revision: 2,
    host: '10.0.0.7',
    port: 81,
    pid: 9,
    remarks: ['a remark'],
  };
  expect(await host.obey('service1', { do: 'state', seen: 1 })).toMatchObject({ service: running });
  expect(await host.obey('service1', { do: 'measure' })).toMatchObject({
    measured: { requests: 5 },
    service: { ...running, revision: 3, health: { requests: 5 } },
  });
  log.push('a line');
  const waiting = host.obey('service1', { do: 'state', seen: 3 });
  observer?.onHealth({ requests: 6 });
  expect(await waiting).toMatchObject({
    service: { revision: 4, health: { requests: 6 }, log: ['a line'] },
  });
  await host.obey('service2', order);
  expect(await host.obey('service2', { do: 'state', seen: 1 })).toMatchObject({ service: running });
  expect(seen).toEqual(['start node product 10.0.0.7:0', 'stop', 'start node product 10.0.0.7:0']);
  deaths[1]?.('ended with code 3');
  expect(await host.obey('service2', { do: 'state', seen: 2 })).toMatchObject({
    service: { phase: 'ended', reason: 'ended with code 3' },
  });
  expect([host.isServing, await host.obey('service2', { do: 'measure' })]).toMatchObject([
    false,
    { measured: null },
  ]);
  await host.obey('service3', order);
  await host.obey('service3', { do: 'state', seen: 1 });
  await host.stop('was stopped with its agent');
  expect(await host.obey('service3', { do: 'stop' })).toMatchObject({
    service: { phase: 'ended', reason: 'was stopped with its agent' },
  });
  expect(seen.filter((one) => one === 'stop')).toHaveLength(3);
});
