import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { bundled, type Manner, type ServiceObserver, startProcess } from './forked-service.ts';
import { ServerWatch } from './server-watch.ts';
import { hopNames } from './service-process.ts';

/** A process that does as a script says; its messages are in `message`. */
function entry(script: string): URL {
  const text = `
    const say = (message) => process.send(message);
    const started = (more) => say({ type: 'started', host: '127.0.0.1', port: 81, ...more });
    const health = (id, cpuSeconds) => say({ type: 'health', id, health: { cpuSeconds, rssBytes: 2, heapBytes: 3, eventLoopUtilization: 0.5, requests: 7 } });
    process.on('disconnect', () => process.exit(0));
    process.on('message', (message) => {
      if (message.type === 'stop') { ${script.includes('stubborn') ? '' : 'process.exit(0);'} }
      ${script}
    });`;
  return pathToFileURL(join(temporaryFolder({ 'entry.mjs': text }), 'entry.mjs'));
}

const order = {
  type: 'start',
  workload: 'product',
  protocol: 'rest',
  host: '127.0.0.1',
  port: 0,
  tls: null,
} as const;

async function start(
  script: string,
  manner: Partial<Manner> = {},
  observer: ServiceObserver | null = null,
) {
  const service = await startProcess(entry(script), order, 'made service', observer, {
    ...bundled,
    ...manner,
  });
  onTestFinished(() => service.stop());
  return service;
}

describe('a service in its own process', () => {
  it('is started, measured and stopped, and tells what it reports', async () => {
    const seen: unknown[] = [];
    const observer: ServiceObserver = {
      onHealth: ({ cpuSeconds }) => seen.push(['health', cpuSeconds]),
      onClientError: (message) => seen.push(['error', message]),
      onOutput: (text) => seen.push(['output', text.trim()]),
    };
    const service = await start(
      `if (message.type === 'start') {
        console.error('a line');
        started({ made: { runtime: 'own 1', libraries: {} } });
        say({ type: 'client-error', message: 'wrong ' + message.protocol });
        say({ type: 'remark', text: 'A remark.' });
        say({ type: 'log', text: 'one\\nwith secret-token here\\n' });
        health(null, 5);
        say({ type: 'health', id: null, health: null });
      }
      if (message.type === 'measure') health(message.id, 10 + message.id);`,
      { secrets: () => ['secret-token'] },
      observer,
    );
    expect(service).toMatchObject({ host: '127.0.0.1', port: 81 });
    expect(service.pid).toBeGreaterThan(1);
    expect(service.made).toEqual({ runtime: 'own 1', libraries: {} });
    const measured = await service.measure();
    expect(measured).toMatchObject({ cpuSeconds: 11, rssBytes: 2, heapBytes: 3, requests: 7 });
    if (process.platform === 'linux') {
      expect(measured?.waitShare).toBeGreaterThanOrEqual(0);
      expect(measured?.waitShare).toBeLessThanOrEqual(1);
    }
    expect(await service.measure()).toMatchObject({ cpuSeconds: 12 });
    expect(service.health).toMatchObject({ cpuSeconds: 12 });
    expect(service.remarks).toEqual(['A remark.']);
    expect(service.log[0]).toBe('one');
    expect(service.log.join()).not.toContain('secret-token');
    await expect.poll(() => seen.length).toBe(3);
    expect(seen).toEqual(
      expect.arrayContaining([
        ['output', 'a line'],
        ['error', 'wrong rest'],
        ['health', 5],
      ]),
    );
    service.onDeath(() => expect.unreachable());
    await service.stop();
    expect(await service.measure()).toBeNull();
  });

  it('of several threads has no share of one that waits', async () => {
    const script = `if (message.type === 'start') started(); else if (message.type === 'measure') health(message.id, 1);`;
    const service = await start(script, { hasOneLoop: false });
    await service.measure();
    expect(await service.measure()).not.toHaveProperty('waitShare');
  });

  it.each([
    [
      `say({ type: 'failed', error: { code: 'SERVICE_START_FAILED', message: 'has no port, says hidden-one' } })`,
      {},
      { message: expect.stringMatching(/^The made service has no port, says (?!hidden-one)/) },
    ],
    [
      `console.error('last words'); process.exit(3);`,
      {},
      { message: 'The made service ended with code 3', hint: 'last words' },
    ],
    [
      `process.kill(process.pid, 'SIGKILL')`,
      {},
      { message: 'The made service was ended by SIGKILL' },
    ],
    [``, { startMs: 30 }, { message: 'The made service did not start within 0.03 s' }],
    [
      ``,
      { startMs: 30_000, signal: AbortSignal.abort() },
      { message: 'The made service did not start within 30 s' },
    ],
    [
      `say({ type: 'log', text: 'of its log' }); say({ type: 'failed', error: { code: 'INTERNAL', message: 'failed' } })`,
      { code: 'SERVER_START_FAILED' },
      { code: 'SERVER_START_FAILED', message: 'The made service failed', hint: 'of its log' },
    ],
  ] as const)('is not started: %s', async (script, manner, failure) => {
    const secrets = () => ['hidden-one'];
    await expect(start(script, { secrets, ...manner } as Partial<Manner>)).rejects.toMatchObject({
      code: 'SERVICE_START_FAILED',
      ...failure,
    });
  });

  it('reports its death once, whoever waits', async () => {
    const service = await start(
      `if (message.type === 'start') started(); else if (message.type === 'measure') process.exit(4);`,
    );
    const deaths: string[] = [];
    service.onDeath((reason) => deaths.push(reason));
    expect(await service.measure()).toBeNull();
    await expect.poll(() => deaths).toEqual(['ended with code 4']);
    service.onDeath((reason) => deaths.push(`again: ${reason}`));
    expect(deaths).toEqual(['ended with code 4', 'again: ended with code 4']);
    await service.stop();
  });

  it('is that which it has spawned, and ends as that does', async () => {
    const service = await start(
      `if (message.type === 'start') { say({ type: 'spawned', pid: 4194999 }); started(); }
       if (message.type === 'measure') say({ type: 'ended', reason: 'was ended by SIGTERM' });`,
    );
    expect(service.pid).toBe(4_194_999);
    const deaths: string[] = [];
    service.onDeath((reason) => deaths.push(reason));
    expect(await service.measure()).toBeNull();
    expect(deaths).toEqual(['was ended by SIGTERM']);
  });

  it('is ended by force where it does not end', async () => {
    const service = await start(`/* stubborn */ if (message.type === 'start') started();`, {
      stopMs: 30,
    });
    const { pid } = service;
    await service.stop();
    expect(() => process.kill(pid, 0)).toThrow();
  });
});

