import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ResultDocument } from '../../../contracts/result.ts';
import { wirebench } from '../../support/command-line.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const description = `{"openapi": "3.1.0", "info": {"title": "Orders", "version": "1"}, "servers": [{"url": "/api"}],
"paths": {
  "/orders/{id}": {"get": {"operationId": "getOrder", "summary": "One order", "responses": {"200": {"description": "It"}},
    "parameters": [
      {"name": "id", "in": "path", "required": true, "schema": {"type": "integer", "minimum": 7}},
      {"name": "tags", "in": "query", "required": true, "schema": {"$ref": "#/components/schemas/Tags"}}]}},
  "/orders": {"post": {"operationId": "createOrder", "responses": {"201": {"description": "Made"}},
    "requestBody": {"required": true, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Order"}}}}}}},
"components": {"schemas": {
  "Tags": {"type": "array", "items": {"type": "string", "enum": ["new"]}},
  "Order": {"type": "object", "required": ["sku", "count"], "properties": {
    "sku": {"type": "string", "pattern": "^[A-Z]-\\\\d{3}$"},
    "count": {"type": "integer", "minimum": 2},
    "next": {"$ref": "#/components/schemas/Order"}}}}}}`;

/** An order service that checks what it is sent, and describes itself. */
async function orders(): Promise<string> {
  const server = Fastify();
  onTestFinished(() => server.close());
  server.get('/openapi.json', () => description);
  server.get<{ Params: { id: string }; Querystring: { tags: string } }>(
    '/api/orders/:id',
    ({ params, query }, reply) =>
      params.id === '7' && query.tags === 'new' ? { id: 7 } : reply.code(404).send({}),
  );
  server.post<{ Body: { sku: string; count: number } }>('/api/orders', ({ body }, reply) =>
    reply.code(/^[A-Z]-\d{3}$/.test(body.sku) && body.count >= 2 ? 201 : 400).send(body),
  );
  return await server.listen({ port: 0, host: '127.0.0.1' });
}

const short = ['load={model: closed, requests: 20}', 'factors.users=[2]', 'repetitions=1'].flatMap(
  (one) => ['--set', one],
);

describe('wirebench new', () => {
  it('makes an experiment of an OpenAPI description that can be tried and run as it is', async () => {
    const address = await orders();
    const home = temporaryFolder();
    const file = join(home, 'orders.bench.yaml');
    const source = ['new', '--openapi', `${address}/openapi.json`, '--out', file];
    const operations = ['--operation', 'get-order', '--operation', 'createOrder'];
    expect(await wirebench(home, [...source, ...operations])).toMatchObject({
      code: 0,
      stdout: '',
    });
    expect(readFileSync(file, 'utf8')).toContain(`address: ${address}/api`);
    const stdout = expect.stringContaining('✓ status 201');
    expect(await wirebench(home, ['try', file])).toMatchObject({ code: 0, stdout });
    const run = await wirebench(home, ['run', file, '--quiet', '--json', ...short]);
    expect(run.code).toBe(0);
    const { trials }: ResultDocument = JSON.parse(run.stdout);
    expect(trials.map(({ cell, requests }) => `${cell.shape} ${requests.ok}`)).toEqual([
      'get-order 20',
      'create-order 20',
    ]);
  });

  it('says what it left out, writes to stdout, and over no file', async () => {
    const home = temporaryFolder({ 'openapi.json': description });
    const made = (...more: string[]) =>
      wirebench(home, ['new', '--openapi', join(home, 'openapi.json'), ...more]);
    expect(await made('--curl', 'curl -d a=b :1/x')).toMatchObject({ code: 2 });
    const plain = await made('--name', 'Mine');
    expect(plain.code).toBe(0);
    expect(plain.stdout).toContain('name: Mine');
    expect(plain.stdout).toContain('address: http://127.0.0.1:8080 # where is it?');
    expect(plain.stderr).toContain('1 of 2 operations left out');
    const out = ['--out', join(home, 'a.bench.yaml')];
    expect(await made(...out)).toMatchObject({ code: 0 });
    const stderr = expect.stringContaining('is there already');
    expect(await made(...out)).toMatchObject({ code: 2, stderr });
    expect(await made(...out, '--force')).toMatchObject({ code: 0 });
  });

  it.each([
    [['--openapi', 'nowhere.yaml'], 'there is no file nowhere.yaml'],
    [['--openapi', 'http://127.0.0.1:1/a.json'], 'cannot be fetched'],
    [['--url', 'ftp://a/b'], 'is not an address'],
    [['--curl', 'wget a'], 'expected a command that starts with curl'],
    [[], 'expected where your service is described'],
  ])('ends with 2 for %j', async (args, message) => {
    const home = temporaryFolder();
    const { code, stderr } = await wirebench(home, ['new', ...args, '--out', join(home, 'a.yaml')]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(existsSync(join(home, 'a.yaml'))).toBe(false);
  });
});
