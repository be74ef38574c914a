import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect as connectPlainly, createServer, type Socket } from 'node:net';
import { type ConnectionOptions, connect } from 'node:tls';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ServiceReport } from '../../contracts/service-messages.ts';
import { type Protocol, protocols, type TlsLevel } from '../../contracts/words.ts';
import { entryUrl } from '../../engine/platform/entries.ts';
import { protocolServices } from '../../services/registry.ts';
import type { ServiceOptions } from '../../services/service.ts';
import { portOf } from '../support/port-of.ts';
import { samplerOptions } from '../support/sampler.ts';
import {
  nextReport,
  removeTestIdentities,
  serverCa,
  serverTls,
  startCommand,
  startService,
} from '../support/service.ts';
import { waitMs } from '../support/timeouts.ts';

const entry = entryUrl('service');
/** The services that a checkout can start without a build. */
const source = new URL('../../services/main.ts', import.meta.url);
const parentEntry = new URL('../support/service-parent.ts', import.meta.url);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const gone = (pid: number) =>
  vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: waitMs, interval: 20 });

/** Whether the end is graceful or a reset is up to the protocol's library. */
function closing(socket: Socket): Promise<unknown> {
  socket.resume().on('error', () => undefined);
  return new Promise((resolve) => socket.once('close', resolve));
}

/** The first message of the killable parent that carries `key`. */
async function reported<Value>(parent: ChildProcess, key: 'pid' | 'report'): Promise<Value> {
  for (;;) {
    const [message] = (await once(parent, 'message')) as [Record<string, Value>];
    const value = message[key];
    if (value !== undefined) return value;
  }
}

afterAll(removeTestIdentities);

/** Opens a TLS connection, offering HTTP/2 and HTTP/1.1. */
async function open(port: number, more: ConnectionOptions = {}) {
  const ca = await serverCa();
  const ALPNProtocols = ['h2', 'http/1.1'];
  const socket = connect({ host: '127.0.0.1', port, ca, ALPNProtocols, ...more });
  return new Promise<typeof socket>((resolve, reject) => {
    socket.once('secureConnect', () => resolve(socket));
    socket.once('error', reject);
  });
}

/** A port that is in use. */
const takenPort = () => portOf(createServer());

const alpn: Readonly<Record<Protocol, string | false>> = {
  ...{ rest: 'http/1.1', 'rest-protobuf': 'http/1.1', soap: 'http/1.1', graphql: 'http/1.1' },
  ...{ 'rest-h2': 'h2', grpc: 'h2', rsocket: false },
};

describe.each(protocols)('a %s service', (protocol) => {
  async function start(tls: TlsLevel, more: Partial<ServiceOptions> = {}) {
    const watch = samplerOptions({ tls: await serverTls(tls), ...more });
    const service = await (await protocolServices[protocol].service())(watch.options);
    onTestFinished(() => service.stop());
    return { ...service, answers: watch.answers };
  }

  it('stops with connections open, also where no handshake has begun', async () => {
    const service = await start('on');
    const bare = connectPlainly({ host: '127.0.0.1', port: service.port });
    await once(bare, 'connect');
    const established = await open(service.port);
    const closed = [established, bare].map(closing);
    await service.stop();
    await Promise.all(closed);
  });

  it.each([
    ['tls1.2', 'TLSv1.2', 'TLSv1.3'],
    ['tls1.3', 'TLSv1.3', 'TLSv1.2'],
  ] as const)('speaks %s and no other', async (tls, spoken, refused) => {
    const { port } = await start(tls);
    const socket = await open(port);
    expect(socket.getProtocol()).toBe(spoken);
    expect([protocol, socket.alpnProtocol]).toEqual([protocol, alpn[protocol]]);
    socket.destroy();
    await expect(open(port, { minVersion: refused, maxVersion: refused })).rejects.toThrow();
  });

  it('refuses a client without a certificate where one is asked for', async () => {
    const service = await start('mtls');
    // TLS 1.3 says so only after the handshake.
    await expect(open(service.port, { maxVersion: 'TLSv1.2' })).rejects.toThrow();
    expect(service.answers()).toBe(0);
  });
});

it.each([
  ['its source', source.href],
  ['what is built', entry.href],
])('ends with its parent, though that is killed outright, started from %s', async (_, module) => {
  const parent = fork(parentEntry, [module], { execArgv: [] });
  const pid = await reported<number>(parent, 'pid');
  const started = reported<ServiceReport>(parent, 'report');
  parent.send(await startCommand({ protocol: 'rest' }));
  expect(await started).toMatchObject({ type: 'started' });
  expect(isAlive(pid)).toBe(true);
  parent.kill('SIGKILL');
  await gone(pid);
});

it('reports its health each second, leaves Ctrl-C to its parent, and stops with code 0', async () => {
  const service = await startService({ protocol: 'rest', serialization: 'advanced', delayMs: 25 });
  const health = await service.reported();
  expect(health.requests).toBe(0);
  expect(health.rssBytes).toBeGreaterThan(health.heapBytes);
  expect(health.heapBytes).toBeGreaterThan(1_000_000);
  expect(health.cpuSeconds).toBeGreaterThanOrEqual(0);
  expect(health.eventLoopUtilization).toBeGreaterThanOrEqual(0);
  expect(health.eventLoopUtilization).toBeLessThanOrEqual(1);
  process.kill(service.pid, 'SIGINT');
  // Each answer is delayed as configured.
  const begun = performance.now();
  const url = `http://${service.host}:${service.port}/products/echo`;
  const body = '{"id":"0","name":"x","description":"y"}';
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
  expect(performance.now() - begun).toBeGreaterThanOrEqual(25);
  expect((await service.measure()).requests).toBe(1);
  expect(await service.stop()).toBe(0);
});

it('ends with a message about what it cannot do', async () => {
  const port = await takenPort();
  for (const [command, message] of [
    [{ ...(await startCommand({ protocol: 'rest' })), port }, String(port)],
    [{ type: 'dance' }, ''],
  ] as const) {
    const child = fork(entry, { execArgv: [] });
    const exited = once(child, 'exit');
    child.send(command);
    const report = await nextReport(child, (one) => one.type === 'failed');
    expect(report.error).toMatchObject({
      code: 'SERVICE_START_FAILED',
      message: expect.stringContaining(message),
    });
    expect((await exited)[0]).toBe(1);
  }
});
