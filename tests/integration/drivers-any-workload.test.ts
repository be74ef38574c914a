import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { protocolFacts } from '../../contracts/protocols.ts';
import { type ClientKind, clientKinds, type Protocol, protocols } from '../../contracts/words.ts';
import { protocolServices } from '../../services/registry.ts';
import type { RunningService } from '../../services/service.ts';
import type { Connection, Driver, PreparedRequest } from '../../workers/drivers/driver.ts';
import { protocolClients } from '../../workers/registry.ts';
import { isOffered, type Message } from '../../workloads/description.ts';
import { connect, newMeter, OneOutcome, plainAddress } from '../support/loopback.ts';
import { expectSame } from '../support/same-message.ts';
import {
  messageOf,
  sampler,
  samplerOperation,
  samplerOptions,
  simpleThing,
  thing,
} from '../support/sampler.ts';

const pairs = protocols.flatMap((protocol) => clientKinds.map((client) => ({ protocol, client })));

type Name = Parameters<typeof samplerOperation>[0];

/** A driver of a service of the sampler, and one connection. */
class Client {
  readonly #driver: Driver;
  readonly #connection: Connection;

  constructor(driver: Driver) {
    this.#driver = driver;
    this.#connection = driver.open();
  }

  static async open(protocol: Protocol, client: ClientKind, port: number): Promise<Client> {
    const factory = await protocolClients[protocol][client]();
    const driver = await factory({
      address: plainAddress(port),
      workload: sampler,
      fields: 'full',
      timeoutMs: 20_000,
      meter: newMeter(),
      resumption: false,
    });
    const made = new Client(driver);
    expect(await connect(made.#connection)).toBeNull();
    return made;
  }

  /** @returns the answer, or the kind and code of the failure. */
  call(name: Name, message: Message): Promise<Message | string> {
    return this.#send(this.#driver.prepare(samplerOperation(name), message));
  }

  /** The same with a stream of messages. */
  stream(name: Name, messages: () => Iterable<Message>): Promise<Message | string> {
    const prepared = this.#driver.prepareStream?.(samplerOperation(name), messages);
    if (!prepared) throw new Error('the driver sends no streams');
    return this.#send(prepared);
  }

  async #send(prepared: PreparedRequest): Promise<Message | string> {
    const sink = new OneOutcome();
    this.#connection.send(prepared, sink, true);
    const outcome = await sink.outcome;
    if ('failure' in outcome) return `${outcome.failure.kind} ${outcome.failure.code}`;
    return outcome.reply?.() ?? 'no reply';
  }

  close(): void {
    this.#connection.close();
    this.#driver.close();
  }
}

type Refusals = Readonly<
  Record<'invalid' | 'absent' | 'twice' | 'broken', string> & { pool?: string }
>;

/** How the drivers report what a service refuses; resources say it by the status of HTTP. */
const ofResources: Refusals = {
  invalid: 'status 400',
  absent: 'status 404',
  twice: 'status 409',
  broken: 'status 500',
};
const ofOthers: Readonly<Partial<Record<Protocol, Refusals>>> = {
  soap: {
    invalid: 'fault Client',
    absent: 'fault Client.NotFound',
    twice: 'fault Client.Conflict',
    broken: 'fault Server',
  },
  grpc: {
    invalid: 'status INVALID_ARGUMENT',
    absent: 'status NOT_FOUND',
    twice: 'status ALREADY_EXISTS',
    broken: 'status INTERNAL',
  },
  graphql: {
    invalid: 'fault INVALID',
    absent: 'fault NOT_FOUND',
    twice: 'fault CONFLICT',
    broken: 'fault INTERNAL',
  },
  rsocket: {
    invalid: 'fault APPLICATION_ERROR',
    absent: 'fault APPLICATION_ERROR',
    twice: 'fault APPLICATION_ERROR',
    broken: 'fault APPLICATION_ERROR',
    pool: 'pool APPLICATION_ERROR',
  },
};

function refusalsOf(protocol: Protocol): Refusals {
  const own = protocolFacts[protocol].style === 'resources' ? ofResources : ofOthers[protocol];
  if (!own) throw new Error(`say how drivers of ${protocol} report refusals`);
  return own;
}

describe.each(pairs)('$client $protocol', ({ protocol, client: kind }) => {
  const sendsStreams = protocolFacts[protocol].streams.includes('request');
  let service: RunningService;
  let client: Client;
  beforeAll(async () => {
    const start = await protocolServices[protocol].service();
    service = await start(samplerOptions().options);
    client = await Client.open(protocol, kind, service.port);
  });
  afterAll(async () => {
    client.close();
    await service.stop();
  });

  it('carries every message as it is, both ways', async () => {
    await fc.assert(
      fc.asyncProperty(messageOf(thing), async (message) => {
        const sent = { ...message, id: `i${String(message.id)}` };
        expectSame(await client.call('save', sent), sent);
      }),
      { numRuns: 40 },
    );
  });

  it('asks with a path and a query where there are such', async () => {
    const asked = { id: 'a b/ä?', tags: ['x', 'y&z'], limit: -7, exact: true };
    const answer = await client.call('ask', asked);
    expectSame(typeof answer === 'object' ? answer.question : answer, asked);
    const bare = { id: 'c', tags: [], exact: false };
    const second = await client.call('ask', bare);
    expectSame(typeof second === 'object' ? second.question : second, bare);
  });

  it('sends nothing, and is answered with nothing', async () => {
    expectSame(await client.call('reset', {}), {});
  });

  it.each(Object.entries({ pool: 'pool POOL', ...refusalsOf(protocol) }))(
    'reports a refusal: %s',
    async (id, outcome) => {
      expect(await client.call('drop', { id })).toBe(outcome);
      expectSame(await client.call('drop', { id: 'fine' }), {});
    },
  );

  it.runIf(isOffered(samplerOperation('count'), protocol))(
    'collects the messages of a streamed answer',
    async () => {
      const question = { id: 'n', tags: [], limit: 4, exact: false };
      const answer = await client.call('count', question);
      const things = [0, 1, 2, 3].map((count) => ({ ...simpleThing, count }));
      expectSame(answer, { items: things });
      expectSame(await client.call('count', { ...question, limit: 0 }), { items: [] });
    },
  );

  it.runIf(sendsStreams && isOffered(samplerOperation('collect'), protocol))(
    'sends a stream of messages, which is made anew each time',
    async () => {
      const things = [0, 1, 2].map((count) => ({ ...simpleThing, count }));
      const question = { id: 'all', tags: [], exact: true };
      for (let time = 0; time < 2; time++) {
        expectSame(await client.stream('collect', () => things), { question, things });
      }
      expectSame(await client.stream('collect', () => []), { question, things: [] });
    },
  );
});
