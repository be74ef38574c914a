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
