/* One file, because patterns, schemas, samples and calls are tested over one small tree of a description. */
import { describe, expect, it } from 'vitest';
import { CallWriter } from './call.ts';
import { PatternTester, textOfPattern } from './patterns.ts';
import { none, Sampler } from './sample.ts';
import { Budget, numberBounds, SchemaReader } from './schema.ts';
import { DescriptionTree } from './tree.ts';

async function parts(schemas: Readonly<Record<string, unknown>> = {}, openapi = '3.1.0') {
  const text = JSON.stringify({ openapi, components: { schemas } });
  const tree = await DescriptionTree.read(text, 'a.json', null);
  const budget = new Budget();
  budget.renew();
  const reader = new SchemaReader(tree, budget, new PatternTester([5000]));
  return {
    reader,
    sampler: new Sampler(reader),
    writer: new CallWriter(reader, new Sampler(reader)),
  };
}

const testable = new PatternTester([5000]);
it.each([
  ['^abc$', 'abc'],
  ['a|b', 'a'],
  ['(?:x|y)+z*', 'x'],
  ['(?<name>q)?r', 'r'],
  ['(?=a)a(?!b)', 'a'],
  ['(?<=a)b', 'b'],
  ['(?<!c)d', 'd'],
  ['[A-Z]{3}', 'AAA'],
  ['[^a-z]{2,}', '11'],
  ['[^\\w]', '-'],
  ['\\d{2,4}-\\w\\s\\D\\W\\S', '11-a a-a'],
  ['\\bword\\B', 'word'],
  ['\\p{L}\\P{N}', 'aa'],
  ['\\x41\\u0042\\u{43}', 'ABC'],
  ['\\n\\r\\t', '\n\r\t'],
  ['\\.\\[', '.['],
  ['a.c', 'aac'],
  ['x+?y', 'xy'],
  ['a{0}b', 'b'],
  ['a{1}?', 'a'],
  ['{a}', '{a}'],
  ['', ''],
  ['(a', null],
  ['a)', null],
  ['[a', null],
  ['a\\', null],
  [`${'('.repeat(51)}a${')'.repeat(51)}`, null],
  ['a{10001}', null],
  ['(?:a{100}){101}', null],
  ['b'.repeat(1001), null],
  ['b'.repeat(1000), 'b'.repeat(1000)],
])('the pattern %j gives %j', (pattern, text) => {
  expect(textOfPattern(pattern)).toBe(text);
  // Whether it matches is tested anyway; most do.
  if (text !== null && !/\?<|\\B|^\{/.test(pattern)) {
    expect(testable.matches(pattern, text)).toBe(true);
  }
});

it('patterns and texts that are too long, or invalid, match nothing', () => {
  const matches = (pattern: string, text: string) => testable.matches(pattern, text);
  expect(matches('a'.repeat(1000), 'a'.repeat(1000))).toBe(true);
  expect(matches('a'.repeat(1001), 'a'.repeat(1001))).toBe(false);
  expect([matches('^b', 'b'.repeat(10_000)), matches('^b', 'b'.repeat(10_001))]).toEqual([
    true,
    false,
  ]);
  expect([matches('(', '('), matches('b', 'a')]).toEqual([false, false]);
});

it.each([
  [{}, { least: -Infinity, most: Infinity, isAbove: false, isBelow: false, step: null }],
  [
    { minimum: 1, maximum: 5, multipleOf: 2 },
    { least: 1, most: 5, isAbove: false, isBelow: false, step: 2 },
  ],
  [
    { minimum: 1, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: true },
    { least: 1, most: 5, isAbove: true, isBelow: true, step: null },
  ],
  [
    { minimum: 1, exclusiveMinimum: 1, maximum: 5, exclusiveMaximum: 5 },
    { least: 1, most: 5, isAbove: true, isBelow: true, step: null },
  ],
  [
    { minimum: 2, exclusiveMinimum: 1, maximum: 4, exclusiveMaximum: 5 },
    { least: 2, most: 4, isAbove: false, isBelow: false, step: null },
  ],
  [
    { exclusiveMinimum: 3, exclusiveMaximum: 4 },
    { least: 3, most: 4, isAbove: true, isBelow: true, step: null },
  ],
])('the bounds of %j', (schema, bounds) => expect(numberBounds(schema)).toEqual(bounds));

const id = { type: 'string', readOnly: true };
describe('a value is accepted by a schema', () => {
  it.each<[unknown, readonly unknown[], readonly unknown[]]>([
    [true, [1, null], []],
    [false, [], [1, null]],
    [{ type: 'string', minLength: 2, maxLength: 3 }, ['ab', '😀b', 'abc'], ['a', 'abcd', 1, null]],
    [{ type: 'string', pattern: '^a' }, ['ab'], ['ba']],
    [{ type: ['string', 'null'] }, ['a', null], [1]],
    [{ type: 'string', nullable: true }, ['a', null], [1]],
    [{ enum: ['a', { b: 1 }] }, ['a', { b: 1 }], ['b', { b: 2 }, null]],
    [{ enum: ['a'], nullable: true }, ['a'], [null]],
    [{ const: [1] }, [[1]], [[2], 1]],
    [{ not: { type: 'string' } }, [1], ['a']],
    [{ anyOf: [{ type: 'string' }, { minimum: 3 }] }, ['a', 3], [2]],
    [{ oneOf: [{ minimum: 1 }, { maximum: 3 }] }, [0, 4], [1, 2, 3]],
    [{ allOf: [{ minimum: 1 }, { maximum: 3 }] }, [1, 3], [0, 4]],
    [{ allOf: [{ minimum: 1 }, { minimum: 3 }] }, [3], [2]],
    [{ allOf: [{ maximum: 1 }, { maximum: 3 }], exclusiveMaximum: 1 }, [0], [1, 2]],
    [{ allOf: [{ enum: [1, 2] }, { enum: [2, 3] }] }, [2], [1, 3]],
    [
      {
        allOf: [
          { properties: { a: { minimum: 1 } }, required: ['a'] },
          { properties: { a: { maximum: 3 }, b: false }, required: ['b'] },
        ],
      },
      [],
      [{ a: 1 }, { a: 4, b: 1 }, { b: 1 }],
    ],
    [{ allOf: [false] }, [], [1]],
    [{ type: 'integer' }, [1, -3], [1.5, '1']],
    [{ type: 'number', multipleOf: 0.1 }, [0.3, 1], [0.25]],
    [{ multipleOf: 0 }, [0.25], []],
    [{ type: 'number', exclusiveMinimum: 1, exclusiveMaximum: 2 }, [1.5], [1, 2, 0, 3]],
    [{ type: 'boolean' }, [true, false], [0, 'true']],
    [
      { type: 'array', minItems: 1, maxItems: 2, uniqueItems: true, items: { type: 'integer' } },
      [[1], [1, 2]],
      [[], [1, 1], [1, 2, 3], ['a'], {}],
    ],
    [
      { prefixItems: [{ type: 'string' }], items: { type: 'integer' } },
      [['a', 1], ['a'], []],
      [[1], ['a', 'b']],
    ],
    [
      {
        type: 'object',
        required: ['a'],
        properties: { a: { type: 'integer' }, id },
        minProperties: 1,
        maxProperties: 2,
      },
      [{ a: 1 }, { a: 1, b: 2 }],
      [{}, { a: 'x' }, { a: 1, b: 2, c: 3 }, [], null],
    ],
    [{ required: ['id'], properties: { id } }, [{}, { id: 'a' }], [{ id: 1 }]],
    [
      {
        properties: { a: true },
        patternProperties: { '^x': { type: 'integer' } },
        additionalProperties: false,
      },
      [{ a: 1 }, { x1: 2 }],
      [{ b: 1 }, { x1: 'a' }],
    ],
    [{ additionalProperties: { type: 'integer' } }, [{ b: 1 }], [{ b: 'a' }]],
    [{ format: 'date' }, ['2026-12-31', 1], ['2026-13-01', '2026-12-32', '26-1-1']],
    [
      { format: 'date-time' },
      ['2026-12-31T23:59:59.5Z', '2026-12-31 00:00:00+01:00'],
      ['2026-12-31T24:00:00Z', '2026-12-31'],
    ],
    [
      { format: 'uuid' },
      ['123e4567-e89b-42d3-a456-426614174000'],
      ['123e4567-e89b-42d3-a456-42661417400'],
    ],
    [{ format: 'email' }, ['a.b+c@d-e.f'], ['a@b', '@b.c']],
    [{ format: 'uri' }, ['ab+c://d:1/e?f#g'], ['/a', 'a b://c']],
    [{ format: 'url' }, ['https://a.bc:8/d'], ['ftp://a.bc', 'http://a']],
    [{ format: 'ipv4' }, ['0.10.199.255'], ['256.1.1.1', '1.1.1', '1.1.1.1.']],
    [{ format: 'byte' }, ['', 'YQ==', 'YWI=', 'YWJj'], ['YQ=', 'Y']],
    [{ format: 'other' }, ['any'], []],
    [{ $ref: 'a.json#/components/schemas/Least', maximum: 5 }, [3, 5], [2, 6]],
  ])('%j', async (schema, right, wrong) => {
    const { reader } = await parts({ Least: { minimum: 3 } });
    expect(right.filter((one) => !reader.accepts(schema, one))).toEqual([]);
    expect(wrong.filter((one) => reader.accepts(schema, one))).toEqual([]);
  });

  it('by the reference alone before version 3.1', async () => {
    const { reader } = await parts({ Least: { minimum: 3 } }, '3.0.0');
    const schema = { $ref: 'a.json#/components/schemas/Least', maximum: 5 };
    expect([2, 3, 6].map((one) => reader.accepts(schema, one))).toEqual([false, true, true]);
  });

  it('of types by name, or by what it has', async () => {
    const { reader } = await parts();
    const types = [
      { type: 'a' },
      { type: ['a', 7] },
      { type: 'a', nullable: true },
      { properties: {} },
      { required: [] },
      { items: true },
      {},
    ];
    expect(types.map((one) => reader.types(one))).toEqual([
      ...[['a'], ['a'], ['a', 'null'], ['object'], ['object'], ['array'], []],
    ]);
  });
});

const circle = {
  type: 'object',
  required: ['next'],
  properties: { next: { $ref: 'a.json#/components/schemas/Circle' } },
};
const maybe = {
  type: 'object',
  properties: { next: { $ref: 'a.json#/components/schemas/Maybe' }, a: { type: 'integer' } },
};
describe('a value for a schema', () => {
  it.each<[unknown, unknown]>([
    [true, 'text'],
    [false, none],
    [{}, 'text'],
    [{ type: 'string', minLength: 6 }, 'textxx'],
    [{ type: 'string', maxLength: 2 }, 'te'],
    [{ type: 'string', maxLength: 0 }, ''],
    [{ type: 'string', pattern: '^[A-C]{2}$' }, 'AA'],
    [{ type: 'string', pattern: '^b+$', minLength: 3 }, 'bbb'],
    [{ type: 'string', format: 'binary' }, none],
    [{ type: 'string', minLength: 10_001 }, none],
    [{ type: 'string', format: 'uuid' }, '123e4567-e89b-42d3-a456-426614174000'],
    [{ type: 'string', format: 'date-time' }, '2026-01-02T03:04:05Z'],
    [{ type: 'string', pattern: '(?=x)y' }, none],
    [{ type: 'boolean' }, true],
    [{ type: 'null' }, null],
    [{ type: ['null', 'integer'] }, 1],
    [{ type: 'other' }, none],
    [{ type: 'integer', minimum: 5 }, 5],
    [{ type: 'integer', exclusiveMinimum: 5 }, 6],
    [{ type: 'integer', maximum: -2 }, -2],
    [{ type: 'integer', exclusiveMaximum: -2 }, -3],
    [{ type: 'integer', minimum: 7, multipleOf: 5 }, 10],
    [{ type: 'number', exclusiveMinimum: 0.2, exclusiveMaximum: 0.4 }, 0.30000000000000004],
    [{ type: 'number', maximum: 0 }, 0],
    [{ type: 'integer', minimum: 2.2, maximum: 2.8 }, none],
    [{ enum: ['x', 'y'] }, 'x'],
    [{ enum: [] }, none],
    [{ type: 'string', const: 'c', default: 'd' }, 'c'],
    [{ type: 'string', default: 'd', examples: ['e'] }, 'e'],
    [{ type: 'string', default: 'd', example: 7 }, 'd'],
    [{ type: 'array', items: { type: 'integer' } }, [1]],
    [{ type: 'array', items: { type: 'integer' }, minItems: 3, uniqueItems: true }, [1, 2, 3]],
    [
      { type: 'array', items: { type: 'string' }, minItems: 2, uniqueItems: true },
      ['text', 'text1'],
    ],
    [{ type: 'array', items: { enum: ['p', 'q'] }, minItems: 2, uniqueItems: true }, ['p', 'q']],
    [{ type: 'array', maxItems: 0 }, []],
    [{ type: 'array', minItems: 101 }, none],
    [{ type: 'array', items: false }, []],
    [{ type: 'array', items: false, minItems: 1 }, none],
    [{ type: 'array', prefixItems: [{ type: 'integer' }, { type: 'boolean' }] }, [1, true]],
    [
      {
        type: 'object',
        properties: { a: { type: 'integer' }, id, b: { type: 'boolean', deprecated: true } },
      },
      { a: 1 },
    ],
    [{ type: 'object', required: ['z'], additionalProperties: { type: 'integer' } }, { z: 1 }],
    [
      { type: 'object', minProperties: 2, additionalProperties: { type: 'integer' } },
      { key1: 1, key2: 1 },
    ],
    [{ type: 'object', minProperties: 1, additionalProperties: false }, none],
    [{ type: 'object', required: ['a'], properties: { a: false } }, none],
    [
      { type: 'object', properties: { id, a: { type: 'integer' } }, example: { id: 'x', a: 7 } },
      { a: 7 },
    ],
    [{ oneOf: [{ type: 'string', format: 'binary' }, { type: 'integer' }] }, 1],
    [{ anyOf: [{ type: 'null' }, { type: 'boolean' }] }, true],
    [{ oneOf: [{ type: 'null' }] }, null],
    [{ $ref: 'a.json#/components/schemas/Circle' }, none],
    [{ $ref: 'a.json#/components/schemas/Maybe' }, { a: 1 }],
    [
      {
        oneOf: [{ $ref: 'a.json#/components/schemas/Cat' }],
        discriminator: {
          propertyName: 'kind',
          mapping: { meow: 'a.json#/components/schemas/Cat' },
        },
      },
      { kind: 'meow', a: 1 },
    ],
    [
      {
        oneOf: [{ $ref: 'a.json#/components/schemas/Cat' }],
        discriminator: { propertyName: 'kind' },
      },
      { kind: 'Cat', a: 1 },
    ],
  ])('%j is %j', async (schema, expected) => {
    const Cat = {
      type: 'object',
      properties: { kind: { type: 'string' }, a: { type: 'integer' } },
    };
    const { sampler } = await parts({ Circle: circle, Maybe: maybe, Cat });
    expect(sampler.sample(schema)).toEqual(expected);
  });

  it('is the first of five valid examples that are not too long', async () => {
    const { sampler } = await parts();
    const sample = (...examples: unknown[]) => sampler.sample({ type: 'string' }, examples);
    expect(sample(1, null, undefined, 'x')).toBe('x');
    expect(sample(1, 1, 1, 1, 1, 'x')).toBe('text');
    expect(sample('y'.repeat(19_998))).toHaveLength(19_998);
    expect(sample('y'.repeat(19_999))).toBe('text');
  });

  it('has at most thirty optional parts', async () => {
    const { sampler } = await parts();
    const properties = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`p${index}`, {}]),
    );
    expect(Object.keys(sampler.sample({ type: 'object', properties }) as object)).toHaveLength(30);
  });
});

