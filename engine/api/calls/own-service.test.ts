import { join } from 'node:path';
import { call } from '@orpc/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { failing, homeWith, openedEngine } from '../../../tests/support/opened-engine.ts';
import { ownExperiment, ownHttpService } from '../../../tests/support/own-services.ts';
import { databaseName } from '../../platform/home.ts';
import type { RunManager } from '../../run/manager.ts';
import { openStore } from '../../store/store.ts';
import { contractImplementer, type RouterParts } from '../parts.ts';
import { Occupied } from './occupied.ts';
import { wireCalls } from './wire.ts';

const factors = 'protocol: [rest], shape: [get], users: [1]';
const experiment = (address: string, more = '') =>
  ownExperiment(
    `  rest: {address: "${address}"}${more}\n  requests:\n    get: {rest: {path: /a}}\n    post: {changes: true, rest: {path: /b, body: {n: 1}}}`,
    factors,
  );

describe('the requests of an own service', () => {
  it('are shown without sending any', async () => {
    const { api } = await openedEngine();
    const shown = await api.ownService.show({ text: experiment('http://lab.example:8080/api') });
    expect(
      shown.map(({ request, protocol, sent }) => [request, protocol, sent.call, sent.body]),
    ).toEqual([
      ['get', 'rest', 'GET http://lab.example:8080/api/a', null],
      ['post', 'rest', 'POST http://lab.example:8080/api/b', '{"n":1}'],
    ]);
    const one = await api.ownService.show({
      text: experiment('http://lab.example'),
      request: 'post',
    });
    expect(one.map(({ request }) => request)).toEqual(['post']);
  });

  it('are tried one after the other', async () => {
    const service = await ownHttpService(() => '{"id":1}');
    const { api } = await openedEngine();
    const tried: [string, number | undefined][] = [];
    for await (const { request, answer } of await api.ownService.try({
      text: experiment(service.address),
    })) {
      tried.push([request, answer?.status]);
    }
    expect(tried).toEqual([
      ['get', 200],
      ['post', 200],
    ]);
    expect(service.seen.map(({ call }) => call)).toEqual(['GET /a', 'POST /b']);
  });

  it('are not sent to a host or by a program without consent', async () => {
    const { api } = await openedEngine();
    const sent = async (text: string) => {
      for await (const _ of await api.ownService.try({ text })) expect.unreachable();
    };
    await expect(sent(experiment('http://lab.example'))).rejects.toThrow(
      failing('HOST_NOT_CONFIRMED'),
    );
    await api.hosts.confirm({ host: 'other.example' });
    await expect(sent(experiment('http://lab.example'))).rejects.toThrow(
      failing('HOST_NOT_CONFIRMED'),
    );
    const started = `${experiment('http://127.0.0.1:9')}target:\n  start: {command: [no-such-program], ready: {log: x}}\n`;
    const { plan, problems } = await api.experiments.check({ text: started });
    expect([problems, plan?.unconfirmedCommands.length]).toEqual([[], 1]);
    await expect(sent(started)).rejects.toThrow(failing('COMMAND_NOT_CONFIRMED'));
    await expect(api.wire.captureOwn({ text: started })).rejects.toThrow(
      failing('COMMAND_NOT_CONFIRMED'),
    );
    await expect(api.sizes.measureOwn({ text: experiment('http://lab.example') })).rejects.toThrow(
      failing('HOST_NOT_CONFIRMED'),
    );
    await expect(sent('wrong')).rejects.toThrow(failing('EXPERIMENT_INVALID'));
    await expect(api.wire.captureOwn({ text: 'wrong' })).rejects.toThrow(
      failing('EXPERIMENT_INVALID'),
    );
  });

  it('are drafted from what describes them', async () => {
    const { api } = await openedEngine();
    expect((await api.ownService.sources()).length).toBeGreaterThan(3);
  });
});

