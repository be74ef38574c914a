import { availableParallelism, totalmem } from 'node:os';
import { errorKinds } from '../../../contracts/error-kinds.ts';
import { messageOf } from '../../../contracts/errors.ts';
import { clientKinds, type Protocol, protocols } from '../../../contracts/words.ts';
import { answerMemoryOf } from '../../../workers/drivers/kept-body.ts';
import { assignment, plainPlace } from '../../support/worker.ts';
import { type Attack, type Result, takeTurns } from '../attacks.ts';
import type { Kind, Turn } from '../kind.ts';
import { type CallerPlant, type CallOutcome, callerPlants } from '../wire/messages.ts';
import { anyHarm, startRelay } from '../wire/relay.ts';
import { Client, Services } from '../wire/services.ts';
import { type Flood, floods, startFlood } from './floods.ts';

/** Limit for all responses in flight, once more while they are assembled, and for the process itself. */
const maxBytes = 2 * answerMemoryOf(totalmem(), availableParallelism()) + 500e6;

/** Whether each request has exactly one outcome, and each failure a possible kind. */
function judge(outcome: CallOutcome, requests: number, impossible: readonly string[]): Result {
  const { ok, failed, issued, abandoned, errors, peakBytes } = outcome;
  if (issued !== requests || ok + failed + abandoned !== issued) {
    return {
      broken: `of ${requests} requests ${issued} were sent, ${ok} went well, ${failed} failed, ${abandoned} were given up`,
    };
  }
  const strange = errors.filter((error) => {
    const kind = error.split(' ')[0] ?? '';
    return impossible.includes(kind) || !errorKinds.some((known) => known === kind);
  });
  if (strange.length > 0) return { broken: `failures of another kind: ${strange.join(', ')}` };
  if (peakBytes > maxBytes) return { broken: `${Math.round(peakBytes / 1e6)} MB of memory` };
  return { held: failed > 0 ? 'told' : 'unharmed', times: requests };
}

const named = (name: string, result: Result): Result =>
  'broken' in result ? { broken: `${name}: ${result.broken}` } : result;

/** Clients and services of one turn. */
class Laboratory {
  readonly #services = new Services();
  readonly #clients = new Map<number, Client>();

  #client(lane: number): Client {
    const client = this.#clients.get(lane) ?? new Client();
    this.#clients.set(lane, client);
    return client;
  }

  async stop(): Promise<void> {
    for (const client of this.#clients.values()) client.stop();
    await this.#services.stop();
  }

  /** A service whose responses are damaged in transit. */
  #spoilt(protocol: Protocol, client: 'raw' | 'library', tls: 'off' | 'on', lane: number): Attack {
    return {
      what: `${protocol}${tls === 'on' ? ' over TLS' : ''}: answers spoilt on their way`,
      lane,
      attempt: async ({ random, measured }) => {
        const service = await this.#services.of(protocol, tls);
        const relay = await startRelay(service.port, () => anyHarm(random));
        try {
          const requests = 40;
          const cell = { protocol, client, shape: 'small', users: 10, tls } as const;
          const place = { ...service, port: relay.port };
          const plan = assignment(place, {
            cell,
            requests,
            connections: 'per-request',
            timeoutMs: 400,
          });
          const outcome = await this.#client(lane).call(plan);
          measured('most memory of a client in MB', outcome.peakBytes / 1e6);
          return named(`${client} client`, judge(outcome, requests, tls === 'off' ? ['tls'] : []));
        } finally {
          await relay.close();
        }
      },
    };
  }

  #flooded(flood: Flood, protocol: Protocol, client: 'raw' | 'library', lane: number): Attack {
    return {
      what: `${protocol}: answers without end, bombs, nesting`,
      lane,
      every: 3,
      attempt: async ({ measured }) => {
        const server = await startFlood(flood);
        try {
          const requests = 8;
          const cell = { protocol, client, shape: 'small', users: 4, tls: 'off' } as const;
          const plan = assignment(plainPlace(server.port), {
            cell,
            requests,
            connections: 'per-request',
            timeoutMs: 500,
          });
          const name = `${client} client, ${flood.what}`;
          const outcome = await this.#client(lane)
            .call(plan)
            .catch((error: unknown) => messageOf(error));
          if (typeof outcome === 'string') return { broken: `${name}: ${outcome}` };
          measured('most memory of a client in a flood in MB', outcome.peakBytes / 1e6);
          if (outcome.ok > 0) return { broken: `${name}: ${outcome.ok} were taken for good` };
          return named(name, judge(outcome, requests, ['tls']));
        } finally {
          await server.close();
        }
      },
    };
  }

  #planted(plant: CallerPlant): Attack {
    return {
      what: 'a client with a fault',
      plant,
      attempt: async () => {
        const plan = assignment(await this.#services.of('rest', 'off'), { requests: 4 });
        return judge(await this.#client(0).call(plan, plant), 4, []);
      },
    };
  }

  attacks({ plant }: Turn): readonly Attack[] {
    if (plant !== null) return callerPlants.map((one) => this.#planted(one));
    const pairs = protocols.flatMap((protocol) =>
      clientKinds.map((client) => ({ protocol, client })),
    );
    const spoilt = (['off', 'on'] as const).flatMap((tls) =>
      pairs.map(({ protocol, client }, index) => this.#spoilt(protocol, client, tls, index % 2)),
    );
    const flooded = floods.flatMap((flood) =>
      flood.protocols.flatMap((protocol) =>
        clientKinds.map((client, index) => this.#flooded(flood, protocol, client, index)),
      ),
    );
    return alternating(spoilt, flooded);
  }
}

/** One of each alternately, as long as there are both: a short turn covers both. */
function alternating<T>(some: readonly T[], others: readonly T[]): T[] {
  const length = Math.max(some.length, others.length);
  return Array.from({ length }, (_, index) => index).flatMap((index) => [
    ...some.slice(index, index + 1),
    ...others.slice(index, index + 1),
  ]);
}

export const servers: Kind = {
  name: 'servers',
  promise:
    'Whatever a server answers, every request has one outcome with a kind of error that fits; memory is bounded; the trial ends in time.',
  share: 3,
  expected: 5000,
  few: 1,
  plants: callerPlants,
  run: async (turn) => {
    const laboratory = new Laboratory();
    try {
      await takeTurns(turn, laboratory.attacks(turn));
    } finally {
      await laboratory.stop();
    }
  },
};
