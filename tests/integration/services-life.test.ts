import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect as connectPlainly, createServer, type Socket } from 'node:net';
import { connect, type SecureVersion } from 'node:tls';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { ServiceReport } from '../../contracts/service-messages.ts';
import { protocols } from '../../contracts/words.ts';
import { entryUrl } from '../../engine/platform/entries.ts';
import {
  nextReport,
  removeTestIdentities,
  startCommand,
  startService,
  type TestService,
} from '../support/service.ts';
import { waitMs } from '../support/timeouts.ts';

const entry = entryUrl('service');
/** What a checkout can start without a build. */
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

/** Whether the end comes politely or as a reset is up to the protocol's library. */
function closing(socket: Socket): Promise<unknown> {
  socket.resume().on('error', () => undefined);
  return new Promise((resolve) => socket.once('close', resolve));
}

/** The first message of the killable parent that carries `key`. */
async function told<Value>(parent: ChildProcess, key: 'pid' | 'report'): Promise<Value> {
  for (;;) {
    const [message] = (await once(parent, 'message')) as [Record<string, Value>];
    const value = message[key];
    if (value !== undefined) return value;
  }
}

afterAll(removeTestIdentities);

describe.each(protocols)('a %s service', (protocol) => {
  it('starts from its source, and ends with its parent, though that is killed outright', async () => {
    const parent = fork(parentEntry, [source.href], { execArgv: [] });
    const pid = await told<number>(parent, 'pid');
    const started = told<ServiceReport>(parent, 'report');
    parent.send(await startCommand({ protocol }));
    expect(await started).toMatchObject({ type: 'started' });
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    await gone(pid);
  });

  it('reports its health each second, leaves Ctrl-C to its parent, and stops with connections open', async () => {
    const service = await startService({ protocol, tls: 'on', serialization: 'advanced' });
    const health = await service.reported();
    expect(health.requests).toBe(0);
    expect(health.rssBytes).toBeGreaterThan(health.heapBytes);
    expect(health.heapBytes).toBeGreaterThan(1_000_000);
    expect(health.cpuSeconds).toBeGreaterThanOrEqual(0);
    expect(health.eventLoopUtilization).toBeGreaterThanOrEqual(0);
    expect(health.eventLoopUtilization).toBeLessThanOrEqual(1);
    process.kill(service.pid, 'SIGINT');
    const established = await open(service);
    const { host, port } = service;
    // Its handshake has not begun.
    const bare = connectPlainly({ host, port });
    await once(bare, 'connect');
    // By its answer it has seen both.
    expect((await service.measure()).requests).toBe(0);
    const closed = [established, bare].map(closing);
    expect(await service.stop()).toBe(0);
    await Promise.all(closed);
  });

  it('says why it cannot listen, and ends', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const address = taken.address();
    const port = address && typeof address === 'object' ? address.port : 0;
    const child = fork(entry, { execArgv: [] });
    const exited = once(child, 'exit');
    child.send({ ...(await startCommand({ protocol })), port });
    const report = await nextReport(child, (one) => one.type === 'failed');
    expect(report.error).toMatchObject({
      code: 'SERVICE_START_FAILED',
      message: expect.stringContaining(String(port)),
    });
    expect((await exited)[0]).toBe(1);
    taken.close();
  });

  it.each([
    ['tls1.2', 'TLSv1.2', 'TLSv1.3'],
    ['tls1.3', 'TLSv1.3', 'TLSv1.2'],
  ] as const)('speaks %s and no other', async (tls, spoken, refused) => {
    const service = await startService({ protocol, tls });
    const socket = await open(service);
    expect(socket.getProtocol()).toBe(spoken);
    socket.destroy();
    await expect(open(service, refused)).rejects.toThrow();
    await service.stop();
  });
});

/** Opens a TLS connection, offering HTTP/2 and HTTP/1.1. */
function open(service: TestService, version?: SecureVersion) {
  const versions = version ? { minVersion: version, maxVersion: version } : {};
  const { host, port, ca } = service;
  const socket = connect({ host, port, ca, ALPNProtocols: ['h2', 'http/1.1'], ...versions });
  return new Promise<typeof socket>((resolve, reject) => {
    socket.once('secureConnect', () => resolve(socket));
    socket.once('error', reject);
  });
}

it('ends with a parent that is killed before the service has loaded', async () => {
  const parent = fork(parentEntry, [entry.href], { execArgv: [] });
  const pid = await told<number>(parent, 'pid');
  parent.kill('SIGKILL');
  await gone(pid);
});

it('refuses commands that it does not know', async () => {
  const child = fork(entry, { execArgv: [] });
  const exited = once(child, 'exit');
  child.send({ type: 'dance' });
  expect((await nextReport(child, (one) => one.type === 'failed')).error.code).toBe(
    'SERVICE_START_FAILED',
  );
  expect((await exited)[0]).toBe(1);
});

it('holds each answer back for as long as it was told', async () => {
  const service = await startService({ protocol: 'rest', delayMs: 25 });
  const start = performance.now();
  const response = await fetch(`http://${service.host}:${service.port}/products/echo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"id":"0","name":"x","description":"y"}',
  });
  expect(response.status).toBe(200);
  expect(performance.now() - start).toBeGreaterThanOrEqual(25);
  await service.stop();
});
