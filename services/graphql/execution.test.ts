import { buildSchema, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { sampler, samplerOptions } from '../../tests/support/sampler.ts';
import { documentChecker, documentLimits } from './documents.ts';
import { requestError } from './errors.ts';
import { executor, readRequest } from './execution.ts';
import { extentOf } from './extent.ts';
import { workloadSchema } from './schema.ts';

const { options } = samplerOptions();
const run = executor(workloadSchema(options));
const ask = (query: string, variables: Readonly<Record<string, unknown>> = {}) =>
  run({ query, variables, operationName: null });

const parts = '{ label: "p", colour: RED }';
const save = (more: string, fields: string) =>
  `mutation S($big: Long = 5, $picture: Base64 = "AP8K") { save(id: "1", inStock: true, count: 3, bigCount: $big, price: 0.5, picture: $picture, colour: RED, mainPart: ${parts}, parts: [], tags: [], marks: []${more}) { ${fields} } }`;

describe('the scalars of a schema', () => {
  it.each([
    [
      'bigCount picture note limit',
      '',
      {},
      { bigCount: 5, picture: 'AP8K', note: null, limit: null },
    ],
    ['bigCount', '', { big: 2 ** 53 - 1 }, { bigCount: 2 ** 53 - 1 }],
    ['bigCount', '', { big: -7 }, { bigCount: -7 }],
    ['picture', '', { picture: '' }, { picture: '' }],
    ['note limit', ', note: "", limit: 0', {}, { note: '', limit: 0 }],
  ])('are read and written: %s%s with %j', async (fields, more, variables, expected) => {
    expect(await ask(save(more, fields), variables)).toEqual({
      status: 200,
      body: { data: { save: expected } },
      complaint: null,
    });
  });

  it.each([
    [{ big: 2 ** 53 }, 'Long: expected a whole number of at most 2^53 − 1'],
    [{ big: 0.5 }, 'Long: expected a whole number'],
    [{ big: '5' }, 'Long: expected a whole number'],
    [{ picture: 'A' }, 'Base64: expected bytes as base64'],
    [{ picture: 7 }, 'Base64: expected bytes as base64'],
  ])('refuse %j', async (variables, message) => {
    const answer = await ask(save('', 'id'), variables);
    expect(answer).toMatchObject({
      status: 400,
      body: {
        errors: [{ message: expect.stringContaining(message), extensions: { code: 'INVALID' } }],
      },
      complaint: expect.stringContaining(message),
    });
    expect(answer).not.toHaveProperty('body.data');
  });
});

it.each([
  ['invalid', 'INVALID', 'no such id'],
  ['absent', 'NOT_FOUND', 'nothing of that id'],
  ['twice', 'CONFLICT', 'there is one already'],
  ['pool', 'POOL', 'no connection came free in 5 s'],
  ['broken', 'INTERNAL', 'something broke'],
])('answers what is %s with the code %s', async (id, code, message) => {
  expect(await ask(`mutation { own: drop(id: "${id}") { ok } }`)).toMatchObject({
    status: 200,
    body: { data: null, errors: [{ message, path: ['own'], extensions: { code } }] },
    complaint: message,
  });
});

it.each([
  [{ query: '{a}' }, { query: '{a}', variables: {}, operationName: null }],
  [
    { query: '', variables: null, operationName: null },
    { query: '', variables: {}, operationName: null },
  ],
  [
    { query: 'q', variables: { a: 1 }, operationName: 'O', x: 1 },
    { query: 'q', variables: { a: 1 }, operationName: 'O' },
  ],
  [null, 'The body is not an object: expected {"query": "…"}'],
  ['{a}', 'The body is not an object: expected {"query": "…"}'],
  [[], 'The body is not an object: expected {"query": "…"}'],
  [{}, 'query: expected a GraphQL document as text'],
  [{ query: 'q', variables: [] }, 'variables: expected an object'],
  [{ query: 'q', variables: 'x' }, 'variables: expected an object'],
  [{ query: 'q', operationName: 5 }, 'operationName: expected a text'],
])('reads the request %j', (body, read) => {
  expect(readRequest(body)).toEqual(read);
});

it('has the error of a request that has no document', () => {
  expect(requestError('why')).toEqual({
    errors: [{ message: 'why', extensions: { code: 'INVALID' } }],
  });
});

it.each([
  ['{ a }', 1, 1],
  ['{ a b { c d } }', 2, 4],
  ['{ a ... on Q { b { c } } }', 2, 3],
  ['{ ...F ...F x } fragment F on Q { a { b } }', 2, 5],
  ['query A { a } query B { b { c { d } } e }', 3, 4],
  ['fragment F on Q { a { b } }', 0, 0],
])('measures %s as %i levels and %i fields', (document, depth, fields) => {
  expect(extentOf(parse(document))).toEqual({ depth, fields });
});

describe('documents', () => {
  const schema = buildSchema('type Query { a: Query n: Int }');
  const nested = (levels: number) => `${'{a'.repeat(levels - 1)}{n${'}'.repeat(levels)}`;
  const many = (fields: number) =>
    `{${Array.from({ length: fields }, (_, at) => `f${at}:n`).join(' ')}}`;
  const errorOf = (source: string) => {
    const checked = documentChecker(schema)(source);
    return 'errors' in checked ? checked.errors[0]?.message : null;
  };

  it('are limited in levels and fields', () => {
    const words = 'The document selects too much: 24 levels and 5000 fields at most';
    expect(errorOf(nested(documentLimits.depth))).toBeNull();
    expect(errorOf(nested(documentLimits.depth + 1))).toBe(words);
    const spread = (times: number) =>
      `{ ${'...F '.repeat(times)} } fragment F on Query { ${many(500).slice(1, -1)} }`;
    expect(errorOf(spread(10))).toBeNull();
    expect(errorOf(spread(11))).toBe(words);
  });

  it('are checked once while they are kept, the last five hundred that are not too long', () => {
    const check = documentChecker(schema);
    const first = check('{n}');
    expect(check('{n}')).toBe(first);
    expect(check('{n }')).not.toBe(first);
    for (let at = 2; at < 500; at++) check(`{n} #${at}`);
    expect(check('{n}')).toBe(first);
    check('{n} # one more');
    expect(check('{n}')).not.toBe(first);
    const kept = `{n} #${'x'.repeat(20_000 - 5)}`;
    expect(kept).toHaveLength(20_000);
    expect(check(kept)).toBe(check(kept));
    expect(check(`${kept}x`)).not.toBe(check(`${kept}x`));
  });

  it('are those of the workload', () => {
    expect(Object.keys(workloadSchema(options).getMutationType()?.getFields() ?? {})).toEqual(
      Object.values(sampler.operations)
        .filter(({ changes, stream }) => changes && stream === 'none')
        .map(({ field }) => field),
    );
  });
});
