import https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { serverIdentity } from '../../../engine/platform/tls/identity.ts';
import type { DriverFactory } from '../../../workers/drivers/driver.ts';
import { openRestRaw } from '../../../workers/drivers/rest-raw.ts';
import { openSoapRaw } from '../../../workers/drivers/soap-raw.ts';
import { closedLoop } from '../../support/closed-loop.ts';
import { newMeter, plainAddress } from '../../support/loopback.ts';
import { openProduct, type ProductDriver } from '../../support/product.ts';
import { type Relay, startRelay } from '../../support/relay.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

type Version = 'TLSv1.2' | 'TLSv1.3';
const versions: readonly Version[] = ['TLSv1.2', 'TLSv1.3'];

let server: https.Server;
let relay: Relay;
afterEach(async () => {
  await relay.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** For each connection, in order: whether Node's server took it for a resumed one. */
let reused: boolean[];

/** A driver, and its meter, of a Node server that speaks one version of TLS only. */
async function open(
  version: Version,
  { resumption = false, factory = openRestRaw }: { resumption?: boolean; factory?: DriverFactory },
): Promise<{ driver: ProductDriver; meter: ReturnType<typeof newMeter> }> {
  const { ca, cert, key } = await serverIdentity(temporaryFolder());
  reused = [];
  server = https.createServer(
    { cert, key, minVersion: version, maxVersion: version },
    (request, response) => {
      request.resume().on('end', () => response.end('x'.repeat(1000)));
    },
  );
  server.on('secureConnection', (socket: TLSSocket) => reused.push(socket.isSessionReused()));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  relay = await startRelay((server.address() as AddressInfo).port);
  const meter = newMeter();
  const versions = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.3' } as const;
  const tls = { ca: [ca], serverName: 'localhost', identity: null, ...versions };
  const driver = await openProduct(factory, {
    address: { ...plainAddress(relay.port), tls },
    operation: 'echo',
    request: { id: '0', name: 'Coffee', description: 'dark' },
    timeoutMs: 60_000,
    meter,
    resumption,
  });
  return { driver, meter };
}

const onePerConnection = { connections: 1, requests: 6, perConnection: 1 };

describe.each(versions)('raw drivers over %s', (version) => {
  it.each([
    ['REST', openRestRaw],
    ['SOAP', openSoapRaw],
  ])('%s: new connections resume the session of the one before', async (_name, factory) => {
    const { driver } = await open(version, { resumption: true, factory });
    const outcome = await closedLoop(driver, onePerConnection);
    expect(outcome).toMatchObject({ sizes: { 1000: 6 }, failures: {} });
    expect(reused).toEqual([false, true, true, true, true, true]);
  });

  it('makes a full handshake each time without resumption', async () => {
    const { driver } = await open(version, {});
    const outcome = await closedLoop(driver, onePerConnection);
    expect(outcome).toMatchObject({ sizes: { 1000: 6 }, failures: {} });
    expect(reused).toEqual([false, false, false, false, false, false]);
  });

  it('goes on with a full handshake when the service has forgotten the session', async () => {
    const { driver } = await open(version, { resumption: true });
    await closedLoop(driver, { ...onePerConnection, requests: 2 });
    server.setTicketKeys(Buffer.alloc(48, 7));
    const outcome = await closedLoop(driver, { ...onePerConnection, requests: 3 });
    expect(outcome).toMatchObject({ sizes: { 1000: 3 }, failures: {} });
    expect(reused).toEqual([false, true, false, true, true]);
  });

  it.each([false, true])('counts every octet on the wire (resumption %s)', async (resumption) => {
    const { driver, meter } = await open(version, { resumption });
    await closedLoop(driver, { connections: 3, requests: 60, perConnection: 10 });
    const counted = { sent: 0, received: 0 };
    await expect
      .poll(() => {
        const { sent, received } = meter.take();
        counted.sent += sent;
        counted.received += received;
        return counted.sent === relay.counts.fromClients;
      })
      .toBe(true);
    // The last record of the service may be in flight when we close.
    expect(counted.received).toBeLessThanOrEqual(relay.counts.toClients);
    expect(counted.received).toBeGreaterThan(60 * 1000);
    expect(relay.counts.toClients - counted.received).toBeLessThan(1000);
  });
});
