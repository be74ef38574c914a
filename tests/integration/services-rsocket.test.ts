import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRSocket } from '../../services/rsocket/rsocket.ts';
import type { RunningService } from '../../services/service.ts';
import type { Connection, Driver, DriverFactory } from '../../workers/drivers/driver.ts';
import { openRSocketLibrary } from '../../workers/drivers/library/rsocket-library.ts';
import { openRSocketRaw } from '../../workers/drivers/rsocket-raw.ts';
import type { Message } from '../../workloads/description.ts';
import { connect, newMeter, OneOutcome, plainAddress } from '../support/loopback.ts';
import { messageOf, sampler, samplerOptions, simpleThing, thing } from '../support/sampler.ts';

const clients: readonly (readonly [string, DriverFactory])[] = [
  ['raw', openRSocketRaw],
  ['library', openRSocketLibrary],
];

describe.each(clients)('RSocket of any workload, asked by the %s client', (_name, factory) => {
  const watch = samplerOptions();
  let service: RunningService;
  let driver: Driver;
  let connection: Connection;
  beforeAll(async () => {
    service = await startRSocket(watch.options);
    driver = await factory({
      address: plainAddress(service.port),
      workload: sampler,
      fields: 'full',
      timeoutMs: 60_000,
      meter: newMeter(),
      resumption: false,
    });
    connection = driver.open();
    expect(await connect(connection)).toBeNull();
  });
  afterAll(async () => {
    connection.close();
    driver.close();
    await service.stop();
  });

  async function ask(name: keyof typeof sampler.operations, message: Message) {
    const sink = new OneOutcome();
    connection.send(driver.prepare(sampler.operations[name], message), sink, true);
    const outcome = await sink.outcome;
    return 'failure' in outcome ? outcome.failure : outcome.reply?.();
  }

  it('carries every message there and back', async () => {
    await fc.assert(
      fc.asyncProperty(messageOf(thing), async (message) => {
        expect(await ask('save', message)).toEqual(message);
      }),
    );
  });

  it('carries messages within messages, lists, streams, and nothing at all', async () => {
    const question = { id: 'q', tags: ['a', 'b'], exact: false };
    expect(await ask('ask', question)).toMatchObject({ question, things: [simpleThing, {}] });
    expect(await ask('reset', {})).toEqual({});
    const items = [0, 1, 2].map((count) => ({ ...simpleThing, count }));
    expect(await ask('count', { ...question, limit: 3 })).toEqual({ items });
    expect(await ask('count', question)).toEqual({ items: [] });
  });

  it.each([
    ['invalid', 'fault', 'invalid: no such id'],
    ['absent', 'fault', 'not-found: nothing of that id'],
    ['twice', 'fault', 'conflict: there is one already'],
    ['pool', 'pool', 'pool: no connection came free in 5 s'],
    ['broken', 'fault', 'internal: something broke'],
  ])('refuses in the way that is meant: %s', async (id, kind, text) => {
    expect(await ask('drop', { id })).toEqual({
      kind,
      code: 'APPLICATION_ERROR',
      message: `RSocket APPLICATION_ERROR: ${text}`,
    });
  });

  it('has no route for what a client streams', () => {
    expect(() => driver.prepare(sampler.operations.collect, simpleThing)).toThrow(/one message/);
  });

  it('counts each request once', async () => {
    const before = watch.answers();
    await ask('count', { id: 'q', tags: [], exact: false, limit: 5 });
    await ask('drop', { id: 'invalid' });
    await ask('save', simpleThing);
    expect(watch.answers() - before).toBe(3);
  });
});
