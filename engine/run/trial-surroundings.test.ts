/* One file, because all of it surrounds one trial, of the same experiments and cells. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Ask, EquivalenceMessage } from '../../contracts/equivalence.ts';
import { isLoopbackHost } from '../../contracts/experiment/addresses.ts';
import type { HopFigures, ServerHealth } from '../../contracts/measurement.ts';
import type { PartEnd } from '../../contracts/worker-messages.ts';
import { closedExperiment as experiment, remote } from '../../tests/support/closed-experiment.ts';
import { makeCell, makeHistogram } from '../../tests/support/records.ts';
import { removeTestIdentities } from '../../tests/support/service.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { bundledAddress, endpointTls, remoteAddress, serviceTls } from './address.ts';
import { openEnergy } from './energy/run-energy.ts';
import { askedCell, askedShapes } from './equivalence/asked-cells.ts';
import { checkEquivalence } from './equivalence/check.ts';
import type { ServiceProcess } from './forked-service.ts';
import { addHopFigures, HopWatch } from './hop-watch.ts';
import { StacksOfRun, serviceName, whyNotStarted } from './stack-service.ts';
import { partResults } from './trial-parts.ts';
import { reachTarget, startingWords } from './trial-target.ts';

const health = (cpuSeconds: number, more: Partial<ServerHealth> = {}): ServerHealth => ({
  cpuSeconds,
  rssBytes: 100,
  heapBytes: 10,
  eventLoopUtilization: 0.5,
  requests: 1000,
  ...more,
});

describe('the window of a hop', () => {
  function watched(...measured: (ServerHealth | null)[]) {
    const watch = new HopWatch();
    let asked = 0;
    const process = { measure: async () => measured[asked++] ?? null } as unknown as ServiceProcess;
    return { watch, window: watch.window(process), asked: () => asked };
  }

  it('has the differences, the peaks and the average of what was reported in it', async () => {
    const { watch, window } = watched(
      health(2),
      health(5, { requests: 1700, eventLoopUtilization: 0.2 }),
    );
    watch.onHealth(health(1, { rssBytes: 999 }));
    await window.opens();
    watch.onHealth(health(3, { rssBytes: 300, heapBytes: 5, eventLoopUtilization: 0.9 }));
    watch.onHealth(health(4, { rssBytes: 200, heapBytes: 40, eventLoopUtilization: null }));
    window.closes();
    window.closes();
    expect(await window.figures()).toEqual({
      cpuSeconds: 3,
      rssPeakBytes: 300,
      heapPeakBytes: 40,
      eventLoopUtilization: expect.closeTo(1.1 / 3),
      requests: 700,
    });
  });

  it('has none where it never opened, or its process died', async () => {
    expect(await watched(health(1)).window.figures()).toBeNull();
    const { window, asked } = watched(health(1), null);
    await window.opens();
    window.closes();
    expect(await window.figures()).toBeNull();
    expect(asked()).toBe(2);
  });

  it('ends where another begins', async () => {
    const watch = new HopWatch();
    const process = { measure: async () => health(1) } as unknown as ServiceProcess;
    const [one, other] = [watch.window(process), watch.window(process)];
    await one.opens();
    await other.opens();
    watch.onHealth(health(1, { rssBytes: 500 }));
    for (const each of [one, other]) each.closes();
    expect((await one.figures())?.rssPeakBytes).toBe(100);
    expect((await other.figures())?.rssPeakBytes).toBe(500);
  });

  it('is added to others, if all are known', () => {
    const part = (
      cpuSeconds: number,
      rssPeakBytes: number,
      eventLoopUtilization: number,
    ): HopFigures => ({
      cpuSeconds,
      rssPeakBytes,
      heapPeakBytes: rssPeakBytes / 10,
      eventLoopUtilization,
      requests: cpuSeconds * 10,
    });
    expect(addHopFigures([part(1, 50, 0.2), part(2, 40, 0.6)])).toEqual(part(3, 50, 0.4));
    expect(addHopFigures([part(1, 50, 0.2), null])).toBeNull();
    expect(addHopFigures([])).toBeNull();
  });
});

it('adds the parts of workers and windows by their names, with the most frequent error first', () => {
  const error = (code: string, count: number) => ({
    kind: 'status',
    code,
    count,
    message: `${code} ${count}`,
  });
  const end = (name: string, ok: number, failed: number, errors: unknown[], values: number[]) =>
    ({ name, ok, failed, errors, latency: makeHistogram(values) }) as unknown as PartEnd;
  const ends = [
    end('b', 4, 1, [error('HTTP_500', 1)], [1000, 2000, 3000, 4000]),
    end('a', 0, 0, [], []),
    end('b', 2, 6, [error('HTTP_404', 4), error('HTTP_500', 2)], [5000, 6000]),
  ];
  const [b, a, ...others] = partResults(ends, 3);
  expect(b).toMatchObject({
    name: 'b',
    requests: { ok: 6, failed: 7 },
    throughputRps: 2,
    errors: [error('HTTP_404', 4), { ...error('HTTP_500', 1), count: 3 }],
  });
  expect(b?.latencyMs?.max).toBeCloseTo(6, 1);
  expect(a).toMatchObject({
    name: 'a',
    requests: { ok: 0, failed: 0 },
    throughputRps: 0,
    errors: [],
  });
  expect(others).toEqual([]);
  expect(partResults(ends, 0)[0]?.throughputRps).toBe(0);
});

describe('the energy of a run', () => {
  const absent = { kind: 'none', why: 'absent', text: 'no counters' } as const;
  let joules = 0;
  const counters = {
    domains: ['package-0'],
    ranges: [1e12],
    read: () => {
      joules += 1e6;
      return [joules];
    },
  };
  const found = { kind: 'rapl', counters } as const;
  const settings = (source: string, more: object = {}) =>
    experiment({ energy: { source, ...more } }).energy;
  const open = (
    source: string,
    finding: typeof absent | typeof found,
    machines = 0,
    more: object = {},
  ) => openEnergy({ energy: settings(source, more), machines }, () => finding);

  it.each([
    ['none', found, 0, null],
    ['auto', absent, 0, null],
    ['auto', found, 2, null],
    ['none', found, 2, null],
    ['estimate', found, 0, { source: 'estimate', wattsPerCore: expect.any(Number) }],
  ] as const)(
    'from %s, with %j and %i machines, has the terms %j',
    async (source, finding, machines, terms) => {
      const energy = open(source, finding, machines);
      await energy.measureBaseline(new AbortController().signal);
      expect([energy.terms(), energy.baselineMs, energy.window()]).toEqual([terms, 0, null]);
    },
  );

  it.each([
    ['rapl', absent, 0, 'no counters'],
    ['rapl', found, 1, 'Energy is that of one machine, and this load comes from several'],
    ['estimate', found, 1, 'Energy is that of one machine, and this load comes from several'],
  ] as const)(
    'from %s, with %j and %i machines, is refused',
    (source, finding, machines, message) => {
      expect(() => open(source, finding, machines)).toThrow(
        expect.objectContaining({ code: 'ENERGY_UNAVAILABLE', message }),
      );
    },
  );

  it('is counted in a window, above the power of the idle machine', async () => {
    const energy = open('rapl', found, 0, { baseline: '1s', interval: '1s' });
    expect(energy.baselineMs).toBe(1000);
    expect(energy.terms()).toEqual({ source: 'rapl', baselineWatts: null, intervalMs: 1000 });
    const gone = new AbortController();
    const measured = energy.measureBaseline(gone.signal);
    gone.abort();
    await measured;
    expect(energy.terms()).toMatchObject({ baselineWatts: null });
    const window = energy.window();
    expect(window?.reading()).toBeNull();
    window?.opens();
    window?.closes();
    expect(window?.reading()).toMatchObject({ joules: 1, samples: 2, complete: true });
  });
});

describe('addresses', () => {
  it('have TLS by their level, with the certificates of the folder', async () => {
    const folder = temporaryFolder();
    onTestFinished(removeTestIdentities);
    expect(await serviceTls('off', folder)).toBeNull();
    expect(await endpointTls('off', folder, 'http://x')).toBeNull();
    const versions: Record<string, object> = {
      on: { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.3' },
      'tls1.2': { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' },
      'tls1.3': { minVersion: 'TLSv1.3', maxVersion: 'TLSv1.3' },
      mtls: { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.3' },
    };
    for (const level of ['on', 'tls1.2', 'tls1.3', 'mtls'] as const) {
      const service = await serviceTls(level, folder);
      expect(service).toMatchObject(versions[level] ?? {});
      const address = await bundledAddress({ host: 'h', port: 3 }, level, folder);
      expect(address).toMatchObject({ host: 'h', port: 3, basePath: '', tls: versions[level] });
      expect(address.tls).toMatchObject({ serverName: 'localhost' });
      expect(address.tls).not.toHaveProperty('verify');
      const [ca] = address.tls?.ca ?? [];
      expect(address.tls?.ca).toHaveLength(1);
      expect(service?.clientCa).toBe(level === 'mtls' ? ca : null);
      expect(address.tls?.identity).toEqual(
        level === 'mtls'
          ? { cert: expect.stringContaining('CERT'), key: expect.stringContaining('KEY') }
          : null,
      );
    }
    const own = {
      ca: ['own ca'],
      serverName: 'other',
      verify: false,
      identity: { cert: 'c', key: 'k' },
    };
    const tls = await endpointTls('on', folder, 'https://name:4/x', own as never);
    expect(tls).toMatchObject({ serverName: 'other', verify: false, identity: own.identity });
    expect(tls?.ca[0]).toBe('own ca');
    expect(tls?.ca.length).toBeGreaterThan(2);
    expect((await endpointTls('on', folder, 'https://name:4/x'))?.serverName).toBe('name');
  });

  it('of a remote target are those of the protocol', async () => {
    const [given, home] = [experiment({ target: remote }), temporaryFolder()];
    expect(await remoteAddress(given, makeCell({ protocol: 'grpc' }), home)).toEqual({
      host: '127.0.0.1',
      port: 2,
      basePath: '',
      tls: null,
    });
    await expect(remoteAddress(given, makeCell({ protocol: 'soap' }), home)).rejects.toThrow(
      'no address for soap',
    );
    await expect(remoteAddress(experiment(), makeCell(), home)).rejects.toThrow('no address');
  });

  it.each([
    ['localhost', true],
    ['::1', true],
    ['127.0.0.1', true],
    ['127.255.0.9', true],
    ['127.0.0.1.example', false],
    ['127.0.0.256', false],
    ['127.0.0.01', false],
    ['128.0.0.1', false],
    ['', false],
    ['::2', false],
  ])('%s is this machine: %j', (host, is) => {
    expect(isLoopbackHost(host)).toBe(is);
  });
});

describe('the target of a trial', () => {
  it('is a remote one as it is written', async () => {
    const place = { home: temporaryFolder(), folder: '', niceness: 0, cores: null };
    const target = await reachTarget(
      experiment({ target: remote }),
      { cell: makeCell({ protocol: 'rest' }) },
      place,
    );
    expect(target).toMatchObject({
      address: { host: '127.0.0.1', port: 1, basePath: '/base', tls: null },
      place: 'http://127.0.0.1:1/base',
      service: null,
      watch: null,
      hops: [],
      notes: [],
    });
    target.onDeath(() => expect.unreachable());
    await target.stop();
  });

  it.each([
    [{}, {}, null, 'Starting the rest service'],
    [{}, { protocol: 'grpc', stack: 'go' }, null, 'Starting the Go grpc service'],
    [{}, {}, { machine: { name: 'box' } }, 'Starting the rest service on box'],
    [{ target: remote }, {}, null, null],
  ])('%j with %j on %j: %s', (more, cell, elsewhere, words) => {
    const planned = { cell: makeCell({ protocol: 'rest', ...(cell as object) }) };
    expect(startingWords(experiment(more), planned, elsewhere as never)).toBe(words);
  });

  it('is in a stack that can be used', async () => {
    expect(serviceName({ protocol: 'soap' })).toBe('soap service');
    const asked = { workload: 'product', protocol: 'rest', formats: 'separate' } as const;
    const usable = async (stack: string) => `no ${stack} here`;
    expect(await whyNotStarted({ ...asked, stack: 'node' }, usable)).toBeNull();
    expect(await whyNotStarted({ ...asked, stack: 'go' }, usable)).toBe('no go here');
    expect(await whyNotStarted({ ...asked, stack: 'go', formats: 'negotiated' }, usable)).toBe(
      'The Go services do not negotiate formats.',
    );
    expect(await whyNotStarted({ ...asked, stack: 'go', protocol: 'rsocket' }, usable)).toMatch(
      /Go/,
    );
    const stacks = new StacksOfRun();
    const cell = { stack: 'go', protocol: 'rest' } as const;
    const there = { ...experiment(), serviceOn: 'a machine' };
    expect(await stacks.whySkipped(there, cell)).toBeNull();
    expect(await stacks.whySkipped(experiment({ target: remote }), cell)).toBeNull();
    expect(await stacks.whySkipped(experiment(), { protocol: 'rest' })).toBeNull();
  });
});

describe('the comparison of answers', () => {
  it('asks for shapes that at least two protocols offer', () => {
    const names = (more: object) =>
      askedShapes(experiment(more)).map(({ shape, protocols }) => [shape, ...protocols]);
    expect(names({ factors: { protocol: ['rest', 'grpc'], shape: ['small', 'typical'] } })).toEqual(
      [
        ['small', 'rest', 'grpc'],
        ['typical', 'rest', 'grpc'],
      ],
    );
    expect(names({ factors: { protocol: ['rest'] } })).toEqual([]);
    const store = {
      workload: 'store',
      factors: { protocol: ['rest', 'soap'], shape: ['list-users', 'get-user', 'create-user'] },
    };
    const all = names(store).map(([shape]) => shape);
    const target = { rest: 'http://127.0.0.1:1', soap: 'http://127.0.0.1:2' };
    expect(all).toEqual(['list-users', 'get-user', 'create-user']);
    expect(names({ ...store, target }).map(([shape]) => shape)).toEqual(['list-users', 'get-user']);
  });

  it('has a cell of one user with all fields', () => {
    const factors = { protocol: ['rest', 'grpc'], users: [8], tls: ['on'], client: ['library'] };
    expect(askedCell(experiment({ factors }), 'grpc', 'small', undefined)).toEqual({
      protocol: 'grpc',
      shape: 'small',
      users: 1,
      tls: 'off',
      client: 'library',
      fields: 'full',
    });
    expect(
      askedCell({ ...experiment({ factors }), target: remote }, 'grpc', 'small', 'go'),
    ).toMatchObject({
      tls: 'on',
      stack: 'go',
    });
  });

  const given = experiment({
    target: remote,
    factors: { protocol: ['rest', 'grpc'], shape: ['small', 'typical'] },
    timeout: '3s',
  });
  const place = () => ({
    home: temporaryFolder(),
    folder: '',
    niceness: 0,
    cores: null,
    stacks: new StacksOfRun(),
  });
  const refused = (kind: 'status' | 'timeout'): EquivalenceMessage => ({
    type: 'refused',
    failure: { kind, code: 'X', message: 'it failed' },
    operation: 'echo',
    request: {},
  });

  /** Checks with an answer for each call. */
  async function check(
    answer: (ask: Ask) => EquivalenceMessage,
    signal = new AbortController().signal,
  ) {
    const asked: Ask[] = [];
    const ask = async (one: Ask) => {
      asked.push(one);
      return answer(one);
    };
    const told = checkEquivalence(given, place(), { ask }, signal);
    return { told: await told.catch((error: unknown) => error), asked };
  }
  const echo = (ask: Ask): EquivalenceMessage => ({
    type: 'answered',
    answer: { id: ask.cell.shape },
  });

  it('asks each shape over each protocol once', async () => {
    const { told, asked } = await check(echo);
    expect(told).toEqual([]);
    expect(asked.map(({ cell, address }) => [cell.protocol, cell.shape, address.port])).toEqual([
      ['rest', 'small', 1],
      ['rest', 'typical', 1],
      ['grpc', 'small', 2],
      ['grpc', 'typical', 2],
    ]);
    for (const one of asked) {
      expect(one).toMatchObject({ timeoutMs: 3000, sequence: 0, useCase: false, wanted: 'answer' });
    }
  });

  it('refuses answers that differ, and says where', async () => {
    const { told } = await check((ask) =>
      ask.cell.protocol === 'grpc' && ask.cell.shape === 'small'
        ? { type: 'answered', answer: { id: 'other' } }
        : echo(ask),
    );
    expect(told).toMatchObject({
      code: 'ANSWERS_DIFFER',
      message: 'REST and gRPC answer small differently: at id REST has "small" and gRPC "other".',
    });
  });

  it('tells what could not be compared', async () => {
    const failing = await check((ask) =>
      ask.cell.protocol === 'rest'
        ? refused('status')
        : { type: 'failed', error: { code: 'WORKER_FAILED', message: 'gone' } },
    );
    const words = (label: string, reason: string) =>
      `The answers of ${label} could not be compared with the others: ${reason}`;
    expect(failing.told).toEqual([
      words('REST', 'small: it failed (status, X)'),
      words('REST', 'typical: it failed (status, X)'),
      words('gRPC', 'small: gone'),
      words('gRPC', 'typical: gone'),
    ]);
    const silent = await check((ask) =>
      ask.cell.protocol === 'rest' ? refused('timeout') : echo(ask),
    );
    expect(silent.told).toEqual([words('REST', 'small: it failed (timeout, X)')]);
    expect(silent.asked).toHaveLength(3);
  });

  it('ends when it is aborted', async () => {
    const gone = new AbortController();
    const { told, asked } = await check((ask) => {
      gone.abort();
      return { type: 'answered', answer: ask.cell.protocol };
    }, gone.signal);
    expect([told, asked.length]).toEqual([[], 2]);
  });
});
