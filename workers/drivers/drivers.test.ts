import { createServer } from 'node:tls';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type ClientKind, clientKinds, type Protocol, protocols } from '../../contracts/words.ts';
import type { Address } from '../../contracts/worker-messages.ts';
import { openRelay } from '../../engine/wire/relay.ts';
import { protocolServices } from '../../services/registry.ts';
import { productHandlers } from '../../services/workloads/product.ts';
import { Driven, said, scriptedHttp, tea } from '../../tests/support/driven.ts';
import { connect, listen, OneOutcome, plainAddress } from '../../tests/support/loopback.ts';
import { makeCertificates, type OwnCertificates } from '../../tests/support/own-certificates.ts';
import { portOf } from '../../tests/support/port-of.ts';
import { samplerOptions } from '../../tests/support/sampler.ts';
import { productWorkload } from '../../workloads/product/product.ts';

const pairs = protocols.flatMap((protocol) =>
  clientKinds.map((client): [Protocol, ClientKind] => [protocol, client]),
);
/** Those that can send several requests at once. */
const atOnce: readonly Protocol[] = ['rest-h2', 'grpc', 'rsocket'];
/** Library clients that open their connection with the first request. */
const opensLate = (protocol: Protocol, client: ClientKind) =>
  client === 'library' && !atOnce.includes(protocol);

async function startService(protocol: Protocol, more: Parameters<typeof samplerOptions>[0] = {}) {
  const start = await protocolServices[protocol].service();
  const product = { workload: productWorkload.description, handlers: productHandlers };
  const service = await start(samplerOptions({ ...product, ...more }).options);
  onTestFinished(() => service.stop());
  return service.port;
}

/** What comes of a connection, or of the first request on it. */
async function firstOutcome(
  protocol: Protocol,
  client: ClientKind,
  address: Address | number,
): Promise<{ readonly by: 'connect' | 'request'; readonly outcome: unknown }> {
  const driven = await Driven.of(protocol, client, address);
  const connection = driven.driver.open();
  onTestFinished(() => connection.close());
  const failure = await connect(connection);
  if (!failure) return { by: 'request', outcome: await driven.send(driven.echo(), connection) };
  expect(connection.usable).toBe(false);
  return { by: 'connect', outcome: said({ failure }) };
}

describe.each(pairs)('%s, %s client', (protocol, client) => {
  const isLibrary = client === 'library';
  const by = opensLate(protocol, client) ? 'request' : 'connect';

  it('asks on one connection, and counts its octets', async () => {
    const relay = await openRelay({ host: '127.0.0.1', port: await startService(protocol) });
    onTestFinished(() => relay.close());
    const driven = await Driven.of(protocol, client, relay.port);
    expect(driven.driver.open().usable).toBe(false);
    const connection = await driven.connected();
    expect(connection.usable).toBe(true);
    const several = protocol === 'rest-h2' ? 100_000 : Number.POSITIVE_INFINITY;
    expect(connection.capacity).toBe(atOnce.includes(protocol) ? several : 1);
    const first = await driven.send(driven.echo(), connection);
    const sizes = { rest: 42, 'rest-h2': 42, 'rest-protobuf': 12, soap: 302, grpc: 12 };
    const size = { ...sizes, graphql: 60, rsocket: 42 }[protocol];
    expect(first).toEqual([isLibrary ? 5 : size, tea]);
    expect(await driven.send(driven.echo(), connection, false)).toEqual([first[0], null]);
    // gRPC's library counts every socket of the thread, here the relay's as well.
    const times = protocol === 'grpc' && isLibrary ? 2 : 1;
    const counted = { sent: 0, received: 0 };
    const differences = () => {
      const { sent, received } = driven.meter.take();
      counted.sent += sent;
      counted.received += received;
      const [made, ...others] = relay.recorded();
      const octets = (direction: string) =>
        (made?.chunks ?? [])
          .filter((chunk) => chunk.direction === direction)
          .reduce((sum, { bytes }) => sum + bytes.length, 0);
      const [out, back] = [octets('sent'), octets('received')];
      return [counted.sent - times * out, counted.received - times * back, others.length];
    };
    await expect.poll(differences, { interval: 5 }).toEqual([0, 0, 0]);
    expect(Math.min(counted.sent, counted.received)).toBeGreaterThan(2 * 12);
    connection.close();
    expect(connection.usable).toBe(false);
  });

  it('gives up what is not answered, and releases its socket', async () => {
    const version = atOnce.includes(protocol) ? 2 : 1;
    const arrivals: (() => void)[] = [];
    const waiting = () => new Promise<void>((resolve) => arrivals.push(resolve));
    const arrived = () => arrivals.shift()?.();
    const server =
      protocol === 'rsocket'
        ? await listen((socket) => {
            socket.on('data', (bytes) => bytes.includes('Tea') && arrived());
          })
        : await scriptedHttp(version, arrived);
    const driven = await Driven.of(protocol, client, server.port);
    const connection = await driven.connected();
    const given = new OneOutcome();
    const first = waiting();
    connection.send(driven.echo(), given, true);
    await first;
    connection.abort(given);
    const next = connection.usable ? connection : await driven.connected();
    const sink = new OneOutcome();
    const second = waiting();
    next.send(driven.echo(), sink, true);
    await second;
    next.close();
    const words = 'The connection was closed while the request was in flight';
    expect(said(await sink.outcome)).toBe(`reset CLOSED_LOCALLY: ${words}`);
    connection.close();
    expect([given.calls, sink.calls, next.usable]).toEqual([0, 1, false]);
    const open = () =>
      'open' in server
        ? server.open()
        : server.sockets.filter((socket) => !socket.destroyed).length;
    await expect.poll(open, { interval: 5 }).toBe(0);
    if ('sockets' in server) await server.close();
  });

  it('reports a service that is not there', async () => {
    const gone = await listen(() => undefined);
    await gone.close();
    const outcome = expect.stringMatching(/^connect ECONNREFUSED: .*ECONNREFUSED 127\.0\.0\.1:\d+/);
    expect(await firstOutcome(protocol, client, gone.port)).toEqual({ by, outcome });
  });

  it('reports a service that closes without an answer', async () => {
    const { port, close } = await listen((socket) => socket.once('data', () => socket.destroy()));
    onTestFinished(close);
    const waits = protocol === 'rest-h2' || protocol === 'grpc';
    const expected = {
      by: waits ? 'connect' : 'request',
      outcome: expect.stringMatching(/^reset /),
    };
    expect(await firstOutcome(protocol, client, port)).toEqual(expected);
  });
});

