import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { wirebench } from '../../support/command-line.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const servers: FastifyInstance[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const description = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  servers: [{ url: '/api' }],
  paths: {
    '/orders/{id}': {
      get: {
        operationId: 'getOrder',
        summary: 'One order',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 7 } },
          {
            name: 'tags',
            in: 'query',
            required: true,
            schema: { $ref: '#/components/schemas/Tags' },
          },
        ],
        responses: { 200: { description: 'It' } },
      },
    },
    '/orders': {
      post: {
        operationId: 'createOrder',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } },
        },
        responses: { 201: { description: 'Made' } },
      },
    },
  },
  components: {
    schemas: {
      Tags: { type: 'array', items: { type: 'string', enum: ['new'] } },
      Order: {
        type: 'object',
        required: ['sku', 'count'],
        properties: {
          sku: { type: 'string', pattern: '^[A-Z]-\\d{3}$' },
          count: { type: 'integer', minimum: 2 },
          next: { $ref: '#/components/schemas/Order' },
        },
      },
    },
  },
};

/** An order service that checks what it is sent, and describes itself. */
async function orders(): Promise<string> {
  const server = Fastify();
  servers.push(server);
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

const short = ['--set', 'load={model: closed, requests: 20}', '--set', 'factors.users=[2]'];

describe('wirebench new', () => {
  it('makes an experiment of an OpenAPI description that can be tried and run as it is', async () => {
    const address = await orders();
    const home = temporaryFolder();
    const file = join(home, 'orders.bench.yaml');
    const made = await wirebench(home, [
      ...['new', '--openapi', `${address}/openapi.json`, '--out', file],
      ...['--operation', 'get-order', '--operation', 'createOrder'],
    ]);
    expect(made).toMatchObject({ code: 0, stdout: '' });
    expect(readFileSync(file, 'utf8')).toContain(`address: ${address}/api`);
    const tried = await wirebench(home, ['try', file]);
    expect(tried.stdout).toContain('✓ status 201');
    expect(tried.code).toBe(0);
    const run = await wirebench(home, ['run', file, '--quiet', '--json', ...short]);
    expect(run.code).toBe(0);
    const { trials } = JSON.parse(run.stdout) as {
      trials: { cell: { shape: string }; requests: { ok: number } }[];
    };
    expect(trials.map(({ cell, requests }) => `${cell.shape} ${requests.ok}`)).toEqual([
      'get-order 20',
      'create-order 20',
    ]);
  });

  it('says what it left out, writes to stdout, and over no file', async () => {
    const home = temporaryFolder();
    const source = join(home, 'openapi.json');
    writeFileSync(source, JSON.stringify(description));
    const made = await wirebench(home, ['new', '--openapi', source, '--curl', 'curl -d a=b :1/x']);
    expect(made.code).toBe(2);
    const out = ['--out', join(home, 'a.bench.yaml')];
    const plain = await wirebench(home, ['new', '--openapi', source, '--name', 'Mine']);
    expect(plain.code).toBe(0);
    expect(plain.stdout).toContain('name: Mine');
    expect(plain.stdout).toContain('address: http://127.0.0.1:8080 # where is it?');
    expect(plain.stderr).toContain('1 of 2 operations left out');
    expect((await wirebench(home, ['new', '--openapi', source, ...out])).code).toBe(0);
    const again = await wirebench(home, ['new', '--openapi', source, ...out]);
    expect(again.code).toBe(2);
    expect(again.stderr).toContain('is there already');
    expect((await wirebench(home, ['new', '--openapi', source, ...out, '--force'])).code).toBe(0);
  });

  it.each([
    [['--openapi', 'nowhere.yaml'], 'there is no file nowhere.yaml'],
    [['--openapi', 'http://127.0.0.1:1/a.json'], 'cannot be fetched'],
    [['--url', 'ftp://a/b'], 'is no address'],
    [['--curl', 'wget a'], 'expected a command that starts with curl'],
    [[], 'expected where your service is described'],
  ])('ends with 2 for %j', async (args, message) => {
    const home = temporaryFolder();
    const { code, stderr } = await wirebench(home, ['new', ...args, '--out', join(home, 'a.yaml')]);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
    expect(existsSync(join(home, 'a.yaml'))).toBe(false);
  });
});
