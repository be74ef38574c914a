import { availableParallelism, totalmem } from 'node:os';
import { errorKinds } from '../../../contracts/error-kinds.ts';
import { messageOf } from '../../../contracts/errors.ts';
import {
  type ClientKind,
  clientKinds,
  type Protocol,
  protocols,
} from '../../../contracts/words.ts';
import { answerMemoryOf } from '../../../workers/drivers/kept-body.ts';
import { assignment, type Place, plainPlace } from '../../support/worker.ts';
import { type Attack, type Result, resultOf, type Try, takeTurns } from '../attacks.ts';
import type { Kind, Turn } from '../kind.ts';
import { type CallerPlant, type CallOutcome, callerPlants } from '../wire/messages.ts';
import { anyHarm, startRelay } from '../wire/relay.ts';
import { Client, Services } from '../wire/services.ts';
import { type Flood, floods, startFlood } from './floods.ts';

/** Limit for all responses in flight, once more while they are assembled, and for the process itself. */
const maxBytes = 2 * answerMemoryOf(totalmem(), availableParallelism()) + 500e6;

/** Whether each request has exactly one outcome, and each failure a possible kind. */
function faultOf(outcome: CallOutcome, requests: number, hasTls: boolean): string | null {
  const { ok, failed, issued, abandoned, errors, peakBytes } = outcome;
  if (issued !== requests || ok + failed + abandoned !== issued)
    return `of ${requests} requests ${issued} were sent, ${ok} went well, ${failed} failed, ${abandoned} were given up`;
  const known: readonly string[] = errorKinds.filter((kind) => kind !== 'tls' || hasTls);
  const strange = errors.filter((error) => !known.includes(error.split(' ')[0] ?? ''));
  if (strange.length > 0) return `failures of another kind: ${strange.join(', ')}`;
  return peakBytes > maxBytes ? `${Math.round(peakBytes / 1e6)} MB of memory` : null;
}

/** Sends requests of one client to something that is not as it should be. */
interface Trial {
  readonly place: Place;
  readonly client: ClientKind;
  readonly protocol: Protocol;
  readonly tls: 'off' | 'on';
  readonly users: number;
  readonly requests: number;
  readonly timeoutMs: number;
  readonly lane: number;
  readonly measure: string;
  readonly floodedBy?: string;
}

/** Clients and services of one turn. */
class Laboratory {
  readonly #services = new Services();
  readonly #clients = [new Client(), new Client()];

  async stop(): Promise<void> {
    for (const client of this.#clients) client.stop();
    await this.#services.stop();
  }

  async #try(trial: Trial, measured: Try['measured']): Promise<Result> {
    const { place, requests, timeoutMs, lane, floodedBy } = trial;
    const { protocol, client, users, tls } = trial;
    const cell = { protocol, client, users, tls, shape: 'small' } as const;
    const plan = { cell, requests, timeoutMs, connections: 'per-request' } as const;
    const name = [`${client} client`, ...(floodedBy ? [floodedBy] : [])].join(', ');
    try {
      const outcome = await this.#client(lane).call(assignment(place, plan));
      measured(trial.measure, outcome.peakBytes / 1e6);
      if (floodedBy && outcome.ok > 0)
        return { broken: `${name}: ${outcome.ok} were taken for good` };
      const fault = faultOf(outcome, requests, tls === 'on');
      const held = outcome.failed > 0 ? 'reported' : 'unharmed';
      return resultOf(fault && `${name}: ${fault}`, held, requests);
    } catch (error) {
      return { broken: `${name}: ${messageOf(error)}` };
    }
  }

  #client(lane: number): Client {
    const client = this.#clients[lane];
    if (!client) throw new Error(`no lane ${lane}`);
    return client;
  }

  /** A service whose responses are damaged in transit. */
  #spoilt(protocol: Protocol, client: ClientKind, tls: 'off' | 'on', lane: number): Attack {
    return {
      what: `${protocol}${tls === 'on' ? ' over TLS' : ''}: answers spoilt on their way`,
      lane,
      attempt: async ({ random, measured }) => {
        const service = await this.#services.of(protocol, tls);
        const { port, close } = await startRelay(service.port, () => anyHarm(random));
        const trial = { place: { ...service, port }, client, protocol, tls, lane };
        const load = { users: 10, requests: 40, timeoutMs: 400 };
        const measure = 'most memory of a client in MB';
        return this.#try({ ...trial, ...load, measure }, measured).finally(close);
      },
    };
  }

  #flooded(flood: Flood, protocol: Protocol, client: ClientKind, lane: number): Attack {
    return {
      what: `${protocol}: answers without end, bombs, nesting`,
      lane,
      every: 3,
      attempt: async ({ measured }) => {
        const { port, close } = await startFlood(flood);
        const trial = { place: plainPlace(port), client, protocol, tls: 'off', lane } as const;
        const load = { users: 4, requests: 8, timeoutMs: 500, floodedBy: flood.what };
        const measure = 'most memory of a client in a flood in MB';
        return this.#try({ ...trial, ...load, measure }, measured).finally(close);
      },
    };
  }

  #planted(plant: CallerPlant): Attack {
    return {
      what: 'a client with a fault',
      plant,
      attempt: async () => {
        const plan = assignment(await this.#services.of('rest', 'off'), { requests: 4 });
        return resultOf(faultOf(await this.#client(0).call(plan, plant), 4, true), 'unharmed');
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