describe('over TLS', () => {
  let own: OwnCertificates;
  beforeAll(async () => {
    own = await makeCertificates();
  });
  const secured = (port: number, change: Partial<NonNullable<Address['tls']>> = {}): Address => ({
    ...plainAddress(port),
    tls: {
      ca: [own.authority.cert],
      serverName: 'orders.internal',
      minVersion: 'TLSv1.2',
      maxVersion: 'TLSv1.3',
      identity: { cert: own.client.cert, key: own.client.key },
      ...change,
    },
  });

  it.each(pairs)('%s, %s client, proves who it is, and demands it', async (protocol, client) => {
    const by = opensLate(protocol, client) ? 'request' : 'connect';
    const port = await startService(protocol, {
      tls: {
        cert: own.server.cert,
        key: own.server.key,
        clientCa: own.authority.cert,
        minVersion: 'TLSv1.2',
        maxVersion: 'TLSv1.3',
      },
    });
    const outcome = (address: Address) => firstOutcome(protocol, client, address);
    for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
      const { outcome: good } = await outcome(secured(port, { maxVersion }));
      expect(good).toEqual([expect.any(Number), tea]);
    }
    expect(await outcome(secured(port, { ca: [own.client.cert] }))).toEqual({
      by,
      outcome: expect.stringMatching(/^tls SELF_SIGNED_CERT_IN_CHAIN: /),
    });
    expect(await outcome(secured(port, { serverName: 'other.internal' }))).toEqual({
      by,
      outcome: expect.stringMatching(/^tls ERR_TLS_CERT_ALTNAME_INVALID: .*other\.internal/),
    });
    // undici tells only that the other side has closed.
    const said =
      protocol === 'graphql' && client === 'library' ? /^reset / : /^tls .*certificate required/s;
    const { outcome: unproven } = await outcome(secured(port, { identity: null }));
    expect(unproven).toMatch(said);
  });

  it.each(pairs)('%s, %s client, reports a service without it', async (protocol, client) => {
    const plain = await listen((socket) => socket.end('no TLS'));
    onTestFinished(plain.close);
    const { outcome } = await firstOutcome(protocol, client, secured(plain.port));
    expect(outcome).toMatch(/^tls (ERR_SSL|EPROTO|CLOSED|ECONNRESET)/);
  });

  it.each(pairs.filter(([protocol]) => protocol === 'rest-h2' || protocol === 'grpc'))(
    '%s, %s client, demands HTTP/2',
    async (protocol, client) => {
      const { cert, key } = own.server;
      const refused = /^tls ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL/;
      const unnamed = /^tls ALPN: The service did not agree on h2/;
      for (const [protocols, expected] of [
        [['http/1.1'], refused],
        [null, unnamed],
      ] as const) {
        const options = { cert, key, ...(protocols ? { ALPNProtocols: [...protocols] } : {}) };
        const server = createServer(options, (socket) => socket.on('error', () => undefined));
        const address = secured(await portOf(server));
        const { by, outcome } = await firstOutcome(protocol, client, address);
        expect([by, outcome]).toEqual(['connect', expect.stringMatching(expected)]);
      }
    },
  );
});