const call = async (change: object, method = 'POST', path = '/a') => {
  const { writer } = await parts();
  return writer.write({ method, path, parameters: [], operation: {}, consumes: [], ...change });
};
const needed = (name: string, place: string, more: object) => ({
  name,
  in: place,
  required: true,
  ...more,
});
const bodyOf = (type: string, schema: unknown, more: object = {}) => ({
  operation: { requestBody: { required: true, content: { [type]: { schema, ...more } } } },
});
const point = { const: { x: 3, y: 4 } };
const list = { const: ['p', 'q r'] };

describe('a call of an operation', () => {
  it.each<[string, object, object]>([
    [
      'labels and matrices',
      {
        path: '/a/{id}{.n}/{m*}',
        parameters: [
          needed('id', 'path', { style: 'label', schema: { const: 'b' } }),
          needed('n', 'path', { schema: point }),
          needed('m', 'path', { style: 'matrix', schema: list }),
        ],
      },
      { method: 'POST', path: '/a/.bx,3,y,4/;m=p,q%20r' },
    ],
    [
      'exploded mappings',
      { path: '/{p}', parameters: [needed('p', 'path', { explode: true, schema: point })] },
      { method: 'POST', path: '/x%3D3,y%3D4' },
    ],
    [
      'a query in every style',
      {
        parameters: [
          needed('e', 'query', { schema: list }),
          needed('c', 'query', { explode: false, schema: list }),
          needed('t', 'query', { style: 'tabDelimited', explode: false, schema: list }),
          needed('d', 'query', { style: 'deepObject', schema: { const: { a: { b: 1 } } } }),
          needed('f', 'query', { explode: false, schema: point }),
          needed('g', 'query', { schema: point }),
        ],
      },
      {
        method: 'POST',
        path: '/a',
        query: {
          e: ['p', 'q r'],
          c: 'p,q r',
          t: 'p\tq r',
          'd[a][b]': '1',
          f: 'x,3,y,4',
          x: '3',
          y: '4',
        },
      },
    ],
    [
      'formats of Swagger 2',
      {
        parameters: [
          needed('s', 'query', { type: 'array', collectionFormat: 'ssv', default: ['a', 'b'] }),
          needed('p', 'query', { type: 'array', collectionFormat: 'pipes', default: ['a', 'b'] }),
          needed('m', 'query', { type: 'array', collectionFormat: 'multi', default: ['a', 'b'] }),
          needed('c', 'query', { type: 'array', default: ['a', 'b'] }),
        ],
      },
      { method: 'POST', path: '/a', query: { s: 'a b', p: 'a|b', m: ['a', 'b'], c: 'a,b' } },
    ],
    [
      'headers and cookies',
      {
        parameters: [
          needed('X-A', 'header', { schema: list }),
          needed('Accept', 'header', { schema: list }),
          needed('s', 'cookie', { schema: { const: 1 } }),
          needed('t', 'cookie', { schema: { const: 2 } }),
          needed('o', 'other', { schema: { const: 2 } }),
          { name: 'n', in: 'query', schema: { const: 2 } },
        ],
      },
      { method: 'POST', path: '/a', headers: { 'X-A': 'p,q r', cookie: 's=1; t=2' } },
    ],
    [
      'a parameter in JSON',
      {
        parameters: [needed('j', 'query', { content: { 'application/json': { schema: point } } })],
      },
      { method: 'POST', path: '/a', query: { j: '{"x":3,"y":4}' } },
    ],
    [
      'an example beside a parameter',
      {
        parameters: [
          needed('j', 'query', { schema: { type: 'string' }, examples: { one: { value: 'v' } } }),
        ],
      },
      { method: 'POST', path: '/a', query: { j: 'v' } },
    ],
    [
      'JSON',
      bodyOf('application/json; charset=utf-8', point),
      { method: 'POST', path: '/a', body: { x: 3, y: 4 } },
    ],
    [
      'another JSON',
      bodyOf('application/problem+json', point),
      {
        method: 'POST',
        path: '/a',
        headers: { 'content-type': 'application/problem+json' },
        body: { x: 3, y: 4 },
      },
    ],
    [
      'anything',
      bodyOf('*/*', point),
      {
        method: 'POST',
        path: '/a',
        headers: { 'content-type': 'application/json' },
        body: { x: 3, y: 4 },
      },
    ],
    [
      'a text in JSON',
      bodyOf('application/json', { const: 'a' }),
      { method: 'POST', path: '/a', headers: { 'content-type': 'application/json' }, body: '"a"' },
    ],
    ['a text', bodyOf('text/plain', { const: 7 }), { method: 'POST', path: '/a', body: '7' }],
    [
      'another text',
      bodyOf('text/csv', { const: 'a,b' }),
      { method: 'POST', path: '/a', headers: { 'content-type': 'text/csv' }, body: 'a,b' },
    ],
    [
      'octets',
      bodyOf('image/png', {}),
      { method: 'POST', path: '/a', headers: { 'content-type': 'image/png' }, body: 'text' },
    ],
    [
      'a form',
      bodyOf('application/x-www-form-urlencoded', {
        const: { a: ['b', 'c'], d: { e: 1 }, f: null },
      }),
      { method: 'POST', path: '/a', form: { a: ['b', 'c'], 'd[e]': '1', f: '' } },
    ],
    [
      'a form in styles',
      bodyOf(
        'application/x-www-form-urlencoded',
        { const: { a: ['b', 'c'] } },
        { encoding: { a: { style: 'pipeDelimited' } } },
      ),
      { method: 'POST', path: '/a', form: { a: 'b|c' } },
    ],
    [
      'a body of Swagger 2',
      {
        parameters: [needed('b', 'body', { schema: point })],
        consumes: ['text/x', 'application/json'],
      },
      { method: 'POST', path: '/a', body: { x: 3, y: 4 } },
    ],
    [
      'a form of Swagger 2',
      {
        parameters: [
          needed('f', 'formData', { type: 'string', default: 'v' }),
          { name: 'g', in: 'formData', type: 'string' },
        ],
      },
      { method: 'POST', path: '/a', form: { f: 'v' } },
    ],
    [
      'no body that it can do without',
      { operation: { requestBody: { content: { 'application/xml': {} } } } },
      { method: 'POST', path: '/a' },
    ],
  ])('sends %s', async (_what, change, expected) => expect(await call(change)).toEqual(expected));

  it('has no method for GET, and no body that it can do without', async () => {
    const content = { 'application/json': { schema: point } };
    const optional = { operation: { requestBody: { content } } };
    expect(await call(optional, 'GET')).toEqual({ path: '/a' });
    expect(await call(optional, 'DELETE')).toEqual({ method: 'DELETE', path: '/a' });
    expect(await call(optional, 'PUT')).toEqual({
      method: 'PUT',
      path: '/a',
      body: { x: 3, y: 4 },
    });
    expect(await call({}, 'GET', 'a b#c')).toEqual({ path: '/a%20b' });
  });

  it.each<[object, string]>([
    [{ path: '/{id}' }, 'nothing is said of {id} in its path'],
    [
      { parameters: [needed('a b', 'header', { schema: { const: 1 } })] },
      'its header a b cannot be sent',
    ],
    [
      { parameters: [needed('a', 'header', { schema: { const: 'é' } })] },
      'its header a cannot be sent',
    ],
    [
      { parameters: [needed('a', 'query', { schema: false })] },
      'no example of its parameter a is known',
    ],
    [bodyOf('application/json', false), 'no example of its body is known'],
    [bodyOf('application/xml', {}), 'its body is application/xml'],
    [bodyOf('multipart/form-data', false), 'no example of its form is known'],
  ])('is left out for %j', async (change, reason) => {
    await expect(call(change)).rejects.toThrow(reason);
  });
});
