import { buildClientSchema, getIntrospectionQuery, printSchema } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampler, samplerOptions } from '../../tests/support/sampler.ts';
import { graphqlText } from '../../workloads/interfaces/graphql.ts';
import type { RunningService } from '../service.ts';
import { type CheckedDocument, documentChecker, documentLimits } from './documents.ts';
import { startGraphql } from './graphql.ts';
import { workloadSchema } from './schema.ts';

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
      second: { question: { id: 'b', tags: ['x'], limit: 4, exact: false }, __typename: 'Answer' },
    },
  });
  expect(watch.answers()).toBe(before + 1);
});

it('says ok where there is nothing to say, and where an error belongs', async () => {
  const { result } = await post({ query: 'mutation { reset { ok } drop(id: "fine") { ok } }' });
  expect(result).toEqual({ data: { reset: { ok: true }, drop: { ok: true } } });
  const refused = await post({ query: 'mutation { gone: drop(id: "absent") { ok } }' });
  expect(refused).toMatchObject({ status: 200, result: { data: null } });
  expect(refused.result.errors).toMatchObject([
    { path: ['gone'], extensions: { code: 'NOT_FOUND' } },
  ]);
});

const variable = 'mutation A($id: String!) { drop(id: $id) { ok } }';
const typename = '{ __typename }';
const bomb = Array.from({ length: 30 }, (_, index) =>
  index === 0
    ? 'fragment F0 on Query { __typename }'
    : `fragment F${index} on Query { ...F${index - 1} ...F${index - 1} }`,
).join(' ');
const deep = 'ofType { '.repeat(documentLimits.depth);
const ends = '} '.repeat(documentLimits.depth);
it.each([
  ['no document', { query: '' }, /Syntax Error/],
  ['broken syntax', { query: '{ ask(' }, /Syntax Error/],
  ['an unknown field', { query: '{ other }' }, /Cannot query field/],
  ['a missing argument', { query: '{ ask(id: "1", tags: []) { __typename } }' }, /exact/],
  ['a variable of another type', { query: variable, variables: { id: 5 } }, /\$id/],
  ['an unknown operation', { query: typename, operationName: 'X' }, /X/],
  ['no text', { query: 5 }, /query: expected/],
  ['variables that are a list', { query: typename, variables: [] }, /variables: expected/],
  ['a list', [], /not an object/],
  ['no JSON', '{', /JSON/],
  [
    'too many tokens',
    { query: `{ ${'__typename '.repeat(documentLimits.tokens)} }` },
    /than 5000 tokens/,
  ],
  ['fragments that multiply', { query: `{ ...F29 } ${bomb}` }, /too much/],
  [
    'a deep introspection',
    { query: `{ __schema { types { ${deep} name ${ends} } } }` },
    /too much/,
  ],
  [
    'a long document',
    { query: `${typename} #${'x'.repeat(documentLimits.length)}` },
    /than 1000000 UTF-16/,
  ],
])('refuses %s with status 400, and counts it', async (_name, body, message) => {
  const before = watch.answers();
  const { status, result } = await post(body);
  expect(status).toBe(400);
  expect(result.errors?.[0]).toMatchObject({
    message: expect.stringMatching(message),
    extensions: { code: 'INVALID' },
  });
  expect(watch.answers()).toBe(before + 1);
});

it('describes itself: by introspection, and in its own language', async () => {
  const { status, result } = await post({ query: getIntrospectionQuery() });
  expect(status).toBe(200);
  const schema = buildClientSchema(result.data as never);
  expect(printSchema(schema)).toContain('input PartInput');
  const asked = await fetch(url, { headers: { accept: 'text/graphql' } });
  const file = await fetch(url.replace('/graphql', '/schema.graphql'));
  for (const response of [asked, file]) expect(await response.text()).toBe(graphqlText(sampler));
});

it.each(['DELETE', 'HEAD', 'GET'])('answers %s with 405', async (method) => {
  const response = await fetch(`${url}?query={__typename}`, { method });
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
});

it('refuses what exhausts the stack', () => {
  const check = documentChecker(workloadSchema(watch.options));
  // Fills the stack with its own calls, and checks as soon as unwinding has made enough room to say anything.
  const checkedAtTheEnd = (): CheckedDocument => {
    try {
      return checkedAtTheEnd();
    } catch {
      return check(`{a${'{a'.repeat(1000)}${'}'.repeat(1001)}`);
    }
  };
  const checked = checkedAtTheEnd();
  expect('errors' in checked && checked.errors[0]?.message).toBe(
    'The document is nested too deeply: 24 levels at most',
  );
});
