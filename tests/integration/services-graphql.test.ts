import fc from 'fast-check';
import { buildClientSchema, getIntrospectionQuery, printSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentLimits } from '../../services/graphql/documents.ts';
import { startGraphql } from '../../services/graphql/graphql.ts';
import type { RunningService } from '../../services/service.ts';
import { argumentType, graphqlText } from '../../workloads/interfaces/graphql.ts';
import { canonicalMessage } from '../../workloads/messages/canonical.ts';
import { expectSame } from '../support/same-message.ts';
import { messageOf, sampler, samplerOptions, thing } from '../support/sampler.ts';

const watch = samplerOptions();
let service: RunningService;
let url: string;
beforeAll(async () => {
  service = await startGraphql(watch.options);
  url = `http://127.0.0.1:${service.port}/graphql`;
});
afterAll(() => service.stop());

interface Result {
  readonly data?: Record<string, never> | null;
  readonly errors?: { message: string; path?: unknown[]; extensions: { code: string } }[];
}

async function post(body: unknown): Promise<{ status: number; result: Result }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, result: (await response.json()) as Result };
}

const part = 'label weight colour';
const selection = `id inStock count bigCount price picture colour mainPart { ${part} } parts { ${part} } tags marks note sparePart { ${part} } shade limit soldAt`;
const defined = thing.fields.map((field) => `$${field.name}: ${argumentType(field)}`).join(', ');
const given = thing.fields.map(({ name }) => `${name}: $${name}`).join(', ');
const save = `mutation Save(${defined}) { save(${given}) { ${selection} } }`;