describe('bundled services', () => {
  it('have interface files and certificates', async () => {
    const { api } = await openedEngine();
    expect((await api.services.interfaceFile({ protocol: 'grpc' })).text).toContain(
      'syntax = "proto3"',
    );
    expect(
      (await api.services.interfaceFile({ protocol: 'soap', workload: 'store' })).text,
    ).toContain('<wsdl:definitions');
    const { authorityPem, server } = await api.services.certificates();
    expect(authorityPem).toMatch(/^-----BEGIN CERTIFICATE-----/);
    expect(server.names).toContain('127.0.0.1');
    const report = await api.services.check({
      protocol: 'rest',
      address: 'http://127.0.0.1:1/',
      tls: false,
    });
    expect(report).toMatchObject({ protocol: 'rest', verdict: 'unreachable' });
  });
});

describe.each(['capture', 'captureOwn'] as const)('a %s', (name) => {
  /** A capture whose caller and engine end it or do not, before it begins. */
  async function ended(byEngine: boolean, signal: AbortSignal | undefined) {
    const home = homeWith();
    const store = openStore(join(home, databaseName));
    onTestFinished(() => store.close());
    const runs = {
      occupy: (end: () => Promise<void>) => {
        if (byEngine) void end();
        return () => undefined;
      },
    } as unknown as RunManager;
    const calls = wireCalls(contractImplementer, { home, store, runs } as RouterParts);
    const service = await ownHttpService(() => '{}');
    const given = signal && { signal };
    return name === 'capture'
      ? call(calls.capture, { protocols: ['rest'], shape: 'small' }, given)
      : call(calls.captureOwn, { text: experiment(service.address) }, given);
  }

  it.each([
    ['its engine', true, undefined],
    ['its engine, whatever its caller may do', true, new AbortController().signal],
    ['its caller', false, AbortSignal.abort()],
  ])('is stopped by %s', async (_who, byEngine, signal) => {
    await expect(ended(byEngine, signal)).rejects.toThrow(failing('WIRE_CAPTURE_FAILED'));
  });
});

describe('work that excludes runs', () => {
  /** Runs that note what occupies them. */
  const madeRuns = () => {
    const calls: string[] = [];
    let end: () => Promise<void> = async () => undefined;
    const runs = {
      occupy: (stop: () => Promise<void>, name: string) => {
        calls.push(name);
        end = stop;
        return () => calls.push('released');
      },
    };
    return {
      occupied: new Occupied(runs as unknown as RunManager, 'A test'),
      calls,
      end: () => end(),
    };
  };

  it('has a result or an error, and ends what it occupied', async () => {
    const { occupied, calls } = madeRuns();
    expect(await occupied.during(undefined, async ({ aborted }) => aborted)).toBe(false);
    expect(calls).toEqual(['A test', 'released']);
    await expect(occupied.during(undefined, () => Promise.reject(new Error('no')))).rejects.toThrow(
      'no',
    );
    expect(calls).toEqual(['A test', 'released', 'A test', 'released']);
  });

  it('is ended by the engine, which waits for it', async () => {
    const { occupied, calls, end } = madeRuns();
    const go = Promise.withResolvers<string>();
    let aborted = false;
    const work = occupied.during(undefined, async (stop) => {
      stop.addEventListener('abort', () => {
        aborted = true;
      });
      return go.promise;
    });
    await Promise.resolve();
    const ending = end().then(() => calls.push('ended'));
    expect(aborted).toBe(true);
    go.resolve('done');
    expect(await work).toBe('done');
    await ending;
    expect(calls).toEqual(['A test', 'released', 'ended']);
  });

  it('is waited for by the next after its caller has left', async () => {
    const { occupied, calls } = madeRuns();
    const caller = new AbortController();
    const go = Promise.withResolvers<string>();
    const first = occupied.during(caller.signal, async (stop) => {
      const result = await go.promise;
      calls.push(`stopped: ${stop.aborted}`);
      return result;
    });
    await Promise.resolve();
    caller.abort();
    const second = occupied.during(undefined, async () => calls.push('second'));
    await Promise.resolve();
    expect(calls).toEqual(['A test']);
    go.resolve('late');
    await Promise.all([first, second]);
    expect(calls).toEqual(['A test', 'stopped: true', 'released', 'A test', 'second', 'released']);
  });
});
