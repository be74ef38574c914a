import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { Agent, fetch } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TlsLevel } from '../../contracts/words.ts';
import type { Product } from '../../workloads/product/product.ts';
import { productRoutes } from '../support/product-routes.ts';
import { assertProduct, exchanges } from '../support/products.ts';
import { removeTestIdentities, startService, type TestService } from '../support/service.ts';

const run = promisify(execFile);
const json = { 'content-type': 'application/json' };
const product: Product = { id: '0', name: 'Coffee', description: 'abc😀' };

let service: TestService;
let agent: Agent;
let base: string;

/** @param trusting whether the client brings a certificate of its own. */
function agentFor(tls: TlsLevel, withIdentity: boolean): Agent {
  if (tls === 'off') return new Agent();
  const { cert, key } = service.client;
  return new Agent({ connect: { ca: service.ca, ...(withIdentity ? { cert, key } : {}) } });
}

function post(path: string, body: string, headers: Record<string, string> = json) {
  return fetch(`${base}${path}`, { method: 'POST', body, headers, dispatcher: agent });
}

afterAll(removeTestIdentities);

describe.each(['off', 'on', 'mtls'] as const)('REST, TLS %s', (tls) => {
  beforeAll(async () => {
    service = await startService({ protocol: 'rest', tls });
    agent = agentFor(tls, tls === 'mtls');
    base = `${tls === 'off' ? 'http' : 'https'}://localhost:${service.port}`;
  });
  afterAll(async () => {
    await agent.close();
    expect(await service.stop()).toBe(0);
  });

  it.each(exchanges)('$title', async ({ operation, request, answer }) => {
    const response = await post(productRoutes[operation].rest.path, JSON.stringify(request));
    expect(response.status).toBe(200);
    assertProduct((await response.json()) as Product, answer);
  });

  it('works with curl', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'wirebench-curl-'));
    const files = { ca: service.ca, cert: service.client.cert, key: service.client.key };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const trust = tls === 'off' ? [] : ['--cacert', join(folder, 'ca')];
    const identity =
      tls === 'mtls' ? ['--cert', join(folder, 'cert'), '--key', join(folder, 'key')] : [];
    const { stdout } = await run('curl', [
      ...['-sS', '--fail', ...trust, ...identity, '-H', 'content-type: application/json'],
      ...['-d', JSON.stringify(product), `${base}/products/modify`],
    ]);
    await rm(folder, { recursive: true });
    expect(JSON.parse(stdout)).toEqual({ ...product, description: '😀cba' });
  });
});

it('REST refuses a client without a certificate where one is asked for', async () => {
  service = await startService({ protocol: 'rest', tls: 'mtls' });
  agent = agentFor('mtls', false);
  base = `https://localhost:${service.port}`;
  await expect(post('/products/echo', JSON.stringify(product))).rejects.toThrow();
  expect((await service.measure()).requests).toBe(0);
  await agent.close();
  await service.stop();
});

describe('REST', () => {
  beforeEach(async () => {
    service = await startService({ protocol: 'rest' });
    agent = new Agent();
    base = `http://${service.host}:${service.port}`;
  });
  afterEach(async () => {
    await agent.close();
    await service.stop();
  });

  it.each([
    ['no JSON', '{"id":', json, 400, /JSON/],
    ['an empty body', '', json, 400, /empty/i],
    ['a list', '[]', json, 400, /object/],
    ['a missing field', '{"id":"0","name":"x"}', json, 400, /description/],
    [
      'a number for a text',
      '{"id":0,"name":"x","description":"y"}',
      json,
      400,
      /id must be string/,
    ],
    ['null for a text', '{"id":"0","name":null,"description":"y"}', json, 400, /name/],
    ['another media type', '<a/>', { 'content-type': 'text/xml' }, 415, /Media Type/i],
  ] as const)('refuses %s', async (_title, body, headers, status, message) => {
    const response = await post('/products/echo', body, headers);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({
      statusCode: status,
      message: expect.stringMatching(message),
    });
  });

  it('counts every answer, faults among them, and no probe', async () => {
    const good = Array.from({ length: 50 }, () => post('/products/echo', JSON.stringify(product)));
    const bad = Array.from({ length: 7 }, () => post('/products/echo', '{'));
    const lost = [post('/products/else', '{}')];
    const probes = ['/health', '/openapi.json', '/health'].map((path) =>
      fetch(`${base}${path}`, { dispatcher: agent }),
    );
    const answers = await Promise.all([...good, ...bad, ...lost, ...probes]);
    await Promise.all(answers.map((answer) => answer.text()));
    expect((await service.measure()).requests).toBe(58);
  });

  it('answers HEAD wherever there is a probe', async () => {
    for (const path of ['/health', '/openapi.json']) {
      const response = await fetch(`${base}${path}`, { method: 'HEAD', dispatcher: agent });
      expect([path, response.status, await response.text()]).toEqual([path, 200, '']);
    }
  });

  it('refuses a request for two hosts', async () => {
    const socket = connect(service.port, '127.0.0.1');
    socket.end('GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n');
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('more than one Host header');
  });

  it('promises no end to idle connections', async () => {
    const { headers } = await post('/products/echo', JSON.stringify(product));
    expect(headers.get('connection')).toBe('keep-alive');
    expect(headers.get('keep-alive')).toBeNull();
  });

  it('describes its routes in an OpenAPI 3.1 document', async () => {
    const response = await fetch(`${base}/openapi.json`, { dispatcher: agent });
    const document = (await response.json()) as { openapi: string; paths: Record<string, object> };
    expect(document.openapi).toMatch(/^3\.1\./);
    for (const { rest } of Object.values(productRoutes)) {
      expect(document.paths[rest.path]).toHaveProperty('post.requestBody');
      expect(document.paths[rest.path]).toHaveProperty('post.responses.200');
    }
    for (const [, name] of JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g)) {
      expect(document).toHaveProperty(`components.schemas.${name}`);
    }
  });
});
