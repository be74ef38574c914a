import { expect, it, onTestFinished, vi } from 'vitest';
import { WirebenchError } from '../../contracts/errors.ts';
import type { ServiceOrder } from '../../contracts/services.ts';
import { makeHealth } from '../../tests/support/records.ts';
import type { ServiceObserver } from '../run/forked-service.ts';
import type { startIn } from '../run/stack-service.ts';
import { HandService } from './hand-service.ts';
import { ServiceLog } from './service-log.ts';

/** A service whose process is the test. */
function service() {
  const states: string[] = [];
  const points: unknown[] = [];
  const started: Parameters<typeof startIn>[] = [];
  let observer: ServiceObserver | null | undefined;
  let died: ((reason: string) => void) | undefined;
  let refusal: Error | null = null;
  let stops = 0;
  const log = new ServiceLog(() => undefined);
  const start = (async (...all: Parameters<typeof startIn>) => {
    started.push(all);
    observer = all[2].observer;
    if (refusal) throw refusal;
    return {
      ...{ port: 4000 + started.length, pid: 77 },
      onDeath: (listener: typeof died) => {
        died = listener;
      },
      stop: async () => {
        stops += 1;
      },
    };
  }) as unknown as typeof startIn;
  const made = new HandService(
    '/home',
    'grpc',
    log,
    { changed: ({ state }) => states.push(state), point: (point) => points.push(point) },
    start,
  );
  return {
    ...{ made, states, points, started, log },
    observer: () => observer,
    die: (reason: string) => died?.(reason),
    refuse: (error: Error | null) => {
      refusal = error;
    },
    stops: () => stops,
    texts: () => log.lines.map(({ text }) => text),
  };
}

const order: ServiceOrder = {
  protocol: 'grpc',
  workload: 'team',
  tls: 'off',
  stack: 'node',
  port: 0,
};

it('a service runs as ordered, and says where it is', async () => {
  const now = '2026-03-01T10:00:00.000Z';
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
  onTestFinished(() => void vi.useRealTimers());
  const { made, states, started, texts, stops } = service();
  const plain = {
    protocol: 'grpc',
    workload: 'product',
    tls: 'off',
    stack: 'node',
    wantedPort: 0,
    reason: null,
  };
  expect(made.describe()).toMatchObject({
    ...plain,
    state: 'stopped',
    port: null,
    pid: null,
    target: null,
    startedAt: null,
  });
  await made.start(order);
  expect(states).toEqual(['starting', 'running']);
  expect(started[0]?.[0]).toBe('node');
  expect(started[0]?.[1]).toEqual({
    workload: 'team',
    protocol: 'grpc',
    host: '127.0.0.1',
    port: 0,
    tls: null,
    delayMs: 0,
    log: true,
  });
  expect(started[0]?.[2].cores).toBeNull();
  const described = made.describe();
  expect(described).toMatchObject({
    state: 'running',
    workload: 'team',
    port: 4001,
    pid: 77,
    target: '127.0.0.1:4001',
    startedAt: now,
  });
  expect(described.addresses.map(({ name }) => name)).toEqual(['Target', expect.any(String)]);
  expect(described.addresses[0]?.address).toBe('127.0.0.1:4001');
  expect(described.examples.some(({ text }) => text.includes('127.0.0.1:4001'))).toBe(true);
  // Another order ends this one first.
  await Promise.all([made.start({ ...order, port: 5000 }), made.stop()]);
  expect(states.slice(2)).toEqual([
    'stopping',
    'stopped',
    'starting',
    'running',
    'stopping',
    'stopped',
  ]);
  expect([
    stops(),
    made.describe().port,
    made.describe().startedAt,
    made.describe().wantedPort,
  ]).toEqual([2, null, null, 5000]);
  expect(texts()).toEqual([
    'Starting team with TLS off on a free port',
    'Listening on 127.0.0.1:4001, process 77',
    'Stopped',
    'Starting team with TLS off on 5000',
    'Listening on 127.0.0.1:4002, process 77',
    'Stopped',
  ]);
  await made.stop();
  expect(states).toHaveLength(8);
});

it('a service that cannot be started, or dies, says why until it is stopped', async () => {
  const { made, states, texts, die, refuse, observer } = service();
  refuse(new WirebenchError('SERVICE_START_FAILED', 'the port is taken'));
  await expect(made.start(order)).rejects.toMatchObject({ code: 'SERVICE_START_FAILED' });
  expect(made.describe()).toMatchObject({ state: 'crashed', reason: 'the port is taken' });
  refuse(null);
  await made.start(order);
  expect(made.describe()).toMatchObject({ state: 'running', reason: null });
  observer()?.onOutput('half a li');
  observer()?.onOutput('ne');
  observer()?.onClientError('wrong');
  die('ended with code 9');
  expect(made.describe()).toMatchObject({
    state: 'crashed',
    reason: 'The process ended with code 9.',
    port: null,
    startedAt: null,
  });
  expect(texts().slice(-3)).toEqual(['wrong', 'half a line', 'The process ended with code 9.']);
  const count = states.length;
  die('ended with code 9');
  expect(states).toHaveLength(count);
  await made.stop();
  expect([states.at(-1), made.describe().reason]).toEqual(['stopped', null]);
});

it('a service has points of its health, the last 300, and none of the time before', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { made, points, observer } = service();
  await made.start(order);
  const health = (requests: number) => observer()?.onHealth(makeHealth(1, { requests }));
  for (let index = 0; index < 303; index++) {
    vi.setSystemTime(1000 * index);
    health(2 * index);
  }
  expect(points).toHaveLength(302);
  expect(made.points).toHaveLength(300);
  expect(made.points[0]).toMatchObject({ at: 3000, requests: 6, requestsPerSecond: 2 });
  await made.start(order);
  expect(made.points).toEqual([]);
  health(1);
  expect(made.points).toEqual([]);
});
