import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClientKind, clientKinds, type Protocol } from '../../contracts/words.ts';
import { startGraphql } from '../../services/graphql/graphql.ts';
import { startGrpc } from '../../services/grpc/grpc.ts';
import { startRest, startRestProtobuf } from '../../services/rest/rest.ts';
import { startRestHttp2 } from '../../services/rest/rest-h2.ts';
import type { RunningService, StartService } from '../../services/service.ts';
import { startSoap } from '../../services/soap/soap.ts';
import type { Connection, Driver, PreparedRequest } from '../../workers/drivers/driver.ts';
import { stacks } from '../../workers/registry.ts';
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

type Offered = Exclude<Protocol, 'rsocket'>;
const starters: Readonly<Record<Offered, StartService>> = {
  rest: startRest,
  'rest-h2': startRestHttp2,
  'rest-protobuf': startRestProtobuf,
  soap: startSoap,
  grpc: startGrpc,
  graphql: startGraphql,
};
const pairs = (Object.keys(starters) as Offered[]).flatMap((protocol) =>
  clientKinds.map((client) => ({ protocol, client })),
);

type Name = Parameters<typeof samplerOperation>[0];

/** A driver of a service of the sampler, and one connection. */
class Client {
  readonly #driver: Driver;
  readonly #connection: Connection;

  constructor(driver: Driver) {
    this.#driver = driver;
    this.#connection = driver.open();
  }

  static async open(protocol: Offered, client: ClientKind, port: number): Promise<Client> {
    const factory = await stacks[protocol][client]();
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

const refusals: Readonly<Record<Offered, Readonly<Record<string, string>>>> = {
  rest: { invalid: 'status 400', absent: 'status 404', twice: 'status 409', broken: 'status 500' },
  'rest-h2': {
    invalid: 'status 400',
    absent: 'status 404',
    twice: 'status 409',
    broken: 'status 500',
  },
  'rest-protobuf': {
    invalid: 'status 400',
    absent: 'status 404',
    twice: 'status 409',
    broken: 'status 500',
  },
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
};

describe.each(pairs)('$client $protocol', ({ protocol, client: kind }) => {
  let service: RunningService;
  let client: Client;
  beforeAll(async () => {
    service = await starters[protocol](samplerOptions().options);
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

  it.each(Object.entries({ ...refusals[protocol], pool: 'pool POOL' }))(
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

  it.runIf(isOffered(samplerOperation('collect'), protocol))(
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