it('watches the cores that a service uses between its reports', async () => {
  let [now, cpuSeconds] = [0, 10];
  const clock = { now: () => now } as never;
  const service = {
    get health() {
      return cpuSeconds < 0 ? null : { cpuSeconds };
    },
    measure: async () => (cpuSeconds < 0 ? null : { cpuSeconds }),
  } as never;
  const watch = new ServerWatch(service, clock);
  expect(watch.cores()).toBeNull();
  [now, cpuSeconds] = [100, 10.05];
  // Too soon to tell.
  expect(watch.cores()).toBeNull();
  [now, cpuSeconds] = [1000, 11.5];
  expect(watch.cores()).toBe(1.5);
  now = 3000;
  expect(watch.cores()).toBe(1.5);
  [now, cpuSeconds] = [3000, 12.5];
  expect(watch.cores()).toBe(0.5);
  const window = watch.window();
  expect(await window.cpuSeconds()).toBeNull();
  await window.opens();
  cpuSeconds = 20;
  window.closes();
  cpuSeconds = 30;
  window.closes();
  expect(await window.cpuSeconds()).toBe(7.5);
  cpuSeconds = -1;
  const gone = watch.window();
  await gone.opens();
  gone.closes();
  expect(await gone.cpuSeconds()).toBeNull();
  expect(watch.cores()).toBe(0.5);
});

it('names hops in sentences', () => {
  expect(hopNames).toEqual({ gateway: 'API gateway', network: 'emulated network' });
});
