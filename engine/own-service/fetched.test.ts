import { describe, expect, it } from 'vitest';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import { scriptedHttp } from '../../tests/support/driven.ts';
import { fetchDescription } from './fetch-description.ts';
import { introspect } from './graphql/introspect.ts';
import { Standby } from './standby.ts';

describe('a description is fetched', () => {
  /** `/N` leads on N times. */
  const leading = async (location = (left: number) => `/${left}`) => {
    const { port, seen } = await scriptedHttp(1, (response, { line }) => {
      const left = Number(/\d+$/.exec(line)?.[0] ?? 0);
      if (left === 0) response.writeHead(203).end('é');
      else response.writeHead(302, { location: location(left - 1) }).end('on');
    });
    return { address: `http://127.0.0.1:${port}`, seen };
  };

  it('as it is, and as far as redirections lead on the same host', async () => {
    const { address, seen } = await leading();
    expect(await fetchDescription(`${address}/0`)).toEqual({ status: 203, text: 'é' });
    const headers = { 'x-a': 'b' };
    const asking = { method: 'POST', body: 'c', headers } as const;
    expect(await fetchDescription(`${address}/5`, asking)).toEqual({ status: 203, text: 'é' });
    expect(seen.slice(1).map(({ line }) => line)).toEqual(
      [5, 4, 3, 2, 1, 0].map((n) => `POST /${n}`),
    );
    expect(seen.at(-1)?.headers['x-a']).toBe('b');
    await expect(fetchDescription(`${address}/6`)).rejects.toMatchObject({
      code: 'SERVICE_INVALID',
      message: `${address}/6 cannot be fetched: it leads from one address to the next`,
    });
  });

  it.each([
    ['http://localhost/x', 'it answers 302, look at http://localhost/x instead'],
    [`http://[${'x'.repeat(600)}`, `look at http://[${'x'.repeat(492)} instead`],
  ])('from no other host: %s', async (location, words) => {
    const { address } = await leading(() => location);
    await expect(fetchDescription(`${address}/1`)).rejects.toThrow(words);
  });

  it('without a place to go to, whatever the status', async () => {
    const { port } = await scriptedHttp(1, (response) => response.writeHead(399).end('here'));
    const address = `http://127.0.0.1:${port}`;
    expect(await fetchDescription(address)).toEqual({ status: 399, text: 'here' });
    const four = await scriptedHttp(1, (response) =>
      response.writeHead(400, { location: '/other' }).end('no'),
    );
    const found = await fetchDescription(`http://127.0.0.1:${four.port}`);
    expect(found).toEqual({ status: 400, text: 'no' });
  });

  it('up to 20 MB', async () => {
    const { port } = await scriptedHttp(1, (response, { line }) =>
      response.end(Buffer.alloc(line.endsWith('/more') ? 20_000_001 : 20_000_000, 'a')),
    );
    const address = `http://127.0.0.1:${port}`;
    expect((await fetchDescription(`${address}/all`)).text).toHaveLength(20_000_000);
    await expect(fetchDescription(`${address}/more`)).rejects.toThrow(
      `${address}/more cannot be fetched: the answer is larger than 20000000 bytes`,
    );
  });
});

describe('introspection', () => {
  const schema = '{"data":{"__schema":{}}}';
  /** Answers one after the other, the last again and again. */
  const answering = async (...answers: readonly (readonly [number, string])[]) => {
    const { port, seen } = await scriptedHttp(1, (response) => {
      const [status, body] = answers[seen.length - 1] ?? answers.at(-1) ?? [500, ''];
      response.writeHead(status).end(body);
    });
    return { address: `http://127.0.0.1:${port}/graphql`, seen };
  };

  it('asks for all first, and then for less', async () => {
    const { address, seen } = await answering(
      [400, '{"errors":[{"message":"deep"}]}'],
      [200, 'x'],
      [500, schema],
    );
    expect(await introspect(address, { 'x-key': 'k' })).toBe(schema);
    const asked = seen.map(({ body }) => JSON.parse(body.toString()) as { query: string });
    expect(
      asked.map(({ query }) => [query.includes('isOneOf'), query.includes('description')]),
    ).toEqual([
      [true, true],
      [false, true],
      [false, false],
    ]);
    const depth = asked.map(({ query }) => query.match(/ofType/g)?.length);
    expect(depth[2]).toBeLessThan(depth[1] ?? 0);
    const [first] = seen;
    const headers = first?.headers ?? {};
    const line = first?.line;
    expect([line, headers['content-type'], headers['x-key']]).toEqual([
      ...['POST /graphql', 'application/json', 'k'],
    ]);
    expect(headers.accept).toBe('application/graphql-response+json, application/json');
    expect(asked[0]).toMatchObject({ operationName: 'IntrospectionQuery' });
  });

  it.each([
    [[[200, '{"errors":[{"message":"off"}]}']], 'off', 3],
    [[[404, '<html>']], 'status 404 without a schema', 3],
    [[[200, '{"data":null}']], 'status 200 without a schema', 3],
    [[[200, '{"errors":[{"message":7}]}']], 'status 200 without a schema', 3],
    [[[200, 'null']], 'status 200 without a schema', 3],
    [[[401, 'no']], 'status 401 without a schema', 1],
    [[[403, '{"errors":[{"message":"who"}]}']], 'who', 1],
    [
      [
        [200, '{"data":{}}'],
        [403, 'no'],
      ],
      'status 403 without a schema',
      2,
    ],
  ] as const)('of a server that answers %j fails', async (answers, why, times) => {
    const { address, seen } = await answering(...answers);
    await expect(introspect(address)).rejects.toMatchObject({
      code: 'SERVICE_INVALID',
      message: `${address} does not reveal its schema: ${why}`,
      hint: expect.stringContaining('as a file'),
    });
    expect(seen).toHaveLength(times);
  });
});

it('an experiment without a server of its own has the addresses of its file', async () => {
  const target = { rest: 'http://127.0.0.1:1' };
  const experiment = { target, servers: {}, factors: { tls: ['off'] } } as unknown as Experiment;
  const standby = new Standby(experiment, { folder: '.', home: '.' });
  expect(await standby.address('rest', 'http://said')).toBe('http://said');
  expect(await standby.target('grpc')).toBe(target);
  await standby.stop();
});
