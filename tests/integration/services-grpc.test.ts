import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import {
  type ChannelCredentials,
  type Client,
  credentials,
  type GrpcObject,
  loadPackageDefinition,
  type ServiceClientConstructor,
  type ServiceError,
  status,
} from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { protoPath as healthProto } from 'grpc-health-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TlsLevel } from '../../contracts/words.ts';
import type { Product } from '../../workloads/product/product.ts';
import { grpcService, productRoutes } from '../support/product-routes.ts';
import { assertProduct, exchanges } from '../support/products.ts';
import { removeTestIdentities, startService, type TestService } from '../support/service.ts';

const product: Product = { id: '0', name: 'Coffee', description: 'abc😀' };
const unlimited = { 'grpc.max_receive_message_length': -1, 'grpc.max_send_message_length': -1 };
const reflectionRoot = dirname(createRequire(import.meta.url).resolve('@grpc/reflection'));
const reflectionProto = join(reflectionRoot, '../proto/grpc/reflection/v1/reflection.proto');
const productProto = join(import.meta.dirname, '../../proto/product.proto');

let service: TestService;

function credentialsFor(tls: TlsLevel, withIdentity = tls === 'mtls'): ChannelCredentials {
  if (tls === 'off') return credentials.createInsecure();
  const ca = Buffer.from(service.ca);
  if (!withIdentity) return credentials.createSsl(ca);
  const { key, cert } = service.client;
  return credentials.createSsl(ca, Buffer.from(key), Buffer.from(cert));
}

/** The generated client of a service, by its full name in an interface file. */
function clientOf(file: string, name: string, trust: ChannelCredentials): Client {
  const definitions: GrpcObject = loadPackageDefinition(loadSync(file, { defaults: true }));
  const found = name
    .split('.')
    .reduce<unknown>((at, part) => Reflect.get(at as object, part), definitions);
  return new (found as ServiceClientConstructor)(`localhost:${service.port}`, trust, unlimited);
}

/** Calls a method of a generated client. */
function call<Answer>(client: Client, method: string, request: unknown): Promise<Answer> {
  return new Promise((resolve, reject) => {
    Reflect.get(client, method).call(
      client,
      request,
      (error: ServiceError | null, answer: Answer) => (error ? reject(error) : resolve(answer)),
    );
  });
}

/** Sends bytes as they are, so that they need be no message at all. */
function callRaw(client: Client, path: string, bytes: Buffer): Promise<Buffer> {
  const same = (value: Buffer) => value;
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(path, same, same, bytes, (error, answer) =>
      answer ? resolve(answer) : reject(error),
    );
  });
}

afterAll(removeTestIdentities);

describe.each(['off', 'on', 'mtls'] as const)('gRPC, TLS %s', (tls) => {
  let client: Client;
  beforeAll(async () => {
    service = await startService({ protocol: 'grpc', tls });
    client = clientOf(productProto, grpcService, credentialsFor(tls));
  });
  afterAll(async () => {
    client.close();
    expect(await service.stop()).toBe(0);
  });

  it.each(exchanges)('$title', async ({ operation, request, answer }) => {
    assertProduct(await call<Product>(client, operation, request), answer);
  });
});

it('gRPC refuses a client without a certificate where one is asked for', async () => {
  service = await startService({ protocol: 'grpc', tls: 'mtls' });
  const client = clientOf(productProto, grpcService, credentialsFor('mtls', false));
  await expect(call(client, 'echo', product)).rejects.toMatchObject({ code: status.UNAVAILABLE });
  client.close();
  expect((await service.measure()).requests).toBe(0);
  await service.stop();
});

describe('gRPC', () => {
  let client: Client;
  beforeEach(async () => {
    service = await startService({ protocol: 'grpc' });
    client = clientOf(productProto, grpcService, credentialsFor('off'));
  });
  afterEach(async () => {
    client.close();
    await service.stop();
  });

  it.each([
    ['a field number that is no number', Buffer.from([0x80])],
    ['an unknown wire type', Buffer.from([0x0f])],
    ['a varint without an end', Buffer.alloc(12, 0xff)],
  ])('answers %s with INVALID_ARGUMENT', async (_title, bytes) => {
    const sent = callRaw(client, productRoutes.echo.grpc.path, bytes);
    await expect(sent).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
  });

  it('reads absent fields as empty texts, and answers UNIMPLEMENTED for what it lacks', async () => {
    await expect(call(client, 'echo', {})).resolves.toEqual({ id: '', name: '', description: '' });
    const unknown = callRaw(client, `/${grpcService}/Other`, Buffer.alloc(0));
    await expect(unknown).rejects.toMatchObject({ code: status.UNIMPLEMENTED });
  });

  it('says by the health protocol that it serves', async () => {
    const health = clientOf(healthProto, 'grpc.health.v1.Health', credentialsFor('off'));
    for (const name of ['', grpcService]) {
      await expect(call(health, 'check', { service: name })).resolves.toMatchObject({
        status: expect.toSatisfy((value) => value === 1 || value === 'SERVING'),
      });
    }
    const stranger = call(health, 'check', { service: 'nobody' });
    await expect(stranger).rejects.toMatchObject({ code: status.NOT_FOUND });
    health.close();
  });

  it('describes itself by reflection', async () => {
    const name = 'grpc.reflection.v1.ServerReflection';
    const reflection = clientOf(reflectionProto, name, credentialsFor('off'));
    const stream = Reflect.get(reflection, 'serverReflectionInfo').call(reflection);
    const ask = (request: object) =>
      new Promise<Record<string, object>>((resolve, reject) => {
        stream.once('data', resolve).once('error', reject);
        stream.write(request);
      });
    const listed = JSON.stringify(await ask({ listServices: '' }));
    for (const described of [grpcService, 'grpc.health.v1.Health']) {
      expect(listed).toContain(described);
      const file = await ask({ fileContainingSymbol: described });
      expect(file.fileDescriptorResponse).toHaveProperty('fileDescriptorProto.length', 1);
    }
    stream.end();
    reflection.close();
  });

  it('counts every answer, errors among them, and no probe', async () => {
    const { path } = productRoutes.echo.grpc;
    const health = clientOf(healthProto, 'grpc.health.v1.Health', credentialsFor('off'));
    const good = Array.from({ length: 50 }, () => call(client, 'echo', product));
    const bad = Array.from({ length: 7 }, () => callRaw(client, path, Buffer.from([0x0f])));
    const probes = [1, 2].map(() => call(health, 'check', { service: '' }));
    await Promise.allSettled([...good, ...bad, ...probes]);
    health.close();
    expect((await service.measure()).requests).toBe(57);
  });
});
