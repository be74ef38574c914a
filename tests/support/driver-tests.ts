import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Cell } from '../../contracts/experiment/cell.ts';
import {
  type ClientKind,
  type Protocol,
  protocols,
  type TextKind,
  type TlsLevel,
} from '../../contracts/words.ts';
import type { Tick } from '../../contracts/worker-messages.ts';
import { closedLoad } from './loads.ts';
import { removeTestIdentities, startService, type TestService } from './service.ts';
import { assignment, runWorker } from './worker.ts';

/** These go the way of REST but for their bodies: what they share with it is not checked again. */
const likeRest: readonly Protocol[] = ['rest-protobuf', 'graphql'];
const levelsOf = (protocol: Protocol): readonly TlsLevel[] =>
  likeRest.includes(protocol) ? ['off', 'mtls'] : ['off', 'on', 'tls1.2', 'mtls'];

interface Pair {
  readonly protocol: Protocol;
  readonly client: ClientKind;
}

const cellOf = (pair: Pair) => ({ ...pair, shape: 'small', users: 2, tls: 'off' }) as const;

const twoOf = (service: TestService, cell: Cell, text: TextKind) =>
  assignment(service, {
    cell,
    text,
    requests: 2,
  });

/** What every driver of a client has to do, in every protocol; call it once at the top of a file. */
export function testDrivers(client: ClientKind): void {
  const pairs = protocols.map((protocol): Pair => ({ protocol, client }));

  afterAll(removeTestIdentities);

  describe.each(pairs)('$client $protocol', (pair) => {
    const { protocol } = pair;
    let service: TestService;

    afterEach(async () => {
      await service.stop();
    });

    describe.each(levelsOf(protocol))('tls %s', (tls) => {
      beforeEach(async () => {
        service = await startService({ protocol, tls });
      });

      it('makes every request arrive once and verifies every answer', async () => {
        const outcome = await runWorker(assignment(service, { cell: { ...cellOf(pair), tls } }));
        expect(outcome.messages).toEqual([]);
        expect(outcome.ok).toBe(10);
        expect(outcome.done).toMatchObject({ issued: 10, abandoned: 0 });
        expect((await service.measure()).requests).toBe(10);
        expect(outcome.latency.count).toBe(10);
      });

      it.runIf(tls === 'off' || tls === 'on')(
        'carries 2,000,000 characters both ways',
        async () => {
          const outcome = await runWorker(
            twoOf(service, { ...cellOf(pair), shape: 'stress', tls }, 'ascii'),
          );
          expect(outcome.messages).toEqual([]);
          expect(outcome.ok).toBe(2);
          const total = (count: (tick: Tick) => number) =>
            outcome.ticks.reduce((sum, tick) => sum + count(tick), 0);
          expect(total((tick) => tick.bytesSent)).toBeGreaterThan(4_000_000);
          expect(total((tick) => tick.bytesReceived)).toBeGreaterThan(4_000_000);
        },
      );

      it.runIf(tls === 'off').each(['escaped', 'multibyte'] as const)(
        'carries %s text',
        async (text) => {
          const outcome = await runWorker(
            twoOf(service, { ...cellOf(pair), shape: 'modify:300000', tls }, text),
          );
          expect(outcome.messages).toEqual([]);
          expect(outcome.ok).toBe(2);
        },
      );
    });

    describe('connections', () => {
      beforeEach(async () => {
        service = await startService({ protocol });
      });

      it.each(['per-request', 'shared'] as const)('%s', async (kind) => {
        const outcome = await runWorker(
          assignment(service, {
            cell: { ...cellOf(pair), users: 5 },
            connections: kind === 'shared' ? { shared: 2 } : kind,
            sharedConnections: kind === 'shared' ? 2 : null,
          }),
        );
        expect(outcome.messages).toEqual([]);
        expect(outcome.ok).toBe(10);
        expect((await service.measure()).requests).toBe(10);
        expect(outcome.ticks.every((tick) => tick.service !== null)).toBe(true);
      });

      it('gives a request up after the time-out', async () => {
        await service.stop();
        service = await startService({ protocol, delayMs: 60_000 });
        const outcome = await runWorker(
          assignment(service, { cell: cellOf(pair), timeoutMs: 300, requests: 4 }),
        );
        expect(outcome.errors).toEqual(['timeout TIMEOUT']);
        expect(outcome.ok).toBe(0);
      });

      it('says that nobody listens', async () => {
        await service.stop();
        const outcome = await runWorker(assignment(service, { cell: cellOf(pair), requests: 4 }));
        expect(outcome.errors).toEqual(['connect ECONNREFUSED']);
        service = await startService({ protocol });
      });

      it('counts a service that dies as reset, then refused', async () => {
        await service.stop();
        service = await startService({ protocol, delayMs: 20 });
        const outcome = await runWorker(
          assignment(service, {
            cell: { ...cellOf(pair), users: 4 },
            requests: null,
            load: closedLoad({ users: 4, duration: 60_000 }),
          }),
          async (worker) => {
            const seen = (has: () => boolean) => expect.poll(has).toBe(true);
            await seen(() => worker.ticks.some((tick) => tick.ok > 0));
            process.kill(service.pid, 'SIGKILL');
            await seen(() =>
              worker.ticks.some((tick) => tick.errors.some(({ kind }) => kind === 'connect')),
            );
            worker.stop();
          },
        );
        expect(outcome.errors.some((error) => error.startsWith('reset '))).toBe(true);
        expect(outcome.errors).toContain('connect ECONNREFUSED');
      });
    });

    it('refuses a certificate that nobody it trusts has signed', async () => {
      service = await startService({ protocol, tls: 'on' });
      const plan = assignment(service, { cell: { ...cellOf(pair), tls: 'on' }, requests: 2 });
      if (plan.address.tls) plan.address.tls.ca = [];
      const outcome = await runWorker(plan);
      expect(outcome.ok).toBe(0);
      expect(outcome.errors.every((error) => error.startsWith('tls '))).toBe(true);
    });

    it('refuses to go on without a client certificate where one is asked for', async () => {
      service = await startService({ protocol, tls: 'mtls' });
      const outcome = await runWorker(
        assignment(service, { cell: { ...cellOf(pair), tls: 'on' }, requests: 2 }),
      );
      expect(outcome.ok).toBe(0);
      expect(outcome.failed).toBe(2);
    });
  });
}
