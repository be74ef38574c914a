import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { clientKinds, protocols, type TlsLevel } from '../../contracts/words.ts';
import type { Assignment, Tick } from '../../contracts/worker-messages.ts';
import { closedLoad } from '../support/loads.ts';
import { removeTestIdentities, startService, type TestService } from '../support/service.ts';
import { assignment, startWorker, type TestWorker } from '../support/worker.ts';

afterAll(removeTestIdentities);

/** One worker per protocol runs all assignments, one after the other, as in the engine. */
describe.each(protocols)('%s', (protocol) => {
  const services = new Map<TlsLevel, TestService>();
  let worker: TestWorker;
  beforeAll(async () => {
    worker = startWorker();
    for (const tls of ['off', 'tls1.2', 'mtls'] as const) {
      services.set(tls, await startService({ protocol, tls }));
    }
  });
  afterAll(async () => {
    await worker.end();
    await Promise.all([...services.values()].map((service) => service.stop()));
  });

  describe.each(clientKinds)('%s', (client) => {
    const cell = { protocol, client, shape: 'small', users: 2, tls: 'off' } as const;

    /** Runs a trial, every request of which has to arrive once and be answered successfully. */
    async function measured(tls: TlsLevel, requests: number, change: Partial<Assignment>) {
      const service = services.get(tls);
      if (!service) throw new TypeError(`no service with TLS ${tls}`);
      const before = (await service.measure()).requests;
      const plan = { ...change, requests, cell: { ...cell, tls, ...change.cell } };
      const outcome = await worker.run(assignment(service, plan));
      expect(outcome.messages).toEqual([]);
      expect(outcome.ok).toBe(requests);
      expect(outcome.done).toMatchObject({ issued: requests, abandoned: 0 });
      expect((await service.measure()).requests - before).toBe(requests);
      expect(outcome.latency.count).toBe(requests);
      return outcome;
    }

    it.each(['off', 'tls1.2', 'mtls'] as const)('verifies every answer, TLS %s', async (tls) => {
      await measured(tls, 10, {});
    });

    it.each([
      ['off', 'multibyte', 300_000],
      ['mtls', 'escaped', 2_000_000],
    ] as const)('carries long text both ways, TLS %s, %s', async (tls, text, length) => {
      const shape = `modify:${length}`;
      const { ticks } = await measured(tls, 2, { text, cell: { ...cell, shape, tls } });
      for (const side of ['bytesSent', 'bytesReceived'] as const) {
        expect(ticks.reduce((sum, tick) => sum + tick[side], 0)).toBeGreaterThan(2 * length);
      }
    });

    it.each([
      ['per-request', null],
      ['shared', 2],
    ] as const)('connects: %s', async (kind, sharedConnections) => {
      const connections = kind === 'shared' ? { shared: 2 } : kind;
      const change = { connections, sharedConnections, cell: { ...cell, users: 5 } };
      const { ticks } = await measured('off', 10, change);
      expect(ticks.every((tick) => tick.service !== null)).toBe(true);
    });

    it('counts a service that dies as reset, then refused', async () => {
      const mortal = await startService({ protocol, delayMs: 20 });
      onTestFinished(async () => void (await mortal.stop()));
      const outcome = await worker.run(
        assignment(mortal, {
          cell: { ...cell, users: 4 },
          requests: null,
          load: closedLoad({ users: 4, duration: 60_000 }),
        }),
        async (running) => {
          const seen = (has: (tick: Tick) => boolean) =>
            expect.poll(() => running.ticks.some(has)).toBe(true);
          await seen(({ ok }) => ok > 0);
          process.kill(mortal.pid, 'SIGKILL');
          await seen(({ errors }) => errors.some(({ kind }) => kind === 'connect'));
          running.stop();
        },
      );
      expect(outcome.errors.some((error) => error.startsWith('reset '))).toBe(true);
      expect(outcome.errors).toContain('connect ECONNREFUSED');
    });
  });
});
