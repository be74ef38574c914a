import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
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
import {
  removeTestIdentities,
  startService,
  type TestService,
  type TestServiceOptions,
} from './service.ts';
import { assignment, startWorker, type TestWorker } from './worker.ts';

/** These go the way of REST but for their bodies: what they share with it is not checked again. */
const likeRest: readonly Protocol[] = ['rest-protobuf', 'graphql'];
const levelsOf = (protocol: Protocol): readonly TlsLevel[] =>
  likeRest.includes(protocol) ? ['off', 'mtls'] : ['off', 'on', 'tls1.2', 'mtls'];

interface Pair {
  readonly protocol: Protocol;
  readonly client: ClientKind;
}

const cellOf = (pair: Pair) => ({ ...pair, shape: 'small', users: 2, tls: 'off' }) as const;

/** The services of one protocol, each started when it is first asked for. */
class Services {
  readonly #protocol: Protocol;
  readonly #started = new Map<TlsLevel, Promise<TestService>>();

  constructor(protocol: Protocol) {
    this.#protocol = protocol;
  }

  with(tls: TlsLevel): Promise<TestService> {
    const service = this.#started.get(tls) ?? startService({ protocol: this.#protocol, tls });
    this.#started.set(tls, service);
    return service;
  }

  async stop(): Promise<void> {
    const started = await Promise.all(this.#started.values());
    await Promise.all(started.map((service) => service.stop()));
  }
}

/** A service for one test, which ends with it. */
async function startOwn(options: TestServiceOptions): Promise<TestService> {
  const service = await startService(options);
  onTestFinished(async () => void (await service.stop()));
  return service;
}

const twoOf = (service: TestService, cell: Cell, text: TextKind) =>
  assignment(service, {
    cell,
    text,
    requests: 2,
  });

/**
 * What every driver of a client has to do, in every protocol; call it once at the top of a file. One
 * worker does it all, one assignment after the other, as in the engine.
 */
export function testDrivers(client: ClientKind): void {
  const pairs = protocols.map((protocol): Pair => ({ protocol, client }));

  afterAll(removeTestIdentities);

  describe.each(pairs)('$client $protocol', (pair) => {
    const { protocol } = pair;
    const services = new Services(protocol);
    let worker: TestWorker;

    beforeAll(() => {
      worker = startWorker();
    });
    afterAll(async () => {
      await worker.end();
      await services.stop();
    });

    describe.each(levelsOf(protocol))('tls %s', (tls) => {
      let service: TestService;
      beforeAll(async () => {
        service = await services.with(tls);
      });

      it('makes every request arrive once and verifies every answer', async () => {
        const before = (await service.measure()).requests;
        const outcome = await worker.run(assignment(service, { cell: { ...cellOf(pair), tls } }));
        expect(outcome.messages).toEqual([]);
        expect(outcome.ok).toBe(10);
        expect(outcome.done).toMatchObject({ issued: 10, abandoned: 0 });
        expect((await service.measure()).requests - before).toBe(10);
        expect(outcome.latency.count).toBe(10);
      });

      it.runIf(tls === 'off' || tls === 'on')(
        'carries 2,000,000 characters both ways',
        async () => {
          const outcome = await worker.run(
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
          const outcome = await worker.run(
            twoOf(service, { ...cellOf(pair), shape: 'modify:300000', tls }, text),
          );
          expect(outcome.messages).toEqual([]);
          expect(outcome.ok).toBe(2);
        },
      );
    });

    describe('connections', () => {
      let service: TestService;
      let before: number;
      beforeEach(async () => {
        service = await services.with('off');
        before = (await service.measure()).requests;
      });

      it.each(['per-request', 'shared'] as const)('%s', async (kind) => {
        const outcome = await worker.run(
          assignment(service, {
            cell: { ...cellOf(pair), users: 5 },
            connections: kind === 'shared' ? { shared: 2 } : kind,
            sharedConnections: kind === 'shared' ? 2 : null,
          }),
        );
        expect(outcome.messages).toEqual([]);
        expect(outcome.ok).toBe(10);
        expect((await service.measure()).requests - before).toBe(10);
        expect(outcome.ticks.every((tick) => tick.service !== null)).toBe(true);
      });
    });

    it('counts a service that dies as reset, then refused', async () => {
      const mortal = await startOwn({ protocol, delayMs: 20 });
      const outcome = await worker.run(
        assignment(mortal, {
          cell: { ...cellOf(pair), users: 4 },
          requests: null,
          load: closedLoad({ users: 4, duration: 60_000 }),
        }),
        async (running) => {
          const seen = (has: () => boolean) => expect.poll(has).toBe(true);
          await seen(() => running.ticks.some((tick) => tick.ok > 0));
          process.kill(mortal.pid, 'SIGKILL');
          await seen(() =>
            running.ticks.some((tick) => tick.errors.some(({ kind }) => kind === 'connect')),
          );
          running.stop();
        },
      );
      expect(outcome.errors.some((error) => error.startsWith('reset '))).toBe(true);
      expect(outcome.errors).toContain('connect ECONNREFUSED');
    });
  });
}
