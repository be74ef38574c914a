import { afterEach, describe, expect, it } from 'vitest';
import type { Address } from '../../../contracts/worker-messages.ts';
import { serverIdentity } from '../../../engine/platform/tls/identity.ts';
import { ByteMeter } from '../../../workers/byte-meter.ts';
import type { Connection, PreparedRequest } from '../../../workers/drivers/driver.ts';
import { openGrpcRaw } from '../../../workers/drivers/grpc-raw.ts';
import { expectedProduct, makeProduct, type Product } from '../../../workloads/product/product.ts';
import type { Operation } from '../../../workloads/product/shapes.ts';
import {
  type GrpcCoreOptions,
  type GrpcCoreServer,
  prepareGrpcCore,
  startGrpcCore,
} from '../../support/grpc-core.ts';
import { connect, describeOutcome, OneOutcome, plainAddress } from '../../support/loopback.ts';
import { asProduct, openProduct, type ProductDriver } from '../../support/product.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** A connection, and the calls to make on it. */
interface Asked {
  readonly connection: Connection;
  readonly prepared: PreparedRequest;
}

const missing = prepareGrpcCore();
const title = 'the raw gRPC driver with the C core as the server';

describe.skipIf(missing !== null)(missing ? `${title}: ${missing}` : title, () => {
  let server: GrpcCoreServer;
  const open: Connection[] = [];
  afterEach(async () => {
    for (const connection of open.splice(0)) connection.close();
    await server.kill();
  });

  const product = (operation: Operation, length: number): Product =>
    makeProduct({ operation, length }, 'multibyte', 7);

  /** Starts the server. @returns its address. */
  async function plain(options?: GrpcCoreOptions): Promise<Address> {
    server = await startGrpcCore(options);
    return plainAddress(server.port);
  }

  async function secure(): Promise<Address> {
    const { ca, ...tls } = await serverIdentity(temporaryFolder());
    server = await startGrpcCore({ tls });
    const versions = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.3' } as const;
    const checks = { ca: [ca], serverName: 'localhost', identity: null };
    return { ...plainAddress(server.port), tls: { ...checks, ...versions } };
  }

  const openDriver = (
    request: Product,
    operation: Operation,
    address: Address,
  ): Promise<ProductDriver> =>
    openProduct(openGrpcRaw, {
      address,
      operation,
      request,
      timeoutMs: 20_000,
      meter: new ByteMeter(),
      resumption: true,
    });

  async function connected({ driver, prepared }: ProductDriver): Promise<Asked> {
    const connection = driver.open();
    open.push(connection);
    expect(await connect(connection)).toBeNull();
    return { connection, prepared };
  }

  const opened = async (request: Product, address: Address) =>
    connected(await openDriver(request, 'echo', address));

  /** One call. @returns the answer, or the kind and code of the failure. */
  async function call({ connection, prepared }: Asked): Promise<Product | string> {
    const sink = new OneOutcome();
    connection.send(prepared, sink, true);
    const outcome = await sink.outcome;
    if ('failure' in outcome || !outcome.reply) return describeOutcome(outcome);
    return asProduct(outcome.reply());
  }

  /** Makes this many calls one after the other. */
  async function calls(connection: Asked, count: number): Promise<(Product | string)[]> {
    const answers: (Product | string)[] = [];
    for (let made = 0; made < count; made++) answers.push(await call(connection));
    return answers;
  }

  describe.each(['echo', 'modify'] as const)('%s', (operation) => {
    it.each([
      ['one stream on each of 10 connections', 10, 1],
      ['25 streams on each of 4 connections', 4, 25],
    ])('1000 calls by %s', async (_title, connections, streams) => {
      const request = product(operation, 60);
      const driver = await openDriver(request, operation, await plain());
      const all = await Promise.all(Array.from({ length: connections }, () => connected(driver)));
      const each = 1000 / connections / streams;
      const users = all.flatMap((connection) =>
        Array.from({ length: streams }, () => calls(connection, each)),
      );
      const answers = (await Promise.all(users)).flat();
      expect(answers).toHaveLength(1000);
      const expected = expectedProduct(operation, request);
      for (const answer of answers) expect(answer).toEqual(expected);
    });

    it.each(['plain', 'over TLS'])('2,000,000 characters both ways, %s', async (how) => {
      const request = product(operation, 2_000_000);
      const address = how === 'plain' ? await plain() : await secure();
      const connection = await connected(await openDriver(request, operation, address));
      const answers = await Promise.all([calls(connection, 3), calls(connection, 3)]);
      const expected = expectedProduct(operation, request);
      for (const answer of answers.flat()) expect(answer).toEqual(expected);
    });
  });

  it('reports an error with its message, and continues', async () => {
    const request = { ...product('echo', 10), name: 'refuse' };
    const connection = await opened(request, await plain());
    const sink = new OneOutcome();
    connection.connection.send(connection.prepared, sink, true);
    const message = 'gRPC INVALID_ARGUMENT: not so, für heute: 100 %';
    const failure = { kind: 'status', code: 'INVALID_ARGUMENT', message };
    expect(await sink.outcome).toEqual({ failure });
    expect(await calls(connection, 2)).toEqual(Array(2).fill('status INVALID_ARGUMENT'));
  });

  it('reports a method that the server does not know', async () => {
    const address = await plain({ methods: ['Modify'] });
    const connection = await opened(product('echo', 10), address);
    expect(await calls(connection, 3)).toEqual(Array(3).fill('status UNIMPLEMENTED'));
  });

  it('lets calls finish when the server shuts down gracefully, and is of no more use', async () => {
    const request = { ...product('echo', 10), name: 'hold' };
    const connection = await opened(request, await plain());
    const waiting = Array.from({ length: 4 }, () => call(connection));
    await expect.poll(() => server.held()).toBe(4);
    server.shutDown();
    await expect.poll(() => connection.connection.usable).toBe(false);
    server.release();
    expect(await Promise.all(waiting)).toEqual(Array(4).fill(request));
  });

  it('fails what is in flight when the server is killed', async () => {
    const request = { ...product('echo', 10), name: 'hold' };
    const driver = await openDriver(request, 'echo', await plain());
    const connection = await connected(driver);
    const waiting = Array.from({ length: 3 }, () => call(connection));
    await expect.poll(() => server.held()).toBe(3);
    await server.kill();
    for (const outcome of await Promise.all(waiting)) expect(outcome).toMatch(/^reset /);
    expect(connection.connection.usable).toBe(false);
    expect((await connect(driver.driver.open()))?.kind).toBe('connect');
  });
});
