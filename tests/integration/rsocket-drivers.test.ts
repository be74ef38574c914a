import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Address } from '../../contracts/worker-messages.ts';
import { serverIdentity } from '../../engine/platform/tls/identity.ts';
import { rsocketErrorCodes } from '../../protocols/rsocket/frames.ts';
import { errorFrame } from '../../protocols/rsocket/write.ts';
import { startNullRSocket } from '../../services/null/rsocket.ts';
import type { Connection, Driver, DriverFactory, Failure } from '../../workers/drivers/driver.ts';
import { openRSocketLibrary } from '../../workers/drivers/library/rsocket-library.ts';
import { openRSocketRaw } from '../../workers/drivers/rsocket-raw.ts';
import type { Message } from '../../workloads/description.ts';
import { makeText } from '../../workloads/messages/text.ts';
import { connect, listen, newMeter, OneOutcome, plainAddress } from '../support/loopback.ts';
import { everyKind, startEveryKind } from '../support/rsocket-service.ts';
import { removeTestIdentities, serverCa, serverTls } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

afterAll(removeTestIdentities);

const product = (description: string, id = '0', name = 'Coffee') => ({ id, name, description });
/** Longer than a frame may be, so that it is sent and returned in fragments. */
const long = product(makeText('ascii', 17_000_000, 3));

const drivers: readonly (readonly [string, DriverFactory])[] = [
  ['raw', openRSocketRaw],
  ['library', openRSocketLibrary],
];

async function open(
  factory: DriverFactory,
  address: Address,
  meter = newMeter(),
): Promise<{ driver: Driver; connection: Connection; failure: Failure | null }> {
  const driver = await factory({
    address,
    workload: everyKind,
    fields: 'full',
    timeoutMs: 60_000,
    meter,
    resumption: false,
  });
  const connection = driver.open();
  cleanUps.push(
    () => driver.close(),
    () => connection.close(),
  );
  return { driver, connection, failure: await connect(connection) };
}

function send(driver: Driver, connection: Connection, route: string, message: Message): OneOutcome {
  const operation = everyKind.operations[route];
  if (!operation) throw new TypeError(`no operation ${route}`);
  const sink = new OneOutcome();
  connection.send(driver.prepare(operation, message), sink, true);
  return sink;
}

/** @returns the answer, or kind and code of the failure. */
async function ask(driver: Driver, connection: Connection, route: string, message: Message) {
  const outcome = await send(driver, connection, route, message).outcome;
  if ('failure' in outcome) return `${outcome.failure.kind} ${outcome.failure.code}`;
  return outcome.reply?.();
}

const secureAddress = (port: number, ca: string): Address => ({
  ...plainAddress(port),
  tls: {
    ca: [ca],
    serverName: 'localhost',
    minVersion: 'TLSv1.2',
    maxVersion: 'TLSv1.3',
    identity: null,
  },
});

describe.each(drivers)('the %s client of RSocket', (kind, factory) => {
  async function openService() {
    const service = await startEveryKind();
    cleanUps.push(() => service.stop());
    const meter = newMeter();
    const opened = await open(factory, plainAddress(service.port), meter);
    expect(opened.failure).toBeNull();
    return { service, meter, ...opened };
  }

  it('sends what no frame can hold, and gets it where that is quick enough', async () => {
    const { driver, connection } = await openService();
    if (kind === 'library') {
      const refused = { ...long, id: 'invalid' };
      expect(await ask(driver, connection, 'refuse', refused)).toBe('fault APPLICATION_ERROR');
      return;
    }
    const answer = await ask(driver, connection, 'echo', long);
    expect(typeof answer === 'object' && answer.description === long.description).toBe(true);
  });

  it('gives a request up, and the service stops answering it', async () => {
    const { driver, connection, service } = await openService();
    const sink = send(driver, connection, 'endless', product('a'));
    await expect.poll(() => service.made()).toBeGreaterThan(0);
    connection.abort(sink);
    await expect.poll(() => service.ended()).toBe(1);
    expect(sink.calls).toBe(0);
    expect(await ask(driver, connection, 'echo', product('a'))).toEqual(product('a'));
  });

  it('fails what breaks off, and what is in flight when the service goes', async () => {
    const { driver, connection, service } = await openService();
    expect(await ask(driver, connection, 'breakOff', product('a'))).toBe('fault APPLICATION_ERROR');
    const endless = send(driver, connection, 'endless', product('a'));
    await expect.poll(() => service.made()).toBeGreaterThan(0);
    await service.stop();
    expect(await endless.outcome).toMatchObject({ failure: { kind: 'reset' } });
    await expect.poll(() => connection.usable).toBe(false);
    expect(await ask(driver, connection, 'echo', product('a'))).toMatch(/^reset/);
  });

  it('does not speak over a certificate that it does not trust', async () => {
    const service = await startEveryKind({ tls: await serverTls('on') });
    cleanUps.push(() => service.stop());
    const other = await serverIdentity(temporaryFolder());
    const bad = await open(factory, secureAddress(service.port, other.ca));
    expect(bad.failure).toMatchObject({ kind: 'tls' });
  });

  it('counts every byte of its sockets', async () => {
    const { driver, connection, meter } = await openService();
    await ask(driver, connection, 'echo', product('a'.repeat(1000)));
    const { sent, received } = meter.take();
    expect(sent).toBeGreaterThan(1000);
    expect(received).toBe(9 + JSON.stringify(product('a'.repeat(1000))).length);
  });

  it.each([
    ['an ERROR that closes', errorFrame(0, rsocketErrorCodes.connectionClose, 'bye'), /^reset/],
    ['a refused SETUP', errorFrame(0, rsocketErrorCodes.rejectedSetup, 'no'), /^connect|^reset/],
    [
      'a frame that is none',
      Buffer.from([0, 0, 1, 7]),
      kind === 'raw' ? /^protocol/ : /^(protocol|reset)/,
    ],
  ])('reports a peer that answers with %s', async (_name, answer, expected) => {
    const server = await listen((socket) => socket.once('data', () => socket.end(answer)));
    cleanUps.push(() => server.close());
    const { driver, connection } = await open(factory, plainAddress(server.port));
    expect(await ask(driver, connection, 'echo', product('a'))).toMatch(expected);
    await expect.poll(() => connection.usable).toBe(false);
  });
});

it.each(['off', 'on'] as const)(
  'the null service answers with what it is asked, TLS: %s',
  async (level) => {
    let answers = 0;
    const place = { host: '127.0.0.1', port: 0, tls: await serverTls(level) };
    const service = await startNullRSocket({ ...place, countAnswer: () => void answers++ });
    cleanUps.push(() => service.stop());
    const { port } = service;
    const address = level === 'on' ? secureAddress(port, await serverCa()) : plainAddress(port);
    const { driver, connection } = await open(openRSocketRaw, address);
    const messages = ['a', 'b'.repeat(100_000), 'c'].map((text) => product(text));
    const asked = messages.map((message) => ask(driver, connection, 'echo', message));
    expect(await Promise.all(asked)).toEqual(messages);
    expect(answers).toBe(3);
  },
);
