import { afterAll, describe, expect, it } from 'vitest';
import { RSocketConnection } from '../../../workers/drivers/rsocket/connection.ts';
import { prepareRequest } from '../../../workers/drivers/rsocket/prepared-request.ts';
import { wireOpener } from '../../../workers/drivers/socket.ts';
import { connect, newMeter, OneOutcome, plainAddress } from '../../support/loopback.ts';
import { JavaClient, prepareJavaPeer, startJavaServer } from '../../support/rsocket-java.ts';
import { everyKind, startEveryKind } from '../../support/rsocket-service.ts';

const missing = prepareJavaPeer();

const cleanUps: (() => unknown)[] = [];
afterAll(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const product = (description: string, id = '0', name = 'Coffee') =>
  JSON.stringify({ id, name, description });
const [small, long] = [product('Köln'), product('long, with 漢字 in it. '.repeat(80_000))];

describe.skipIf(missing !== null)(`RSocket for Java${missing ? `: ${missing}` : ''}`, () => {
  it.each([0, 64])('is understood as a client, with an MTU of %i', async (mtu) => {
    const service = await startEveryKind();
    const client = new JavaClient(service.port, mtu);
    cleanUps.push(
      () => service.stop(),
      () => client.stop(),
    );
    for (const route of ['echo', 'late']) {
      expect(await client.response(route, small)).toEqual({ payloads: [small], end: 'complete' });
    }
    const payloads = [small, small, small];
    expect(await client.stream('repeat', 0, small)).toEqual({ payloads, end: 'complete' });
    const answer = await client.response('echo', long);
    expect([answer.end, answer.payloads[0] === long]).toEqual(['complete', true]);
    expect(service.answered()).toBe(4);
    const refused = await client.response('refuse', product('', 'pool', 'why'));
    expect(refused.end).toBe('error 513 pool: why');
    const broken = { payloads: [small], end: 'error 513 not-found: the rest' };
    expect(await client.stream('breakOff', 0, small)).toEqual(broken);
    // No more of a stream than was asked for, and it ends when it is cancelled.
    expect((await client.stream('endless', 5, small)).payloads).toHaveLength(5);
    await expect.poll(() => service.ended()).toBe(1);
    expect(service.made()).toBeLessThanOrEqual(6);
  });

  it.each([
    [0, undefined],
    [100, 200],
  ])('is understood as a server, with an MTU of %i and of %s here', async (mtu, frameLimit) => {
    const server = await startJavaServer(mtu);
    const opener = wireOpener(plainAddress(server.port), newMeter(), null, false);
    const connection = new RSocketConnection(opener);
    expect(await connect(connection)).toBeNull();
    cleanUps.push(
      () => server.stop(),
      () => connection.close(),
    );
    const ask = async (route: string, data: string, streams = false) => {
      const { echo } = everyKind.operations;
      if (!echo) throw new TypeError('no operation');
      const decode = (payloads: readonly Buffer[]) => ({ items: payloads.map(String) });
      const how = { streams, decode };
      const sink = new OneOutcome();
      const request = prepareRequest({ ...echo, field: route }, Buffer.from(data), how, frameLimit);
      connection.send(request, sink, true);
      const outcome = await sink.outcome;
      return 'failure' in outcome ? outcome.failure : outcome.reply?.();
    };
    expect(await ask('echo', small)).toEqual({ items: [small] });
    expect(await ask('repeat', small, true)).toEqual({ items: [small, small, small] });
    const answer = Object(await ask('echo', long));
    expect(answer.items[0] === long).toBe(true);
    expect(await ask('fail', 'pool: none free')).toMatchObject({ kind: 'pool' });
    expect(await ask('fail', 'conflict: taken')).toMatchObject({ kind: 'fault' });
    expect(await ask('echo', 'a')).toEqual({ items: ['a'] });
  });
});