describe('GraphQL of any workload', () => {
  it('carries every message as it is', async () => {
    await fc.assert(
      fc.asyncProperty(messageOf(thing), async (message) => {
        const picture = Buffer.from(message.picture as Uint8Array).toString('base64');
        const { status, result } = await post({ query: save, variables: { ...message, picture } });
        expect(result.errors).toBeUndefined();
        expect(status).toBe(200);
        expectSame(canonicalMessage(thing, result.data?.save), message);
      }),
      { numRuns: 60 },
    );
  });

  it('answers several fields, under other names, with fragments, as one request', async () => {
    const before = watch.answers();
    const query = `
      query Two($id: String!) {
        first: ask(id: $id, tags: [], exact: true) { ...Asked things { parts { colour } } }
        second: ask(id: "b", tags: ["x"], exact: false, limit: 4) { ...Asked }
      }
      fragment Asked on Answer { question { id tags limit exact } __typename }
      query Other { __typename }`;
    const { result } = await post({ query, variables: { id: 'a' }, operationName: 'Two' });
    expect(result).toEqual({
      data: {
        first: {
          question: { id: 'a', tags: [], limit: null, exact: true },
          __typename: 'Answer',
          things: [{ parts: [{ colour: 'RED' }, { colour: 'DEEP_BLUE' }] }, { parts: [] }],
        },
        second: {
          question: { id: 'b', tags: ['x'], limit: 4, exact: false },
          __typename: 'Answer',
        },
      },
    });
    expect(watch.answers()).toBe(before + 1);
  });

  it('says ok where there is nothing to say', async () => {
    const { result } = await post({ query: 'mutation { reset { ok } drop(id: "fine") { ok } }' });
    expect(result).toEqual({ data: { reset: { ok: true }, drop: { ok: true } } });
  });

  it.each([
    ['invalid', 'INVALID'],
    ['absent', 'NOT_FOUND'],
    ['twice', 'CONFLICT'],
    ['pool', 'POOL'],
    ['broken', 'INTERNAL'],
  ])('answers %s with status 200 and the code %s', async (id, code) => {
    const { status, result } = await post({ query: `mutation { gone: drop(id: "${id}") { ok } }` });
    expect(status).toBe(200);
    expect(result.data).toBeNull();
    expect(result.errors).toMatchObject([{ path: ['gone'], extensions: { code } }]);
  });

  it.each([
    ['no document', { query: '' }, /Syntax Error/],
    ['broken syntax', { query: '{ ask(' }, /Syntax Error/],
    ['an unknown field', { query: '{ other }' }, /Cannot query field/],
    ['a missing argument', { query: '{ ask(id: "1", tags: []) { __typename } }' }, /exact/],
    ['a variable of another type', { query: save, variables: { id: 5 } }, /\$id/],
    ['an unknown operation', { query: '{ __typename }', operationName: 'X' }, /X/],
    ['no text', { query: 5 }, /query: expected/],
    [
      'variables that are a list',
      { query: '{ __typename }', variables: [] },
      /variables: expected/,
    ],
    ['a list', [], /not an object/],
    ['no JSON', '{', /JSON/],
  ])('refuses %s with status 400', async (_name, body, message) => {
    const before = watch.answers();
    const { status, result } = await post(body);
    expect(status).toBe(400);
    expect(result.errors?.[0]).toMatchObject({
      message: expect.stringMatching(message),
      extensions: { code: 'INVALID' },
    });
    expect(watch.answers()).toBe(before + 1);
  });

  it('refuses documents that would cost too much before they do', async () => {
    const many = Array.from({ length: 11 }, (_, index) => `a${index}: __typename`).join(' ');
    const bomb = ['fragment F0 on Query { __typename }'];
    for (let index = 1; index < 30; index++) {
      bomb.push(`fragment F${index} on Query { ...F${index - 1} ...F${index - 1} }`);
    }
    const deep = 'ofType { '.repeat(documentLimits.depth);
    const documents = [
      `{ ${'__typename '.repeat(documentLimits.tokens)} }`,
      `{ ...F29 } ${bomb.join(' ')}`,
      `{ __schema { types { ${deep} name ${'} '.repeat(documentLimits.depth)} } } }`,
      `{ __typename } #${'x'.repeat(documentLimits.length)}`,
    ];
    for (const query of documents) {
      const { status, result } = await post({ query });
      expect(status).toBe(400);
      expect(result.errors?.[0]?.message).toMatch(
        /too much|more than 5000 tokens|more than 1000000 UTF-16/,
      );
    }
    expect((await post({ query: `{ ${many} }` })).status).toBe(200);
  });

  it('describes itself: by introspection, and in its own language', async () => {
    const { status, result } = await post({ query: getIntrospectionQuery() });
    expect(status).toBe(200);
    const schema = buildClientSchema(result.data as never);
    expect(printSchema(schema)).toContain('input PartInput');
    const base = url.replace('/graphql', '');
    const paths = [
      fetch(url, { headers: { accept: 'text/graphql' } }),
      fetch(`${base}/schema.graphql`),
    ];
    for (const response of await Promise.all(paths)) {
      expect(await response.text()).toBe(graphqlText(sampler));
    }
    expect((await fetch(`${url}?query={__typename}`)).status).toBe(405);
  });

  it.each([
    ['selections', '{a'.repeat(20_000) + '}'.repeat(20_000)],
    ['lists', `{a(b:${'['.repeat(2400)}${']'.repeat(2400)})}`],
  ])('refuses %s that are nested deeper than any stack', async (_, query) => {
    const { status, result } = await post({ query });
    expect(status).toBe(400);
    expect(result.errors?.[0]?.message).toMatch(/nested too deeply: 24 levels at most/);
  });

  it('answers other methods with 405, and HEAD wherever it answers GET', async () => {
    for (const method of ['DELETE', 'PUT', 'OPTIONS', 'HEAD']) {
      const response = await fetch(url, { method });
      expect([method, response.status, response.headers.get('allow')]).toEqual([
        method,
        405,
        'POST',
      ]);
    }
    const health = await fetch(url.replace('/graphql', '/health'), { method: 'HEAD' });
    expect([health.status, await health.text()]).toEqual([200, '']);
  });

  it('survives whatever comes as a document, with whatever variables', async () => {
    const word = fc.constantFrom(
      'query',
      'mutation',
      '{',
      '}',
      '(',
      ')',
      'ask',
      'drop',
      'id:',
      '"pool"',
      '$a',
      ':',
      'String!',
      '...',
      'on',
      'fragment',
      'F',
      'Answer',
      '@skip(if: true)',
      '__typename',
      '[',
      ']',
      'exact: true',
      'tags: []',
      '#',
      '"""',
    );
    const document = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.array(word, { maxLength: 40 }).map((words) => words.join(' ')),
    );
    await fc.assert(
      fc.asyncProperty(document, fc.jsonValue(), async (query, variables) => {
        const before = watch.answers();
        const { status, result } = await post({ query, variables });
        expect([200, 400]).toContain(status);
        if (status === 400) expect(result.errors?.[0]?.extensions.code).toBe('INVALID');
        expect(watch.answers()).toBe(before + 1);
      }),
      { numRuns: 200 },
    );
  });
});
