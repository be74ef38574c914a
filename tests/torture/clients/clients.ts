import { type Protocol, protocols } from '../../../contracts/words.ts';
import { isAlive } from '../../support/processes.ts';
import type { TestService } from '../../support/service.ts';
import { assignment } from '../../support/worker.ts';
import { type Attack, type Result, type Try, takeTurns, until } from '../attacks.ts';
import { damaged, pick } from '../bytes/mutate.ts';
import type { Kind, Turn } from '../kind.ts';
import { noHarm, startRelay } from '../wire/relay.ts';
import { Client, Services } from '../wire/services.ts';
import { Dawdlers, type Manner, say } from './hostile-client.ts';
import { wordsTo } from './requests.ts';

/** Concurrent hostile connections to a service. */
const crowd = 25;
/** Memory that a service may still use some time after the attack. */
const maxBytes = 400e6;

const manners: readonly Manner[] = ['at once', 'at once', 'at once', 'byte by byte', 'in part'];

async function kill({ pid }: TestService): Promise<void> {
  process.kill(pid, 'SIGKILL');
  await until(() => !isAlive(pid));
}

class Laboratory {
  readonly #services = new Services();
  readonly #client = new Client();
  readonly #recorded = new Map<Protocol, Promise<Buffer>>();

  async stop(): Promise<void> {
    this.#client.stop();
    await this.#services.stop();
  }

  /** Two requests of an honest client on one connection. */
  #honest(protocol: Protocol): Promise<Buffer> {
    const known = this.#recorded.get(protocol) ?? this.#record(protocol);
    this.#recorded.set(protocol, known);
    return known;
  }

  async #record(protocol: Protocol): Promise<Buffer> {
    const service = await this.#services.of(protocol, 'off');
    const relay = await startRelay(service.port, () => noHarm);
    try {
      await this.#ask({ ...service, port: relay.port }, protocol, 'off');
      return relay.sent[0] ?? Buffer.alloc(0);
    } finally {
      await relay.close();
    }
  }

  /** Sends two ordinary requests. @returns what is wrong, or null. */
  async #ask(service: TestService, protocol: Protocol, tls: 'off' | 'on'): Promise<string | null> {
    const cell = { protocol, client: 'raw', shape: 'small', users: 1, tls } as const;
    const { ok, errors } = await this.#client.call(assignment(service, { cell, requests: 2 }));
    return ok === 2 ? null : `an honest client got ${errors.join(', ')}`;
  }

  /** Many hostile clients send something, some of them slowly; then an honest client sends a request. */
  async #attack(
    one: Try,
    protocol: Protocol,
    tls: 'off' | 'on',
    wordsOf: () => Buffer,
    dies = false,
  ): Promise<Result> {
    const { random } = one;
    const service = await this.#services.of(protocol, tls);
    const dawdlers = new Dawdlers();
    try {
      await dawdlers.add(service.port, crowd, wordsOf());
      const words = Array.from({ length: crowd }, wordsOf);
      await Promise.all(
        words.map((said) =>
          say(service.port, said, { manner: pick(random, manners), tls: tls === 'on' }),
        ),
      );
      if (dies) await kill(service);
      if (!isAlive(service.pid)) return { broken: 'the service died' };
      const fault = await this.#ask(service, protocol, tls);
      return fault === null ? { held: 'unharmed', times: 2 * crowd } : { broken: fault };
    } finally {
      dawdlers.leave();
    }
  }

  #attacksOn(protocol: Protocol): readonly Attack[] {
    const known = wordsTo(protocol);
    return [
      {
        what: `${protocol}: requests that are damaged`,
        ...(protocol === 'rest' ? { plant: 'a service that dies' } : {}),
        attempt: async (one) => {
          const honest = await this.#honest(protocol);
          const words = () => damaged(honest, one.random() < 0.5, one.random);
          return this.#attack(one, protocol, 'off', words, one.planted);
        },
      },
      {
        what: `${protocol}: too large, too deep, too many, against the rules`,
        attempt: (one) =>
          this.#attack(one, protocol, 'off', () => pick(one.random, known)(one.random)),
      },
      {
        what: `${protocol} over TLS: requests that are damaged`,
        every: 2,
        attempt: async (one) => {
          const honest = await this.#honest(protocol);
          return this.#attack(one, protocol, 'on', () => damaged(honest, false, one.random));
        },
      },
    ];
  }

  /** Memory of the services after the attacks. */
  async memory(turn: Turn): Promise<void> {
    const most = turn.plant === memoryPlant ? 1e6 : maxBytes;
    for (const { name, service } of await this.#services.all()) {
      if (!isAlive(service.pid)) continue;
      let last = Number.POSITIVE_INFINITY;
      const hasReturned = await until(
        async () => {
          last = (await service.measure()).rssBytes;
          return last < most;
        },
        turn.plant === null ? 30_000 : 0,
      );
      turn.measured('most memory of a service after the attacks in MB', last / 1e6);
      const what = 'memory of a service after the attacks';
      const saw = `${name} has ${Math.round(last / 1e6)} MB`;
      if (hasReturned) turn.tried(what, 'unharmed');
      else turn.broken({ what, saw, again: `seed ${turn.seed}` });
    }
  }

  attacks({ plant }: Turn): readonly Attack[] {
    const all = protocols.flatMap((protocol) => this.#attacksOn(protocol));
    if (plant !== memoryPlant) return all;
    return all.slice(1, 2).map((one) => ({ ...one, plant }));
  }
}

const memoryPlant = 'a service that keeps its memory';

export const clients: Kind = {
  name: 'clients',
  promise:
    'Whatever clients send, no bundled service dies, honest clients are answered meanwhile, and its memory returns.',
  share: 2,
  expected: 5000,
  few: 1,
  plants: ['a service that dies', memoryPlant],
  run: async (turn) => {
    const laboratory = new Laboratory();
    try {
      await takeTurns(turn, laboratory.attacks(turn));
      await laboratory.memory(turn);
    } finally {
      await laboratory.stop();
    }
  },
};
