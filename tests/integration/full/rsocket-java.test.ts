import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverIdentity } from '../../../engine/platform/tls/identity.ts';
import type { PreparedRequest } from '../../../workers/drivers/driver.ts';
import { openRSocketLibrary } from '../../../workers/drivers/library/rsocket-library.ts';
import { RSocketConnection } from '../../../workers/drivers/rsocket/connection.ts';
import { prepareRequest } from '../../../workers/drivers/rsocket/prepared-request.ts';
import { wireOpener } from '../../../workers/drivers/socket.ts';
import { connect, newMeter, OneOutcome, plainAddress } from '../../support/loopback.ts';
import {
  JavaClient,
  type JavaServer,
  prepareJavaPeer,
  startJavaServer,
} from '../../support/rsocket-java.ts';
import { type EveryKindService, everyKind, startEveryKind } from '../../support/rsocket-service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const missing = prepareJavaPeer();
const because = (title: string) => (missing ? `${title}: ${missing}` : title);

const cleanUps: (() => unknown)[] = [];
afterAll(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const product = (description: string, id = '0', name = 'Coffee') =>
  JSON.stringify({ id, name, description });
const long = product('long, with 漢字 in it. '.repeat(80_000));

describe.skipIf(missing !== null)(
  because('our service with RSocket for Java as the client'),
  () => {
    let service: EveryKindService;
    const clients = new Map<number, JavaClient>();
    beforeAll(async () => {
      service = await startEveryKind();
      cleanUps.push(() => service.stop());
      for (const mtu of [0, 64]) {
        const client = new JavaClient(service.port, mtu);
        clients.set(mtu, client);
        cleanUps.push(() => client.stop());
      }
    });
    function clientOf(mtu: number): JavaClient {
      const client = clients.get(mtu);
      if (!client) throw new TypeError(`no client with an MTU of ${mtu}`);
      return client;
    }

    it.each([
      ['whole messages', 0],
      ['fragments of 64 octets', 64],
    ])('understands %s', async (_name, mtu) => {
      const client = clientOf(mtu);
      const before = service.answered();
      const small = product('Köln');
      expect(await client.response('echo', small)).toEqual({ payloads: [small], end: 'complete' });
      expect(await client.response('late', small)).toEqual({ payloads: [small], end: 'complete' });
      expect(await client.stream('repeat', 0, small)).toEqual({
        payloads: [small, small, small],
        end: 'complete',
      });
      const answer = await client.response('echo', long);
      expect([answer.end, answer.payloads[0] === long]).toEqual(['complete', true]);
      expect(service.answered() - before).toBe(4);
    });

    it('explains its refusals', async () => {
      const client = clientOf(0);
      const refused = async (id: string) =>
        (await client.response('refuse', product('', id, 'why'))).end;
      expect(await refused('invalid')).toBe('error 513 invalid: why');
      expect(await refused('missing')).toBe('error 513 not-found: why');
      expect(await refused('twice')).toBe('error 513 conflict: why');
      expect(await refused('pool')).toBe('error 513 pool: why');
      expect((await client.response('nowhere', product(''))).end).toBe(
        'error 513 not-found: there is no route "nowhere"',
      );
      expect((await client.response('echo', '{"id":1}')).end).toBe(
        'error 513 invalid: id: expected a text',
      );
      expect((await client.stream('echo', 0, product(''))).end).toBe(
        'error 513 invalid: echo is asked for by request-response, and not REQUEST_STREAM',
      );
      const broken = await client.stream('breakOff', 0, product('a'));
      expect(broken).toEqual({ payloads: [product('a')], end: 'error 513 not-found: the rest' });
    });

    it('sends no more of a stream than was asked for, and ends it when it is cancelled', async () => {
      const client = clientOf(0);
      const { payloads } = await client.stream('endless', 5, product('a'));
      expect(payloads).toHaveLength(5);
      await expect.poll(() => service.ended()).toBe(1);
      expect(service.made()).toBeLessThanOrEqual(6);
    });

    it('speaks over TLS', async () => {
      const folder = temporaryFolder();
      const { ca, cert, key } = await serverIdentity(folder);
      const tls = {
        cert,
        key,
        clientCa: null,
        minVersion: 'TLSv1.2',
        maxVersion: 'TLSv1.3',
      } as const;
      const secure = await startEveryKind({ tls });
      cleanUps.push(() => secure.stop());
      const trusted = join(folder, 'trusted.pem');
      writeFileSync(trusted, ca);
      const client = new JavaClient(secure.port, 0, trusted);
      cleanUps.push(() => client.stop());
      expect((await client.response('echo', product('a'))).payloads).toEqual([product('a')]);
    });
  },
);

describe.skipIf(missing !== null)(
  because('our raw driver with RSocket for Java as the server'),
  () => {
    const { echo: operation } = everyKind.operations;
    const servers = new Map<number, JavaServer>();
    beforeAll(async () => {
      for (const mtu of [0, 100]) {
        const server = await startJavaServer(mtu);
        servers.set(mtu, server);
        cleanUps.push(() => server.stop());
      }
    });

    async function open(
      mtu: number,
    ): Promise<{ connection: RSocketConnection; server: JavaServer }> {
      const server = servers.get(mtu);
      if (!server) throw new TypeError(`no server with an MTU of ${mtu}`);
      const connection = new RSocketConnection(
        wireOpener(plainAddress(server.port), newMeter(), null, false),
      );
      expect(await connect(connection)).toBeNull();
      cleanUps.push(() => connection.close());
      return { connection, server };
    }

    function request(
      route: string,
      data: string,
      streams = false,
      frameLimit?: number,
    ): PreparedRequest {
      const decode = (payloads: readonly Buffer[]) => ({ items: payloads.map(String) });
      if (!operation) throw new TypeError('no operation');
      return prepareRequest(
        { ...operation, field: route },
        Buffer.from(data),
        { streams, decode },
        frameLimit,
      );
    }

    async function ask(connection: RSocketConnection, prepared: PreparedRequest) {
      const sink = new OneOutcome();
      connection.send(prepared, sink, true);
      const outcome = await sink.outcome;
      return 'failure' in outcome ? outcome.failure : outcome.reply?.();
    }

    it.each([
      ['whole messages', 0, undefined],
      ['fragments', 100, 200],
    ])('exchanges %s', async (_name, mtu, frameLimit) => {
      const { connection } = await open(mtu);
      const small = product('Köln');
      expect(await ask(connection, request('echo', small, false, frameLimit))).toEqual({
        items: [small],
      });
      expect(await ask(connection, request('repeat', small, true, frameLimit))).toEqual({
        items: [small, small, small],
      });
      const answer = await ask(connection, request('echo', long, false, frameLimit));
      expect(
        answer && 'items' in answer && Array.isArray(answer.items) && answer.items[0] === long,
      ).toBe(true);
    });

    it('and the library client put its fragments together', async () => {
      const { server } = await open(100);
      const driver = await openRSocketLibrary({
        ...{ address: plainAddress(server.port), workload: everyKind, fields: 'full' },
        ...{ timeoutMs: 60_000, meter: newMeter(), resumption: false },
      });
      const library = driver.open();
      cleanUps.push(() => library.close());
      expect(await connect(library)).toBeNull();
      const message = { id: '0', name: 'Coffee', description: 'in pieces '.repeat(500) };
      const sink = new OneOutcome();
      if (!operation) throw new TypeError('no operation');
      library.send(driver.prepare(operation, message), sink, true);
      const outcome = await sink.outcome;
      expect('failure' in outcome ? outcome.failure : outcome.reply?.()).toEqual(message);
    });

    it('reads its errors, and continues', async () => {
      const { connection } = await open(0);
      expect(await ask(connection, request('fail', 'pool: none free'))).toMatchObject({
        kind: 'pool',
        code: 'APPLICATION_ERROR',
      });
      expect(await ask(connection, request('fail', 'conflict: taken'))).toMatchObject({
        kind: 'fault',
      });
      expect(await ask(connection, request('echo', 'a'))).toEqual({ items: ['a'] });
    });

    it('has many requests on one connection', async () => {
      const { connection } = await open(0);
      const texts = Array.from({ length: 200 }, (_, index) => `message ${index}`);
      const answers = await Promise.all(
        texts.map((text) => ask(connection, request('echo', text))),
      );
      expect(answers).toEqual(texts.map((text) => ({ items: [text] })));
    });

    it('notices when the server goes', async () => {
      const { connection, server } = await open(0);
      await server.stop();
      await expect.poll(() => connection.usable).toBe(false);
    });
  },
);
