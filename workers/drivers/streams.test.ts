import { describe, expect, it, onTestFinished } from 'vitest';
import { clientKinds } from '../../contracts/words.ts';
import { protocolServices } from '../../services/registry.ts';
import { Driven } from '../../tests/support/driven.ts';
import { OneOutcome } from '../../tests/support/loopback.ts';
import { everyKind, startEveryKind } from '../../tests/support/rsocket-service.ts';
import { expectSame } from '../../tests/support/same-message.ts';
import {
  sampler,
  samplerOperation,
  samplerOptions,
  simpleThing,
} from '../../tests/support/sampler.ts';
import type { Message } from '../../workloads/description.ts';

const counted = (count: number) => ({ ...simpleThing, count });
const question = { id: 'n', tags: [], exact: false };
const answerIn = (outcome: unknown) => (outcome as [number, Message])[1];

describe.each(clientKinds)('gRPC, %s client', (client) => {
  const opened = async () => {
    const start = await protocolServices.grpc.service();
    const service = await start(samplerOptions().options);
    onTestFinished(() => service.stop());
    return Driven.of('grpc', client, service.port, { workload: sampler });
  };

  it('collects a streamed answer', async () => {
    const driven = await opened();
    const count = (limit: number) =>
      driven.send(driven.driver.prepare(samplerOperation('count'), { ...question, limit }));
    const items = Array.from({ length: 30 }, (_, index) => counted(index));
    expectSame(answerIn(await count(30)), { items });
    expectSame(answerIn(await count(0)), { items: [] });
  });

  it('sends a stream of any length as it is accepted, made anew each time', async () => {
    const driven = await opened();
    const connection = await driven.connected();
    let made = 0;
    function* things() {
      for (let index = 0; index < 3000; index++) {
        made++;
        yield counted(index);
      }
    }
    const prepared = driven.driver.prepareStream?.(samplerOperation('collect'), things);
    if (!prepared) throw new Error('the driver sends no streams');
    for (let time = 1; time <= 2; time++) {
      const { things: came } = answerIn(await driven.send(prepared, connection));
      const numbers = (came as Message[]).map(({ count }) => count);
      expect([made, numbers.length, numbers.every((one, at) => one === at)]).toEqual([
        ...[3000 * time, 3000, true],
      ]);
    }
    const none = driven.driver.prepareStream?.(samplerOperation('collect'), () => []);
    if (none) expect(answerIn(await driven.send(none, connection))).toMatchObject({ things: [] });
  });

  it.each([
    ['invalid', 'status INVALID_ARGUMENT: gRPC INVALID_ARGUMENT: no such id'],
    ['absent', 'status NOT_FOUND: gRPC NOT_FOUND: nothing of that id'],
    ['pool', 'pool POOL: gRPC RESOURCE_EXHAUSTED: pool: no connection came free in 5 s'],
    ['broken', 'status INTERNAL: gRPC INTERNAL: something broke'],
  ])('reports a refusal: %s', async (id, words) => {
    const driven = await opened();
    expect(await driven.send(driven.driver.prepare(samplerOperation('drop'), { id }))).toBe(words);
  });
});

describe.each(clientKinds)('RSocket, %s client', (client) => {
  const opened = async () => {
    const service = await startEveryKind();
    onTestFinished(() => service.stop());
    const driven = await Driven.of('rsocket', client, service.port, { workload: everyKind });
    const connection = await driven.connected();
    const prepared = (route: string, message: Message) => {
      const operation = everyKind.operations[route];
      if (!operation) throw new TypeError(`no operation ${route}`);
      return driven.driver.prepare(operation, message);
    };
    const ask = (route: string, message: Message, wantReply = true) =>
      driven.send(prepared(route, message), connection, wantReply);
    return { service, driven, connection, prepared, ask };
  };
  const product = (id: string) => ({ id, name: 'Tea', description: 'é' });

  it('takes one answer, one that is late, and a stream', async () => {
    const { ask } = await opened();
    const one = product('7');
    const octets = Buffer.byteLength(JSON.stringify(one));
    expect(await ask('echo', one)).toEqual([client === 'raw' ? octets : 5, one]);
    expect(await ask('late', one)).toEqual([client === 'raw' ? octets : 5, one]);
    const many = { items: [one, one, one] };
    expect(await ask('repeat', one)).toEqual([client === 'raw' ? 3 * octets : 16, many]);
    expect(await ask('repeat', one, false)).toEqual([client === 'raw' ? 3 * octets : 16, null]);
  });

  it.each([
    ['invalid', 'fault APPLICATION_ERROR: RSocket APPLICATION_ERROR: invalid: Tea'],
    ['missing', 'fault APPLICATION_ERROR: RSocket APPLICATION_ERROR: not-found: Tea'],
    ['pool', 'pool APPLICATION_ERROR: RSocket APPLICATION_ERROR: pool: Tea'],
  ])('reports a refusal: %s', async (id, words) => {
    const { ask } = await opened();
    expect(await ask('refuse', product(id))).toBe(words);
    expect(await ask('breakOff', product(id))).toBe(
      'fault APPLICATION_ERROR: RSocket APPLICATION_ERROR: not-found: the rest',
    );
  });

  it('gives a request up, and goes on', async () => {
    const { service, connection, prepared, ask } = await opened();
    const sink = new OneOutcome();
    connection.send(prepared('endless', product('1')), sink, true);
    await expect.poll(() => service.made(), { interval: 5 }).toBeGreaterThan(0);
    connection.abort(sink);
    await expect.poll(() => service.ended(), { interval: 5 }).toBe(1);
    expect(sink.calls).toBe(0);
    expect(answerIn(await ask('echo', product('2')))).toEqual(product('2'));
    connection.abort(sink);
    connection.close();
    connection.close();
    expect(connection.usable).toBe(false);
    expect(await ask('echo', product('3'))).toMatch(/^reset /);
  });

  it('prepares no streamed request', async () => {
    const { driven } = await opened();
    expect(() => driven.driver.prepare(samplerOperation('collect'), simpleThing)).toThrow(
      new TypeError('RSocket is asked with one message'),
    );
    expect(driven.driver.prepareStream).toBeUndefined();
  });
});
